#!/usr/bin/env bash
# Packs the results of `make build` as Debian packages or as a tarball: scripts/package.sh deb|dist STAGE FOLDER
# The command needs the libraries of the system on which it was built, so a package's name contains that system. SOURCE_DATE_EPOCH
# sets the time of its files (default: the last commit's time); DEBFULLNAME and DEBEMAIL set its maintainer.
set -euo pipefail

form=$1 stage=$(realpath "$2") folder=$(realpath -m "$3")
cd "$(dirname "$(realpath "$0")")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
umask 022

die() {
  printf 'reel: %s\n' "$*" >&2
  exit 1
}

version=$("$stage/capture" --version | sed 's/.* //')
# shellcheck source=/dev/null
system=$(. /etc/os-release && echo "$ID${VERSION_ID:-${VERSION_CODENAME:-}}")
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
tree=$scratch/tree
mkdir -p "$folder" "$tree"

# The package contains the licence of every library linked into the command.
check_licences() {
  local source
  sed -n 's/.*"location" *: *"\(.*\)".*/\1/p' Package.resolved | sed 's/\.git$//' | while read -r source; do
    grep -q "From $source\.$" packaging/copyright || die "packaging/copyright does not name $source, which Package.resolved does"
  done
}

# copy PREFIX: copies everything except the documents.
copy() {
  make --silent install STAGE="$stage" DESTDIR="$tree" PREFIX="$1" >/dev/null
  gzip -9n "$tree$1"/share/man/man1/*.1
}

make_tarball() {
  local name
  name=capture-$version-$system-$(uname -m)
  copy "/$name"
  install -D -m 644 -t "$tree/$name/share/doc/capture" packaging/copyright CHANGELOG.md README.md LICENSE
  tar --create --directory "$tree" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$name" |
    xz -9 >"$folder/$name.tar.xz"
  echo "$folder/$name.tar.xz"
}

# finish NAME TREE SECTION [MORE FIELDS] <DESCRIPTION: makes a package of a tree, in which $binaries need libraries.
finish() {
  local name=$1 tree=$2 section=$3 more=${4:-} depends release=$version-1~$system architecture
  architecture=$(dpkg --print-architecture)
  install -D -m 644 -t "$tree/usr/share/doc/$name" packaging/copyright
  gzip -9nc CHANGELOG.md >"$tree/usr/share/doc/$name/changelog.gz"
  printf '%s (%s) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' "$name" "$release" "$maintainer" \
    "$(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")" | gzip -9nc >"$tree/usr/share/doc/$name/changelog.Debian.gz"

  mkdir -p "$scratch/debian" "$tree/DEBIAN"
  printf 'Source: capture\n\nPackage: %s\nArchitecture: any\n' "$name" >"$scratch/debian/control"
  depends=$(cd "$scratch" && dpkg-shlibdeps -O "${binaries[@]}" 2>"$scratch/shlibdeps" | sed -n 's/^shlibs:Depends=//p')
  [ -n "$depends" ] || die "dpkg-shlibdeps found no libraries: $(cat "$scratch/shlibdeps")"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
  {
    cat <<END
Package: $name
Source: capture
Version: $release
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$tree" | cut -f 1)
Depends: $depends$more
Section: $section
Priority: optional
END
    cat
  } | sed "/^Source: $name\$/d" >"$tree/DEBIAN/control"
  chmod -R u=rwX,go=rX "$tree"
  dpkg-deb --root-owner-group -Zxz -z9 --build "$tree" "$folder/${name}_${release}_$architecture.deb" >/dev/null
  echo "$folder/${name}_${release}_$architecture.deb"
}

make_packages() {
  local maintainer="${DEBFULLNAME:-The Reel authors} <${DEBEMAIL:-reel@localhost}>" binaries library=$scratch/library
  copy /usr
  # Debian's zsh looks for the completions of packages in another folder.
  mkdir "$tree/usr/share/zsh/vendor-completions"
  mv "$tree/usr/share/zsh/site-functions/_capture" "$tree/usr/share/zsh/vendor-completions/"
  rmdir "$tree/usr/share/zsh/site-functions"
  # `make build CAPTURE=FILE` leaves the library out. Most who film don't need it, and it is as large as the command.
  if [ -d "$tree/usr/lib" ]; then
    mkdir -p "$library/usr" "$library/DEBIAN"
    mv "$tree/usr/lib" "$tree/usr/include" "$library/usr/"
    mapfile -t binaries < <(find "$library/usr/lib" -type f -name 'libreel.so.*')
    echo "activate-noawait ldconfig" >"$library/DEBIAN/triggers"
    finish libreel-dev "$library" libdevel <<END
Description: record what programs in C and C++ draw
 The library libreel, its header and the file for pkg-config. It writes films
 and animated pictures, and needs neither a display nor a GPU.
END
  fi
  binaries=("$tree/usr/bin/capture")
  finish capture "$tree" video ", fonts-dejavu-core
Suggests: ffmpeg" <<END
Description: record anything you can draw, without a screen
 The command capture draws films and encodes them: storyboards in YAML,
 recorded terminal sessions, tracing sessions, curves, and test clips whose
 frames carry their numbers. It needs neither a display nor a GPU, and the
 same description gives the same film on every machine.
END
}

check_licences
case $form in
deb) make_packages ;;
dist) make_tarball ;;
*) die "deb or dist, not $form" ;;
esac
