package arena

import "github.com/thicket-sim/thicket/components"

// land is where nobody can walk or see through.
type land struct{ a *Arena }

// route is a body's way around obstacles to where it last wanted to go.
type route struct{ gx, gy, x, y float32 }

func (l *land) init(a *Arena) { l.a = a }

// bare reports whether there is no obstacle.
func (l *land) bare() bool { return true }

func (l *land) free(p components.Position) components.Position { return p }

func (l *land) refuse(_, _ float32) error { return nil }

func (l *land) sees(_, _, _, _ float32) bool { return true }

func (l *land) step(_, to components.Position) components.Position { return to }

// way is the direction in which a body goes to a point, and how far it is.
func (l *land) way(body int32, x, y float32) (dx, dy, far float64) {
	px, py, _, _ := l.a.g.Body(body)
	dx, dy = l.a.field.Delta(px, py, x, y)
	return dx, dy, length(dx, dy)
}

// wayTo is way to a place.
func (l *land) wayTo(body, place int32) (dx, dy, far float64) {
	p := &l.a.places.setup[place]
	return l.way(body, p.X, p.Y)
}
