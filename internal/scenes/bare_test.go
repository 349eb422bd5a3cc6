package scenes_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// field has what actions that need no arguments look for.
const field = `
world: { width: 40, height: 40 }
places: [{ id: base, at: [10, 10], radius: 2 }]
`

// Each action is a behaviour by its name where a tree may call it without arguments, and
// is refused with the reason where it may not.
func TestEachActionThatNeedsNoArgumentsIsABehaviour(t *testing.T) {
	t.Parallel()
	load := func(tree string) error {
		_, err := scenes.Parse("scene.yaml", []byte(field+"bots: [{ id: a, name: A, count: 1, behavior: "+tree+" }]"), scenes.Options{})
		return err
	}
	s, err := scenes.Parse("scene.yaml", []byte("bots: []"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	taken, refused := 0, 0
	for _, name := range s.Setup.Registry.ActionNames() {
		if s.Setup.Registry.Action(name).Kind != host.Leaf {
			continue
		}
		node, bare := load(fmt.Sprintf("{ kind: action, name: %s }", name)), load(name)
		switch {
		case (node == nil) != (bare == nil):
			t.Errorf("%s: as a node %v, as a name %v", name, node, bare)
		case bare == nil:
			taken++
		case !strings.Contains(bare.Error(), "wanted an action that needs no arguments"):
			t.Errorf("%s: %v, wanted why", name, bare)
		default:
			refused++
		}
	}
	if taken < 10 || refused < 10 {
		t.Errorf("%d actions are behaviours and %d are refused, wanted many of both", taken, refused)
	}
}

// Wherever a behaviour is named, an action is one.
func TestAnActionIsABehaviourWhereverItIsNamed(t *testing.T) {
	const class = field + `bots: [{ id: a, name: A, count: 3, speedMps: 2, initialState: { behavior: %s }, behavior: %s }]`
	const follows = field + `bots: [{ id: a, name: A, count: 3, speedMps: 2, initialState: { behavior: %s } }]`
	for name, scene := range map[string]string{
		"a class":            strings.Replace(class, "behavior: %s }, behavior: %s", "x: 1 }, behavior: roam", 1),
		"a state":            strings.Replace(follows, "%s", "roam", 1),
		"a command":          strings.Replace(class, "behavior: %s }, behavior: %s", "x: 1 }, behavior: stand", 1),
		"a state that comes": strings.Replace(follows, "%s", "nobody", 1),
	} {
		t.Run(name, func(t *testing.T) {
			s, err := live.Start("scene.yaml", []byte(scene), live.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var c session.Command = &session.Switch{Class: "a", Behavior: "roam"}
			if name == "a state that comes" {
				c = &session.SetState{Who: session.Who{ID: 2}, State: session.State{Key: "behavior", Value: host.StringValue("roam")}}
			}
			for range 5 {
				s.Step()
			}
			if strings.HasPrefix(name, "a command") || strings.HasSuffix(name, "comes") {
				if err := s.Do(c); err != nil {
					t.Fatal(err)
				}
			}
			for range 5 {
				s.Step()
			}
			if b := s.Snapshot().Body(2); b.Action != "roam" {
				t.Errorf("does %q, wanted roam", b.Action)
			}
			goesOnAlike(t, s)
		})
	}
}

// goesOnAlike wants a game that was saved to be the same game.
func goesOnAlike(t *testing.T, s *live.Session) {
	t.Helper()
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	r, err := live.Restore(bytes.NewReader(file.Bytes()), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for range 20 {
		s.Step()
		r.Step()
	}
	if s.Digest() != r.Digest() {
		t.Errorf("the restored game has digest %x, wanted %x", r.Digest(), s.Digest())
	}
}

// An entry of behaviors goes before an action of its name.
func TestAnEntryGoesBeforeAnAction(t *testing.T) {
	const src = field + `
behaviors: { roam: { kind: wander } }
bots: [{ id: a, name: A, count: 1, behavior: roam }]`
	s, err := live.Start("scene.yaml", []byte(src), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Step()
	if b := s.Snapshot().Body(1); b.Action != "wander" {
		t.Errorf("does %q, wanted what the entry says", b.Action)
	}
}
