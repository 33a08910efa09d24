#!/usr/bin/env bash
# Makes an image for containers without Docker, and films in it: scripts/image.sh TARBALL FOLDER, as root
# TARBALL is that of scripts/portable.sh. Below it is Debian 12, as debootstrap installs it, without its documents; FOLDER gets an OCI archive.
set -euo pipefail

tarball=$(realpath "$1") folder=$(realpath -m "$2")
cd "$(dirname "$(realpath "$0")")/.."
version=$(scripts/version.sh)
image=capture:$version archive=$folder/capture-$version-oci.tar.gz
# The largest archive, in MB.
limit=160
say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}
[ "$(id -u)" = 0 ] || die "only root can install a bare Debian: sudo make image"
[ -n "${REEL_IN_NAMESPACE:-}" ] || REEL_IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$tarball" "$folder"

scratch=$(mktemp -d)
# Its layers go with it.
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
buildah() { command buildah --root "$scratch/storage" --runroot "$scratch/run" "$@"; }
trap 'buildah rm --all >/dev/null 2>&1 || true; umount "$scratch/bare/proc" 2>/dev/null || true; rm -rf --one-file-system "$scratch"' EXIT
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}

scripts/bare-root.sh "$scratch/bare" bookworm
umount "$scratch/bare/proc"
root=$scratch/bare
rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* "$root"/var/log/* "$root"/usr/share/{doc,man,info,locale,lintian}/* "$root"/etc/resolv.conf
: >"$root/etc/hostname"
tar -C "$root/usr/local" --strip-components=1 -xzf "$tarball"
rm -rf "$root"/usr/local/share/man
echo 'films:x:65532:65532::/tmp:/usr/sbin/nologin' >>"$root/etc/passwd"
echo 'films:x:65532:' >>"$root/etc/group"
install -d -o 65532 -g 65532 "$root/films"
# The same files give the same image.
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

container=$(buildah from scratch)
buildah copy -q "$container" "$root" / >/dev/null
buildah config --user 65532:65532 --workingdir /films --entrypoint '["capture"]' --cmd '' --port 8080 \
  --env HOME=/tmp --env PATH=/usr/local/bin:/usr/bin:/bin --env LANG=C.UTF-8 \
  --label org.opencontainers.image.title=capture --label "org.opencontainers.image.version=$version" \
  --label org.opencontainers.image.licenses=GPL-2.0-or-later "$container"
mkdir -p "$folder"
buildah commit -q --format oci --timestamp "$SOURCE_DATE_EPOCH" "$container" "oci-archive:$scratch/image.tar:$image" >/dev/null
gzip -9n <"$scratch/image.tar" >"$archive.new"
mv "$archive.new" "$archive"
megabytes=$(($(stat -c %s "$archive") / 1000000))
say "$archive: $megabytes MB, unpacked $(($(du -sb "$root" | cut -f 1) / 1000000)) MB"
[ $megabytes -le $limit ] || die "the image has $megabytes MB, more than $limit"

# From the archive, as its user, into a folder of this machine.
zcat "$archive" >"$scratch/image.tar"
films=$scratch/films
install -d -o 65532 -g 65532 "$films"
cp -r samples/terminal "$films/"
running=$(buildah from "oci-archive:$scratch/image.tar")
for arguments in '--seconds 2 --size 360p' 'trace --letters Aä --seconds 2 -o letters.gif' 'terminal terminal/garden.cast --to 3 -o garden.webm'; do
  # shellcheck disable=SC2086
  buildah run --volume "$films:/films" "$running" -- capture $arguments -q || die "capture $arguments failed in the image"
done
[ "$(stat -c %u "$films/snowflake.mp4")" = 65532 ] || die "the image's user is another"
[ "$(ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 "$films/snowflake.mp4")" = 20 ] || die "snowflake.mp4 has not 20 frames"
for film in letters.gif garden.webm; do [ -s "$films/$film" ] || die "$film is missing"; done
say "filmed in the image"

# The studio, until its standard input ends.
mkfifo "$scratch/end" "$scratch/link"
# shellcheck disable=SC2016
buildah run --volume "$films:/films" "$running" -- \
  sh -c 'capture studio -q --lan --port 0 --folder /films --host 192.0.2.7 & cat; kill $!; wait $!' <"$scratch/end" >"$scratch/link" &
studio=$!
exec 3>"$scratch/end" 4<"$scratch/link"
read -r -t 30 link <&4 || die "the studio printed no link"
[[ $link =~ ^http://192\.0\.2\.7:([0-9]+)(/\?token=.+)$ ]] || die "the studio's link is $link"
exec 5<>"/dev/tcp/127.0.0.1/${BASH_REMATCH[1]}"
printf 'GET %s HTTP/1.1\r\nHost: 192.0.2.7:%s\r\nConnection: close\r\n\r\n' "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}" >&5
read -r -t 30 answer <&5
[[ $answer = 'HTTP/1.1 200'* ]] || die "the studio answered $answer"
exec 3>&- 5>&-
wait "$studio" || die "the studio ended with exit code $?"
say "$link was served by the image"
