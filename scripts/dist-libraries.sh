#!/usr/bin/env bash
# Builds the libraries that the portable tarball has instead of Debian's: scripts/dist-libraries.sh FOLDER
# They are made of the source packages of this release of Debian, by the same names, so that films come out the same. FOLDER/SOURCES names the
# packages and how they were configured.
# FFmpeg: Debian's needs 130 libraries. Left out is what a film never needs: filters, devices, networks, and foreign coders of what FFmpeg
# codes itself. Every movie that FFmpeg reads by itself is still read.
# Expat: Debian's needs glibc 2.36, for one function.
# libxml2, of librsvg: Debian's needs ICU, 33 MB of it.
set -euo pipefail

folder=$(realpath -m "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
die() {
  printf 'reel: %s\n' "$*" >&2
  exit 1
}
# shellcheck source=/dev/null
release=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME") || die "sources of Debian are built on Debian only"

files=aac,ac3,aiff,apng,asf,ass,avi,dv,flac,flv,gif,h264,hevc,image2,image2pipe,ivf,m4v,matroska,matroska_audio,mjpeg,mov,mp3,mp4,mpeg2video
files=$files,mpegts,mxf,null,nut,ogg,opus,rawvideo,srt,w64,wav,webm,webvtt,yuv4mpegpipe
ffmpeg=(
  --enable-shared --disable-static --disable-debug --disable-programs --disable-doc
  --disable-avfilter --disable-avdevice --disable-postproc --disable-network --disable-autodetect --disable-muxers --disable-protocols
  --enable-gpl --enable-zlib --enable-bzlib --enable-libx264 --enable-libx265 --enable-libvpx --enable-libaom --enable-libdav1d
  --enable-libopus --enable-libvorbis --enable-libmp3lame --enable-libsnappy "--enable-protocol=file,pipe" "--enable-muxer=$files"
)
libxml2=(--disable-static --without-icu --without-python --without-lzma)
expat=(--disable-static --without-docbook --without-xmlwf --without-examples --without-tests)

# The sources, from a list of its own: this system's may name packages only.
apt=(apt-get -q -o "Dir::Etc::SourceList=$scratch/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::lists=$scratch/lists"
  -o "Dir::Cache=$scratch/cache" -o APT::Sandbox::User=root)
list_sources() {
  [ ! -e "$scratch/sources.list" ] || return 0
  mkdir -p "$scratch"/{lists,cache/archives}/partial
  printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/%s main\n' \
    "debian $release" "debian-security $release-security" >"$scratch/sources.list"
  "${apt[@]}" update >"$scratch/log" 2>&1 || die "the lists of Debian's sources: $(tail -n 3 "$scratch/log")"
}

# build PACKAGE OPTION…: builds a source package and keeps its libraries, by the names by which the loader asks for them, unless they were
# built before, of whatever version.
build() {
  local package=$1 version file
  shift
  if sed 's/ [^ ]*:/:/' "$folder/SOURCES" | grep -qxF "$package: ./configure $*"; then return; fi
  list_sources
  cd "$scratch"
  # A mirror may lack the newest one of the security archive.
  "${apt[@]}" source "$package" >log 2>&1 || "${apt[@]}" source "$package/$release" >log 2>&1 || die "the source of $package: $(tail -n 3 log)"
  version=$(sed -n 's/^Version: //p' "$package"_*.dsc)
  printf 'reel: building %s %s\n' "$package" "$version" >&2
  cd "$package"-*/
  if [ -e "$package/configure.ac" ]; then cd "$package"; fi
  # As Debian does: with this system's tools, of whatever version the sources were made.
  if [ -e configure.ac ]; then autoreconf -fi >"$scratch/log" 2>&1 || die "$package: $(tail -n 5 "$scratch/log")"; fi
  ./configure --prefix="$scratch/$package" --libdir="$scratch/$package/lib" "$@" >"$scratch/log" 2>&1 ||
    die "the configure of $package: $(tail -n 5 "$scratch/log")"
  # It takes random numbers from getrandom then.
  [ "$package" != expat ] || sed -i 's/^#define HAVE_ARC4RANDOM.*//' expat_config.h
  { make -j"$(nproc)" && make install; } >"$scratch/log" 2>&1 || die "$package: $(tail -n 5 "$scratch/log")"
  for file in "$scratch/$package"/lib/*.so; do
    strip --strip-unneeded -o "$folder/$(objdump -p "$file" | sed -n 's/^ *SONAME *//p')" "$(realpath "$file")"
  done
  sed -i "/^$package /d" "$folder/SOURCES"
  echo "$package $version: ./configure $*" >>"$folder/SOURCES"
}

mkdir -p "$folder"
touch "$folder/SOURCES"
build expat "${expat[@]}"
build libxml2 "${libxml2[@]}"
build ffmpeg "${ffmpeg[@]}"
