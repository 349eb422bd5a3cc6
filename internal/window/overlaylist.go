package window

import (
	"image"
	"image/color"
	"strings"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// overlayList is a draw list for what lies over the field and beside it. Lengths are
// given as in a small window, and grow with the unit.
type overlayList struct {
	list    draw.List
	painter *Painter
	unit    float32
}

// px converts a length of a small window to pixels of this one.
func (p *overlayList) px(v float32) float32 { return v * p.unit }

func (p *overlayList) add(s draw.Prim) { p.list.Prims = append(p.list.Prims, s) }

func (p *overlayList) rect(c color.NRGBA, x, y, w, h float32) {
	p.add(draw.Prim{Kind: draw.Rect, Color: c, X: x, Y: y, U: w, V: h})
}

func (p *overlayList) line(c color.NRGBA, x0, y0, x1, y1, width float32) {
	p.add(draw.Prim{Kind: draw.Line, Color: c, X: x0, Y: y0, U: x1, V: y1, R: width})
}

// frame draws the edge of a rectangle, inside it.
func (p *overlayList) frame(c color.NRGBA, x, y, w, h, width float32) {
	p.rect(c, x, y, w, width)
	p.rect(c, x, y+h-width, w, width)
	p.rect(c, x, y, width, h)
	p.rect(c, x+w-width, y, width, h)
}

// bar draws the bar of a list of which more than a rectangle is there: all is how high the list
// is in pixels, top how much of it is above.
func (p *overlayList) bar(r image.Rectangle, top, all float32) {
	high := float32(r.Dy())
	if hidden := all - high; hidden > 0 {
		long := high * high / all
		p.rect(idleColor, float32(r.Max.X)-p.px(3), float32(r.Min.Y)+(high-long)*top/hidden, p.px(3), long)
	}
}

func (p *overlayList) disc(c color.NRGBA, x, y, r float32) {
	p.add(draw.Prim{Kind: draw.Disc, Color: c, X: x, Y: y, R: r})
}

func (p *overlayList) ring(c color.NRGBA, x, y, r, width float32) {
	p.add(draw.Prim{Kind: draw.Ring, Color: c, X: x, Y: y, R: r, U: width})
}

func (p *overlayList) dart(c color.NRGBA, x, y, r float32) {
	p.add(draw.Prim{Kind: draw.Dart, Color: c, X: x, Y: y, U: 1, R: r})
}

// text writes s with its baseline at y.
func (p *overlayList) text(c color.NRGBA, a draw.Align, x, y, size float32, s string) {
	p.add(draw.Prim{Kind: draw.Text, Align: a, Color: c, X: x, Y: y, R: p.px(size), Str: s})
}

// width gives the pixels that s takes.
func (p *overlayList) width(s string, size float32) float32 {
	return float32(width(s, p.painter.Face(p.px(size))))
}

// fit cuts s with an ellipsis where it is wider than room pixels.
func (p *overlayList) fit(s string, size, room float32) string {
	if p.width(s, size) <= room {
		return s
	}
	rs := []rune(s)
	for n := len(rs) - 1; n > 0; n-- {
		if cut := string(rs[:n]) + "…"; p.width(cut, size) <= room {
			return cut
		}
	}
	return ""
}

// wrap breaks s into lines of so many pixels, between words where there are any, and where s
// has a new line.
func (p *overlayList) wrap(s string, size, room float32) (lines []string) {
	for part := range strings.Lines(s) {
		line := ""
		for _, word := range strings.Fields(part) {
			if next := strings.TrimPrefix(line+" "+word, " "); p.width(next, size) <= room {
				line = next
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for line = word; p.width(line, size) > room; {
				rs := []rune(line)
				n := len(rs) - 1
				for n > 1 && p.width(string(rs[:n]), size) > room {
					n--
				}
				lines, line = append(lines, string(rs[:n])), string(rs[n:])
			}
		}
		lines = append(lines, line)
	}
	return lines
}
