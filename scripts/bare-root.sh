#!/usr/bin/env bash
# Installs a bare Debian into a new folder, with /proc: scripts/bare-root.sh FOLDER [RELEASE]
# RELEASE is that of this system, unless given. Run it as root and in a new mount namespace (unshare --mount), so that the mount disappears
# with it. The installed system is cached in .build/roots.
set -euo pipefail

root=$(realpath -m "$1")
cd "$(dirname "$(realpath "$0")")/.."
# shellcheck source=/dev/null
release=${2:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
bare=.build/roots/$release.tar

if [ ! -e "$bare" ]; then
  printf 'reel: installing a bare %s\n' "$release" >&2
  PATH=$PATH:/usr/sbin:/sbin debootstrap --variant=minbase "$release" "$root" >"$root.log" 2>&1 || {
    tail -n 5 "$root.log" >&2
    exit 1
  }
  mkdir -p .build/roots
  tar --create --directory "$root" --file "$bare.new" . && mv "$bare.new" "$bare"
else
  mkdir "$root"
  tar --extract --directory "$root" --file "$bare"
fi
# A mirror may be older than its lists allow.
echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90mirror"
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf"
