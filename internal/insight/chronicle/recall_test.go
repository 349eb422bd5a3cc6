package chronicle_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// answers lists the nodes of the followed tree with what they answered.
func answers(f *inspect.Follower) (all []string) {
	for _, n := range f.Nodes() {
		s, ok := f.Answer(n.ID)
		all = append(all, fmt.Sprintln(n.Kind, s, ok))
	}
	return all
}

// ran lists answers, steps, why nodes answered so, and how often they ran.
func ran(f *inspect.Follower) []string {
	all := append(answers(f), f.Steps()...)
	for _, n := range f.Nodes() {
		times, of := f.Ran(n.ID)
		all = append(all, fmt.Sprintf("%d of %d, %s", times, of, f.Why(n.ID)))
	}
	return all
}

// A bot that was not followed is known as well as one that was, and the session does not
// notice.
func TestRecallingABot(t *testing.T) {
	names := []string{"tag", "siege", "skirmish", "camp", "bases", "squad", "monsters", "meadow"}
	if testing.Short() {
		names = names[:2] // each is played three times
	}
	for _, name := range names {
		s := open(t, name, live.Options{Workers: 2, History: session.History{Seconds: 60}})
		id := s.Game().Everyone()[3]
		var whole inspect.Follower
		whole.Follow(chronicle.Minds(s.Game()), id)
		for range 130 {
			whole.BeginTick()
			s.Step()
		}
		digest, want := s.Digest(), ran(&whole)
		if !whole.Known() {
			t.Errorf("%s: what was followed is not known", name)
		}
		var late inspect.Follower
		late.Follow(chronicle.Minds(s.Game()), id)
		if late.Known() {
			t.Errorf("%s: what was not followed is known", name)
		}
		if err := chronicle.Recall(&late, s, 130); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, ran(&late)); diff != "" || !late.Known() {
			t.Errorf("%s: (-followed +recalled)\n%s", name, diff)
		}
		if s.Digest() != digest {
			t.Errorf("%s: recalling changes the session", name)
		}
		var brief inspect.Follower
		brief.Follow(chronicle.Minds(s.Game()), id)
		if err := chronicle.Recall(&brief, s, 1); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(answers(&whole), answers(&brief)); diff != "" {
			t.Errorf("%s: of the last tick alone (-followed +recalled)\n%s", name, diff)
		}
		for _, f := range []*inspect.Follower{&whole, &late} {
			f.Follow(chronicle.Minds(s.Game()), f.ID())
		}
	}
}

// What cannot be recalled is not known: a session without a history, a player, a bot that
// has just come.
func TestWhatCannotBeRecalled(t *testing.T) {
	s := open(t, "tag", live.Options{})
	s.Step()
	var f inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), 1)
	if err := chronicle.Recall(&f, s, 1); err != nil || f.Known() {
		t.Errorf("known %v without a history, %v", f.Known(), err)
	}
	s = open(t, "tag", live.Options{History: session.History{Seconds: 60}})
	for range 40 {
		s.Step()
	}
	add, join := &session.Add{Class: "tag-bot"}, &session.Join{}
	for _, c := range []session.Command{add, join} {
		if err := s.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []components.ID{add.IDs[0], join.IDs[0], 0, 9999} {
		f.Follow(chronicle.Minds(s.Game()), id)
		if err := chronicle.Recall(&f, s, 10); err != nil {
			t.Error(err)
		}
		for _, n := range f.Nodes() {
			if _, ok := f.Answer(n.ID); ok {
				t.Errorf("%d has an answer of node %d", id, n.ID)
			}
		}
	}
	s.Step()
	s.Step()
	f.Follow(chronicle.Minds(s.Game()), add.IDs[0])
	if err := chronicle.Recall(&f, s, 10); err != nil {
		t.Fatal(err)
	}
	if times, of := f.Ran(f.Nodes()[0].ID); times != 2 || of != 2 {
		t.Errorf("a bot of two ticks ran in %d of %d", times, of)
	}
}

// What a journal costs, beside a session to which nobody listens.
func BenchmarkListening(b *testing.B) {
	for _, scene := range []string{"siege", "crowd"} {
		for _, listens := range []bool{false, true} {
			b.Run(fmt.Sprintf("scene=%s/listens=%v", scene, listens), func(b *testing.B) {
				s, err := live.Open(scene, live.Options{OnFault: func(host.Fault) {}})
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				if listens {
					chronicle.NewJournal(s)
				}
				b.ReportAllocs()
				for b.Loop() {
					s.Step()
				}
			})
		}
	}
}
