#!/usr/bin/env bash
# Presses the tab key in bash, zsh and fish, and checks the completions they offer: scripts/completions.sh CAPTURE
set -euo pipefail

program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$program" "$scratch/bin/capture"
export PATH=$scratch/bin:$PATH TERM=xterm
for shell in bash zsh fish; do "$program" --generate-completion-script "$shell" >"$scratch/capture.$shell"; done
cp "$scratch/capture.zsh" "$scratch/_capture"

cat >"$scratch/ask.bash" <<'END'
source "$1/capture.bash"
COMP_WORDS=($2) COMP_LINE=$2 COMP_POINT=${#2}
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
handler=$(complete -p capture | sed 's/.*-F \([^ ]*\).*/\1/')
"$handler" capture "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
END

# zsh prints to a terminal; the output is complete when it contains the last option of the list.
cat >"$scratch/ask.zsh" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "stty rows 500 cols 200; PS1=; LISTMAX=-1; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; print READ''Y"
zpty -r -m shell text '*READY*'
zpty -w -n shell $2$'\t'
zpty -r -m shell text "*--version*"
print -r -- $text
END

offered() {
  case $1 in
  bash) bash --norc --noprofile "$scratch/ask.bash" "$scratch" "$2" ;;
  zsh) timeout 60 zsh -f "$scratch/ask.zsh" "$scratch" "$2" ;;
  fish) fish --no-config -c "source $scratch/capture.fish; complete -C '$2'" ;;
  esac
}

failures=0
# require SHELL LINE OPTION…: each option must be offered after the line; options that begin with ! must not.
require() {
  local shell=$1 line=$2 option list
  shift 2
  list=$(offered "$shell" "$line" | tr '\r\t ' '\n\n\n')
  for option in "$@"; do
    if grep -qx -e "${option#!}" <<<"$list"; then
      [ "${option#!}" = "$option" ] && continue
      echo "$shell: '$line' offers ${option#!}" >&2
    else
      [ "${option#!}" != "$option" ] && continue
      echo "$shell: '$line' does not offer $option" >&2
    fi
    failures=$((failures + 1))
  done
}

for shell in bash zsh fish; do
  # `capture` alone accepts the options of its default command.
  require "$shell" 'capture --' --levels --output --recipe --lossless --version '!--factor'
  require "$shell" 'capture zoom --' --factor --output --version '!--levels'
done
[ "$failures" = 0 ] || exit 1
echo "bash, zsh and fish complete the options of capture"
