package window

import (
	"fmt"
	"image"
	"path"
	"strings"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/window/paint"
)

// sourcePane shows the text of a file over the field, with a line lit.
type sourcePane struct {
	file  string
	lines []string // nil: the pane is closed
	lit   int      // from 1
	top   int      // the first line that is shown, from 0
	at    image.Rectangle
}

// Heights in the pane, in units.
const (
	sourceHead = 26
	sourceLine = 16
)

// openSource shows the line of a node in its file.
func (g *Game) openSource(w *treedraw.Node) {
	text, ok := g.session.Scene().Source(w.File)
	if w.Line <= 0 || !ok {
		g.Log("%s stands in no file that the scene has read", strings.TrimSpace(w.Kind+" "+w.Detail))
		return
	}
	g.source = sourcePane{file: w.File, lit: int(w.Line), lines: strings.Split(string(text), "\n"), top: -1}
}

// scroll moves the pane by so many lines down.
func (s *sourcePane) scroll(by int) { s.top = min(max(s.top+by, 0), max(len(s.lines)-1, 0)) }

// place returns where the pane is drawn: over the field, beside the tree.
func (s *sourcePane) place(p *paint.List, view image.Rectangle) {
	wide, high := min(view.Dx()-int(p.Px(16)), int(p.Px(620))), view.Dy()*6/10
	left := view.Min.X + int(p.Px(8))
	s.at = image.Rect(left, view.Max.Y-high-int(p.Px(8)), left+max(wide, 0), view.Max.Y-int(p.Px(8)))
}

// closer returns the button that closes the pane.
func (s *sourcePane) closer(p *paint.List) image.Rectangle {
	return image.Rect(s.at.Max.X-int(p.Px(sourceHead)), s.at.Min.Y, s.at.Max.X, s.at.Min.Y+int(p.Px(sourceHead)))
}

func (s *sourcePane) draw(p *paint.List, view image.Rectangle) {
	if s.lines == nil {
		return
	}
	s.place(p, view)
	r := s.at
	x, y, w, h := float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy())
	rows := max(int((h-p.Px(sourceHead+6))/p.Px(sourceLine)), 1)
	if s.top < 0 { // it was opened just now: the line comes into the upper third
		s.top = max(s.lit-1-rows/3, 0)
	}
	p.Rect(panelColor, x, y, w, h)
	p.Frame(idleColor, x, y, w, h, p.Px(1))
	p.Text(brightInk, draw.Left, x+p.Px(10), y+p.Px(18), 13, p.Fit(fmt.Sprintf("%s:%d", path.Clean(s.file), s.lit), 13, w-p.Px(50)))
	c := s.closer(p)
	p.Text(brightInk, draw.Center, float32(c.Min.X+c.Max.X)/2, float32(c.Min.Y)+p.Px(18), 13, "X")
	numbers := p.Width(fmt.Sprint(len(s.lines)), 11) + p.Px(12)
	for i := range rows {
		at := s.top + i
		if at >= len(s.lines) {
			break
		}
		base := y + p.Px(sourceHead+12) + float32(i)*p.Px(sourceLine)
		ink := dimInk
		if at+1 == s.lit {
			p.Rect(hoverColor, x+p.Px(2), base-p.Px(12), w-p.Px(4), p.Px(sourceLine))
			ink = brightInk
		}
		p.Text(dimInk, draw.Right, x+numbers, base, 11, fmt.Sprint(at+1))
		text := strings.ReplaceAll(strings.TrimRight(s.lines[at], "\r"), "\t", "    ")
		bare := strings.TrimLeft(text, " ")
		left := x + numbers + p.Px(10) + float32(len(text)-len(bare))*p.Px(6)
		p.Text(ink, draw.Left, left, base, 12, p.Fit(bare, 12, x+w-p.Px(8)-left))
	}
}
