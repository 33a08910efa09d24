#!/usr/bin/env bash
# Builds the libraries that the portable tarball has instead of Debian's: scripts/dist-libraries.sh FOLDER
# They are made of the source packages of this release of Debian, by the same names, so that films come out the same. FOLDER/SOURCES names the
# packages and how they were configured.
# FFmpeg: Debian's needs 130 libraries. Left out is what a film never needs: filters, devices, networks, rare formats.
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

video=h263,h264,hevc,mpeg1video,mpeg2video,mpeg4,mjpeg,png,apng,gif,bmp,tiff,prores,dnxhd,ffv1,ffvhuff,huffyuv,utvideo,qtrle,rawvideo,v210,flv
audio=aac,ac3,alac,flac,mp2,pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_f32le,pcm_alaw,pcm_mulaw
text=ass,movtext,srt,ssa,subrip,webvtt
read=libdav1d,vp3,vp6,vp6f,vp8,vp9,theora,webp,mjpegb,msmpeg4v1,msmpeg4v2,msmpeg4v3,wmv1,wmv2,wmv3,vc1,dvvideo,cinepak,svq1,svq3,cfhd,magicyuv
read=$read,ppm,pgm,pam,targa,aac_latm,eac3,dca,truehd,mp1,mp3,mp3float,opus,vorbis,wmav1,wmav2,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,amrnb
write=libx264,libx264rgb,libx265,libvpx_vp8,libvpx_vp9,libaom_av1,prores_ks,prores_aw,ljpeg,libopus,libvorbis,libmp3lame
files=aac,ac3,aiff,apng,asf,ass,avi,dv,flac,flv,gif,h264,hevc,image2,ivf,m4v,matroska,mjpeg,mov,mp3,mpegts,mxf,nut,ogg,rawvideo,srt,w64,wav,webvtt
ffmpeg=(
  --enable-shared --disable-static --disable-debug --disable-programs --disable-doc
  --disable-avfilter --disable-avdevice --disable-postproc --disable-network --disable-autodetect --disable-everything
  --enable-gpl --enable-zlib --enable-libx264 --enable-libx265 --enable-libvpx --enable-libaom --enable-libdav1d
  --enable-libopus --enable-libvorbis --enable-libmp3lame "--enable-protocol=file,pipe" --enable-parsers --enable-bsfs
  "--enable-decoder=$video,$audio,$text,$read" "--enable-encoder=$video,$audio,$text,$write"
  "--enable-demuxer=$files,mpegps,mpegvideo,image2pipe,image_png_pipe,image_jpeg_pipe,image_webp_pipe,image_bmp_pipe,yuv4mpegpipe"
  "--enable-muxer=$files,mp4,webm,matroska_audio,mpeg2video,opus,yuv4mpegpipe,null"
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
