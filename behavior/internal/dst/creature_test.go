package dst_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A body has the fields, functions and components that its prefab's function gives it,
// and the brain that it sets itself, or that the scene names.
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
	want := []string{"up 1 burrower_pale", "up 1 burrower", "up 2 burrower_pale", "up 2 burrower", "up 3 burrower_pale", "up 3 burrower"}
	if diff := cmp.Diff(want, printed); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
