package scenes

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// around is a scene for a tree: an arena with nothing in it but a few bots, who
// can be hurt, get hungry and see.
const around = `{
"name": %s,
"bots": [{
	"id": "bot", "name": %[1]s, "count": %d, "health": 100, "initialState": { "burning": false },
	"sight": { "radius": 30 }, "hunger": { "lasts": "10m" }, "paces": { "walk": 0.5, "run": 1 },
	"behavior": { "file": %s }
}]}`

// Around is a scene in which the tree of a file is alone with itself: some bots
// that have it, in an empty arena.
func Around(file string, bots int, o Options) (*Scene, error) {
	base := filepath.Base(file)
	name, _ := json.Marshal(strings.TrimSuffix(base, filepath.Ext(base)))
	ref, _ := json.Marshal(base)
	return Parse(file, fmt.Appendf(nil, around, name, bots, ref), o)
}

// aloneBots is how many bots play a tree that is played without a scene.
const aloneBots = 10
