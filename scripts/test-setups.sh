#!/usr/bin/env bash
# Runs each set-up in a bare Debian of its own, with Swift from this machine: scripts/test-setups.sh [ARGUMENT OF setup.sh…]
# Afterwards the same set-up must find everything in place without a network. Runs as root.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."

say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}
[ "$(id -u)" = 0 ] || die "only root can install a bare Debian: sudo make test-setups"

# The mounts disappear with the namespace, before the files in its memory.
[ -n "${REEL_IN_NAMESPACE:-}" ] || REEL_IN_NAMESPACE=1 exec unshare --mount "$0" "$@"
[ $# -gt 0 ] || {
  mapfile -t purposes < <(sed -n 's|^# scripts/setup.sh \[\(.*\)\]$|\1|p' scripts/setup.sh | tr '|' '\n')
  set -- build "${purposes[@]}"
}
# A toolchain with a folder of its own, as Swift's archives have.
swift=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
[ "$swift" != / ] || die "Swift's programs are in /usr/bin, together with others: put a toolchain with a folder of its own into PATH"
scratch=$(mktemp -d)
trap 'umount --lazy "$scratch/bare/proc" 2>/dev/null || true; umount --recursive "$scratch/memory" 2>/dev/null || true; rm -rf --one-file-system "$scratch"' EXIT
scripts/bare-root.sh "$scratch/bare"
mkdir "$scratch/memory"
mount -t tmpfs tmpfs "$scratch/memory"

for purpose; do
  place=$scratch/memory/$purpose root=$scratch/memory/$purpose/root
  mkdir -p "$place/upper" "$place/work" "$root"
  mount -t overlay overlay -o "lowerdir=$scratch/bare,upperdir=$place/upper,workdir=$place/work" "$root"
  mkdir -p "$root/swift" "$root/reel"
  mount --bind -o ro "$swift" "$root/swift"
  mount -t proc proc "$root/proc"
  cp -r scripts "$root/reel/"
  # This machine's certificates may differ from Debian's.
  cp /etc/ssl/certs/ca-certificates.crt "$root/reel/"
  set_up() { "$@" chroot "$root" env -i PATH=/swift/usr/bin:/usr/bin:/bin HOME=/root PIP_CERT=/reel/ca-certificates.crt /reel/scripts/setup.sh "$purpose" >"$scratch/log" 2>&1; }
  set_up env || die "setup.sh $purpose failed in a bare Debian: $(tail -n 10 "$scratch/log")"
  set_up unshare --net || die "setup.sh $purpose failed the second time, without a network: $(tail -n 10 "$scratch/log")"
  ! grep -E 'installing|be reached' "$scratch/log" || die "setup.sh $purpose installs something again: $(cat "$scratch/log")"
  say "setup.sh $purpose: $(du -sm "$place/upper" | cut -f 1) MB"
  umount --recursive "$root"
  rm -rf "$place"
done
