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
	"behavior": %s
}]}`

// livingScene is the scene of Habitat: whoever lives there meets prey and hunters,
// finds food, has a home, sees day and night, and is set on fire now and then.
const livingScene = `{
"name": %s, "seed": 1, "tickRate": 30, "world": { "width": 50, "height": 50 },
"day": { "length": "16s", "start": 8, "dawn": 6, "dusk": 18 },
"weapons": [{ "id": "claws", "damage": 4, "range": 2, "cooldown": "1.5s" }],
"places": [{ "id": "nest", "at": [25, 25], "radius": 8 }],
"items": [
	{ "kind": "berry", "count": 12, "food": 0.3, "respawn": "6s" }, { "kind": "meat", "count": 12, "food": 0.5, "respawn": "6s" },
	{ "kind": "carrot", "count": 8, "food": 0.3, "respawn": "6s" }, { "kind": "flower", "count": 8 }
],
"bots": [
	{
		"id": "bot", "name": %[1]s, "count": %d, "health": 100, "regen": 2, "respawn": "4s", "initialState": { "burning": false }, "sight": { "radius": 30 },
		"hunger": { "lasts": "40s" }, "paces": { "walk": 0.5, "run": 1 }, "weapons": ["claws"], "home": "nest", "behavior": %s
	},
	{
		"id": "prey", "name": "Prey", "count": 4, "health": 20, "respawn": "4s", "speedMps": 3, "tags": ["prey", "smallcreature", "animal", "rabbit", "insect"],
		"behavior": { "kind": "action", "name": "roam_near", "args": { "place": "nest", "radius": 15, "every": 3 } }
	},
	{
		"id": "hunter", "name": "Hunter", "count": 2, "health": 60, "respawn": "8s", "speedMps": 5, "weapons": ["claws"], "foes": ["bot", "prey"],
		"sight": { "radius": 12 }, "tags": ["monster", "hostile", "scarytoprey", "hound"],
		"behavior": { "kind": "selector", "children": [
			{ "kind": "action", "name": "fight", "args": { "who": "enemy" } },
			{ "kind": "action", "name": "roam_near", "args": { "place": "nest", "radius": 18, "every": 4 } }
		] }
	},
	{
		"id": "torch", "name": "Torch", "count": 1, "speedMps": 3, "initialState": { "torch": true },
		"behavior": { "kind": "action", "name": "roam_near", "args": { "place": "nest", "radius": 12, "every": 5 } }
	}
],
"rules": [{ "on": "contact", "radius": 1, "from": { "torch": true }, "to": { "burning": false }, "set": { "to": { "burning": true } }, "cooldown": "3s" }]
}`

// ForTree makes a scene with nothing but some bots that run the tree of a file, or
// are the creature of one.
func ForTree(file string, bots int, o Options) (*Scene, error) {
	return forTree(treeScene, file, bots, o)
}

// Habitat is ForTree with a world around the bots in which something happens to them.
func Habitat(file string, bots int, o Options) (*Scene, error) {
	return forTree(livingScene, file, bots, o)
}

func forTree(scene, file string, bots int, o Options) (*Scene, error) {
	base := filepath.Base(file)
	name, _ := json.Marshal(strings.TrimSuffix(base, filepath.Ext(base)))
	behavior := map[string]string{"file": base}
	if o.Creature != "" {
		if filepath.Clean(o.Creature) == filepath.Clean(file) { // it has a brain of its own
			delete(behavior, "file")
		}
		behavior["creature"] = beside(file, o.Creature)
		if o.Prefab != "" {
			behavior["prefab"] = o.Prefab
		}
	}
	b, _ := json.Marshal(behavior)
	return Parse(file, fmt.Appendf(nil, scene, name, bots, b), o)
}

// beside returns a path as a file refers to it.
func beside(file, other string) string {
	from, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return other
	}
	to, err := filepath.Abs(other)
	if err != nil {
		return other
	}
	if rel, err := filepath.Rel(from, to); err == nil {
		return filepath.ToSlash(rel)
	}
	return other
}

// treeBots is the number of bots Load gives a tree that is played without a scene.
const treeBots = 10
