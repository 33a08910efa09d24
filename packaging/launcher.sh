#!/bin/sh
# Starts the command with the libraries and fonts that came with it, wherever this folder is.
file=$0
while [ -h "$file" ]; do
  link=$(readlink "$file")
  case $link in
  /*) file=$link ;;
  *) file=$(dirname "$file")/$link ;;
  esac
done
here=$(cd "$(dirname "$file")/.." && pwd -P) || exit 71
# Whoever sets one of these has fonts of their own.
if [ -z "${FONTCONFIG_PATH-}${FONTCONFIG_FILE-}" ]; then
  export FONTCONFIG_PATH="$here/share/reel"
fi
exec "$here/lib/reel/capture" "$@"
