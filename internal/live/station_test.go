package live_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// stations is a scene of bots that go to the spots which they are given, and of one that does not.
var stations = fstest.MapFS{
	"s.yaml": {Data: []byte(`name: Stations
seed: 3
tickRate: 20
game: unvanquished
world: { width: 80, height: 60 }
teams: [{ id: aliens, name: Aliens }, { id: humans, name: Humans }]
match: { purse: 0 }
buildings: [{ kind: overmind, at: [6, 6] }, { kind: egg, at: [12, 6] }, { kind: reactor, at: [74, 54] }, { kind: telenode, at: [68, 54] }]
bots:
  - { id: guard, name: Guard, teamId: humans, count: 2, behavior: { file: stay.bt } }
  - { id: deaf, name: Deaf, teamId: humans, count: 1, behavior: { file: deaf.bt } }
`)},
	"stay.bt": {Data: []byte("selector { condition distanceToSpecifiedPosition < 1000000 { action stayHere( 100 ) } action gesture }")},
	"deaf.bt": {Data: []byte("selector { action gesture }")},
}

// far is how far a bot is from a point, in metres.
func far(s *live.Session, name string, x, y float64) float64 {
	for _, b := range s.Snapshot().Bots {
		if b.Name == name {
			return math.Hypot(float64(b.X)-x, float64(b.Y)-y)
		}
	}
	return math.Inf(1)
}

// A bot goes to the spot that it is given and stays there, goes to another one when it is given that,
// and to none once it is taken away. Saves and digests have it.
func TestStation(t *testing.T) {
	t.Parallel()
	s, err := live.Open("s.yaml", live.Options{FS: stations})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	one := &session.Who{Name: "Guard 1"}
	do := func(c session.Command) session.Reply {
		t.Helper()
		r, err := s.Send(c)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	steps(20, s)
	bare := s.Digest()
	if r := do(&session.Station{Bot: one, At: session.Point(20, 45)}); r.Note != "" || s.Digest() == bare {
		t.Errorf("note %q, and the digest is another: %v", r.Note, s.Digest() != bare)
	}
	do(&session.Station{Bot: one})
	if s.Digest() != bare {
		t.Error("a spot that was taken away leaves something behind")
	}
	do(&session.Station{Bot: one, At: session.Point(20, 45)})
	steps(300, s)
	within := 100/32.0 + 2 // the radius of stayHere, and where a bot stops
	if d := far(s, "Guard 1", 20, 45); d > within {
		t.Errorf("it is %.1f m from its spot after 15 s", d)
	}
	if d := far(s, "Guard 2", 20, 45); d < 10 {
		t.Errorf("another is %.1f m from the spot of the first", d)
	}
	var saved bytes.Buffer
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	restored, err := live.Restore(&saved, live.Options{FS: stations})
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	for _, game := range []*live.Session{s, restored} {
		if _, err := game.Send(&session.Station{Class: "guard", At: session.Point(50, 12)}); err != nil {
			t.Fatal(err)
		}
		steps(300, game)
	}
	if s.Digest() != restored.Digest() {
		t.Error("a game that was saved goes on in another way")
	}
	for _, name := range []string{"Guard 1", "Guard 2"} {
		if d := far(s, name, 50, 12); d > within {
			t.Errorf("%s is %.1f m from the spot of its class after 15 s", name, d)
		}
	}
	do(&session.Station{Class: "guard"})
	do(&session.Remove{Bot: one})
	if r := do(&session.Station{Class: "deaf", At: session.Point(3, 3)}); !strings.HasPrefix(r.Note, "1 of 1 trees ask for no spot") {
		t.Errorf("a tree that asks for no spot: %q", r.Note)
	}
	do(&session.Join{Name: "Ann"})
	for want, c := range map[string]session.Command{
		"players have no tree": &session.Station{Bot: &session.Who{Name: "Ann"}, At: session.Point(1, 1)},
		"nobody":               &session.Station{Bot: one, At: session.Point(1, 1)},
		"unknown place":        &session.Station{Class: "guard", At: &session.Spot{Place: "nowhere"}},
	} {
		if _, err := s.Send(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, wanted %q", c, err, want)
		}
	}
}
