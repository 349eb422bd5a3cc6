package scenes

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// treeScene is the scene of ForTree. Its bots can be hurt, get hungry and see, so
// that all of the arena's actions and conditions work.
const treeScene = `{
"name": %s,
"bots": [{
	"id": "bot", "name": %[1]s, "count": %d, "health": 100, "initialState": { "burning": false },
	"sight": { "radius": 30 }, "hunger": { "lasts": "10m" }, "paces": { "walk": 0.5, "run": 1 },
	"behavior": { "file": %s }
}]}`

// ForTree makes a scene with nothing but some bots that run the tree of a file.
func ForTree(file string, bots int, o Options) (*Scene, error) {
	base := filepath.Base(file)
	name, _ := json.Marshal(strings.TrimSuffix(base, filepath.Ext(base)))
	ref, _ := json.Marshal(base)
	return Parse(file, fmt.Appendf(nil, treeScene, name, bots, ref), o)
}

// treeBots is how many bots Load gives a tree that is played without a scene.
const treeBots = 10
