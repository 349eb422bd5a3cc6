package window

import (
	"image"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// hot is a part of the screen that the last frame drew and that a press is for: a button
// or a list that the window draws itself, over the field or beside it.
type hot struct {
	name  string
	r     image.Rectangle
	press func(at image.Point)       // a press began there
	drag  func(at image.Point)       // it is held, wherever the cursor is now; nil for buttons
	wheel func(by float64, x, y int) // the wheel was turned over it; nil for most
	over  bool                       // it lies over the panel's widgets, which get no mouse there
}

// hotAt returns the topmost hot part under a point, or nil.
func (fr *frame) hotAt(at image.Point) *hot {
	for i := len(fr.hots) - 1; i >= 0; i-- {
		if at.In(fr.hots[i].r) {
			return &fr.hots[i]
		}
	}
	return nil
}

// hotButton draws a button and makes it hot. lit marks one that is on.
func (fr *frame) hotButton(name, label string, r image.Rectangle, lit bool, do func()) {
	p := &fr.overlay
	back, ink := buttonColor, brightInk
	switch {
	case lit:
		back = litColor
	case fr.controls.cursor().In(r):
		back = hoverColor
	}
	p.Rect(back, float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
	mid := r.Min.Add(r.Max).Div(2)
	p.Text(ink, draw.Center, float32(mid.X), float32(mid.Y)+p.Px(4.5), 13, p.Fit(label, 13, float32(r.Dx())-p.Px(4)))
	fr.hots = append(fr.hots, hot{name: name, r: r, press: func(image.Point) { do() }})
}

// pressHot gives a press, what holds it and the wheel to the hot parts, and reports whether the
// mouse is theirs now.
func (g *Game) pressHot() bool {
	c, at := g.controls, g.controls.cursor()
	if g.held != nil {
		if !c.button(leftButton) {
			g.held = nil
			return true
		}
		g.held(at)
		return true
	}
	h := g.hotAt(at)
	if h == nil {
		return false
	}
	if by := c.wheel(); by != 0 && h.wheel != nil {
		h.wheel(by, at.X, at.Y)
	}
	if c.clicked(leftButton) {
		g.held = h.drag
		if h.press != nil {
			h.press(at)
		}
	}
	return true
}
