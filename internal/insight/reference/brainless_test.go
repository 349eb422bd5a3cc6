package reference_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/reference"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// A creature without a brain has a program without nodes, which the reference refuses.
func TestACreatureWithoutABrainIsRefused(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"scene.yaml": "bots: [{ id: hut, name: Hut, count: 2, behavior: { creature: hut.lua, root: . } }]",
		"hut.lua":    `return Prefab("hut", function() local inst = CreateEntity() inst.entity:AddTransform() return inst end)`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scenes.Load(filepath.Join(dir, "scene.yaml"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reference.New(&s.Setup); err == nil || !strings.Contains(err.Error(), "has no tree") {
		t.Errorf("error %v, wanted that there is no tree", err)
	}
}
