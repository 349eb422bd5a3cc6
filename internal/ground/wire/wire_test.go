package wire

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// full is a budget that holds everything.
const full = 1 << 30

func body(t *rapid.T, id uint32) Body {
	return Body{
		ID: id, X: rapid.Int32Range(0, Span-1).Draw(t, "x"), Y: rapid.Int32Range(0, Span-1).Draw(t, "y"),
		VX: rapid.Int16Range(-2000, 2000).Draw(t, "vx"), VY: rapid.Int16Range(-2000, 2000).Draw(t, "vy"),
		Facing: rapid.Uint8().Draw(t, "facing"),
		Look: Look{
			Class: rapid.Uint8Range(0, 3).Draw(t, "class"), Team: rapid.SampledFrom([]uint8{0, 1, None}).Draw(t, "team"),
			Flags: rapid.Uint8Range(0, 31).Draw(t, "flags"), Health: rapid.Uint8().Draw(t, "health"),
		},
	}
}

// later builds a scene and what it may become in some ticks: bodies go on, turn, change,
// leave, come.
func later(t *rapid.T, s *Scene) *Scene {
	ticks := rapid.Int64Range(0, 60).Draw(t, "ticks")
	next := &Scene{Tick: s.Tick + ticks, Wrap: s.Wrap}
	last := uint32(0)
	for _, b := range s.Bodies {
		last = b.ID
		switch rapid.IntRange(0, 5).Draw(t, "fate") {
		case 0:
			continue
		case 1:
			b = body(t, b.ID)
		case 2:
			b.VX, b.VY = -b.VY, b.VX
			b.Facing += 64
			b.on(ticks, s.Wrap)
		case 3:
			b.Health /= 2
			b.on(ticks, s.Wrap)
		default:
			b.on(ticks, s.Wrap)
		}
		next.Bodies = append(next.Bodies, b)
	}
	for range rapid.IntRange(0, 3).Draw(t, "come") {
		last += rapid.Uint32Range(1, 300).Draw(t, "id")
		next.Bodies = append(next.Bodies, body(t, last))
	}
	return next
}

// decode does with a frame what a reader does,, given the frames that it has.
func decode(t interface{ Fatal(...any) }, frame []byte, has map[uint32]*Scene) (Head, *Scene) {
	h, rest, err := Beginning(frame)
	if err != nil {
		t.Fatal(err)
	}
	var s Scene
	if err := Decode(h, rest, has[h.Base], &s); err != nil {
		t.Fatal(err)
	}
	return h, &s
}

// A reader has what the writer thinks that it has, and that is the game but for the
// tolerance, also where acknowledgements come late.
func TestAReaderHasWhatTheWriterThinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w Writer
		now := &Scene{Wrap: rapid.Bool().Draw(t, "wrap")}
		sent, has := map[uint32]*Scene{}, map[uint32]*Scene{}
		base := uint32(0)
		for n := uint32(1); n <= 6; n++ {
			now = later(t, now)
			f := Frame{Number: n, Base: base, Tolerance: rapid.Int32Range(0, 5000).Draw(t, "tolerance"), Budget: full}
			into := &Scene{}
			frame := w.Append(nil, f, sent[base], now, into)
			h, got := decode(t, frame, has)
			if h.Number != n || h.Base != base || h.Tick != now.Tick || h.Wrap != now.Wrap {
				t.Fatalf("head %+v of frame %d at tick %d", h, n, now.Tick)
			}
			if d := cmp.Diff(into, got, cmp.Comparer(equalScenes)); d != "" {
				t.Fatalf("the writer thinks the reader has - and it has +:\n%s", d)
			}
			close(t, now, got, max(f.Tolerance, Fraction))
			sent[n], has[n] = into, got
			if rapid.Bool().Draw(t, "acknowledged") {
				base = rapid.Uint32Range(max(base, 1), n).Draw(t, "base")
			}
		}
	})
}

func equalScenes(a, b *Scene) bool {
	return a.Tick == b.Tick && a.Wrap == b.Wrap && slices.Equal(a.Bodies, b.Bodies)
}

// close fails where a reader is wrong by more than it may be.
func close(t *rapid.T, now, got *Scene, tolerance int32) {
	if len(now.Bodies) != len(got.Bodies) {
		t.Fatalf("%d bodies, and the reader has %d", len(now.Bodies), len(got.Bodies))
	}
	for i, b := range now.Bodies {
		g := got.Bodies[i]
		if b.ID != g.ID || b.Look != g.Look || apart(b.X, g.X, now.Wrap) > tolerance || apart(b.Y, g.Y, now.Wrap) > tolerance {
			t.Fatalf("the body is %+v, and the reader has %+v; tolerance %d parts", b, g, tolerance)
		}
		if d := int8(b.Facing - g.Facing); d > turned || d < -turned {
			t.Fatalf("the body faces %d, and the reader has %d", b.Facing, g.Facing)
		}
	}
}

// No frame is larger than its budget, and a game that stands still has been told after a
// while, whatever the budget.
func TestABudgetHoldsAndAllIsToldInTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := &Scene{}
		for id := uint32(1); id <= 200; id++ {
			b := body(t, 7*id)
			b.VX, b.VY = 0, 0
			now.Bodies = append(now.Bodies, b)
		}
		budget := rapid.IntRange(0, 2000).Draw(t, "budget")
		var w Writer
		base := &Scene{}
		for n := range 40 {
			into := &Scene{}
			frame := w.Append(nil, Frame{Number: uint32(n + 2), Base: 1, Tolerance: 100, Budget: budget}, base, now, into)
			if len(frame) > max(budget, MinBudget) {
				t.Fatalf("a frame of %d bytes with a budget of %d", len(frame), budget)
			}
			base = into
		}
		close(t, now, base, 100)
	})
}

// The bodies that a reader has most wrong are told first.
func TestTheWorstErrorsGoFirst(t *testing.T) {
	base, now := &Scene{}, &Scene{}
	for id := uint32(1); id <= 100; id++ {
		base.Bodies = append(base.Bodies, Body{ID: id, X: 1000 * Fraction})
		now.Bodies = append(now.Bodies, Body{ID: id, X: (1000 + 10*int32(id)) * Fraction})
	}
	var w Writer
	into := &Scene{}
	w.Append(nil, Frame{Number: 2, Base: 1, Tolerance: 100 * Fraction, Budget: MinBudget}, base, now, into)
	told := 0
	for i, b := range into.Bodies {
		if b.X == now.Bodies[i].X {
			told++
		} else if told > 0 {
			t.Errorf("body %d was not told, and some that are less wrong were", b.ID)
		}
	}
	if told < 20 || told > 60 {
		t.Errorf("%d bodies told in %d bytes, wanted 20 to 60", told, MinBudget)
	}
}

// Crowds that walk straight on cost next to nothing.
func TestWhatWasForeseenIsNotTold(t *testing.T) {
	base := &Scene{Tick: 10}
	for id := uint32(1); id <= 10_000; id++ {
		base.Bodies = append(base.Bodies, Body{ID: id, X: int32(id) * 50, Y: 500_000, VX: 300, VY: -20})
	}
	now := &Scene{Tick: 20, Bodies: slices.Clone(base.Bodies)}
	for i := range now.Bodies {
		now.Bodies[i].on(10, false)
	}
	var w Writer
	if frame := w.Append(nil, Frame{Number: 2, Base: 1, Budget: full}, base, now, &Scene{}); len(frame) > head {
		t.Errorf("%d bytes, wanted a head alone", len(frame))
	}
}

func TestBadFrames(t *testing.T) {
	base := &Scene{Tick: 5, Bodies: []Body{{ID: 3}, {ID: 9}}}
	for _, c := range []struct {
		name  string
		frame []byte
		want  string
	}{
		{"nothing", nil, "the frame is cut"},
		{"another message", []byte{2}, "a message of kind 2, wanted a frame, which is 1"},
		{"half a head", []byte{1, 2}, "the frame is cut"},
		{"edges", []byte{1, 2, 1, 6, 7, 0}, "edges of kind 7, wanted 0 or 1"},
		{"no such base", []byte{1, 9, 7, 6, 0, 0}, "the frame changes frame 7, which is not there"},
		{"before its base", []byte{1, 2, 1, 4, 0, 0}, "the frame is of tick 4, and the one that it changes of 5"},
		{"a body that is not there", []byte{1, 2, 1, 6, 0, 1, 4, 1}, "body 4 is new and was there, or is not new and was not"},
		{"a new body that is there", []byte{1, 2, 1, 6, 0, 1, 3, 8}, "body 3 is new and was there, or is not new and was not"},
		{"unknown bits", []byte{1, 2, 1, 6, 0, 1, 3, 16}, "unknown bits 0x10"},
		{"twice", []byte{1, 2, 1, 6, 0, 2, 3, 4, 200, 0, 0}, "a body is told twice"},
		{"off the field", []byte{1, 2, 1, 6, 0, 1, 3, 1, 1}, "a place at -1, which is not on the field"},
		{"half a body", []byte{1, 2, 1, 6, 0, 1, 3, 2, 1}, "the frame is cut"},
		{"more", []byte{1, 2, 1, 6, 0, 0, 0}, "1 bytes too many"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, rest, err := Beginning(c.frame)
			if err == nil {
				err = Decode(h, rest, map[uint32]*Scene{1: base}[h.Base], &Scene{})
			}
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, wanted %s", err, c.want)
			}
		})
	}
}

// Whatever a reader gets: it is refused, or it is a scene in order and on the field.
func FuzzDecode(f *testing.F) {
	base := &Scene{Tick: 5, Bodies: []Body{{ID: 3, VX: 9}, {ID: 9, X: Span - 1, Look: Look{Team: None}}}}
	var w Writer
	f.Add(w.Append(nil, Frame{Number: 2, Base: 1, Budget: full}, base, &Scene{Tick: 9, Bodies: []Body{{ID: 3}, {ID: 4}}}, &Scene{}))
	f.Fuzz(func(t *testing.T, frame []byte) {
		h, rest, err := Beginning(frame)
		if err != nil {
			return
		}
		var s Scene
		if Decode(h, rest, base, &s) != nil {
			return
		}
		for i, b := range s.Bodies {
			if b.X < 0 || b.X >= Span || b.Y < 0 || b.Y >= Span || i > 0 && s.Bodies[i-1].ID >= b.ID {
				t.Fatalf("body %d of the scene is %+v", i, b)
			}
		}
	})
}
