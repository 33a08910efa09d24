#!/usr/bin/env bash
# Installs a package in a bare Debian of its release and films there: scripts/test-deb.sh PACKAGE CAPTURE
# CAPTURE is the same command here. Its films there, without a toolchain or a display, must be byte for byte the same as here.
# Runs as root.
set -euo pipefail

package=$(realpath "$1") capture=$(realpath "$2")
cd "$(dirname "$(realpath "$0")")/.."
# The maximum size of a package, in MB.
limit=20
scratch=$(mktemp -d)
root=$scratch/root

say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}
[ "$(id -u)" = 0 ] || die "only root can install a bare Debian: sudo make test-deb"

# The mounts disappear with the namespace.
if [ -z "${REEL_IN_NAMESPACE:-}" ]; then
  rm -rf "$scratch"
  REEL_IN_NAMESPACE=1 exec unshare --mount "$0" "$package" "$capture"
fi
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$scratch"' EXIT

scripts/bare-root.sh "$root"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
# As a user without privileges or a home folder.
as_user() { chroot --userspec=65532:65532 "$root" env -i PATH=/usr/bin:/bin HOME=/nonexistent sh -c "cd /films && $1"; }
megabytes() { echo $((($1 + 999999) / 1000000)); }

# Yams includes libyaml, and a packager sets DEBEMAIL.
lintian --allow-root --fail-on error --suppress-tags embedded-library,bogus-mail-host,bogus-mail-host-in-debian-changelog "$package" || die "lintian found errors"
size=$(stat -c %s "$package")
[ "$size" -le $((limit * 1000000)) ] || die "the package has $(megabytes "$size") MB, more than $limit"

inside sh -c '! command -v swift clang gcc' || die "the bare system has a toolchain"
before=$(du -s --one-file-system --block-size=1 "$root" | cut -f 1)
cp "$package" "$root/"
inside apt-get update -q >"$scratch/log" 2>&1 || die "apt-get update: $(tail -n 5 "$scratch/log")"
inside apt-get install -q -y --no-install-recommends "/$(basename "$package")" >"$scratch/log" 2>&1 || die "apt-get install: $(tail -n 20 "$scratch/log")"
inside apt-get clean
after=$(du -s --one-file-system --block-size=1 "$root" | cut -f 1)
say "$(basename "$package"): $(megabytes "$size") MB, installed $(megabytes "$(stat -c %s "$root/usr/bin/capture")") MB, with all it needs $(megabytes $((after - before))) MB"
inside sh -c '! ls /usr/lib/*/libswift*' 2>/dev/null || die "Swift's libraries were installed"
inside dpkg --verify capture || die "installed files differ from the package"

# One of each: curves, text with dates in other languages and zones, sound, a tape's terminal, handwriting, a verified clip.
mkdir "$root/films" "$scratch/here"
cp -r samples "$root/films/samples"
cp -r samples "$scratch/here/samples"
cat >"$scratch/films" <<'END'
capture --fps 10 --seconds 3 --size 360p -o flake.mp4
capture zoom --fps 30 --seconds 2 --size 360p -o zoom.webm
capture trace --letters Aä --hand child --size 360p -o letters.gif
capture samples/terminal/garden.cast --to 3 -o terminal.webp
capture dates.yaml -o dates.mkv
capture samples/storyboards/demo.yaml --set film.size=360p --to 4 -o story.mov
capture fixture --frames 30 --audio beep -o clip.mp4
capture verify clip.mp4 --manifest clip.json
END
cat >"$scratch/here/dates.yaml" <<'END'
film: {size: 640x360, fps: 5}
scenes:
  - {blank: {}, seconds: 2}
overlays:
  - date: {pattern: "EEEE d MMMM yyyy, HH:mm zzzz", starts: "2016-05-18T09:00:00Z", locale: de, zone: Europe/Berlin}
  - date: {pattern: "EEEE d MMMM yyyy a h:mm", starts: "2016-05-18T09:00:00Z", locale: el, zone: America/Sao_Paulo}
    place: top
END
cp "$scratch/here/dates.yaml" "$root/films/"
chown -R 65532:65532 "$root/films"
mkdir "$scratch/bin"
ln -s "$capture" "$scratch/bin/capture"
while read -r line; do
  as_user "$line" >"$scratch/log" 2>&1 || die "in the bare system failed: $line: $(tail -n 5 "$scratch/log")"
  (cd "$scratch/here" && PATH=$scratch/bin:$PATH sh -c "$line" >"$scratch/log" 2>&1) || die "here failed: $line: $(tail -n 5 "$scratch/log")"
done <"$scratch/films"
for file in flake.mp4 zoom.webm letters.gif terminal.webp dates.mkv story.mov clip.mp4; do
  cmp "$scratch/here/$file" "$root/films/$file" || die "$file is another film in the bare system"
done
frames=$(ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 "$root/films/flake.mp4")
[ "$frames" = 30 ] || die "ffprobe counts $frames frames of 30"
say "$(wc -l <"$scratch/films") commands ran there; their films are the same as here"

# The man pages have no formatting errors, and the completions are valid shell code.
for page in "$root"/usr/share/man/man1/capture*.1.gz; do
  zcat "$page" >"$scratch/page.1"
  errors=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=100 man --warnings -E UTF-8 -l -Tutf8 "$scratch/page.1" 2>&1 >/dev/null)
  [ -z "$errors" ] || die "$page: $errors"
done
[ -e "$root/usr/share/man/man1/capture-verify.1.gz" ] || die "the man pages of the commands are missing"
bash -n "$root/usr/share/bash-completion/completions/capture"

# Removing the package removes all of its files.
inside dpkg -L capture | sort >"$scratch/files"
inside apt-get purge -q -y capture >/dev/null 2>&1
while read -r file; do
  [ -d "$root$file" ] || [ ! -e "$root$file" ] || die "$file is still there after apt-get purge"
done <"$scratch/files"
say "installed, filmed and removed in a bare Debian"
