package live_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// TestOneRegistryForManySessions opens sessions from one registry, and plays them at once
// with commands that bring new names and values: they are as if each were alone. Under the
// race detector nothing is told.
func TestOneRegistryForManySessions(t *testing.T) {
	reg := arena.NewRegistry()
	if err := reg.AddAction(host.Action{Name: "doze", Local: true, Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
		t.Fatal(err)
	}
	keys, events := len(host.SymbolsOf(reg).KeyNames()), host.SymbolsOf(reg).Events()
	play := func(i int) uint64 {
		s, err := live.Start("scene.yaml", []byte(fmt.Sprintf(`
world: { width: 50, height: 50 }
bots: [{ id: bot, name: Bot, count: 20, initialState: { mood: calm, key%d: 0 }, behavior: { kind: wander } }]
`, i)), live.Options{Registry: reg, OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
		if err != nil {
			t.Error(err)
			return 0
		}
		defer s.Close()
		for tick := range 150 {
			for _, c := range []session.Command{
				&session.SetState{Who: session.Who{Name: "Bot 1"}, State: session.State{Key: "mood", Value: host.StringValue(fmt.Sprintf("mood %d of %d", tick, i))}},
				&session.Event{Name: fmt.Sprintf("event %d of %d", tick, i), All: true},
			} {
				if err := s.Do(c); err != nil {
					t.Error(err)
				}
			}
			s.Step()
		}
		return s.Digest()
	}
	var alone, beside [6]uint64
	for i := range alone {
		alone[i] = play(i)
	}
	var all sync.WaitGroup
	for i := range beside {
		all.Go(func() { beside[i] = play(i) })
	}
	all.Wait()
	if alone != beside {
		t.Errorf("beside each other %x, alone %x", beside, alone)
	}
	if len(host.SymbolsOf(reg).KeyNames()) != keys || host.SymbolsOf(reg).Events() != events {
		t.Errorf("the registry has %d keys and %d events, wanted the %d and %d that it had", len(host.SymbolsOf(reg).KeyNames()), host.SymbolsOf(reg).Events(), keys, events)
	}
}
