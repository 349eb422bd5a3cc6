package scenes_test

import (
	"bytes"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// The ticks in which the number of a tree is tuned, and is taken back.
const (
	tunedAt   = 40
	untunedAt = 80
	tunedEnd  = 120
)

// tuneAndBack plays on to tunedEnd, and gives the digest of each tick.
func tuneAndBack(t *testing.T, s *live.Session, i int) (digests []uint64) {
	t.Helper()
	for tick := range tunedEnd {
		switch tick {
		case tunedAt:
			prey(t, s, i, dialects[i].to)
		case untunedAt:
			if err := s.Do(&session.Untune{Class: "prey", Key: dialects[i].key}); err != nil {
				t.Fatal(err)
			}
		}
		digests = append(digests, s.Digest())
		s.Step()
	}
	return append(digests, s.Digest())
}

// The past has the numbers of a tree as they were tuned then, and so has a game that is
// forked or branched from there.
func TestThePastOfATunedTree(t *testing.T) {
	t.Parallel()
	for i, d := range dialects {
		t.Run(d.name, func(t *testing.T) {
			s, _ := huntWith(t, i, as, live.Options{Workers: 2, History: session.History{Seconds: 1000}})
			digests := tuneAndBack(t, s, i)
			never, _ := huntIn(t, i, as)
			for range tunedAt + 30 {
				never.Step()
			}
			if never.Digest() == digests[tunedAt+30] {
				t.Fatal("the number changes nothing")
			}
			class, err := s.Game().ClassIndex("prey")
			if err != nil {
				t.Fatal(err)
			}
			at := func(tick int) {
				t.Helper()
				if err := s.Seek(tick); err != nil {
					t.Fatal(err)
				}
				if s.Digest() != digests[tick] {
					t.Errorf("at tick %d the digest is %016x, wanted %016x", tick, s.Digest(), digests[tick])
				}
				want := d.from
				if tick > tunedAt && tick <= untunedAt {
					want = d.to
				}
				if got, over := s.Game().Tuning.Tuned(class, d.key); got != want || over != (want == d.to) {
					t.Errorf("at tick %d the number is %v, tuned %v; wanted %v", tick, got, over, want)
				}
			}
			for _, tick := range []int{60, 30, 100, 41, 39, 0, 81, tunedEnd, 79} {
				at(tick)
			}
			at(60)
			fork, err := s.Fork()
			if err != nil {
				t.Fatal(err)
			}
			defer fork.Close()
			if fork.Branch(); fork.Digest() != digests[60] {
				t.Error("a fork is another game")
			}
			for range 19 {
				fork.Step()
			}
			if fork.Digest() != digests[79] {
				t.Error("a fork goes another way")
			}
			at(30)
			for tick := 31; tick <= tunedEnd; tick++ { // as it was, with what was tuned on the way
				if s.Step(); s.Digest() != digests[tick] {
					t.Fatalf("stepping on to tick %d the digest is %016x, wanted %016x", tick, s.Digest(), digests[tick])
				}
			}
			at(60)
			s.Branch()
			other, _ := huntIn(t, i, as)
			for tick := range 100 {
				switch tick {
				case tunedAt:
					prey(t, other, i, d.to)
				case 60:
					prey(t, other, i, d.from+1)
					prey(t, s, i, d.from+1)
				}
				if tick >= 60 {
					s.Step()
				}
				other.Step()
			}
			if s.Digest() != other.Digest() {
				t.Error("what is branched and tuned anew is another game")
			}
		})
	}
}

// A recording has what was tuned, also one that begins while a tree is tuned.
func TestRecordingsOfATunedTree(t *testing.T) {
	t.Parallel()
	for i, d := range dialects {
		t.Run(d.name, func(t *testing.T) {
			s, _ := huntIn(t, i, as)
			var whole, late bytes.Buffer
			first, err := s.Record(&whole)
			if err != nil {
				t.Fatal(err)
			}
			tuneAndBack(t, s, i)
			if err := first.Close(); err != nil {
				t.Fatal(err)
			}
			prey(t, s, i, d.to)
			second, err := s.Record(&late)
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				s.Step()
			}
			if err := second.Close(); err != nil {
				t.Fatal(err)
			}
			replayed(t, whole.Bytes(), tunedEnd)
			if again := replayed(t, late.Bytes(), 30); again != s.Digest() {
				t.Errorf("the later recording ends at %016x, wanted %016x", again, s.Digest())
			}
		})
	}
}

// replayed plays a recording of so many ticks, which proves each, and gives the digest in the
// end.
func replayed(t *testing.T, data []byte, ticks int64) uint64 {
	t.Helper()
	rec, err := live.ReadRecording(bytes.NewReader(data), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rec.Open(live.Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := live.NewReplay(rec, s, nil)
	for more := err == nil; more; {
		if more, err = p.Before(); more && err == nil {
			s.Step()
			err = p.After()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if p.Ticks() != ticks {
		t.Errorf("%d ticks were replayed, wanted %d", p.Ticks(), ticks)
	}
	return s.Digest()
}
