package inspect_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
)

// A tally comes near to how often nodes run when every bot of the class is followed by itself,
// and watching changes nothing; beside the bot that somebody follows, too.
func TestATallyOfAClass(t *testing.T) {
	const ticks = 240
	s := open(t, "siege", live.Options{Workers: 2})
	id, _ := s.Game().ByName("Red Soldier 1")
	var f inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), id)
	var tally inspect.Tally
	tally.Count(chronicle.Minds(s.Game()), id)
	for range ticks {
		f.BeginTick()
		tally.BeginTick()
		s.Step()
	}
	tally.Count(chronicle.Minds(s.Game()), id) // nothing changes
	_, looks := tally.Ran(0)
	if looks != ticks-1 {
		t.Fatalf("%d looks in %d ticks: one in each but the last, which is taken in later", looks, ticks)
	}
	members := s.Game().Members(s.World().ClassOf(id))
	sum := map[tree.NodeID]float64{}
	for _, who := range members {
		other := open(t, "siege", live.Options{Workers: 2})
		var one inspect.Follower
		one.Follow(chronicle.Minds(other.Game()), who)
		for range ticks {
			one.BeginTick()
			other.Step()
		}
		for _, n := range f.Nodes() {
			times, of := one.Ran(n.ID)
			sum[n.ID] += float64(times) / float64(of)
		}
		if other.Digest() != s.Digest() {
			t.Fatal("watching changed the game")
		}
	}
	some := false
	for _, n := range f.Nodes() {
		times, of := tally.Ran(n.ID)
		share, want := float64(times)/float64(of), sum[n.ID]/float64(len(members))
		some = some || want > 0.05 && want < 0.95
		if share-want > 0.12 || want-share > 0.12 {
			t.Errorf("%s ran in %.2f of the looks, and in %.2f of all", n.Kind, share, want)
		}
	}
	if !some {
		t.Error("all nodes ran always or never")
	}
	tally.Count(chronicle.Minds(s.Game()), 0)
	for range 5 {
		tally.BeginTick()
		s.Step()
	}
	if times, of := tally.Ran(0); times+of != 0 {
		t.Errorf("%d of %d after the end", times, of)
	}
}

// Ticks that nobody told the tally of are not counted.
func TestATallyWithGaps(t *testing.T) {
	s := open(t, "tag", live.Options{})
	var tally inspect.Tally
	tally.Count(chronicle.Minds(s.Game()), 1)
	for range 30 {
		tally.BeginTick()
		s.Step()
		s.Step()
	}
	tally.BeginTick()
	if _, of := tally.Ran(0); of != 0 {
		t.Errorf("%d looks, each of two ticks", of)
	}
}
