package paint

import (
	"image"
	"image/color"
	"sort"
	"strings"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// List is a draw list for what lies over a picture and beside it. Lengths in units are
// those of a small window, and grow with Unit; the others are pixels.
type List struct {
	draw.List
	Painter *Painter
	Unit    float32
	Theme   Theme
}

// Px converts a length of a small window to pixels of this one.
func (p *List) Px(v float32) float32 { return v * p.Unit }

// Add adds a shape.
func (p *List) Add(s draw.Prim) { p.Prims = append(p.Prims, s) }

// Rect fills a rectangle.
func (p *List) Rect(c color.NRGBA, x, y, w, h float32) {
	p.Add(draw.Prim{Kind: draw.Rect, Color: c, X: x, Y: y, U: w, V: h})
}

// Line draws a line, width pixels wide.
func (p *List) Line(c color.NRGBA, x0, y0, x1, y1, width float32) {
	p.Add(draw.Prim{Kind: draw.Line, Color: c, X: x0, Y: y0, U: x1, V: y1, R: width})
}

// Frame draws the edge of a rectangle, inside it.
func (p *List) Frame(c color.NRGBA, x, y, w, h, width float32) {
	p.Rect(c, x, y, w, width)
	p.Rect(c, x, y+h-width, w, width)
	p.Rect(c, x, y, width, h)
	p.Rect(c, x+w-width, y, width, h)
}

// Bar draws the bar of a list of which more than a rectangle is there: all is how high the list
// is in pixels, top how much of it is above.
func (p *List) Bar(r image.Rectangle, top, all float32) {
	high := float32(r.Dy())
	if hidden := all - high; hidden > 0 {
		long := high * high / all
		p.Rect(p.Theme.Idle, float32(r.Max.X)-p.Px(3), float32(r.Min.Y)+(high-long)*top/hidden, p.Px(3), long)
	}
}

// Disc fills a circle of radius r.
func (p *List) Disc(c color.NRGBA, x, y, r float32) {
	p.Add(draw.Prim{Kind: draw.Disc, Color: c, X: x, Y: y, R: r})
}

// Ring draws a circle, width pixels wide.
func (p *List) Ring(c color.NRGBA, x, y, r, width float32) {
	p.Add(draw.Prim{Kind: draw.Ring, Color: c, X: x, Y: y, R: r, U: width})
}

// Dart draws a dart that points to the right.
func (p *List) Dart(c color.NRGBA, x, y, r float32) {
	p.Add(draw.Prim{Kind: draw.Dart, Color: c, X: x, Y: y, U: 1, R: r})
}

// Text writes s with its baseline at y.
func (p *List) Text(c color.NRGBA, a draw.Align, x, y, size float32, s string) {
	p.Add(draw.Prim{Kind: draw.Text, Align: a, Color: c, X: x, Y: y, R: p.Px(size), Str: s})
}

// Width gives the pixels that s takes.
func (p *List) Width(s string, size float32) float32 {
	return float32(Width(s, p.Painter.Face(p.Px(size))))
}

// Fit cuts s with an ellipsis where it is wider than room pixels.
func (p *List) Fit(s string, size, room float32) string {
	if p.Width(s, size) <= room {
		return s
	}
	rs := []rune(s)
	cut := func(n int) string { return string(rs[:n]) + "…" }
	n := sort.Search(len(rs), func(n int) bool { return p.Width(cut(n), size) > room }) - 1
	if n < 1 {
		return ""
	}
	return cut(n)
}

// Wrap breaks s into lines of so many pixels, between words where there are any, and where s
// has a new line.
func (p *List) Wrap(s string, size, room float32) (lines []string) {
	for part := range strings.Lines(s) {
		line := ""
		for _, word := range strings.Fields(part) {
			if next := strings.TrimPrefix(line+" "+word, " "); p.Width(next, size) <= room {
				line = next
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for line = word; p.Width(line, size) > room; {
				rs := []rune(line)
				n := len(rs) - 1
				for n > 1 && p.Width(string(rs[:n]), size) > room {
					n--
				}
				lines, line = append(lines, string(rs[:n])), string(rs[n:])
			}
		}
		lines = append(lines, line)
	}
	return lines
}
