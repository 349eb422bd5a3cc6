package live_test

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// trip adds a system that panics in the tick after the next ones.
func trip(s *live.Session, after int64) {
	at := s.World().Clock().Tick + after
	s.World().Add(ecs.Rules, "trip", ecs.SystemFunc(func(w *ecs.World) {
		if w.Clock().Tick >= at {
			panic("the game trips")
		}
	}))
}

// stepped reports whether a step did not panic.
func stepped(s *live.Session) (ok bool) {
	defer func() { ok = recover() == nil }()
	s.Step()
	return true
}

// A session whose tick panicked goes on from its last key frame as if what came after that had
// not been.
func TestASessionRecoversFromAPanic(t *testing.T) {
	s, err := live.Open("tag", live.Options{History: session.History{Seconds: 60}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := map[int64]uint64{}
	for range 40 {
		s.Step()
		want[s.World().Clock().Tick] = s.Digest()
	}
	var to bytes.Buffer
	record, err := s.Record(&to)
	if err != nil {
		t.Fatal(err)
	}
	trip(s, 3)
	for stepped(s) {
	}
	if err := s.Recover(); err != nil {
		t.Fatal(err)
	}
	from, last := s.Remembered()
	tick := s.World().Clock().Tick
	if tick != last || tick > 40 || tick < from {
		t.Fatalf("at tick %d, and %d to %d are remembered", tick, from, last)
	}
	if got := s.Digest(); tick > 0 && got != want[tick] {
		t.Errorf("the digest of tick %d is %016x, wanted %016x", tick, got, want[tick])
	}
	for range 40 {
		if !stepped(s) {
			t.Fatal("the new game has the system of the old one")
		}
	}
	if err := s.Do(&session.Join{Name: "Ann", SpeedMPS: 1}); err != nil {
		t.Error(err)
	}
	if err := record.Close(); err != nil {
		t.Error(err)
	}
	if n, cut, _ := replaytest.Play(t, to.Bytes(), 2, nil); n < 2 || cut == nil {
		t.Errorf("%d ticks of the recording can be played, cut %v, wanted those before the panic", n, cut)
	}
}

func TestNothingRecoversWithoutAHistory(t *testing.T) {
	s, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Recover(); err == nil {
		t.Error("a session without a history recovered")
	}
}
