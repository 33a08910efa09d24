#!/usr/bin/env bash
# Builds, films and tests in bare Debians of several releases: scripts/check-platforms.sh [RELEASE…]
# RELEASE is bookworm, trixie or sid; without one, all three. REEL_CHECK names what is done there, as far as it goes:
#   targets   compiles the modules that meet FFmpeg and Cairo
#   build     builds the command
#   film      films with it, and decodes every film by another program
#   test      builds and tests the core
# Without it, everything. This machine's toolchain is used, and on a release that lacks its libraries, with Debian 12's beside it. The roots
# and what was built there stay in .build/platforms for the next run. Each run renews its rows in docs/platforms.md. Runs as root.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

releases=("$@")
[ $# != 0 ] || releases=(bookworm trixie sid)
steps=${REEL_CHECK:-targets build film test}
home=$PWD/.build/platforms
page=docs/platforms.md
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

# The libraries of the toolchain that newer releases have under other names.
keep_libraries() {
  local old=$home/libraries
  [ ! -d "$old" ] || return 0
  mkdir -p "$home/packages" "$old.new"
  (cd "$home/packages" && apt-get download -q libxml2 libicu72 libedit2 libpython3.11 libz3-4 libbsd0 >/dev/null)
  for package in "$home"/packages/*.deb; do dpkg-deb -x "$package" "$home/unpacked"; done
  find "$home/unpacked" -name '*.so.*' -path '*linux-gnu*' -exec cp -P {} "$old.new/" \;
  mv "$old.new" "$old"
}

enter() {
  chroot "$root" env -i PATH=/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
    REEL_STRICT=1 ${old:+LD_LIBRARY_PATH=/opt/old} sh -c "cd /reel && $1"
}

# step NAME COMMAND: runs a step that was asked for, and keeps its result; the first failure ends the release.
step() {
  local name=$1 begun
  [[ " $steps " == *" $name "* ]] || return 0
  begun=$(date +%s)
  if enter "$2" >"$home/$release-$name.log" 2>&1; then
    results[$name]="$(tail -n 1 "$home/$release-$name.log" | sed -n 's/^result: //p')"
    results[$name]="${results[$name]:-yes} ($((($(date +%s) - begun + 59) / 60)) min)"
    say "$release, $name: ${results[$name]}"
  else
    results[$name]=failed
    say "$release, $name: failed: $(grep -m 1 'error:' "$home/$release-$name.log" || tail -n 3 "$home/$release-$name.log")"
    return 1
  fi
}

check() {
  local root=$home/$release old=''
  declare -A results=()
  if [ ! -d "$root" ]; then
    scripts/bare-root.sh "$root.new" "$release"
    umount "$root.new/proc"
    mv "$root.new" "$root"
  fi
  mkdir -p "$root/opt/swift" "$root/opt/old" "$root/reel"
  mount -t proc proc "$root/proc"
  mount --bind -o ro "$toolchain" "$root/opt/swift"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  scripts/copy-tree.sh "$root/reel"
  # Where git fetches from a folder of this machine, it does so there too.
  git config --global --get-regexp '^url\..*\.insteadof$' >"$home/sources" || true
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
  # A mirror may be older than its lists allow.
  echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90mirror"
  enter 'apt-get update -q && apt-get install -q -y --no-install-recommends make git ca-certificates libncurses6 libsqlite3-0 libcurl4' \
    >"$home/$release-setup.log" 2>&1 || die "$release: $(tail -n 3 "$home/$release-setup.log")"
  if ! enter 'swift package --version' >/dev/null 2>&1; then
    keep_libraries
    mount --bind -o ro "$home/libraries" "$root/opt/old"
    old=yes
  fi
  enter 'scripts/setup.sh' >>"$home/$release-setup.log" 2>&1 || die "$release, set-up: $(tail -n 5 "$home/$release-setup.log")"
  local versions
  # shellcheck disable=SC2016
  versions=$(enter 'pkg-config --modversion libavcodec cairo pango glib-2.0 | paste -sd " "; dpkg-query -W -f "\${Version}" libavcodec-dev')

  if step targets 'swift build --target ReelVideo && swift build --target ReelCanvas' && step build 'swift build --product capture' &&
    step film 'apt-get install -q -y --no-install-recommends ffmpeg && scripts/film-formats.sh .build/debug/capture .build/films'; then
    step test 'scripts/setup.sh test && scripts/test-core.sh' || true
  fi
  umount "$root/opt/old" 2>/dev/null || true
  umount "$root/opt/swift" "$root/proc"
  write_row "$versions"
}

# The row of a release: what was not asked for keeps its result.
write_row() {
  local ffmpeg cairo pango glib package row name found
  read -r _ cairo pango glib <<<"$(head -n 1 <<<"$1")"
  package=$(tail -n 1 <<<"$1")
  ffmpeg=${package#*:}
  ffmpeg=${ffmpeg%%-*}
  row="| Debian $release | $ffmpeg | $cairo, $pango, $glib |"
  found=$(grep "^| Debian $release " "$page" || true)
  local column=5
  for name in targets build film test; do
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
