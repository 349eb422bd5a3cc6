package scenes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
)

// Trees call what a scene offers without Go.
func TestReadyMadeActionsPlay(t *testing.T) {
	sceneDir(t, map[string]string{
		"scene.yaml": `
actions:
  scare: { kind: parameterTable, entry: fear, add: 1 }
  calm: { kind: parameterTable, entry: fear, set: 0 }
conditions:
  afraid: { kind: parameterTable, entry: fear, greaterThan: 3 }
bots:
  - { id: a, name: A, count: 6, behavior: { file: nervous.debt } }
`,
		"nervous.debt": `
<behaviorTree>
 <choice id='root'>
  <action name='calm'><condition>afraid</condition></action>
  <sequence><action name='scare'/><action name='wander'/></sequence>
 </choice>
</behaviorTree>`,
	})
	s, err := scenes.Load("scene.yaml", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wantNotices(t, s)
	g, err := systems.New(&s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for range 15 { // three times four scares and one escape
		g.Step()
	}
	if got := g.ActionCounts(); got["wander"] != 6*12 || got["calm"] != 6*3 {
		t.Errorf("actions %v, want 72 times wander and 18 times calm at the end of a tick", got)
	}
}
