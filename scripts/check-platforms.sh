#!/usr/bin/env bash
# Builds, films and tests in bare Debians of several releases: scripts/check-platforms.sh [RELEASE…]
# RELEASE is bookworm, trixie or sid; without one, all three. REEL_CHECK names what is done there, as far as it goes:
#   test      builds and tests the core
#   film      films into every format with it, and decodes every film by another program
#   demo      `make demo`, the README's first command, which builds the whole command
#   package   makes the Debian packages, installs them in another bare Debian, and films there; DIST gets them
# Without it, everything. At first these Debians have nothing but git, make and this machine's toolchain. They and what was built there stay
# in .build/platforms for the next run. Each run renews its rows in docs/platforms.md. Runs as root.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

releases=("$@")
[ $# != 0 ] || releases=(bookworm trixie sid)
steps=${REEL_CHECK:-test film demo package}
home=$PWD/.build/platforms
page=docs/platforms.md
folder=$(realpath -m "${DIST:-dist}")
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
# The largest package, in MB.
limit=20
say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}
[ "$(id -u)" = 0 ] || die "only root can enter another Debian: sudo make check-platforms"
# The mounts disappear with the namespace.
[ -n "${REEL_IN_NAMESPACE:-}" ] || REEL_IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "${releases[@]}"

toolchain=$(realpath "$(dirname "$(realpath "$(command -v swift)")")/../..")
mkdir -p "$home"

enter() {
  chroot "$root" env -i PATH=/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
    REEL_STRICT=1 SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" PIP_CERT=/reel/.build/certificates.crt sh -c "cd /reel && $1"
}

# step NAME COMMAND…: runs a step that was asked for, and keeps its result; the first failure ends the release.
step() {
  local name=$1 begun log=$home/$release-$1.log
  [[ " $steps " == *" $name "* ]] || return 0
  begun=$(date +%s)
  if "${@:2}" >"$log" 2>&1; then
    results[$name]="$(sed -n 's/^result: //p' "$log" | tail -n 1)"
    results[$name]="${results[$name]:-yes} ($((($(date +%s) - begun + 59) / 60)) min)"
    say "$release, $name: ${results[$name]}"
  else
    results[$name]=failed
    say "$release, $name: failed: $(grep -m 1 'error:' "$log" || tail -n 3 "$log")"
    return 1
  fi
}

# new_root FOLDER: a bare Debian of the release, with /proc and terminals.
new_root() {
  scripts/bare-root.sh "$1" "$release"
  mount -t devpts -o ptmxmode=666 devpts "$1/dev/pts"
  chroot "$1" apt-get update -q
}

package() {
  local version other=$home/$release-installed
  enter 'make deb DIST=/reel/dist' || return
  version=$(scripts/version.sh)
  mkdir -p "$folder"
  cp "$root"/reel/dist/*.deb "$folder/" || return
  rm -rf --one-file-system "$other"
  new_root "$other" || return
  cp "$root"/reel/dist/capture_*.deb "$other/tmp/" && mkdir "$other/films" && cp -r samples "$other/films/samples" &&
    chroot "$other" apt-get install -q -y --no-install-recommends "/tmp/$(cd "$root/reel/dist" && echo capture_*.deb)" || return
  [ "$(chroot "$other" capture --version)" = "capture $version" ] || return
  chown -R 65532:65532 "$other/films"
  chroot --userspec=65532:65532 "$other" env -i PATH=/usr/bin:/bin HOME=/films sh -c 'cd /films && sh -s' <scripts/newcomer.sh || return
  version=$(($(stat -c %s "$root"/reel/dist/capture_*.deb) / 1000000))
  [ "$version" -le $limit ] || { echo "error: the package has $version MB, more than $limit"; return 1; }
  umount "$other/proc" "$other/dev/pts"
  rm -rf --one-file-system "$other"
  echo "result: $version MB"
}

check() {
  local root=$home/$release key address
  declare -A results=()
  if [ ! -d "$root" ]; then
    rm -rf --one-file-system "$root.new"
    new_root "$root.new" >"$home/$release-setup.log" 2>&1 || die "$release: $(tail -n 3 "$home/$release-setup.log")"
    umount "$root.new/proc" "$root.new/dev/pts"
    mv "$root.new" "$root"
  fi
  mkdir -p "$root/opt/swift" "$root/reel/.build"
  mount -t proc proc "$root/proc"
  mount --bind -o ro "$toolchain" "$root/opt/swift"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  scripts/copy-tree.sh "$root/reel"
  git init -q "$root/reel"
  # This machine's certificates may differ from Debian's.
  cp /etc/ssl/certs/ca-certificates.crt "$root/reel/.build/certificates.crt"
  # Where git fetches from a folder of this machine, it does so there too.
  git config --get-regexp '^url\..*\.insteadof$' >"$home/sources" || true
  while read -r key address; do
    key=${key#url.}
    key=${key%.insteadof}
    [ -d "$key" ] || continue
    if ! mountpoint -q "$root$key"; then
      mkdir -p "$root$key"
      mount --bind -o ro "$key" "$root$key"
    fi
    printf '[url "%s"]\n\tinsteadOf = %s\n' "$key" "$address"
  done <"$home/sources" >"$root/etc/gitconfig"
  enter 'apt-get install -q -y --no-install-recommends make git' >"$home/$release-setup.log" 2>&1 || die "$release: $(tail -n 3 "$home/$release-setup.log")"
  if step test enter 'make test-core && echo "result: yes"' &&
    step film enter 'scripts/film-formats.sh .build/core/.build/debug/capture .build/films' && step demo enter 'make demo'; then
    step package package || true
  fi
  write_row
}

# The row of a release: what was not asked for keeps its result.
write_row() {
  local ffmpeg libraries row name found column=5
  # shellcheck disable=SC2016
  ffmpeg=$(enter 'dpkg-query -W -f "\${Version}" libavcodec-dev')
  ffmpeg=${ffmpeg#*:}
  libraries=$(enter 'pkg-config --modversion cairo pango glib-2.0 | paste -sd " " | sed "s/ /, /g"')
  row="| Debian $release | ${ffmpeg%%-*} | $libraries |"
  found=$(grep "^| Debian $release " "$page" || true)
  for name in test film demo package; do
    [ -n "${results[$name]:-}" ] || results[$name]=$(awk -F' *\\| *' -v column=$column '{ print $column }' <<<"$found")
    row+=" ${results[$name]:-not run} |"
    column=$((column + 1))
  done
  row+=" $(date -u +%F) |"
  awk -v row="$row" -v name="| Debian $release " 'index($0, name) == 1 { print row; next } { print }' "$page" >"$page.new"
  mv "$page.new" "$page"
}

for release in "${releases[@]}"; do check; done
grep '^| Debian' "$page"
! grep -q '^| Debian.*failed' "$page"
