#!/usr/bin/env bash
# studio-page.sh: lists the files of the studio's page in Sources/Studio/CReelStudioPage/page.c, which embeds them in the program.
# Run it after adding, renaming or removing a file of the page; changes within a file need nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

page=Sources/Studio/ReelStudio/Page
{
  echo '// Written by scripts/studio-page.sh: the files of Sources/Studio/ReelStudio/Page, as bytes.'
  echo '#include "page.h"'
  echo
  echo '// Clang has #embed in every language mode, and says that it is new.'
  echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
  names=$(cd "$page" && ls ./*.html ./*.css ./*.js ./*.svg 2>/dev/null | sed 's|^\./||' | LC_ALL=C sort)
  for name in $names; do
    echo
    echo "static const unsigned char file_$(echo "$name" | tr -c 'A-Za-z0-9\n' '_')[] = {"
    echo "#embed \"../ReelStudio/Page/$name\""
    echo '};'
  done
  echo
  echo 'static const struct reel_studio_page_file files[] = {'
  for name in $names; do
    variable=file_$(echo "$name" | tr -c 'A-Za-z0-9\n' '_')
    echo "    {\"$name\", $variable, sizeof $variable},"
  done
  echo '};'
  echo
  echo 'const struct reel_studio_page_file *reel_studio_page_file(int index) {'
  echo '    return index >= 0 && index < (int)(sizeof files / sizeof *files) ? &files[index] : 0;'
  echo '}'
} >Sources/Studio/CReelStudioPage/page.c
