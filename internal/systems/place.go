package systems

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// spawnNode is the node number of the random draws that place a new body; no
// tree has so many nodes.
const spawnNode = 1 << 16

// Spot is a disc on the field in which a new body appears anywhere.
type Spot struct{ X, Y, Radius float32 } // metres

// Scatter returns where a new body appears: uniform in the spot, or over the field
// without one. It depends on nothing but the seed and the id.
func (s *Setup) Scatter(seed uint64, id components.ID, at *Spot) components.Position {
	n := uint32(0)
	draw := func() float64 {
		n++
		return host.Float64(ecs.Rand(seed, id, 0, spawnNode, n))
	}
	w, h := s.Width, s.Height
	if at == nil {
		return components.Position{X: clamp(s.X+float32(draw()*float64(w)), s.X, w), Y: clamp(s.Y+float32(draw()*float64(h)), s.Y, h)}
	}
	for {
		x, y := float64(2*draw())-1, float64(2*draw())-1
		if float64(x*x)+float64(y*y) <= 1 {
			r := float64(at.Radius)
			return components.Position{X: clamp(at.X+float32(r*x), s.X, w), Y: clamp(at.Y+float32(r*y), s.Y, h)}
		}
	}
}

// Place puts a bot or player somewhere and, where heading is not nil, turns it.
func (cm *commons) Place(id components.ID, at *components.Position, heading *components.Heading) error {
	if _, err := cm.bodyOf(id); err != nil {
		return err
	}
	if at != nil {
		if err := cm.onField(at.X, at.Y); err != nil {
			return err
		}
	}
	if heading != nil {
		h, err := normal(*heading)
		if err != nil {
			return err
		}
		*cm.World.Heading.Of(id) = h
	}
	if at != nil {
		*cm.World.Position.Of(id) = components.Position{X: at.X + 0, Y: at.Y + 0} // -0 is 0
	}
	return nil
}

func (cm *commons) onField(x, y float32) error {
	s := cm.Setup
	if !s.Has(x, y) {
		return refuse(session.OutOfBounds, "(%v, %v) is off the field of %s", x, y, s.Extent())
	}
	for _, e := range cm.extensions {
		if err := e.Refuse(x, y); err != nil {
			return &session.Refusal{Reason: session.OutOfBounds, Err: err}
		}
	}
	return nil
}

// normal scales a heading to length 1 and leaves zero as it is.
func normal(h components.Heading) (components.Heading, error) {
	x, y := float64(h.X), float64(h.Y)
	if math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return h, fmt.Errorf("heading (%v, %v), wanted two finite numbers", h.X, h.Y)
	}
	d := math.Sqrt(float64(x*x) + float64(y*y))
	if d == 0 {
		return components.Heading{}, nil
	}
	return components.Heading{X: float32(x/d) + 0, Y: float32(y/d) + 0}, nil // -0 is 0
}

// SpotOf looks up the spot of a command; nil for none.
func (cm *commons) SpotOf(at *session.Spot) (*Spot, error) {
	if at == nil {
		return nil, nil
	}
	if at.Place == "" {
		return &Spot{X: float32(at.X), Y: float32(at.Y)}, nil
	}
	i, err := cm.PlaceIndex(at.Place)
	if err != nil {
		return nil, err
	}
	p := &cm.Setup.Places[i]
	return &Spot{X: p.X, Y: p.Y, Radius: p.Radius}, nil
}
