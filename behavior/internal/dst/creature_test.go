package dst_test

import (
	"strings"
	"testing"
)

func TestABodyIsWhatItsPrefabSays(t *testing.T) {
	faults, notes, printed, _ := lived(t, "testdata/creatures/scene.yaml", `
world: { width: 40, height: 40 }
bots:
  - { id: burrower, name: Burrower, count: 1, behavior: { creature: prefabs/burrower.lua } }
  - { id: second, name: Second, count: 1, behavior: { file: brains/burrowerbrain.lua, creature: prefabs/burrower.lua, prefab: burrower_pale } }
`, false, 100)
	for _, f := range append(faults, notes...) {
		t.Error(f)
	}
	t.Log(strings.Join(printed, "\n"))
}
