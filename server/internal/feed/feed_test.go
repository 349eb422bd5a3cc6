package feed

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/wire"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// client stands for the other end of a stream: it keeps the frames that it has got.
type client struct {
	t   testing.TB
	has map[uint32]*wire.Scene
	now *wire.Scene
}

func (c *client) take(frame []byte) uint32 {
	c.t.Helper()
	h, rest, err := wire.Beginning(frame)
	if err != nil {
		c.t.Fatal(err)
	}
	c.now = &wire.Scene{}
	if err := wire.Decode(h, rest, c.has[h.Base], c.now); err != nil {
		c.t.Fatal(err)
	}
	if c.has == nil {
		c.has = map[uint32]*wire.Scene{}
	}
	c.has[h.Number] = c.now
	return h.Number
}

func open(t testing.TB, name string) *live.Session {
	t.Helper()
	s, err := live.Open(name, live.Options{OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// everywhere returns all of a field.
func everywhere(v *View) Rect { return Rect{0, 0, v.Field.Width, v.Field.Height} }

func TestAClientSeesWhatIsInItsView(t *testing.T) {
	s := open(t, "siege")
	camera := NewCamera(s.Scene())
	var snap session.Snapshot
	stream := Stream{Look: Rect{20, 10, 60, 50}, Error: 0.1, Budget: 1 << 20}
	c := client{t: t}
	for range 100 {
		for range 3 {
			s.Step()
		}
		s.SnapshotInto(&snap)
		v := camera.Look(&snap)
		if err := stream.Acknowledge(c.take(stream.Frame(nil, v))); err != nil {
			t.Fatal(err)
		}
		var want []uint32
		for i := range snap.Bots {
			b := &snap.Bots[i]
			if b.X >= 20 && b.X <= 80 && b.Y >= 10 && b.Y <= 60 {
				want = append(want, uint32(b.ID))
			}
		}
		var got []uint32
		for _, b := range c.now.Bodies {
			got = append(got, b.ID)
			x, y := v.Field.Metres(b.X, b.Y)
			is := snap.Body(components.ID(b.ID))
			if math.Abs(x-float64(is.X)) > 0.11 || math.Abs(y-float64(is.Y)) > 0.11 {
				t.Errorf("tick %d: %s is at %g, %g, and the client has it at %g, %g", snap.Tick, is.Name, is.X, is.Y, x, y)
			}
			if class := s.Scene().Setup.Classes[b.Class].ID; class != is.Class || s.Scene().Setup.Teams[b.Team].ID != is.Team {
				t.Errorf("tick %d: %s is a %s of team %s; the client has class %d, team %d", snap.Tick, is.Name, is.Class, is.Team, b.Class, b.Team)
			}
			if b.Flags&wire.Laden != 0 != (is.Cargo > 0) || b.Flags&wire.Dead != 0 != is.Dead || b.Health != uint8(math.Round(float64(is.Health)*255)) {
				t.Errorf("tick %d: %s carries %d, is dead %v, health %g; the client has %+v", snap.Tick, is.Name, is.Cargo, is.Dead, is.Health, b)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("tick %d: who is in the view - and who the client has +:\n%s", snap.Tick, d)
		}
	}
}

// Whoever comes in between two ticks has a view made for it, which must not stop the bodies of
// the others.
func TestViewsOfOneTickHaveTheSameVelocities(t *testing.T) {
	s := open(t, "tag")
	camera := NewCamera(s.Scene())
	camera.Look(s.Snapshot())
	s.Step()
	first := camera.Look(s.Snapshot())
	moving := 0
	for _, b := range first.Bodies {
		if b.VX != 0 || b.VY != 0 {
			moving++
		}
	}
	if moving == 0 {
		t.Fatal("nobody moves")
	}
	if d := cmp.Diff(first.Bodies, camera.Look(s.Snapshot()).Bodies); d != "" {
		t.Errorf("the first view - and the second +:\n%s", d)
	}
}

// A client that stops reading gets no more than three frames, whatever happens in the game,
// and is up to date again as soon as it reads on.
func TestASlowClientGetsFewerFrames(t *testing.T) {
	s := open(t, "tag")
	camera := NewCamera(s.Scene())
	stream := Stream{Error: 0.1, Budget: 1 << 20}
	c := client{t: t}
	var last *View
	var waiting []uint32
	frames := 0
	for range 50 {
		s.Step()
		last = camera.Look(s.Snapshot())
		stream.Look = everywhere(last)
		if f := stream.Frame(nil, last); f != nil {
			frames++
			waiting = append(waiting, c.take(f))
		}
	}
	if frames != InFlight {
		t.Fatalf("%d frames without an acknowledgement, wanted %d", frames, InFlight)
	}
	for _, n := range waiting {
		if err := stream.Acknowledge(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.Acknowledge(waiting[0]); err == nil {
		t.Error("a frame was acknowledged twice")
	}
	c.take(stream.Frame(nil, last))
	for i, b := range c.now.Bodies {
		if d := b.X - last.Bodies[i].X; d > wire.Span/1000 || d < -wire.Span/1000 {
			t.Errorf("body %d is at %d, and the client has %d", b.ID, last.Bodies[i].X, b.X)
		}
	}
}

func TestAFrameTakesNoMemoryInTheEnd(t *testing.T) {
	s := open(t, "tag")
	camera := NewCamera(s.Scene())
	s.Step()
	v := camera.Look(s.Snapshot())
	stream := Stream{Look: everywhere(v), Error: 0.1, Budget: 1 << 20}
	var out []byte
	frame := func() {
		v.Tick++
		out = stream.Frame(out[:0], v)
		h, _, _ := wire.Beginning(out)
		if err := stream.Acknowledge(h.Number); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		frame()
	}
	if n := testing.AllocsPerRun(50, frame); n > 0 {
		t.Errorf("%g allocations a frame", n)
	}
}

// After a step back in time the next frame tells all, whatever was on its way, and frames go
// on to be acknowledged.
func TestAClientGoesBackInTime(t *testing.T) {
	s := open(t, "tag")
	camera := NewCamera(s.Scene())
	stream := Stream{Error: 0.1, Budget: 1 << 20}
	c := client{t: t}
	next := func(tick int64) uint32 {
		v := camera.Look(s.Snapshot())
		v.Tick = tick
		stream.Look = everywhere(v)
		return c.take(stream.Frame(nil, v))
	}
	if err := stream.Acknowledge(next(50)); err != nil {
		t.Fatal(err)
	}
	late := next(51)
	if err := stream.Acknowledge(late); err != nil {
		t.Errorf("a frame of before: %v", err)
	}
	first := next(10)
	if err := stream.Acknowledge(first); err != nil {
		t.Fatal(err)
	}
	next(11)
	if len(c.now.Bodies) == 0 || c.now.Tick != 11 {
		t.Errorf("the client is at tick %d with %d bodies", c.now.Tick, len(c.now.Bodies))
	}
}
