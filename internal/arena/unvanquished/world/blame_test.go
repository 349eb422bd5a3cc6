package world

import (
	"testing"

	"github.com/thicket-sim/thicket/components"
)

// Who heals forgives: all shares shrink alike by what the body has back, and to nothing
// when it has back all that was taken.
func TestBlameEases(t *testing.T) {
	for _, c := range []struct {
		lost, one, two float32
	}{
		{0.75, 0.5, 0.25},
		{0.9, 0.5, 0.25}, // hurt by nobody since
		{0.375, 0.25, 0.125},
		{0, 0, 0},
	} {
		m := blames{Lost: 0.75}
		m.Add(1, 0.5)
		m.Add(2, 0.25)
		m.Ease(c.lost)
		if m.Lost != c.lost || m.share(1) != c.one || m.share(2) != c.two {
			t.Errorf("at %v lost: %v and %v, wanted %v and %v", c.lost, m.share(1), m.share(2), c.one, c.two)
		}
	}
}

// A list that is full keeps the largest shares.
func TestTheLeastBlameGivesWay(t *testing.T) {
	var m blames
	for i := range mostBlames {
		m.Add(components.ID(i+1), float32(i+1)/64)
	}
	m.Add(100, 0.5/64)
	m.Add(200, 1.5/64)
	if m.share(100) != 0 || m.share(1) != 0 || m.share(200) != 1.5/64 || m.share(2) != 2.0/64 {
		t.Errorf("shares %v", m.Of)
	}
}

func (m *blames) share(by components.ID) (part float32) {
	for _, s := range m.Of {
		if s.By == by {
			part += s.Part
		}
	}
	return part
}
