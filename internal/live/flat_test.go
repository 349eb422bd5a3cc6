package live_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// TestLongSessionsStayFlat sends tens of thousands of commands with something new
// in each, and counts what the session has numbers of.
func TestLongSessionsStayFlat(t *testing.T) {
	t.Parallel()
	const commands = 30_000
	s, err := live.Start("flat.yaml", []byte(`
world: { width: 20, height: 20 }
bots:
  - { id: c, name: C, count: 3, initialState: { score: 0, mood: calm, behavior: none, kept: no } }
`), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	reg := s.Scene().Setup.Registry
	keys, refused := len(host.SymbolsOf(reg).KeyNames()), 0
	state := func(key string, v host.Value) session.State { return session.State{Key: key, Value: v} }
	kept := &session.SetState{Who: session.Who{Name: "C 3"}, State: state("kept", host.StringValue("for long"))}
	if err := s.Do(kept); err != nil {
		t.Fatal(err)
	}
	for i := range commands {
		text := host.StringValue(fmt.Sprintf("text %d", i))
		for _, c := range []session.Command{
			&session.SetState{Who: session.Who{Name: "C 1"}, State: state("score", host.NumberValue(float64(i)))},
			&session.SetState{Who: session.Who{Name: "C 2"}, State: state("mood", text)},
			&session.SetState{Who: session.Who{Name: "C 3"}, State: state("behavior", text)},
			&session.Join{Name: "Ada", State: []session.State{state("mood", host.StringValue(fmt.Sprint("mood ", i))), state("score", host.NumberValue(-float64(i)))}},
			&session.Leave{Player: session.Who{Name: "Ada"}},
		} {
			if err := s.Do(c); err != nil {
				t.Fatalf("%T %d: %v", c, i, err)
			}
		}
		for _, c := range []session.Command{
			&session.SetState{Who: session.Who{Name: "C 1"}, State: state(fmt.Sprint("key ", i), text)},
			&session.Join{Name: "Eve", State: []session.State{state(fmt.Sprint("key ", i), text)}},
		} {
			if s.Do(c) == nil {
				t.Fatalf("%T with a key that the scene has not was done", c)
			}
		}
		if err := s.Do(&session.Event{Name: fmt.Sprint("event ", i), All: true}); err != nil {
			if refused++; !strings.Contains(err.Error(), "10000 names") {
				t.Fatal(err)
			}
		}
		s.Step()
	}
	if n := len(host.SymbolsOf(reg).KeyNames()); n != keys {
		t.Errorf("%d state keys, wanted the %d of the scene", n, keys)
	}
	if n := host.SymbolsOf(reg).Events(); n > 10_000 || refused < commands-n {
		t.Errorf("%d names of events, and %d of %d refused", n, refused, commands)
	}
	if y := host.SymbolsOf(reg).Passing(host.StringValue("one more")); y > 10_000 {
		t.Errorf("the next value has number %d, of %d values that came and went", y, 5*commands)
	}
	if n := len(s.Game().Pools.Notices()); n > 200 {
		t.Errorf("%d notices", n)
	}
	bots := s.Snapshot().Bots
	if bots[2].Get("kept") != kept.Value {
		t.Errorf("the state is %v, wanted what it was given once", bots[2].State)
	}
	if want := host.NumberValue(commands - 1); bots[0].Get("score") != want {
		t.Errorf("the state is %v, wanted %v", bots[0].State, want)
	}
}

// TestAPausedSessionStaysFlat has commands alone: no tick takes numbers back.
func TestAPausedSessionStaysFlat(t *testing.T) {
	const commands = 30_000
	s, err := live.Start("flat.yaml", []byte(`
bots: [{ id: c, name: C, count: 1, initialState: { score: 0 } }]
`), live.Options{OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Do(&session.Pause{}); err != nil {
		t.Fatal(err)
	}
	for i := range commands {
		for _, c := range []session.Command{
			&session.SetState{Who: session.Who{Name: "C 1"}, State: session.State{Key: "score", Value: host.NumberValue(float64(i))}},
			&session.Join{Name: "Ada", State: []session.State{{Key: "score", Value: host.NumberValue(-float64(i))}}},
			&session.Leave{Player: session.Who{Name: "Ada"}},
		} {
			if err := s.Do(c); err != nil {
				t.Fatalf("%T %d: %v", c, i, err)
			}
		}
	}
	if y := host.SymbolsOf(s.Scene().Setup.Registry).Passing(host.StringValue("one more")); y > 10_000 {
		t.Errorf("the next value has number %d, of %d that came and went", y, 2*commands)
	}
	if b := s.Snapshot().Body(1); b.Get("score") != host.NumberValue(commands-1) {
		t.Errorf("the state is %v", b.State)
	}
}

// TestNamesOfTreesHaveABound has something new in each event and key, as a script makes
// them: what is too many is left out and told.
func TestNamesOfTreesHaveABound(t *testing.T) {
	s, err := live.Start("flat.yaml", []byte(`
bots: [{ id: c, name: C, count: 1, initialState: { score: 0 } }]
`), live.Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	game := s.Game()
	id, _ := game.ByName("C 1")
	refused, keys := int64(0), len(host.SymbolsOf(game.Setup.Registry).KeyNames())
	for i := range 12_000 {
		if err := game.Mail.Send(id, fmt.Sprint("event ", i), host.NullValue); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 && game.Write(id, fmt.Sprint("key ", i), host.NumberValue(1)) != nil {
			refused++
		}
	}
	s.Step()
	reg := game.Setup.Registry
	if n := len(host.SymbolsOf(reg).KeyNames()); n != systems.MaxKeys(limit.Values{}) || refused != int64(1200-(systems.MaxKeys(limit.Values{})-keys)) {
		t.Errorf("%d keys, and %d of 1200 refused", n, refused)
	}
	if n := host.SymbolsOf(reg).Events(); n != 10_000 {
		t.Errorf("%d names of events", n)
	}
	if n := len(game.Counts.EventCounts()); n > 10_001 {
		t.Errorf("%d events are counted", n)
	}
	kinds, count := s.Faults()
	if count < 2000+refused || len(kinds) == 0 || !strings.Contains(kinds[0].Text, "names of events before it") && !strings.Contains(kinds[0].Text, "keys before it") {
		t.Errorf("%d faults, first %v", count, kinds)
	}
}

// TestNamesOfAnnouncementsHaveABound has a bot that announces something new all the time:
// what is too many is not counted, which the action is told.
func TestNamesOfAnnouncementsHaveABound(t *testing.T) {
	reg, made := arena.NewRegistry(), 0
	var last error
	if err := reg.AddAction(host.Action{Name: "cry", Tick: func(c *host.Call) host.Status {
		for range 1000 {
			made++
			last = c.World.(host.Announcer).Announce(host.Announcement{Name: fmt.Sprint("cry ", made)})
		}
		if err := c.World.(host.Announcer).Announce(host.Announcement{Name: "cry 1"}); err == nil || !strings.Contains(err.Error(), "nobody listens") {
			t.Errorf("one that was counted before: %v", err)
		}
		return host.Success
	}}); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start("flat.yaml", []byte(`
bots: [{ id: c, name: C, count: 1, behavior: { kind: action, name: cry } }]
`), live.Options{Registry: reg, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 12 {
		s.Step()
	}
	events := s.Game().Counts.EventCounts()
	if len(events) != 10_000 || events["cry 1"] != 13 || events[fmt.Sprint("cry ", made)] != 0 {
		t.Errorf("%d announcements are counted of %d, the first %d times", len(events), made, events["cry 1"])
	}
	if last == nil || !strings.Contains(last.Error(), "10000 names of events and announcements were counted before it") {
		t.Errorf("the last one: %v", last)
	}
}
