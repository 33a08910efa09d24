#!/usr/bin/env bash
# The steps of the GitHub Action in action.yml, whose environment holds its inputs: scripts/action.sh install|film
set -euo pipefail

fail() {
  printf '::error title=Reel::%s\n' "$2"
  exit "$1"
}

# Unpacks the tarball and puts the command into PATH.
install() {
  local name tarball=${REEL_TARBALL:-} folder=$RUNNER_TEMP/reel
  [ "$(uname -sm)" = "Linux x86_64" ] || fail 69 "capture is built for Linux on x86-64 only: use runs-on: ubuntu-24.04"
  name=capture-$REEL_VERSION-linux-x86_64.tar.gz
  [ -n "$tarball" ] || tarball=${GITHUB_SERVER_URL:-https://github.com}/$REEL_REPOSITORY/releases/download/v$REEL_VERSION/$name
  if [[ $tarball == *://* ]]; then
    curl --fail --silent --show-error --location --retry 3 --output "$RUNNER_TEMP/$name" "$tarball" || fail 69 "$tarball could not be fetched"
    tarball=$RUNNER_TEMP/$name
  fi
  [ -e "$tarball" ] || fail 66 "$tarball: no such file"
  if [ -n "${REEL_SHA256:-}" ]; then
    echo "$REEL_SHA256  $tarball" | sha256sum --check --quiet || fail 65 "$tarball has another SHA-256 sum than $REEL_SHA256"
  fi
  mkdir -p "$folder"
  tar --extract --gzip --file "$tarball" --directory "$folder" --strip-components=1
  "$folder/bin/capture" --version
  echo "$folder/bin" >>"$GITHUB_PATH"
}

# Runs the command lines, and names the files that they made even if one failed.
film() {
  local line list words status=0 files mark=$RUNNER_TEMP/reel-mark
  cd "$REEL_FOLDER" || fail 66 "folder: $REEL_FOLDER is not a folder"
  touch "$mark"
  while IFS= read -r line; do
    [[ $line =~ [^[:space:]] ]] || continue
    # Quotation marks and backslashes hold words together, and nothing else has a meaning.
    list=$(xargs -n 1 printf '%s\n' <<<"$line") || fail 64 "a quotation mark is not closed in: $line"
    mapfile -t words <<<"$list"
    [ "${words[0]}" != capture ] || words=("${words[@]:1}")
    echo "capture $line"
    capture "${words[@]}" || {
      status=$?
      printf '::error title=Reel::capture %s: exit code %s\n' "$line" "$status"
      break
    }
  done <<<"$REEL_LINES"
  files=$(find "$PWD" -path '*/.git' -prune -o -type f -newer "$mark" -print | sort)
  printf 'files<<REEL_END_OF_FILES\n%s\nREEL_END_OF_FILES\n' "$files" >>"$GITHUB_OUTPUT"
  if [ -n "$files" ]; then
    { echo '| film | bytes |' && echo '|---|---|'; } >>"$GITHUB_STEP_SUMMARY"
    while IFS= read -r line; do
      printf '| %s | %s |\n' "${line#"$PWD/"}" "$(stat -c %s "$line")" >>"$GITHUB_STEP_SUMMARY"
    done <<<"$files"
  fi
  return "$status"
}

case ${1:-} in
install | film) "$1" ;;
*) fail 64 "install or film, not ${1:-nothing}" ;;
esac
