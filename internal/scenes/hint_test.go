package scenes_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// TestARegistryWithoutTheArenaIsTold loads trees that call the arena's actions for a
// game that does not offer them.
func TestARegistryWithoutTheArenaIsTold(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{
		"a.yaml": `{ kind: selector, children: [{ kind: action, name: roam }, { kind: condition, name: sees }] }`,
		"b.bt":   `selector { condition sees() { action fight } action roam }`,
		"c.yaml": `{ kind: action, name: romm }`,
		"d.debt": "<behaviorTree><choice id='r'><action name='backOff'/><success><condition>playerNearby</condition></success></choice></behaviorTree>",
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string][]string{
		"a.yaml": {`unknown action "roam"; roam is the arena's: thicket.NewRegistry`, `unknown condition "sees"; sees is the arena's`},
		"b.bt":   {`unknown function "sees"; sees is the arena's`},
		"c.yaml": {`unknown action "romm"`},
	} {
		src := `bots: [{ id: bot, name: Bot, count: 1, behavior: { file: ` + file + ` } }]`
		_, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(src), scenes.Options{Registry: systems.NewRegistry()})
		if err == nil {
			t.Errorf("%s was loaded", file)
			continue
		}
		for _, want := range want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error\n%v\nwanted in it %s", file, err, want)
			}
		}
		if file == "c.yaml" && strings.Contains(err.Error(), "arena") {
			t.Errorf("%s: %v", file, err)
		}
		if _, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(src), scenes.Options{Registry: arena.NewRegistry()}); err != nil && strings.Contains(err.Error(), "NewRegistry") {
			t.Errorf("%s with the arena: %v", file, err)
		}
	}
	src := `bots: [{ id: bot, name: Bot, count: 1, behavior: { file: d.debt } }]`
	s, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), []byte(src), scenes.Options{Registry: systems.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	const offered = " is the arena's: thicket.NewRegistry and arena.NewRegistry make registries that have it"
	for i, name := range []string{"backOff", "playerNearby"} {
		if got := s.Notices[i].Error(); !strings.HasSuffix(got, "; "+name+offered) {
			t.Errorf("notice %s", got)
		}
	}
}
