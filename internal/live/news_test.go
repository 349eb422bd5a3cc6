package live_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/live"
)

// clumsy returns a game in which two bots do something that panics, in every tick
// from the second on.
func clumsy(t *testing.T, o live.Options) *live.Session {
	t.Helper()
	o.Registry = arena.NewRegistry()
	if err := o.Registry.AddAction(host.Action{Name: "trip", Tick: func(c *host.Call) host.Status {
		if c.Tick > 1 {
			panic("over a stone")
		}
		return host.Success
	}}); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start("scene.yaml", []byte(`
strange: 1
bots:
  - { id: bot, name: Bot, count: 2, behavior: { kind: action, name: trip } }
  - { id: idler, name: Idler, count: 1, initialState: { behavior: nothing } }
`), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestEachKindOfFaultIsToldOnce(t *testing.T) {
	var s *live.Session
	var told []string
	s = clumsy(t, live.Options{
		OnFault: func(f host.Fault) {
			told = append(told, fmt.Sprintf("seen at %d: %v", s.Snapshot().Tick, f)) // the session is free
		},
		OnNotice: func(string) {},
	})
	for range 5 {
		s.Step()
	}
	want := `seen at 2: scene.yaml:4:47: trip of tree bot, Bot 1, tick 2: panic: over a stone`
	if len(told) != 1 || told[0] != want {
		t.Errorf("told\n%s\nwanted\n%s", strings.Join(told, "\n"), want)
	}
	if _, n := s.Game().Faults.List(); n != 8 {
		t.Errorf("%d faults in all, wanted 8", n)
	}
}

// TestANoisyActionHidesNoOther lets one action say something new in every tick.
func TestANoisyActionHidesNoOther(t *testing.T) {
	registry := arena.NewRegistry()
	for _, a := range []host.Action{
		{Name: "chatter", Tick: func(c *host.Call) host.Status { panic(c.Tick) }},
		{Name: "trip", Tick: func(c *host.Call) host.Status {
			if c.Tick > 200 {
				panic("over a stone")
			}
			return host.Success
		}},
	} {
		if err := registry.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	s, err := live.Start("scene.yaml", []byte(`
bots:
  - { id: a, name: A, count: 3, behavior: { kind: action, name: chatter } }
  - { id: b, name: B, count: 3, behavior: { kind: action, name: trip } }
`), live.Options{Registry: registry, OnFault: func(f host.Fault) { told = append(told, f.String()) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 203 {
		s.Step()
	}
	want := []string{
		"scene.yaml:3:43: chatter of tree a, A 1, tick 1: panic: 1",
		"scene.yaml:3:43: chatter of tree a, A 1, tick 2: panic: 2",
		"scene.yaml:3:43: chatter of tree a, A 1, tick 3: panic: 3",
		"scene.yaml:3:43: chatter of tree a, A 1, tick 4: panic: 4",
		"scene.yaml:3:43: chatter of tree a, A 1, tick 5: panic: 5",
		"scene.yaml:4:43: trip of tree b, B 1, tick 201: panic: over a stone",
	}
	if !slices.Equal(told, want) {
		t.Errorf("told\n%s\nwanted\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	if first, n := s.Game().Faults.List(); len(first) != len(want) || n != 203*3+3*3 {
		t.Errorf("lists %d of %d faults, wanted %d of %d", len(first), n, len(want), 203*3+3*3)
	}
}

func TestAdvanceTellsOfFaults(t *testing.T) {
	n := 0
	s := clumsy(t, live.Options{OnFault: func(host.Fault) { n++ }, OnNotice: func(string) {}})
	s.Advance(0.2)
	if n != 1 {
		t.Errorf("told of %d faults, wanted 1", n)
	}
}

func TestNoticesAreToldOnce(t *testing.T) {
	var told []string
	s := clumsy(t, live.Options{
		OnFault:  func(host.Fault) {},
		OnNotice: func(text string) { told = append(told, text) },
	})
	for range 3 {
		s.Step()
	}
	if len(told) != 2 ||
		!strings.HasPrefix(told[0], `scene.yaml:2:1: `) || !strings.Contains(told[0], `"strange"`) ||
		!slices.ContainsFunc(told[1:], func(text string) bool { return strings.Contains(text, "nothing") }) {
		t.Errorf("told\n%s", strings.Join(told, "\n"))
	}
}
