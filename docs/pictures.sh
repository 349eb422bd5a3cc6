#!/usr/bin/env bash
# Makes the moving pictures of these pages, and crowd.png, tag-tree.svg and mechs.png, anew: in this
# folder, with gifsicle in the path, on a display. window.png and patrol-window.png are what F12 keeps in
# the window.
set -euo pipefail
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
(cd .. && go build -o "$made/thicket" ./cmd/thicket)

# film SCENE TICKS N DELAY keeps every Nth frame of a run, for DELAY hundredths of a second each.
film() {
  "$made/thicket" run "$1" --ticks "$2" --gif "$made/all.gif"
  local last
  last=$(gifsicle --info "$made/all.gif" | sed -n '1s/.* \([0-9]*\) images.*/\1/p')
  gifsicle --delay "$4" --unoptimize "$made/all.gif" $(seq -f '#%g' 0 "$3" "$((last - 1))") \
    --resize-width 480 --colors 64 -O3 --lossy=60 --output "$1.gif"
}

film tag 360 2 14
film siege 900 3 14
film meadow 600 3 14
film patrol 1350 4 14
film bases 3240 4 14
film squad 600 3 14
film delivery 1500 3 14
film monsters 480 2 14
film cowardly 300 2 14
film wilds 1800 3 14

"$made/thicket" run crowd --bots 3000 --ticks 200 --png crowd.png
"$made/thicket" tree tag --svg -o tag-tree.svg

(cd ../examples/mechs && VIEW_REQUIRE_GL=1 go test -count=1 -run TestPictures -short -artifacts -outputdir "$made")
cp "$made"/_artifacts/*/mechs-960x640.png mechs.png
