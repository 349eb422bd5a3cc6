package systems_test

import (
	"os"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// What the bots of a game share, such as triggers, is no part of another game of
// the same scene, and is a part of the digest.
func TestTriggersAreOfOneGame(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"scene.yaml": `
actions: { ring: { kind: trigger, trigger: bell }, hush: { kind: trigger, trigger: bell, do: reset }, count: { kind: parameterTable, entry: n, add: 1 } }
conditions: { rang: { kind: trigger, trigger: bell } }
bots: [{ id: cat, name: Cat, count: 1, behavior: { file: cat.debt } }]
`,
		"cat.debt": `<behaviorTree><choice id='root'>
  <action name='count'><condition>rang</condition></action>
  <action id='hush' name='hush'/>
  <action id='ring' name='ring'/>
</choice></behaviorTree>`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	scene, err := scenes.Load("scene.yaml", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play := func(jump string) (soon, late uint64) {
		g, err := systems.New(&scene.Setup)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if err := g.Pools.Control(1, "jump", host.StringValue(jump)); err != nil {
			t.Fatal(err)
		}
		g.Step()
		soon = g.Digest()
		g.Step()
		return soon, g.Digest()
	}
	hushed, calm := play("hush")
	rung, counted := play("ring")
	if hushed == rung || calm == counted {
		t.Error("a trigger is no part of the digest")
	}
	if again, late := play("hush"); again != hushed || late != calm {
		t.Error("a trigger that fired in one game has fired in the next")
	}
}
