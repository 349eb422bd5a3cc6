package panel

import (
	"image"

	"github.com/thicket-sim/thicket/internal/window/paint"
)

// A section is a list of the panel.
type section uint8

const (
	treeSection section = iota
	deedSection
	logSection
	sections // how many there are
)

var sectionNames = [sections]string{"Tree", "Did", "Log"}

// Lengths in units.
const (
	edge      = 6
	headHigh  = 24
	lineHigh  = 22 // of the line with the field, and of titles
	textHigh  = 17 // of deeds and texts of the log
	foldWide  = 44
	hitWide   = 22 // of a button that goes to the next hit
	countWide = 40 // of how many hits there are
	tabWide   = 42
	barWide   = 12 // where the mouse takes hold of a bar

	// Panels as wide as this have two columns, and those as high as this all sections; others have tabs.
	wideFrom, highFrom, sideFrom = 620, 280, 420
	// Those that are smaller than this show who it is, and nothing else.
	leastWide, leastHigh = 140, 80
)

// geometry is where what lies in a panel. What is not shown is empty.
type geometry struct {
	all                     image.Rectangle
	head, field, prev, next image.Rectangle
	count, fold             image.Rectangle
	tabs, titles, list      [sections]image.Rectangle
}

// place lays a panel out.
func (p *Panel) place(in image.Rectangle) (g geometry) {
	g.all = in
	px := func(units float64) int { return int(units * p.scale()) }
	w, h := float64(in.Dx())/p.scale(), float64(in.Dy())/p.scale()
	body := in.Inset(px(edge))
	if body.Empty() {
		return geometry{all: in}
	}
	if g.head, body = top(body, px(headHigh)); w < leastWide || h < leastHigh {
		return g
	}
	line, body := top(body, px(lineHigh))
	body.Min.Y += px(3)
	small := h < highFrom && w < wideFrom
	if small && !p.finding() {
		for s := range sections {
			g.tabs[s], line = left(line, px(tabWide))
		}
		line.Min.X += px(edge)
		if w < 200 { // no room for more than a letter
			line = image.Rectangle{}
		}
	} else if g.fold, line = right(line, px(foldWide)); p.search != "" {
		line.Max.X -= px(4)
		g.next, line = right(line, px(hitWide))
		line.Max.X -= px(2)
		g.prev, line = right(line, px(hitWide))
		g.count, line = right(line, px(countWide))
	}
	line.Max.X -= px(4)
	g.field = line.Intersect(in)
	switch {
	case small:
		g.list[p.tab] = body
	case w >= wideFrom:
		side := image.Rectangle{}
		side, g.list[treeSection] = right(body, body.Dx()*36/100)
		g.list[treeSection].Max.X -= px(10)
		g.list[deedSection], g.list[logSection] = top(side, side.Dy()*45/100)
	default:
		var under image.Rectangle
		g.list[treeSection], under = top(body, body.Dy()*60/100)
		under.Min.Y += px(edge)
		if g.list[deedSection], g.list[logSection] = top(under, under.Dy()/2); w >= sideFrom {
			g.list[deedSection], g.list[logSection] = left(under, under.Dx()*48/100)
			g.list[logSection].Min.X += px(10)
		}
	}
	if !small && p.texts == 0 { // no need of a log
		g.list[deedSection], g.list[logSection] = g.list[deedSection].Union(g.list[logSection]), image.Rectangle{}
	}
	for s := range sections {
		if !small && s != treeSection && !g.list[s].Empty() {
			g.titles[s], g.list[s] = top(g.list[s], px(lineHigh))
		}
		g.list[s] = g.list[s].Intersect(in)
	}
	return g
}

// top, left and right cut a piece of so many pixels off a rectangle.
func top(r image.Rectangle, high int) (piece, rest image.Rectangle) {
	y := min(r.Min.Y+high, r.Max.Y)
	return image.Rect(r.Min.X, r.Min.Y, r.Max.X, y), image.Rect(r.Min.X, y, r.Max.X, r.Max.Y)
}

func left(r image.Rectangle, wide int) (piece, rest image.Rectangle) {
	x := min(r.Min.X+wide, r.Max.X)
	return image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y), image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y)
}

func right(r image.Rectangle, wide int) (piece, rest image.Rectangle) {
	x := max(r.Max.X-wide, r.Min.X)
	return image.Rect(x, r.Min.Y, r.Max.X, r.Max.Y), image.Rect(r.Min.X, r.Min.Y, x, r.Max.Y)
}

// lineOf is how high a line of a section is, in pixels.
func (p *Panel) lineOf(s section) float64 {
	if s == treeSection {
		return paint.RowHigh * p.scale()
	}
	return textHigh * p.scale()
}

// fits is how many lines of a section have room.
func (p *Panel) fits(g *geometry, s section) int { return int(float64(g.list[s].Dy()) / p.lineOf(s)) }

// scrollBy moves a section by lines, as far as there are any.
func (p *Panel) scrollBy(g *geometry, s section, lines float64) {
	most := max(p.lines(s)-p.fits(g, s), 0)
	p.tops[s] = min(max(p.tops[s]+lines, 0), float64(most))
}
