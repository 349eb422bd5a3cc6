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
	hued          bool
	glyph         Glyph
}

// sizes holds how far the bodies of a frame reach, in pixels.
type sizes struct {
	bot, human, marked float32
	shade              uint8 // opacity of a Dot
	buildings          bool  // there are some
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
	dashLength = 9    // of a link, with its gap
)

// focusRoom says how far the ring and its ticks reach beyond a body.
const focusRoom = 9

// maxDashes is the largest number of dashes of a link.
const maxDashes = 200

// sizes computes the reach of bodies from how much of the field each of fr has.
func (a *Layout) sizes(fr Frame) sizes {
	var n, humans, marked float64
	buildings := false
	for i := range fr.Bodies {
		n++
		if fr.Bodies[i].Marked {
			marked++
		}
		if fr.Bodies[i].Human {
			humans++
		}
		buildings = buildings || fr.Bodies[i].Shape.IsBuilding()
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

		buildings: buildings,
	}
}

// drawField draws ground, grid, border, paths and places.
func (a *Layout) drawField(l *List) {
	c := a.Camera
	f := &a.field
	x0, y0 := c.Pixel(f.X, f.Y)
	x1, y1 := c.Pixel(f.X+f.Width, f.Y+f.Height)
	l.rect(a.theme.field, x0, y0, x1-x0, y1-y0)
	thin := float32(round(a.unit))
	step := c.gridStep(float64(a.px(gridSpacing)))
	left, top := c.World(0, 0)
	right, bottom := c.World(float32(a.Width), float32(a.Height))
	for i := firstLine(left, f.X, step); float64(i)*step < float64(min(f.X+f.Width, right)); i++ {
		x, _ := c.Pixel(float32(float64(i)*step), 0)
		l.rect(a.theme.grid, x, y0, thin, y1-y0)
	}
	for i := firstLine(top, f.Y, step); float64(i)*step < float64(min(f.Y+f.Height, bottom)); i++ {
		_, y := c.Pixel(0, float32(float64(i)*step))
		l.rect(a.theme.grid, x0, y, x1-x0, thin)
	}
	l.rect(a.theme.border, x0-thin, y0-thin, x1-x0+2*thin, thin)
	l.rect(a.theme.border, x0-thin, y1, x1-x0+2*thin, thin)
	l.rect(a.theme.border, x0-thin, y0, thin, y1-y0)
	l.rect(a.theme.border, x1, y0, thin, y1-y0)
	for i := range a.field.Obstacles {
		a.drawObstacle(l, &a.field.Obstacles[i])
	}
	for _, p := range a.field.Paths {
		if a.Hide&LayerPaths != 0 {
			break
		}
		for i := 1; i < len(p.Points); i++ {
			from, to := p.Points[i-1], p.Points[i]
			a.dash(l, alpha(a.theme.place, 110), from[0], from[1], to[0], to[1])
		}
	}
	for _, p := range a.field.Places {
		if a.Hide&LayerPlaces != 0 {
			break
		}
		x, y := c.Pixel(p.X, p.Y)
		r := max(float32(float64(p.Radius)*c.Scale), a.px(3))
		if !finite(x, y, r) {
			continue
		}
		hue := a.theme.opaque(p.Color, a.theme.place)
		a.drawPlace(l, hue, x, y, r)
	}
}

// placeLabel returns the name of a place as it is written, the middle of its base line, and whether
// there is any: under the place, for bots stand inside, or over it at the end of the picture.
func (a *Layout) placeLabel(p *Place) (text string, x, base float32, ok bool) {
	x, y := a.Camera.Pixel(p.X, p.Y)
	r := max(float32(float64(p.Radius)*a.Camera.Scale), a.px(3))
	if p.Name == "" || !finite(x, y, r) {
		return "", 0, 0, false
	}
	if base = y + r + a.px(labelSize+2); base > float32(a.Height-a.foot) {
		base = y - r - a.px(labelOver)
	}
	wide, size := float32(a.Width), a.px(labelSize)
	text = a.faces.fit(size, wide/3, p.Name)
	half := a.faces.width(size, text)/2 + a.px(4)
	return text, min(max(x, half), wide-half), base, true
}

// firstLine returns the first grid line inside of a field that begins at edge, at or after a
// coordinate.
func firstLine(from, edge float32, step float64) int {
	return int(max(math.Floor(float64(edge)/step)+1, math.Ceil(float64(from)/step)))
}

func (a *Layout) drawPlace(l *List, c color.NRGBA, x, y, r float32) {
	l.disc(alpha(c, 32), x, y, r)
	l.ring(alpha(c, 128), x, y, r, a.px(1.2))
}

// DrawBodies appends links and trails, then buildings, bots, humans and marked ones, then
// flashes and names. Bodies that the picture does not reach are left out.
func (a *Layout) DrawBodies(l *List, fr Frame, trails *Trails) {
	s := a.sizes(fr)
	if fr.Night {
		a.drawNight(l)
	}
	a.drawItems(l, fr, s)
	for i := range fr.Sights {
		a.drawSight(l, &fr.Sights[i])
	}
	for _, k := range fr.Links {
		a.drawLink(l, k)
	}
	if trails != nil && s.bot*discShare >= discFrom {
		a.drawTrails(l, fr, trails, s)
	}
	a.humans, a.marks, a.signs, a.names = a.humans[:0], a.marks[:0], a.signs[:0], a.names[:0]

	if s.buildings {
		a.drawBuildings(l, fr, s)
	}
	reach, focus := 2*max(s.bot, s.human, s.marked), -1
	for i := range fr.Bodies {
		src := &fr.Bodies[i]
		x, y := a.Camera.Pixel(src.X, src.Y)
		if src.Hidden || !a.sees(x, y, reach) {
			continue
		}
		switch {
		case src.Shape.IsBuilding():
			if src.Focus {
				focus = i
			}
			continue
		case src.Dead:
			a.drawDead(l, a.place(src, x, y), s.bot)
			continue
		case src.Marked:
			a.marks = append(a.marks, i)
		case src.Human:
			a.humans = append(a.humans, i)
		default:
			a.drawBot(l, src, x, y, s)
			a.drawLife(l, src, x, y, s.bot)
		}
		if src.Label != "" && (src.Named || src.Human && s.human >= a.px(dartFrom) || s.bot >= a.px(largestBot)) {
			a.names = append(a.names, i)
		}
		if src.Sign.A > 0 {
			a.signs = append(a.signs, i)
		}
		if src.Focus {
			focus = i
		}
	}
	for _, i := range a.humans {
		x, y := a.Camera.Pixel(fr.Bodies[i].X, fr.Bodies[i].Y)
		a.drawHuman(l, a.place(&fr.Bodies[i], x, y), s.human)
	}
	for _, i := range a.marks {
		x, y := a.Camera.Pixel(fr.Bodies[i].X, fr.Bodies[i].Y)
		a.drawMarked(l, a.place(&fr.Bodies[i], x, y), s.marked)
	}
	for _, i := range a.signs {
		x, y := a.Camera.Pixel(fr.Bodies[i].X, fr.Bodies[i].Y)
		a.drawSign(l, a.theme.opaque(fr.Bodies[i].Sign, a.theme.ink), x, y, a.reach(&fr.Bodies[i], s))
	}
	for _, f := range fr.Flashes {
		a.drawFlash(l, f, s)
	}
	if focus >= 0 {
		x, y := a.Camera.Pixel(fr.Bodies[focus].X, fr.Bodies[focus].Y)
		a.drawFocus(l, x, y, a.reach(&fr.Bodies[focus], s))
	}
	a.drawLabels(l, fr, s)
}

// sees reports whether a thing that reaches so far around a pixel is in the picture. It is
// not if the pixel is not finite.
func (a *Layout) sees(x, y, reach float32) bool {
	return x > -reach && x < float32(a.Width)+reach && y > float32(a.head)-reach && y < float32(a.Height-a.foot)+reach
}

// place returns a body in pixels.
func (a *Layout) place(src *Body, x, y float32) body {
	b := body{x: x, y: y, color: a.theme.opaque(src.Color, a.theme.body), marked: src.Marked, hued: src.Hued, human: src.Human, glyph: src.Glyph}
	if finite(src.HX, src.HY) {
		hx, hy := float64(src.HX), float64(src.HY)
		if long := math.Sqrt(float64(hx*hx) + float64(hy*hy)); long > 0 {
			b.hx, b.hy = float32(hx/long), float32(hy/long)
		}
	}
	return b
}

// reach returns how far a body is painted around its place.
func (a *Layout) reach(src *Body, s sizes) float32 {
	switch {
	case src.Shape.IsBuilding():
		return a.reachOfBuilding(src, s)
	case src.Marked:
		return float32(s.marked * haloShare)
	case src.Human:
		return s.human
	}
	return s.bot
}

func (a *Layout) drawLink(l *List, k Link) {
	a.dash(l, a.theme.opaque(k.Color, a.theme.ink), k.X0, k.Y0, k.X1, k.Y1)
}

// dash draws dashes between two points in metres, fewer and longer ones where the line
// is long.
func (a *Layout) dash(l *List, c color.NRGBA, fromX, fromY, toX, toY float32) {
	x0, y0 := a.Camera.Pixel(fromX, fromY)
	x1, y1 := a.Camera.Pixel(toX, toY)
	long := length(x1-x0, y1-y0)
	if !finite(x0, y0, x1, y1) || long == 0 {
		return
	}
	n := min(max(round(long/a.px(dashLength)), 1), maxDashes)
	dx, dy := (x1-x0)/float32(n), (y1-y0)/float32(n)
	for i := range n {
		x, y := x0+float32(dx*float32(i)), y0+float32(dy*float32(i))
		l.line(c, x, y, x+float32(dx*0.6), y+float32(dy*0.6), a.px(1.5))
	}
}

// drawFlash draws a ring that grows and fades.
func (a *Layout) drawFlash(l *List, f Flash, s sizes) {
	x, y := a.Camera.Pixel(f.X, f.Y)
	r := max(s.marked*haloShare, a.px(4)) * (1 + 1.5*f.Age)
	if f.Age >= 0 && f.Age < 1 && a.sees(x, y, r) {
		l.ring(alpha(a.theme.ink, uint8(220*(1-f.Age))), x, y, r, a.px(1.6))
	}
}

// drawSign draws a ring around a body with the given reach.
func (a *Layout) drawSign(l *List, c color.NRGBA, x, y, reach float32) {
	r := max(reach, a.px(2)) + a.px(2)
	l.ring(alpha(a.theme.field, 200), x, y, r, a.px(3))
	l.ring(c, x, y, r, a.px(1.6))
}

// drawFocus draws a green ring around a body with the given reach, with four ticks that
// an eye finds in a crowd.
func (a *Layout) drawFocus(l *List, x, y, reach float32) {
	r := max(reach, a.px(3)) + a.px(4)
	l.ring(alpha(a.theme.field, 200), x, y, r, a.px(3.4))
	l.ring(a.theme.focus, x, y, r, a.px(1.8))
	for _, d := range [...][2]float32{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		x0, y0 := x+float32(d[0]*r), y+float32(d[1]*r)
		l.line(a.theme.focus, x0, y0, x0+float32(d[0]*a.px(5)), y0+float32(d[1]*a.px(5)), a.px(1.8))
	}
}

func (a *Layout) drawBot(l *List, src *Body, x, y float32, s sizes) {
	switch r := s.bot; {
	case r*discShare < discFrom:
		l.dot(alpha(a.theme.opaque(src.Color, a.theme.body), s.shade), x, y)
	case r < a.px(dartFrom):
		l.disc(a.theme.opaque(src.Color, a.theme.body), x, y, r*discShare)
	default:
		b := a.place(src, x, y)
		a.drawGlyph(l, b, b.color, r)
	}
}

// drawHuman draws a diamond with a bright edge; its heading is a small tip.
func (a *Layout) drawHuman(l *List, b body, r float32) {
	if r < a.px(dartFrom) {
		l.disc(a.theme.ink, b.x, b.y, max(r*discShare, discFrom))
		return
	}
	stroke := min(float32(r*0.25), a.px(1.8))
	l.diamond(a.theme.field, b.x, b.y, r+stroke)
	l.diamond(b.color, b.x, b.y, r*0.5)
	l.diamondRing(a.theme.ink, b.x, b.y, r, stroke)
	if b.hx != 0 || b.hy != 0 {
		l.disc(a.theme.ink, b.x+float32(b.hx*r*1.3), b.y+float32(b.hy*r*1.3), stroke)
	}
}

// drawMarked draws a body in the warm colour, or in its own, with a warm halo around it.
func (a *Layout) drawMarked(l *List, b body, r float32) {
	halo := r * haloShare
	switch {
	case r*discShare < discFrom:
		l.dot(a.theme.mark, b.x, b.y)
		return
	case r < a.px(haloFrom):
		l.disc(alpha(a.theme.mark, 60), b.x, b.y, halo)
		c := a.theme.mark
		if b.hued {
			c = b.color
		}
		l.disc(c, b.x, b.y, r*discShare)
		return
	}
	l.disc(alpha(a.theme.mark, 40), b.x, b.y, halo)
	l.ring(alpha(a.theme.mark, 200), b.x, b.y, halo, max(1, r*0.14))
	if !b.hued {
		b.color = a.theme.mark
	}
	if b.human {
		a.drawHuman(l, b, r)
		return
	}
	a.drawGlyph(l, b, b.color, r)
}
