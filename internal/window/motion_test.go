package window

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/session"
)

// moment returns a snapshot of a tick with so many bots, and the bodies in it.
func moment(tick int64, bots int, bodies ...draw.Body) (*session.Snapshot, []draw.Body) {
	return &session.Snapshot{Tick: tick, Bots: make([]session.BodyView, bots)}, bodies
}

func TestBodiesAreFoundAgainAmongThoseWhoComeAndGo(t *testing.T) {
	var m motion
	m.advance(moment(1, 3, draw.Body{ID: 1, X: 10}, draw.Body{ID: 2, X: 20}, draw.Body{ID: 5, X: 50}, draw.Body{ID: 3, X: 30}))
	s, bodies := moment(2, 3, draw.Body{ID: 2, X: 22}, draw.Body{ID: 4, X: 44}, draw.Body{ID: 5, X: 52}, draw.Body{ID: 3, X: 32})
	if !m.advance(s, bodies) {
		t.Error("tick 2 after tick 1 is no new one")
	}
	m.blend(bodies, 0.5, 100)
	for i, want := range []float32{21, 44, 51, 31} { // the second one is new
		if bodies[i].X != want {
			t.Errorf("body %d is at %g, wanted %g", bodies[i].ID, bodies[i].X, want)
		}
	}
}

func TestTheSameTickIsNoStep(t *testing.T) {
	var m motion
	m.advance(moment(1, 1, draw.Body{ID: 1, X: 10}))
	m.advance(moment(2, 1, draw.Body{ID: 1, X: 20}))
	s, bodies := moment(2, 1, draw.Body{ID: 1, X: 24}) // put there while the game is paused
	if m.advance(s, bodies) {
		t.Error("tick 2 after tick 2 is a new one")
	}
	m.blend(bodies, 0, 100)
	if bodies[0].X != 10 {
		t.Errorf("at %g, wanted the place of tick 1", bodies[0].X)
	}
}

func TestTimeThatGoesBackHasNoBefore(t *testing.T) {
	var m motion
	m.advance(moment(9, 1, draw.Body{ID: 1, X: 10}))
	s, bodies := moment(1, 1, draw.Body{ID: 1, X: 20})
	m.advance(s, bodies)
	m.blend(bodies, 0, 100)
	if bodies[0].X != 20 {
		t.Errorf("at %g, wanted 20", bodies[0].X)
	}
}

func TestMotionAllocatesNothing(t *testing.T) {
	var m motion
	s, bodies := moment(0, 1000, make([]draw.Body, 1000)...)
	for i := range bodies {
		bodies[i].ID = uint32(i + 1)
	}
	if n := testing.AllocsPerRun(20, func() {
		s.Tick++
		m.advance(s, bodies)
		m.blend(bodies, 0.5, 1)
	}); n > 0 {
		t.Errorf("%g allocations a frame", n)
	}
}
