package draw

import (
	"math"
	"slices"
)

// drawObstacle draws an obstacle as an area with a bright edge.
func (a *Layout) drawObstacle(l *List, o *Obstacle) {
	if o.Radius > 0 {
		x, y := a.Camera.Pixel(o.X, o.Y)
		r := float32(float64(o.Radius) * a.Camera.Scale)
		if finite(x, y, r) {
			l.disc(a.theme.wall, x, y, r)
			l.ring(a.theme.wallEdge, x, y, r, a.px(1.2))
		}
		return
	}
	var points [][2]float32
	for _, p := range o.Points {
		x, y := a.Camera.Pixel(p[0], p[1])
		if !finite(x, y) {
			return
		}
		points = append(points, [2]float32{x, y})
	}
	a.fillPolygon(l, points)
	for i, p := range points {
		q := points[(i+1)%len(points)]
		l.line(a.theme.wallEdge, p[0], p[1], q[0], q[1], a.px(1.2))
	}
}

// fillPolygon fills a polygon by rows of pixels.
func (a *Layout) fillPolygon(l *List, points [][2]float32) {
	top, bottom := float32(a.Height), float32(0)
	for _, p := range points {
		top, bottom = min(top, p[1]), max(bottom, p[1])
	}
	var cuts []float32
	for y := max(round(top), 0); y < min(round(bottom), a.Height); y++ {
		middle := float32(y) + 0.5
		cuts = cuts[:0]
		for i, p := range points {
			q := points[(i+1)%len(points)]
			if (p[1] > middle) != (q[1] > middle) {
				cuts = append(cuts, p[0]+float32((middle-p[1])/(q[1]-p[1])*(q[0]-p[0])))
			}
		}
		slices.Sort(cuts)
		for i := 0; i+1 < len(cuts); i += 2 {
			l.rect(a.theme.wall, cuts[i], float32(y), cuts[i+1]-cuts[i], 1)
		}
	}
}

// drawNight darkens the field.
func (a *Layout) drawNight(l *List) {
	f := &a.field
	x0, y0 := a.Camera.Pixel(f.X, f.Y)
	x1, y1 := a.Camera.Pixel(f.X+f.Width, f.Y+f.Height)
	l.rect(a.theme.night, x0, y0, x1-x0, y1-y0)
}

// drawItems draws the items that lie on the field, smaller than bots.
func (a *Layout) drawItems(l *List, fr Frame, s sizes) {
	r := max(min(float32(s.bot*0.5), a.px(4)), 0.8)
	for _, it := range fr.Items {
		x, y := a.Camera.Pixel(it.X, it.Y)
		if finite(x, y) {
			l.diamond(alpha(a.theme.field, 200), x, y, r+a.px(1))
			l.diamond(a.theme.opaque(it.Color, a.theme.item), x, y, r)
		}
	}
}

// drawDead marks where somebody fell with a cross.
func (a *Layout) drawDead(l *List, b body, r float32) {
	if r < a.px(dartFrom) {
		return
	}
	r = float32(r * 0.6)
	c, w := alpha(b.color, 150), max(1, float32(r*0.35))
	l.line(c, b.x-r, b.y-r, b.x+r, b.y+r, w)
	l.line(c, b.x-r, b.y+r, b.x+r, b.y-r, w)
}

// drawLife draws a bot's cargo, and a bar where its health is not full.
func (a *Layout) drawLife(l *List, src *Body, x, y, r float32) {
	if r < a.px(dartFrom) {
		return
	}
	if src.Laden {
		l.diamond(a.theme.item, x, y, max(float32(r*0.35), 1))
	}
	b, ok := a.barOf(src, x, y, r)
	if !ok {
		return
	}
	left := 1 - min(src.Hurt, 1)
	l.rect(alpha(a.theme.page, 200), b.x0, b.y0, b.x1-b.x0, b.y1-b.y0)
	c := a.theme.well
	if left < 0.35 {
		c = a.theme.hurt
	}
	l.rect(c, b.x0+1, b.y0+1, max(1, float32((b.x1-b.x0-2)*left)), b.y1-b.y0-2)
}

// barOf returns where the bar of a body's health is, with its dark edge, and whether there is
// one.
func (a *Layout) barOf(src *Body, x, y, r float32) (area, bool) {
	if r < a.px(dartFrom) || !(src.Hurt > 0) || src.Marked || src.Human || a.Hide&LayerHealth != 0 {
		return area{}, false
	}
	wide, high := float32(math.Round(float64(2*r))), max(1, float32(math.Round(float64(a.px(2)))))
	x, y = x-wide/2-1, y+r+a.px(2)-1
	return area{x, y, x + wide + 2, y + high + 2}, true
}
