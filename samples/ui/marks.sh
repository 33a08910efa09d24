# Marks for films of `capture desktop`: source this file, then call reel_mark.
#
#   reel_mark chapter "Sign in"
#   reel_mark click "Save" 320 200

# Appends a mark: its kind, its text, and for clicks the place in pixels. Does nothing where no film is made.
reel_mark() {
  [ -n "${REEL_MARKS:-}" ] || return 0
  # A string of JSON has no control characters, and \ before each " and \.
  reel_text=$(printf '%s' "${2:-}" | tr '\000-\037' ' ' | cut -c1-900 | sed 's/[\\"]/\\&/g')
  printf '{"kind": "%s", "text": "%s"%s}\n' "$1" "$reel_text" "${3:+, \"x\": $3, \"y\": $4}" >>"$REEL_MARKS"
}
