package draw

import (
	"image/color"
	"math"
)

// figure says how a shape of buildings looks: a polygon with so many corners, or a disc
// for 0, and a mark on it.
type figure struct {
	corners int
	reach   float32 // of its corners, in parts of the reach of a building
	mark    mark
}

type mark uint8

const (
	noMark mark = iota
	dotMark
	ringMark
	barsMark
	plusMark
)

// figures are by shape.
var figures = [...]figure{
	ShapeSpawn:    {0, 0.9, ringMark},
	ShapeCore:     {6, 1.15, ringMark},
	ShapeGun:      {3, 1.25, noMark},
	ShapeCannon:   {3, 1.25, dotMark},
	ShapeSpikes:   {5, 1.05, noMark},
	ShapeTrap:     {5, 1.05, dotMark},
	ShapeShop:     {4, 1.15, barsMark},
	ShapeHealer:   {4, 1.15, plusMark},
	ShapeMine:     {8, 1, dotMark},
	ShapeWall:     {8, 1, barsMark},
	ShapeBuilding: {4, 1.15, noMark},
}

// IsBuilding reports whether a shape stands for a building.
func (s Shape) IsBuilding() bool { return s >= ShapeSpawn && s <= ShapeBuilding }

// buildingShare says how much farther than a bot a building reaches at least.
const buildingShare = 1.05

// reachOfBuilding returns how far a building is painted around its place.
func (a *Layout) reachOfBuilding(src *Body, s sizes) float32 {
	return max(float32(s.bot*buildingShare), float32(float64(src.Radius)*a.Camera.Scale))
}

// drawBuildings draws all buildings, which lie under the others.
func (a *Layout) drawBuildings(l *List, fr Frame, s sizes) {
	for i := range fr.Bodies {
		src := &fr.Bodies[i]
		if !src.Shape.IsBuilding() {
			continue
		}
		x, y := a.Camera.Pixel(src.X, src.Y)
		r := a.reachOfBuilding(src, s)
		if !a.sees(x, y, 2*r) {
			continue
		}
		a.drawBuilding(l, src, x, y, r, fr.Time)
		if !src.Dead {
			a.drawLife(l, src, x, y, r)
		}
		if src.Label != "" && (src.Named || r >= a.px(largestBot)) {
			a.names = append(a.names, i)
		}
	}
}

// drawBuilding draws a building: an outline that fills as it is built, dim without
// power, and only an outline where it is destroyed.
func (a *Layout) drawBuilding(l *List, src *Body, x, y, r float32, time float64) {
	hue := a.theme.opaque(src.Color, a.theme.body)
	f := &figures[src.Shape]
	if r < a.px(dartFrom) {
		l.disc(hue, x, y, max(r*discShare, discFrom))
		return
	}
	edge := max(1, min(float32(r*0.16), a.px(2)))
	if src.Dead {
		f.outline(l, alpha(hue, 90), x, y, r, edge)
		return
	}
	if src.Dim {
		hue = mix(a.theme.field, hue, 110)
	}
	if src.Burning {
		a.drawGlow(l, x, y, r, time)
	}
	f.fill(l, alpha(a.theme.field, 200), x, y, r+a.px(1.5))
	if left := min(max(src.Unfinished, 0), 1); left > 0 {
		f.fill(l, mix(a.theme.field, hue, 50), x, y, r)
		f.fill(l, hue, x, y, float32(r*(1-left)))
		f.outline(l, hue, x, y, r, edge)
	} else {
		f.fill(l, hue, x, y, r)
		f.drawMark(l, a.theme.field, x, y, r)
	}
	if src.Burning {
		a.drawFlames(l, x, y, r, time)
	}
}

// fill fills the figure around a point.
func (f *figure) fill(l *List, c color.NRGBA, x, y, r float32) {
	r = float32(r * f.reach)
	switch {
	case r <= 0:
	case f.corners == 0:
		l.disc(c, x, y, r)
	default:
		l.polygon(c, x, y, r, f.corners, 0)
	}
}

// outline draws the figure's edge.
func (f *figure) outline(l *List, c color.NRGBA, x, y, r, width float32) {
	r = float32(r * f.reach)
	if f.corners == 0 {
		l.ring(c, x, y, r-width/2, width)
		return
	}
	l.polygon(c, x, y, r, f.corners, width)
}

// drawMark draws, in the colour of the ground, what tells shapes with the same outline apart.
func (f *figure) drawMark(l *List, ground color.NRGBA, x, y, r float32) {
	c, thick := alpha(ground, 230), max(1, float32(r*0.24))
	long := float32(r * 0.5)
	switch f.mark {
	case dotMark:
		l.disc(c, x, y, float32(r*0.34))
	case ringMark:
		l.ring(c, x, y, long, thick)
	case barsMark:
		l.line(c, x-long, y-float32(r*0.26), x+long, y-float32(r*0.26), thick)
		l.line(c, x-long, y+float32(r*0.26), x+long, y+float32(r*0.26), thick)
	case plusMark:
		l.line(c, x-long, y, x+long, y, thick)
		l.line(c, x, y-long, x, y+long, thick)
	}
}

// breath goes up and down between 0 and 1 once a period, in seconds, without a jump.
func breath(time, period float64) float32 {
	_, part := math.Modf(time / period)
	return float32(math.Abs(float64(2*part) - 1))
}

// drawGlow draws the light of a fire, which swells and fades slowly.
func (a *Layout) drawGlow(l *List, x, y, r float32, time float64) {
	swell := breath(time, 1.6)
	l.disc(alpha(a.theme.fire, uint8(46+float32(20*swell))), x, y, float32(r*(1.7+float32(0.15*swell))))
}

// drawFlames draws three tongues of a fire, which lick by turns.
func (a *Layout) drawFlames(l *List, x, y, r float32, time float64) {
	for i, at := range [...]float32{-0.5, 0.5, 0} {
		high := float32(r * (0.42 + float32(0.14*breath(time+float64(0.37*float64(i)), 0.9))))
		fx, fy := x+float32(at*r), y-float32(r*0.7)
		l.dart(alpha(a.theme.field, 200), fx, fy, 0, -1, high+a.px(1.5))
		l.dart(a.theme.fire, fx, fy, 0, -1, high)
	}
}
