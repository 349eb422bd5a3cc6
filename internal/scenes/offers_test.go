package scenes_test

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
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
  <sequence><action name='scare'/><action name='flee_nearest'/></sequence>
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
	if got := g.Counts.ActionCounts(); got["flee_nearest"] != 6*12 || got["calm"] != 6*3 {
		t.Errorf("actions %v, want 72 times flee_nearest and 18 times calm at the end of a tick", got)
	}
}

// A crowd with trees that keep their place thinks alike on any number of
// workers.
func TestTreesThatKeepTheirPlaceOnAnyWorkers(t *testing.T) {
	sceneDir(t, map[string]string{
		"scene.yaml": `
actions: { start: { kind: timer.start }, wait: { kind: timer.wait } }
bots:
  - { id: a, name: A, count: 3000, behavior: { file: patrol.debt } }
`,
		"patrol.debt": `
<behaviorTree>
 <sequence id='root'>
  <action name='start'><parameter name='timeout.lower'>0.1</parameter><parameter name='timeout.upper'>0.9</parameter></action>
  <choice><action name='wait'/></choice>
  <action name='chase_nearest'/>
  <yield/>
  <action name='flee_nearest'/>
 </sequence>
</behaviorTree>`,
	})
	var digests [2][]uint64
	for i, workers := range []int{1, 4} {
		s, err := scenes.Load("scene.yaml", scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.Setup.Workers = workers
		g, err := systems.New(&s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			g.Step()
			digests[i] = append(digests[i], g.Digest())
		}
		g.Close()
	}
	if !slices.Equal(digests[0], digests[1]) {
		t.Error("another game with more workers")
	}
}
