package live_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/live"
)

type coins struct{ N int32 }

// A game with an action and a component of its own is saved with both. The component comes
// back when it is registered; without the action the save is refused.
func TestOwnActionsAndComponentsAreSaved(t *testing.T) {
	registry := func(action string) *host.Registry {
		reg := arena.NewRegistry()
		if err := reg.AddAction(host.Action{Name: action, Local: true, Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
			t.Fatal(err)
		}
		return reg
	}
	s, err := live.Start("scene.yaml", []byte(`
world: { width: 50, height: 50 }
bots: [{ id: bot, name: Bot, count: 5, initialState: { mood: calm }, behavior: { kind: action, name: doze } }]
`), live.Options{Registry: registry("doze")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ecs.Register(s.World(), coins{1}).Of(3).N = 77
	for range 10 {
		s.Step()
	}
	b := save(t, s)
	other, err := live.Restore(bytes.NewReader(b), live.Options{Registry: registry("doze")})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.CanSave(); err == nil || !strings.Contains(err.Error(), "live_test.coins") {
		t.Errorf("error %v, wanted the component that nobody has registered", err)
	}
	purse := ecs.Register(other.World(), coins{1})
	if a, b := purse.Get(3).N, purse.Get(4).N; a != 77 || b != 1 {
		t.Errorf("%d and %d coins, wanted 77 and 1", a, b)
	}
	fork, err := other.Fork()
	if err != nil {
		t.Fatal(err)
	}
	defer fork.Close()
	if fork.Digest() != s.Digest() {
		t.Error("another game")
	}
	for _, reg := range []*host.Registry{registry("nap"), nil} {
		if _, err := live.Restore(bytes.NewReader(b), live.Options{Registry: reg}); err == nil || !strings.Contains(err.Error(), `doze`) {
			t.Errorf("error %v, wanted the action that is not there", err)
		}
	}
}
