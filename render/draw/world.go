package draw

import (
	"image/color"
	"math"
)

// body is a Body in pixels: hx, hy is a unit vector or zero.
type body struct {
	x, y, hx, hy  float32
	color         color.NRGBA
	marked, human bool
}

// sizes is how far the bodies of a frame reach, in pixels, by the room there is.
type sizes struct {
	bot, human, marked float32
	shade              uint8 // opacity of a Dot
}

// Reaches in a picture 640 pixels wide.
const (
	largestBot = 9
	roomShare  = 0.16 // of the side of the square that each body has to itself
	dartFrom   = 2.5  // smaller ones show no heading
	discShare  = 0.6  // of a dart's reach: a disc of the same area
	discFrom   = 0.56 // a smaller disc has less than a pixel
	haloFrom   = 4    // smaller marked ones have a glow in place of a ring
	haloShare  = 1.5  // of a marked one's reach
)

// sizes counts the bodies of fr and shares the field out among them.
func (a *Layout) sizes(fr Frame) sizes {
	var n, humans, marked float64
	for i := range fr.Bodies {
		n++
		if fr.Bodies[i].Marked {
			marked++
		}
		if fr.Bodies[i].Human {
			humans++
		}
	}
	u := float64(a.unit)
	side := func(metres float32) float64 { return float64(float64(metres)*a.Camera.Scale) + float64(2*pad*u) }
	area := side(a.field.Width) * side(a.field.Height)
	room := func(n, most float64) float64 { return min(roomShare*math.Sqrt(area/max(n, 1)), most*u) }
	bot := room(n, largestBot)
	return sizes{
		bot:    float32(bot),
		human:  float32(max(bot, room(humans, largestBot))),
		marked: float32(max(bot, min(room(marked, 12), float64(bot*1.2)+float64(2.5*u)))),
		shade:  uint8(255 * max(0.2, 1/(1+float64(1.5*n)/area))),
	}
}

// drawField draws what stays: ground, grid, border and places.
func (a *Layout) drawField(l *List) {
	c := a.Camera
	x0, y0 := c.Pixel(0, 0)
	x1, y1 := c.Pixel(a.field.Width, a.field.Height)
	l.rect(fieldColor, x0, y0, x1-x0, y1-y0)
	thin := float32(round(a.unit))
	step := c.gridStep(float64(a.px(gridSpacing)))
	for i := 1; float64(i)*step < float64(a.field.Width); i++ {
		x, _ := c.Pixel(float32(float64(i)*step), 0)
		l.rect(gridColor, x, y0, thin, y1-y0)
	}
	for i := 1; float64(i)*step < float64(a.field.Height); i++ {
		_, y := c.Pixel(0, float32(float64(i)*step))
		l.rect(gridColor, x0, y, x1-x0, thin)
	}
	l.rect(borderColor, x0-thin, y0-thin, x1-x0+2*thin, thin)
	l.rect(borderColor, x0-thin, y1, x1-x0+2*thin, thin)
	l.rect(borderColor, x0-thin, y0, thin, y1-y0)
	l.rect(borderColor, x1, y0, thin, y1-y0)
	for i := range a.field.Obstacles {
		a.drawObstacle(l, &a.field.Obstacles[i])
	}
	for _, p := range a.field.Places {
		x, y := c.Pixel(p.X, p.Y)
		r := max(float32(float64(p.Radius)*c.Scale), a.px(3))
		if !finite(x, y, r) {
			continue
		}
		hue := opaque(p.Color, placeColor)
		a.drawPlace(l, hue, x, y, r)
		a.label(l, mix(hue, inkColor, 90), x, y+a.px(4), p.Name)
	}
}

func (a *Layout) drawPlace(l *List, c color.NRGBA, x, y, r float32) {
	l.disc(alpha(c, 32), x, y, r)
	l.ring(alpha(c, 128), x, y, r, a.px(1.2))
}

// drawBodies draws trails, then bots, humans and marked ones, then names.
func (a *Layout) drawBodies(l *List, fr Frame, trails *Trails) {
	s := a.sizes(fr)
	a.drawItems(l, fr, s)
	if trails != nil && s.bot*discShare >= discFrom {
		a.drawTrails(l, fr, trails, s)
	}
	for i := range fr.Bodies {
		if b, ok := a.place(&fr.Bodies[i]); ok && !b.marked && !b.human {
			if fr.Bodies[i].Dead {
				a.drawDead(l, b, s.bot)
				continue
			}
			a.drawBot(l, b, s)
			a.drawLife(l, &fr.Bodies[i], b, s.bot)
		}
	}
	for i := range fr.Bodies {
		if b, ok := a.place(&fr.Bodies[i]); ok && !b.marked && b.human {
			a.drawHuman(l, b, s.human)
		}
	}
	for i := range fr.Bodies {
		if b, ok := a.place(&fr.Bodies[i]); ok && b.marked {
			a.drawMarked(l, b, s.marked)
		}
	}
	a.drawSpeech(l, fr, s)
	for i := range fr.Bodies {
		src := &fr.Bodies[i]
		b, ok := a.place(src)
		if !ok || src.Label == "" {
			continue
		}
		if b.human && s.human >= a.px(dartFrom) || s.bot >= a.px(largestBot) {
			reach := s.human
			if b.marked {
				reach = float32(s.marked * haloShare)
			}
			y := b.y - reach - a.px(5)
			if y < float32(a.head)+a.px(labelSize) {
				y = b.y + reach + a.px(labelSize+3)
			}
			a.label(l, mix(b.color, inkColor, 160), b.x, y, src.Label)
		}
	}
}

// place maps a body to pixels; it says no to one that has no place.
func (a *Layout) place(src *Body) (body, bool) {
	b := body{color: opaque(src.Color, bodyColor), marked: src.Marked, human: src.Human}
	b.x, b.y = a.Camera.Pixel(src.X, src.Y)
	if finite(src.HX, src.HY) {
		hx, hy := float64(src.HX), float64(src.HY)
		if long := math.Sqrt(float64(hx*hx) + float64(hy*hy)); long > 0 {
			b.hx, b.hy = float32(hx/long), float32(hy/long)
		}
	}
	return b, finite(b.x, b.y)
}

func (a *Layout) drawBot(l *List, b body, s sizes) {
	switch r := s.bot; {
	case r*discShare < discFrom:
		l.dot(alpha(b.color, s.shade), b.x, b.y)
	case r < a.px(dartFrom):
		l.disc(b.color, b.x, b.y, r*discShare)
	default:
		a.drawDart(l, b, b.color, r)
	}
}

// drawDart draws a dart, or a disc when b heads nowhere, with a dark edge that
// keeps it apart from what it lies on.
func (a *Layout) drawDart(l *List, b body, c color.NRGBA, r float32) {
	edge := min(float32(r*0.2), a.px(1.5))
	if b.hx == 0 && b.hy == 0 {
		r = float32(r * 0.7)
		l.disc(alpha(fieldColor, 200), b.x, b.y, r+edge)
		l.disc(c, b.x, b.y, r)
		return
	}
	l.dart(alpha(fieldColor, 200), b.x, b.y, b.hx, b.hy, r+float32(edge*1.5))
	l.dart(c, b.x, b.y, b.hx, b.hy, r)
}

// drawHuman draws a diamond with a bright edge; its heading is a small tip.
func (a *Layout) drawHuman(l *List, b body, r float32) {
	if r < a.px(dartFrom) {
		l.disc(inkColor, b.x, b.y, max(r*discShare, discFrom))
		return
	}
	stroke := min(float32(r*0.25), a.px(1.8))
	l.diamond(fieldColor, b.x, b.y, r+stroke)
	l.diamond(b.color, b.x, b.y, r*0.5)
	l.diamondRing(inkColor, b.x, b.y, r, stroke)
	if b.hx != 0 || b.hy != 0 {
		l.disc(inkColor, b.x+float32(b.hx*r*1.3), b.y+float32(b.hy*r*1.3), stroke)
	}
}

// drawMarked draws a body in the warm colour with a halo around it.
func (a *Layout) drawMarked(l *List, b body, r float32) {
	halo := r * haloShare
	switch {
	case r*discShare < discFrom:
		l.dot(markColor, b.x, b.y)
		return
	case r < a.px(haloFrom):
		l.disc(alpha(markColor, 60), b.x, b.y, halo)
		l.disc(markColor, b.x, b.y, r*discShare)
		return
	}
	l.disc(alpha(markColor, 40), b.x, b.y, halo)
	l.ring(alpha(markColor, 200), b.x, b.y, halo, max(1, r*0.14))
	if b.human {
		b.color = markColor
		a.drawHuman(l, b, r)
		return
	}
	a.drawDart(l, b, markColor, r)
}

// label writes s over the field, centred at x, with a dark edge; it stays
// within the picture's sides.
func (a *Layout) label(l *List, c color.NRGBA, x, y float32, s string) {
	w, size := float32(a.Width), a.px(labelSize)
	s = a.faces.fit(size, w/3, s)
	half := a.faces.width(size, s)/2 + a.px(4)
	x = min(max(x, half), w-half)
	for _, d := range [...][2]float32{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		l.text(alpha(fieldColor, 180), Center, x+a.px(d[0]), y+a.px(d[1]), size, s)
	}
	l.text(c, Center, x, y, size, s)
}
