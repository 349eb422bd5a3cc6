package systems_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

func sameValue(a, b host.Value) bool { return a == b }

// replay plays a scene with the commands of each tick and gives the digest
// after each. The commands that skip says to are left out; refused are those
// that failed.
func replay(t testing.TB, src []byte, workers int, script [][]func() session.Command, skip []bool) (digests []uint64, refused []bool) {
	t.Helper()
	s := openWith(t, string(src), live.Options{Workers: workers})
	n := 0
	for _, commands := range script {
		for _, command := range commands {
			if n >= len(skip) || !skip[n] {
				refused = append(refused, s.Do(command()) != nil)
			}
			n++
		}
		s.Step()
		digests = append(digests, s.Digest())
	}
	s.Close()
	return digests, refused
}

// crowded makes a random scene one of thousands of bots on a field that has
// room for them, so that several workers have something to share.
func crowded(t *testing.T, example int) []byte {
	t.Helper()
	var scene object
	if err := json.Unmarshal(sceneGen(6).Example(example), &scene); err != nil {
		t.Fatal(err)
	}
	world := scene["world"].(object)
	world["width"], world["height"] = 300, 400
	for _, rule := range scene["rules"].([]any) {
		rule.(object)["radius"] = 0.5
	}
	for i, class := range scene["bots"].([]any) {
		c := class.(object)
		delete(c, "maxCount")
		c["count"] = 8500 - 3000*i
	}
	src, err := json.Marshal(scene)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestDigestIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	examples, counts := 2, []int{2, 7}
	if longtest.On {
		examples, counts = 8, []int{1, 2, 4, 7}
	}
	for i := range examples {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			src := crowded(t, i)
			script := rapid.SliceOfN(rapid.SliceOfN(commandGen(8000), 0, 4), 5, 5).Example(i)
			want, _ := replay(t, src, 1, script, nil)
			for _, workers := range counts {
				if got, _ := replay(t, src, workers, script, nil); !slices.Equal(got, want) {
					t.Errorf("%d workers: digests %x, wanted %x", workers, got, want)
				}
			}
			slices.Sort(want)
			if len(slices.Compact(want)) != len(script) {
				t.Error("two ticks have one digest")
			}
		})
	}
}

// TestRefusedCommandsLeaveNoTrace plays random commands, and then the same
// without those that were refused.
func TestRefusedCommandsLeaveNoTrace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		src := sceneGen(4).Draw(r, "scene")
		script := rapid.SliceOfN(rapid.SliceOfN(commandGen(12), 0, 4), 5, 5).Draw(r, "script")
		all, refused := replay(t, src, 1, script, nil)
		rest, _ := replay(t, src, 1, script, refused)
		if !slices.Equal(all, rest) {
			r.Fatalf("digests %x with refused commands, %x without", all, rest)
		}
	})
}

func TestRefusedCommandsChangeNothingAtOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, err := live.Start("scene.json", sceneGen(4).Draw(r, "scene"), live.Options{OnFault: func(f host.Fault) { r.Log(f) }, OnNotice: func(text string) { r.Log(text) }})
		if err != nil {
			r.Fatal(err)
		}
		defer s.Close()
		for _, command := range rapid.SliceOfN(commandGen(12), 1, 8).Draw(r, "commands") {
			before, digest, events := s.Snapshot(), s.Digest(), s.Game().Counts.EventCounts()
			c := command()
			if s.Do(c) == nil {
				continue
			}
			if diff := cmp.Diff(before, s.Snapshot(), cmp.Comparer(sameValue)); diff != "" {
				r.Fatalf("%T %+v was refused but changed the world:\n%s", c, c, diff)
			}
			if s.Digest() != digest || !cmp.Equal(events, s.Game().Counts.EventCounts()) {
				r.Fatalf("%T %+v was refused but changed the digest or the counts", c, c)
			}
			if reply := c.Answer(); len(reply.IDs) > 0 || reply.Note != "" {
				r.Fatalf("%T %+v was refused but replies %+v", c, c, reply)
			}
		}
	})
}

const standing = `
world: { width: 20, height: 20 }
teams: [{ id: a }]
bots:
  - { id: c, name: Bot, count: 3, speedMps: 0, initialState: { hp: 1 }, tunable: [{ key: speedMps }] }
rules: [{ on: contact, radius: 1, from: { tagger: true }, to: { hp: 1 }, cooldown: 10s }]
`

// TestDigestSees changes one thing in one of two worlds that are alike.
func TestDigestSees(t *testing.T) {
	player := func(s *live.Session) session.Who {
		return session.Who{ID: s.Snapshot().Players[0].ID}
	}
	placed := func(s *live.Session, x, y float64) session.Command {
		return &session.Place{Who: who(1), At: session.Point(x, y)}
	}
	for _, test := range []struct {
		what   string
		change func(t *testing.T, s *live.Session)
	}{
		{"a state", func(t *testing.T, s *live.Session) {
			do(t, s, &session.SetState{Who: player(s), State: session.State{Key: "hp", Value: host.NumberValue(2)}})
		}},
		{"the type of a state", func(t *testing.T, s *live.Session) {
			do(t, s, &session.SetState{Who: player(s), State: session.State{Key: "hp"}})
			do(t, s, &session.SetState{Who: player(s), State: session.State{Key: "hp", Value: host.StringValue("1")}})
		}},
		{"a state that was missing", func(t *testing.T, s *live.Session) {
			s.Scene().Setup.Registry.Key("new")
			do(t, s, &session.SetState{Who: player(s), State: session.State{Key: "new", Value: host.NullValue}})
		}},
		{"a position by the least step", func(t *testing.T, s *live.Session) { do(t, s, placed(s, 3.0000002, 3)) }},
		{"a heading", func(t *testing.T, s *live.Session) {
			do(t, s, &session.Place{Who: who(1), Heading: &components.Heading{X: -1}})
		}},
		{"a speed", func(t *testing.T, s *live.Session) {
			do(t, s, &session.Tune{Bot: &session.Who{ID: 1}, Key: "speedMps", Value: 1e-3})
		}},
		{"a bot more", func(t *testing.T, s *live.Session) { do(t, s, &session.Add{Class: "c", Count: 1}) }},
		{"a bot less", func(t *testing.T, s *live.Session) { do(t, s, &session.Remove{Class: "c", Count: 1}) }},
		{"a tick", func(_ *testing.T, s *live.Session) { s.Step() }},
		{"two bots in each other's place", func(t *testing.T, s *live.Session) {
			do(t, s, placed(s, 9, 9))
			do(t, s, &session.Place{Who: who(2), At: session.Point(3, 3)})
		}},
	} {
		t.Run(test.what, func(t *testing.T) {
			var digests [2]uint64
			for i := range digests {
				s := open(t, standing)
				do(t, s, &session.Join{State: []session.State{{Key: "hp", Value: host.NumberValue(1)}}})
				do(t, s, placed(s, 3, 3))
				do(t, s, &session.Place{Who: who(2), At: session.Point(9, 9)})
				s.Step()
				if i == 1 {
					test.change(t, s)
				}
				digests[i] = s.Digest()
			}
			if digests[0] == digests[1] {
				t.Error("the digest does not see it")
			}
		})
	}
}

// TestDigestSeesCooldowns compares two worlds that differ only in a contact
// that is over.
func TestDigestSeesCooldowns(t *testing.T) {
	digest := func(x float64) uint64 {
		s := open(t, standing)
		p := do(t, s, &session.Join{At: session.Point(x, 10), State: []session.State{{Key: "tagger", Value: host.BoolValue(true)}}})
		for _, id := range []components.ID{1, 2, 3} {
			do(t, s, &session.Place{Who: who(id), At: session.Point(10, 10)})
		}
		s.Step()
		do(t, s, &session.Place{Who: who(p.IDs[0]), At: session.Point(19, 19)})
		return s.Digest()
	}
	if digest(1) == digest(10) {
		t.Error("the digest does not see a cooldown")
	}
	if digest(1) != digest(2) {
		t.Error("worlds that are alike have two digests")
	}
}

// TestSnapshotIsACopy steps on after a snapshot was taken, and takes another
// into the same memory.
func TestSnapshotIsACopy(t *testing.T) {
	s := shipped(t, "chase", 300, 1)
	steps(s, 2)
	kept, again := s.Snapshot(), s.Snapshot()
	s.Step()
	if diff := cmp.Diff(again, kept, cmp.Comparer(sameValue)); diff != "" {
		t.Errorf("a step changed a snapshot:\n%s", diff)
	}
	var reused session.Snapshot
	for range 3 {
		s.SnapshotInto(&reused)
		if diff := cmp.Diff(s.Snapshot(), &reused, cmp.Comparer(sameValue)); diff != "" {
			t.Fatalf("with used memory it is another:\n%s", diff)
		}
		do(t, s, &session.Remove{Class: "prey", Count: 50})
		s.Step()
	}
}
