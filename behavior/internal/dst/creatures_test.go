package dst_test

import (
	"strings"
	"testing"
)

// creatures are small creatures with brains of their own, whose files use what those of
// the game use: functions and fields of a prefab, files of the root, state graphs, talk,
// fights. Each tells what it did.
var creatures = []struct {
	name, scene string
	ticks       int
	wants       []string // told in this order, among other things
}{
	{"fields and functions of its prefab, for two prefabs of one file", `
bots:
  - { id: burrower, name: Burrower, count: 1, behavior: { creature: prefabs/burrower.lua } }
  - { id: second, name: Second, count: 1, behavior: { file: brains/burrowerbrain.lua, creature: prefabs/burrower.lua, prefab: burrower_pale } }
`, 200, []string{"up 1 burrower_pale", "up 2 burrower_pale", "up 3 burrower_pale"}},
	{"a module, a behaviour and numbers of the root", `
bots: [ { id: hulk, name: Hulk, count: 1, behavior: { creature: prefabs/hulk.lua } } ]
`, 700, []string{"hulk stomped 10 times, more than 4 m away, health 300"}},
	{"numbers of the root win over the scene's settings", `
settings: { HULK_HEALTH: 450 }
bots: [ { id: hulk, name: Hulk, count: 1, behavior: { creature: prefabs/hulk.lua } } ]
`, 700, []string{"hulk stomped 10 times, more than 4 m away, health 300"}},
	{"constants of the root, players, light", `
bots: [ { id: shy, name: Shy, count: 1, behavior: { creature: prefabs/shy.lua } } ]
`, 100, []string{"seen by player at night false"}},
	{"a queen that its prefab finds and its guards follow", `
bots:
  - { id: guard, name: Guard, count: 2, behavior: { creature: prefabs/guard.lua, prefab: guard } }
  - { id: queen, name: Queen, count: 1, behavior: { creature: prefabs/guard.lua } }
`, 700, []string{"guard beside its queen: true", "guard beside its queen: true"}},
	{"a state graph of its own, with an event, a timeline and a timeout", `
bots: [ { id: lizard, name: Lizard, count: 1, behavior: { creature: prefabs/lizard.lua } } ]
`, 600, []string{"basked 2.0 s, warmth 1", "basked 2.0 s, warmth 2"}},
	{"lists of lines in STRINGS, and a talker", `
bots: [ { id: sage, name: Sage, count: 1, behavior: { creature: prefabs/sage.lua } } ]
`, 400, []string{"Hm. of 2", "Go away. of 2", "Have a plum. of 3"}},
	{"a field of its prefab, the plain state graph, and leaving for good", `
bots: [ { id: finch, name: Finch, count: 1, behavior: { creature: prefabs/finch.lua } } ]
`, 300, []string{"finch gone, flying true"}},
	{"a module that prefab and brain share, and what nobody wrote", `
bots: [ { id: robot, name: Robot, count: 1, behavior: { creature: prefabs/robot.lua } } ]
`, 200, []string{"5.0 m to go, x 0.6 z 0.8, handlers function, range 30"}},
	{"bots that a creature makes", `
bots:
  - { id: mother, name: Mother, count: 1, behavior: { creature: prefabs/mother.lua } }
  - { id: chick, name: Chick, count: 0, maxCount: 10, behavior: { creature: prefabs/mother.lua } }
`, 200, []string{"chick 1 near true, beside 0", "chick 2 near true, beside 1", "chick 3 near true, beside 2"}},
	{"a target function, a chase, blows, death and loot", `
bots:
  - { id: stalker, name: Stalker, count: 1, behavior: { creature: prefabs/stalker.lua } }
  - { id: grub, name: Grub, count: 2, behavior: { creature: prefabs/stalker.lua } }
`, 900, []string{"a grub is dead after 2 hits", "stalker killed 1, the last a grub", "stalker killed 2, the last a grub"}},
}

func TestCreaturesDoWhatTheirFilesSay(t *testing.T) {
	for _, c := range creatures {
		t.Run(c.name, func(t *testing.T) {
			faults, notes, printed, _ := lived(t, "testdata/creatures/scene.yaml", "world: { width: 16, height: 16 }"+c.scene, false, c.ticks)
			for _, f := range append(faults, notes...) {
				t.Error(f)
			}
			rest := printed
			for _, want := range c.wants {
				for len(rest) > 0 && rest[0] != want {
					rest = rest[1:]
				}
				if len(rest) == 0 {
					t.Fatalf("%q was not told in its turn: %q", want, strings.Join(printed, "; "))
				}
				rest = rest[1:]
			}
		})
	}
}
