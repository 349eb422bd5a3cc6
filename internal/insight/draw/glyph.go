package draw

import (
	"image/color"
	"math"
)

// Glyph tells the classes of bots apart that have one colour: their outline, and from
// MarkedGlyphs on, a dark dot in it. The zero Glyph is a dart.
type Glyph uint8

// The outlines of glyphs. All but the dart have a tip where they head.
const (
	GlyphDart Glyph = iota
	GlyphSquare
	GlyphHexagon
	outlines
)

// Glyphs counts the glyphs: those without and those with a dot.
const Glyphs = 2 * int(outlines)

// glyphFrom is the reach, in a picture 640 wide, from which bodies have the glyph of
// their class; smaller ones are darts.
const glyphFrom = 3.5

// drawGlyph draws a body in a colour, with a dark edge that keeps it apart from what it
// lies on. A dart that heads nowhere is a disc.
func (a *Layout) drawGlyph(l *List, b body, c color.NRGBA, r float32) {
	edge := min(float32(r*0.2), a.px(1.5))
	ground := alpha(a.theme.field, 200)
	still := b.hx == 0 && b.hy == 0
	outline := b.glyph % outlines
	if r < a.px(glyphFrom) {
		outline = GlyphDart
	}
	if outline == GlyphDart && !still {
		l.dart(ground, b.x, b.y, b.hx, b.hy, r+float32(edge*1.5))
		l.dart(c, b.x, b.y, b.hx, b.hy, r)
		a.drawDot(l, b, b.x-float32(b.hx*r*0.12), b.y-float32(b.hy*r*0.12), r)
		return
	}
	if outline != GlyphDart && !still {
		x, y := b.x+float32(b.hx*r*0.8), b.y+float32(b.hy*r*0.8)
		tip := float32(r * 0.55)
		l.dart(ground, x, y, b.hx, b.hy, tip+float32(edge*1.5))
		defer l.dart(c, x, y, b.hx, b.hy, tip)
	}
	r = float32(r * 0.7)
	switch outline {
	case GlyphSquare:
		l.polygon(ground, b.x, b.y, float32(r*1.2)+float32(edge*math.Sqrt2), 4, 0)
		l.polygon(c, b.x, b.y, float32(r*1.2), 4, 0)
	case GlyphHexagon:
		l.polygon(ground, b.x, b.y, float32(r*1.1)+edge, 6, 0)
		l.polygon(c, b.x, b.y, float32(r*1.1), 6, 0)
	default:
		l.disc(ground, b.x, b.y, r+edge)
		l.disc(c, b.x, b.y, r)
	}
	a.drawDot(l, b, b.x, b.y, float32(r/0.7))
}

// drawDot draws the dot of a glyph that has one, on a body of a reach.
func (a *Layout) drawDot(l *List, b body, x, y, r float32) {
	if b.glyph >= outlines && r >= a.px(glyphFrom) {
		l.disc(a.theme.field, x, y, float32(r*0.26))
	}
}

// drawSight draws the edge of what a body sees.
func (a *Layout) drawSight(l *List, s *Sight) {
	x, y := a.Camera.Pixel(s.X, s.Y)
	r := float32(float64(s.Radius) * a.Camera.Scale)
	if !finite(x, y, r, s.HX, s.HY) || !(r > 0) || !a.sees(x, y, r) {
		return
	}
	c := alpha(a.theme.opaque(s.Color, a.theme.body), 120)
	wide := a.px(1)
	if !(s.Angle < 360) || s.HX == 0 && s.HY == 0 {
		l.ring(c, x, y, r, wide)
		return
	}
	middle, half := math.Atan2(float64(s.HY), float64(s.HX)), float64(s.Angle)*math.Pi/360
	steps := max(int(s.Angle/10), 2)
	at := func(i int) (px, py float32) {
		sin, cos := math.Sincos(middle - half + 2*half*float64(i)/float64(steps))
		return x + float32(float64(r)*cos), y + float32(float64(r)*sin)
	}
	fromX, fromY := at(0)
	l.line(c, x, y, fromX, fromY, wide)
	for i := 1; i <= steps; i++ {
		toX, toY := at(i)
		l.line(c, fromX, fromY, toX, toY, wide)
		fromX, fromY = toX, toY
	}
	l.line(c, fromX, fromY, x, y, wide)
}
