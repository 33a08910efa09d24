#!/usr/bin/env bash
# docs.sh FOLDER: writes the documentation of every module into FOLDER, a web site of static files.
# DocC comes with the Swift toolchain and is called directly, so the package needs no plugin for it.
set -euo pipefail

output=$1
work=.build/docs
# Each module comes after those it builds on, because links into another module are resolved against its finished archive.
modules="ReelGeometry ReelTiming ReelFiles ReelDescriptions ReelCanvas ReelLayers ReelTurtle ReelTracing ReelInk ReelVideo ReelImages ReelRecording ReelViews ReelConversion ReelScenes ReelInteraction ReelCurves ReelTerminal ReelFilms ReelClips ReelFixtures ReelStoryboards ReelStudio ReelTesting Reel"

if command -v xcrun >/dev/null; then docc="xcrun docc"; else docc=docc; fi

rm -rf "$work" "$output"
# The graphs cover every module, including the tests'; these must be built or the command fails.
swift build --build-tests
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members
graphs=$(swift build --show-bin-path)/../symbolgraph

dependencies=()
archives=()
for module in $modules; do
  mkdir -p "$work/$module"
  # A file name with an @ marks what the module adds to another module's types.
  find "$graphs" -name "$module.symbols.json" -o -name "$module@*.symbols.json" | while read -r graph; do
    cp "$graph" "$work/$module/"
  done
  catalog=$(echo Sources/*/"$module/$module.docc")
  [ -d "$catalog" ] || catalog=""
  # The first module has no dependencies, and bash 3.2 treats an empty array as unset.
  # shellcheck disable=SC2086
  $docc convert $catalog --additional-symbol-graph-dir "$work/$module" --output-path "$work/$module.doccarchive" \
    --fallback-display-name "$module" --fallback-bundle-identifier "reel.$module" \
    --enable-experimental-external-link-support ${dependencies[@]+"${dependencies[@]}"} --warnings-as-errors
  dependencies+=(--dependency "$work/$module.doccarchive")
  archives+=("$work/$module.doccarchive")
done

$docc merge "${archives[@]}" --synthesized-landing-page-name Reel --output-path "$output"
echo "The documentation is in $output. To read it: python3 -m http.server --directory $output, then open http://localhost:8000/documentation"
