#!/usr/bin/env bash
# Installs missing requirements for building Reel:
# scripts/setup.sh [test|bench|completions|package|dist|release|image|aarch64|slurm|farm|python|studio|proxy|gif|screen|site]
# Without an argument it installs the build requirements. "test" adds the tests', "bench" the benchmarks', "completions" shells with
# completions, "package" the tools to make and test Debian packages, "dist" the tools to pack a tarball, "release" those for
# `make dist-all`, "image" those for images, "aarch64" a cross compiler, "slurm" a cluster, "farm" the readers of the cluster samples,
# "python" what the Python package is tested with, "studio" a browser, "proxy" a browser and nginx, "gif" other encoders of animated
# pictures, "screen" programs with windows, "site" what the site of the documentation is made with.
# If nothing is missing, it neither uses the network nor asks for a password.
# Compatible with the bash of macOS (3.2).
set -euo pipefail

purpose=${1:-build}
system=$(uname -s)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# Each row: the package of apt, the package of Homebrew ("-" if none is needed), and a check that succeeds if neither is needed.
check_all() {
  missing=""
  want pkg-config pkgconf command -v pkg-config
  want libavcodec-dev ffmpeg pkg-config --exists 'libavcodec >= 59.37'
  want libavformat-dev ffmpeg pkg-config --exists 'libavformat >= 59.27'
  want libavutil-dev ffmpeg pkg-config --exists 'libavutil >= 57.28'
  want libswscale-dev ffmpeg pkg-config --exists 'libswscale >= 6.7'
  want libswresample-dev ffmpeg pkg-config --exists 'libswresample >= 4.7'
  want libcairo2-dev cairo pkg-config --exists 'cairo >= 1.16'
  want libpango1.0-dev pango pkg-config --exists 'pangocairo >= 1.50'
  want zlib1g-dev zlib has_zlib
  want libwebp-dev webp pkg-config --exists 'libwebp >= 1.2'
  want librsvg2-dev librsvg pkg-config --exists 'librsvg-2.0 >= 2.54'
  want "libxcb1-dev libxcb-shm0-dev libxcb-damage0-dev libxcb-xfixes0-dev libxcb-xinput-dev" libxcb has_xcb
  if [ "$system" = Linux ]; then
    want "fontconfig fonts-dejavu-core" - has_font
    # Required by Swift toolchains for Linux.
    want git - command -v git
    want ca-certificates - test -e /etc/ssl/certs/ca-certificates.crt -o -e /etc/pki/tls/certs/ca-bundle.crt
    want tzdata - test -e /usr/share/zoneinfo/UTC
    want "libcurl4 libncurses6 libsqlite3-0 libxml2 zlib1g" - swift package --version
    want "g++ libc6-dev binutils" - links_swift
  fi
  if [ "$purpose" = test ]; then
    want ffmpeg ffmpeg command -v ffprobe
    # Includes OpenH264, a decoder independent of FFmpeg. Homebrew's GStreamer is omitted because it is large; that test is skipped.
    want gstreamer1.0-tools - command -v gst-launch-1.0
    want gstreamer1.0-plugins-good - has_element qtdemux
    want gstreamer1.0-plugins-bad - has_element h264parse
    # Decoders of GIF and WebP independent of FFmpeg.
    want gifsicle gifsicle command -v gifsicle
    want webp webp command -v webpinfo
    # For the programs that use the library for C.
    if [ "$system" = Linux ]; then want g++ - command -v c++; fi
    # An independent terminal.
    want tmux tmux command -v tmux
    # Screens of X, and programs on them.
    if [ "$system" = Linux ]; then
      want xvfb - command -v Xvfb
      want xterm - command -v xterm
      want x11-apps - command -v xeyes
      want x11-xserver-utils - command -v xrandr
      want xdotool - command -v xdotool
      want procps - command -v pkill
    fi
    # For the image metrics and the validator of the storyboard schema, which are on PyPI.
    want python3-venv python3 has_venv
    # A library that moves the environment, which Swift expects after the arguments.
    if [ "$system" = Linux ]; then want libfaketime - has_faketime; fi
  fi
  if [ "$purpose" = completions ]; then
    want zsh zsh command -v zsh
    want fish fish command -v fish
  fi
  if [ "$purpose" = package ]; then
    want dpkg-dev - command -v dpkg-shlibdeps
    want debootstrap - has_program debootstrap
    want lintian - command -v lintian
    want xz-utils - command -v xz
    want man-db - command -v man
    want ffmpeg ffmpeg command -v ffprobe
  fi
  if [ "$purpose" = release ]; then
    # FFmpeg and Expat are built for the tarball, with encoders of Debian.
    want "patchelf nasm gcc autoconf automake libtool" - has_release_tools
    want "libx264-dev libx265-dev libvpx-dev" - pkg-config --exists x264 x265 vpx
    want "libaom-dev libdav1d-dev" - pkg-config --exists aom dav1d
    want "libopus-dev libvorbis-dev" - pkg-config --exists opus vorbisenc
    want libmp3lame-dev - test -e /usr/include/lame/lame.h
    want "libsnappy-dev libbz2-dev" - test -e /usr/include/snappy-c.h -a -e /usr/include/bzlib.h
    want python3-venv python3 has_venv
    want dpkg-dev - command -v dpkg-shlibdeps
    want debootstrap - has_program debootstrap
    want xz-utils - command -v xz
    want ffmpeg ffmpeg command -v ffprobe
  fi
  if [ "$purpose" = aarch64 ]; then
    want "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" - command -v aarch64-linux-gnu-gcc
    want qemu-user-static - command -v qemu-aarch64-static
  fi
  if [ "$purpose" = image ]; then
    want buildah - command -v buildah
    want debootstrap - has_program debootstrap
    want ffmpeg ffmpeg command -v ffprobe
  fi
  if [ "$purpose" = slurm ]; then
    want slurm-wlm - has_program slurmctld
    want munge - has_program munged
  fi
  if [ "$purpose" = site ]; then want python3-venv python3 has_venv; fi
  if [ "$purpose" = farm ]; then want python3-venv python3 has_venv; fi
  if [ "$purpose" = python ]; then
    want ffmpeg ffmpeg command -v ffprobe
    want python3-venv python3 has_venv
    # For a sample in C, and for a sample that films a page.
    want gcc - has_compiler
    want chromium chromium has_chromium
    # For films of UI tests.
    want chromium-driver chromedriver command -v chromedriver
    if [ "$system" = Linux ]; then want "xvfb x11-utils" - has_screen; fi
  fi
  if [ "$purpose" = studio ]; then
    want ffmpeg ffmpeg command -v ffmpeg
    want python3 python3 command -v python3
    # Debian's; Ubuntu has both only as snaps, but any Chrome with its driver in PATH works.
    want chromium chromium has_chromium
    want chromium-driver chromedriver command -v chromedriver
    # For axe-core, which is on PyPI.
    want python3-venv python3 has_venv
  fi
  if [ "$purpose" = gif ]; then
    want ffmpeg ffmpeg command -v ffmpeg
    want gifsicle gifsicle command -v gifsicle
    want webp webp command -v img2webp
    want imagemagick imagemagick convert xc:white null:
    want apngasm apngasm command -v apngasm
    want python3-venv python3 has_venv
    # For recordings of programs.
    if [ "$system" = Linux ]; then want "xvfb xterm xdotool vim" - has_display; fi
  fi
  if [ "$purpose" = screen ]; then
    want ffmpeg ffmpeg command -v ffplay
    want "xvfb xdotool mousepad" - has_editor
  fi
  if [ "$purpose" = bench ]; then
    want ffmpeg ffmpeg command -v ffprobe
    want python3 python3 command -v python3
    want python3-venv python3 has_venv
  fi
  if [ "$purpose" = dist ]; then want xz-utils xz command -v xz; fi
  if [ "$purpose" = proxy ]; then
    want ffmpeg ffmpeg command -v ffmpeg
    want python3 python3 command -v python3
    want chromium chromium has_chromium
    want chromium-driver chromedriver command -v chromedriver
    want nginx-light nginx has_program nginx
    want openssl openssl command -v openssl
  fi
}

want() {
  local apt=$1 brew=$2 name
  shift 2
  if [ "$system" = Darwin ]; then name=$brew; else name=$apt; fi
  [ "$name" = "-" ] || "$@" >/dev/null 2>&1 </dev/null || missing="$missing $name"
}

# Root's programs may be outside a user's PATH.
has_program() { PATH=$PATH:/usr/sbin:/sbin command -v "$1"; }

# The default family of text: Font.standardFamily.
has_font() {
  local match
  match=$(fc-match -f '%{family}:%{file}' 'DejaVu Sans') && [ "${match%%[,:]*}" = 'DejaVu Sans' ] && [ -e "${match#*:}" ]
}

has_venv() { python3 -c 'import ensurepip, venv'; }

# macOS has zlib in its SDK, without a pkg-config file.
has_zlib() { [ "$system" = Darwin ] || pkg-config --exists zlib; }

has_xcb() { pkg-config --exists xcb xcb-shm xcb-damage xcb-xfixes xcb-xinput; }

has_display() { command -v Xvfb && command -v xterm && command -v xdotool && command -v vim; }

has_screen() { command -v Xvfb && command -v xmessage; }

has_editor() { command -v Xvfb && command -v xdotool && command -v mousepad; }

has_faketime() {
  # The folder is named after the architecture: x86_64-linux-gnu.
  local file
  for file in /usr/lib/*/faketime/libfaketime.so.1 /usr/lib/faketime/libfaketime.so.1; do
    if [ -e "$file" ]; then return; fi
  done
  return 1
}

has_release_tools() { command -v patchelf && command -v nasm && command -v gcc && command -v autoreconf && command -v libtoolize; }

has_compiler() { command -v cc || command -v clang; }

has_chromium() { command -v chromium || command -v google-chrome; }

has_element() { gst-inspect-1.0 --exists "$1"; }

# A toolchain that runs may still be unable to link.
links_swift() {
  printf 'print("linked")\n' >"$scratch/main.swift" &&
    swiftc "$scratch/main.swift" -o "$scratch/probe" 2>"$scratch/link-errors" && "$scratch/probe"
}

# pkg-config does not know the encoders in FFmpeg, so FFmpeg itself is asked.
has_h264_encoder() {
  local compiler
  compiler=$(command -v cc || command -v clang) || return 0
  cat >"$scratch/probe.c" <<'C'
#include <libavcodec/avcodec.h>
int main(void) {
  return !avcodec_find_encoder_by_name("libx264") && !avcodec_find_encoder_by_name("libopenh264");
}
C
  # shellcheck disable=SC2046
  "$compiler" "$scratch/probe.c" $(pkg-config --cflags --libs libavcodec) -o "$scratch/probe" && "$scratch/probe"
}

# $missing is a list of words.
# shellcheck disable=SC2086
install_missing() {
  # Two rows may name the same package.
  local packages
  packages=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
  if [ "$system" = Darwin ]; then
    command -v brew >/dev/null || die "missing: $packages. Install Homebrew (https://brew.sh) or these packages, then run make again."
    say "installing with Homebrew: $packages"
    brew install $packages
    return
  fi
  command -v apt-get >/dev/null ||
    die "missing, by their Debian names: $packages. Install them with this system's package manager, then run make again."
  local root="env"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "missing packages, and no sudo here. As root: apt-get install --no-install-recommends $packages"
    root="sudo env"
  fi
  say "installing with apt: $packages"
  # Waits for any other installation, such as an unattended one.
  local lock="-o DPkg::Lock::Timeout=600"
  $root apt-get update -q $lock || say "some package lists could not be refreshed; trying with those there are"
  # Swift links with gold, which is part of binutils in some releases only.
  case " $packages " in *" binutils "*)
    if $root apt-get install -q --simulate binutils-gold >/dev/null 2>&1; then packages="$packages binutils-gold"; fi ;;
  esac
  $root DEBIAN_FRONTEND=noninteractive apt-get install -q -y $lock --no-install-recommends $packages
}

get_swift="Install Swift 6.2 or later (https://www.swift.org/install), put its folder of programs into PATH and run make again."

check_swift() {
  local version
  version=$(swift --version 2>/dev/null </dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  [ -n "$version" ] || die "swift does not run: $(swift --version 2>&1 </dev/null | head -n 1). $get_swift"
  if [ "${version%%.*}" -lt 6 ] || { [ "${version%%.*}" -eq 6 ] && [ "${version#*.}" -lt 2 ]; }; then
    die "this is Swift $version ($(command -v swift)), too old for Reel. $get_swift"
  fi
}

command -v swift >/dev/null || die "Swift is not installed, or not in PATH. $get_swift"
# A toolchain that runs but is too old ends this before anything is installed; one that does not run may only lack libraries.
if swift --version >/dev/null 2>&1 </dev/null; then check_swift; fi
check_all
if [ -n "$missing" ]; then
  install_missing
  check_swift
  check_all
  [ -z "$missing" ] || cat "$scratch/link-errors" >&2 2>/dev/null || true
  [ -z "$missing" ] || die "installed, and yet not found or not usable:$missing. FFmpeg 5.1, Cairo 1.16 and Pango 1.50 or later are needed."
fi
check_swift
[ "$purpose" != test ] || has_element openh264dec >/dev/null 2>&1 ||
  say "GStreamer has no OpenH264 here; the tests that use it step aside."
[ "$purpose" != test ] || [ "$system" != Linux ] || command -v strace >/dev/null ||
  say "strace is not here; the tests that watch which files are opened step aside."
has_h264_encoder ||
  say "this FFmpeg has neither libx264 nor libopenh264, so capture cannot write H.264. Install an FFmpeg that has libx264."
# Pillow before 9.5 shows wrong colours in animated PNGs with a transparent colour.
judges=.build/python
if [ "$purpose" = test ] && ! "$judges/bin/python3" -c 'import PIL, jsonschema, yaml' 2>/dev/null; then
  say "installing with pip into $judges: pillow jsonschema pyyaml"
  { python3 -m venv --clear "$judges" && "$judges/bin/pip" install -q --disable-pip-version-check 'pillow>=9.5' jsonschema pyyaml; } ||
    say "PyPI can't be reached; the tests that use these modules take those of the system, or step aside."
fi
[ "$purpose" != studio ] || "$(dirname "$0")/axe.sh" .build/axe
