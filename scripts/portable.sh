#!/usr/bin/env bash
# Packs the results of `make build` with every library and font that they need: scripts/portable.sh STAGE LIBRARIES FOLDER
# The tarball runs wherever glibc is as new as $glibc, whatever else is installed. LIBRARIES holds the libraries of dist-libraries.sh, which
# take the place of the system's. The library for C is packed into a second tarball, to be unpacked over the first.
set -euo pipefail

stage=$(realpath "$1") libraries=$(realpath "$2") folder=$(realpath -m "$3")
cd "$(dirname "$(realpath "$0")")/.."
# The oldest release of glibc that the tarball may need: that of Ubuntu 22.04. Debian 12, on which it is made, has 2.36.
glibc=2.35
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
umask 022
die() {
  printf 'reel: %s\n' "$*" >&2
  exit 1
}

version=$("$stage/capture" --version | sed 's/.* //')
name=capture-$version-linux-$(uname -m)
tree=$scratch/$name
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
mkdir -p "$folder" "$tree/lib/reel" "$tree/share/reel/fonts" "$tree/share/doc/capture/copyright.d"

needs() { objdump -p "$1" | sed -n 's/^ *NEEDED *//p'; }

# Of glibc, and of GCC, whose libraries every system with that glibc has: as PEP 600 demands of Python's wheels.
is_system() {
  case $1 in
  ld-linux*.so.* | libc.so.* | libm.so.* | libmvec.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | libutil.so.* | \
    libstdc++.so.* | libgcc_s.so.*) ;;
  *) return 1 ;;
  esac
}

# Copies a library and what it needs, by the names by which the loader asks for them.
copy_libraries() {
  local library file
  for library in $(needs "$1"); do
    if is_system "$library" || [ -e "$tree/lib/reel/$library" ]; then continue; fi
    file=$libraries/$library
    if [ ! -e "$file" ]; then
      file=$(/sbin/ldconfig -p | sed -n "s/^\t$library (libc6,x86-64) => //p" | head -n 1)
      [ -n "$file" ] || die "$1 needs $library, which is not installed"
      note_package "$(realpath "$file")"
    fi
    cp "$(realpath "$file")" "$tree/lib/reel/$library"
    chmod 644 "$tree/lib/reel/$library"
    patchelf --set-rpath "\$ORIGIN" "$tree/lib/reel/$library"
    copy_libraries "$file"
  done
}

# Names the source of a file of a Debian package, and copies its licence.
note_package() {
  local package
  package=$(dpkg -S "$1" 2>/dev/null || dpkg -S "${1#/usr}") || die "no package has $1"
  package=${package%%:*}
  # shellcheck disable=SC2016
  dpkg-query -W -f '${source:Package} ${source:Version}\n' "$package" >>"$scratch/sources"
  [ -e "$tree/share/doc/capture/copyright.d/$package" ] || cp "/usr/share/doc/$package/copyright" "$tree/share/doc/capture/copyright.d/$package"
}

make --silent install STAGE="$stage" DESTDIR="$scratch/installed" PREFIX= >/dev/null
cp -r "$scratch/installed/bin" "$scratch/installed/share" "$tree/"
mv "$tree/bin/capture" "$tree/lib/reel/capture"
copy_libraries "$tree/lib/reel/capture"
patchelf --set-rpath "\$ORIGIN" "$tree/lib/reel/capture"
install -m 755 packaging/launcher.sh "$tree/bin/capture"
gzip -9n "$tree"/share/man/man1/*

# The font of text, and Debian's rules about which font takes the place of another, so that films look the same everywhere.
for font in /usr/share/fonts/truetype/dejavu/*.ttf; do
  note_package "$font"
  install -m 644 -t "$tree/share/reel/fonts" "$font"
done
note_package /usr/share/fontconfig/conf.avail/10-hinting-slight.conf
mkdir "$tree/share/reel/conf.d"
for rule in /etc/fonts/conf.d/*.conf; do
  [[ $(basename "$rule") = [0-9]* ]] && install -m 644 "$(realpath "$rule")" "$tree/share/reel/conf.d/$(basename "$rule")"
done
install -m 644 packaging/fonts.conf "$tree/share/reel/fonts.conf"

install -m 644 -t "$tree/share/doc/capture" README.md CHANGELOG.md LICENSE packaging/copyright
{
  cat packaging/sources.txt "$libraries/SOURCES"
  printf "\nThe other libraries are copies of those in Debian packages made of these source packages (https://snapshot.debian.org):\n"
  sort -u "$scratch/sources"
} >"$tree/share/doc/capture/SOURCES"

# Nothing may need what a system with that glibc does not have.
check() {
  local file newest
  while IFS= read -r -d '' file; do
    newest=$(objdump -T "$file" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1) || true
    [ "$(printf '%s\n' "${newest#GLIBC_}" "$glibc" | sort -V | tail -n 1)" = "$glibc" ] || die "${file#"$scratch/"} needs $newest"
    newest=$(objdump -T "$file" | grep -o 'GLIBCXX_[0-9.]*' | sort -Vu | tail -n 1) || true
    [ "$(printf '%s\n' "${newest#GLIBCXX_}" 3.4.30 | sort -V | tail -n 1)" = 3.4.30 ] || die "${file#"$scratch/"} needs $newest"
  done < <(find "$1" -type f \( -name '*.so*' -o -path '*/lib/reel/capture' \) -print0)
}

pack() {
  tar --create --directory "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$name" |
    gzip -9n >"$folder/$2.tar.gz"
  printf '%s: %s MB, unpacked %s MB\n' "$folder/$2.tar.gz" "$(($(stat -c %s "$folder/$2.tar.gz") / 1000000))" \
    "$(($(du -sb "$1/$name" | cut -f 1) / 1000000))"
}

check "$tree"
pack "$scratch" "$name"
if [ -d "$stage/lib" ]; then
  library=$scratch/library/$name
  mkdir -p "$library"
  cp -r "$scratch/installed/lib" "$scratch/installed/include" "$library/"
  patchelf --set-rpath "\$ORIGIN/reel" "$(realpath "$library/lib/libreel.so")"
  check "$library"
  pack "$scratch/library" "libreel-${name#capture-}"
fi
