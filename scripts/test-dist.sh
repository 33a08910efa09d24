#!/usr/bin/env bash
# Installs what `make dist-all` made in bare Debians and films there: scripts/test-dist.sh FOLDER CAPTURE [RELEASE…]
# CAPTURE is the same command here, with Debian's libraries: its films must be byte for byte those of the tarball. RELEASE is bookworm,
# trixie and sid unless given. No package is installed there, but for the wheel Python. Runs as root. Prints a table.
set -euo pipefail

folder=$(realpath "$1") capture=$(realpath "$2")
shift 2
releases=("$@")
[ $# != 0 ] || releases=(bookworm trixie sid)
cd "$(dirname "$(realpath "$0")")/.."
version=$(scripts/version.sh)
tarball=$folder/capture-$version-linux-$(uname -m).tar.gz
wheel=$(echo "$folder"/reelcapture-"$version"-py3-*.whl)
# The longest that an installation and a first film may take, in seconds.
limit=60

say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}
[ "$(id -u)" = 0 ] || die "only root can install a bare Debian: sudo make test-dist"
if [ -z "${REEL_IN_NAMESPACE:-}" ]; then
  REEL_IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$folder" "$capture" "${releases[@]}"
fi
(cd "$folder" && sha256sum --quiet -c SHA256SUMS)
scratch=$(mktemp -d)
trap 'for root in "$scratch"/*/root; do umount "$root/proc" "$root/dev/pts" 2>/dev/null || true; done; rm -rf --one-file-system "$scratch"' EXIT

grep '^capture ' scripts/newcomer.sh >"$scratch/commands"
# What a terminal shows of a program depends on when its lines came.
films='flake.mp4 zoom.webm letters.gif still.png terminal.webp story.mov clip.mp4 clip.gif'

seconds() { awk -v from="$1" -v to="$(date +%s.%N)" 'BEGIN { printf "%.1f", to - from }'; }

mkdir -p "$scratch/here/bin"
ln -s "$capture" "$scratch/here/bin/capture"
cp -r samples "$scratch/here/samples"
while read -r line; do
  (cd "$scratch/here" && PATH=$scratch/here/bin:$PATH sh -c "$line") >"$scratch/log" 2>&1 || die "here failed: $line: $(tail -n 5 "$scratch/log")"
done <"$scratch/commands"

# try RELEASE FORM PATH: runs the commands in the release's root as a user without privileges, with PATH.
try() {
  local root=$scratch/$1/root path=$3 line file start
  rm -rf "$root/films"
  mkdir -p "$root/films"
  cp -r samples "$root/films/samples"
  chown -R 65532:65532 "$root/films"
  start=$(date +%s.%N)
  while read -r line; do
    chroot --userspec=65532:65532 "$root" env -i PATH="$path:/usr/bin:/bin" HOME=/films sh -c "cd /films && $line" \
      >"$scratch/log" 2>&1 || die "$1, $2: failed: $line: $(tail -n 5 "$scratch/log")"
    ! grep -v '^capture: \|^film: ' "$scratch/log" | grep -i 'warning\|error' || die "$1, $2: $line printed that"
    [ -n "${first:-}" ] || first=$(seconds "$begun")
  done <"$scratch/commands"
  all=$(seconds "$start")
  for file in $films; do
    cmp "$scratch/here/$file" "$root/films/$file" || die "$1, $2: $file is another film than here"
  done
}

printf '| Debian | form | install and first film | ten commands | size on disk |\n|---|---|---|---|---|\n'
for release in "${releases[@]}"; do
  root=$scratch/$release/root
  mkdir -p "$scratch/$release"
  scripts/bare-root.sh "$root" "$release"
  # For terminals.
  mount -t devpts -o ptmxmode=666 devpts "$root/dev/pts"
  inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
  inside sh -c '! ls /usr/lib/*/libavcodec.so* /usr/lib/*/libcairo.so* /etc/fonts 2>/dev/null' || die "$release is not bare"

  cp "$tarball" "$root/tmp/"
  first='' begun=$(date +%s.%N)
  inside sh -c 'mkdir /opt/reel && tar -C /opt/reel --strip-components=1 -xzf /tmp/capture-*.tar.gz && ln -s /opt/reel/bin/capture /usr/local/bin/capture'
  try "$release" tarball /usr/local/bin
  [ "${first%.*}" -lt $limit ] || die "$release: $first s to the first film"
  printf '| %s | tarball | %s s | %s s | %s MB |\n' "$release" "$first" "$all" "$(($(du -sb "$root/opt/reel" | cut -f 1) / 1000000))"
  rm -rf "$root/opt/reel" "$root/usr/local/bin/capture"

  { inside apt-get update -q && inside apt-get install -q -y --no-install-recommends python3-venv; } >"$scratch/log" 2>&1 ||
    die "$release: python3-venv: $(tail -n 5 "$scratch/log")"
  cp "$wheel" "$root/tmp/"
  first='' begun=$(date +%s.%N)
  inside sh -c 'python3 -m venv /opt/venv && /opt/venv/bin/pip install -q --no-index --no-cache-dir /tmp/reelcapture-*.whl'
  try "$release" wheel /opt/venv/bin
  [ "${first%.*}" -lt $limit ] || die "$release: $first s to the first film"
  # Frames from Python, by the command in the wheel.
  chroot --userspec=65532:65532 "$root" env -i PATH=/usr/bin:/bin HOME=/films /opt/venv/bin/python -c '
import reelcapture
with reelcapture.Recorder("/films/gray.mp4", fps=10, size=(64, 64), channels="gray") as recorder:
    for n in range(20):
        recorder.write(bytes([12 * n]) * 4096)
' || die "$release: Python could not record"
  frames=$(ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 "$root/films/gray.mp4")
  [ "$frames" = 20 ] || die "$release: ffprobe counts $frames frames of 20"
  printf '| %s | wheel | %s s | %s s | %s MB |\n' "$release" "$first" "$all" "$(($(du -sb "$root"/opt/venv/lib/python3*/site-packages/reelcapture | cut -f 1) / 1000000))"
  umount "$root/proc" "$root/dev/pts"
  rm -rf --one-file-system "$root"
done
