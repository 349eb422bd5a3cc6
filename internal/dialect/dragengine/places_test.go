package dragengine_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/live"
)

// cowardly returns the shipped game of that name.
func cowardly(t *testing.T, workers int) *live.Session {
	t.Helper()
	s, err := live.Open("cowardly", live.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func stepAll(n int, games ...*live.Session) {
	for range n {
		for _, s := range games {
			s.Step()
		}
	}
}

// The places of bots in their trees, kept by the ids of rules as bytes, make the
// game go on bit for bit when they are brought back; what the actions remember
// is not a part of them.
func TestSavedPlacesGoOn(t *testing.T) {
	const ticks = 400
	a, b, c := cowardly(t, 1), cowardly(t, 2), cowardly(t, 1)
	stepAll(ticks, a, b, c)
	at := map[string]int{}
	for _, id := range a.Game().Members(0) {
		from := place(t, a, id)
		for _, s := range []*live.Session{b, c} {
			if err := bot(t, s, id).Jump("startle.look"); err != nil {
				t.Fatal(err)
			}
		}
		var p dragengine.Place
		if err := p.UnmarshalBinary(from); err != nil {
			t.Fatal(err)
		}
		bot(t, b, id).Restore(p)
		at[p.Rule]++
	}
	if len(at) < 4 {
		t.Errorf("all bots are at %v: the test shows little", at)
	}
	if a.Digest() != b.Digest() || a.Digest() == c.Digest() {
		t.Error("the places that were brought back are others, or all are the same")
	}
	stepAll(ticks, a, b, c)
	if a.Digest() != b.Digest() {
		t.Error("another game after places were brought back")
	}
	if a.Digest() == c.Digest() {
		t.Error("the same game with other places: the test shows nothing")
	}
}

func place(t *testing.T, s *live.Session, id components.ID) []byte {
	t.Helper()
	p, err := bot(t, s, id).Save()
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func bot(t *testing.T, s *live.Session, id components.ID) (b dragengine.Bot) {
	t.Helper()
	var err error
	if refused := s.Game().Watchers.Look(id, func(x *run.Exec) { b, err = dragengine.BotOf(x.Pool(), x.Row) }); refused != nil {
		err = refused
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}
