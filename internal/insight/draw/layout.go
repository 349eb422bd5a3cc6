package draw

import (
	"fmt"
	"image"
	"image/color"
	"math"
)

// Layout says where things are in a picture: a header bar with title, clock and
// captions, the field, and a legend bar. A Layout belongs to one goroutine.
type Layout struct {
	Width, Height int    // pixels
	Camera        Camera // shows the whole field at first
	Hide          Layers // what is left out

	field      Field
	theme      *theme
	opt        Options
	unit       float32 // pixels that a pixel of a 640 wide picture has become
	captions   int     // lines kept free below the title
	head, foot int     // heights of the bars, pixels
	legend     []legendItem
	faces      faces

	// scratch of DrawBodies: bodies by index, and where names are
	humans, marks, signs, names []int
	labels                      []label
	room                        room
	placed                      [labelKinds]map[uint32]spot // where labels were in the last frame, by body
}

// legendItem is a legend entry at its place: X, Y is the middle of its shape.
type legendItem struct {
	x, y  float32
	color color.RGBA
	shape Shape
	glyph Glyph
	still bool
	hued  bool
	text  string
}

// Lengths in a picture 640 pixels wide.
const (
	pad         = 14
	titleSize   = 18
	textSize    = 13
	labelSize   = 12
	lineHeight  = 18
	legendRows  = 4   // at most
	legendRoom  = 20  // between rows
	scaleRoom   = 150 // for the scale bar and its length
	gridSpacing = 40  // between grid lines, at least
)

// NewLayout lays out pictures of a field with so many caption lines. It fails
// on options out of range, on a field without area, and on a height that
// leaves the field no room.
func NewLayout(f Field, lg Legend, opt Options, captions int) (*Layout, error) {
	opt, err := opt.resolve()
	if err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	a := &Layout{Width: opt.Width, Height: opt.Height, field: f, theme: &darkTheme, opt: opt, captions: captions, faces: faces{}}
	if opt.Light {
		a.theme = &lightTheme
	}
	a.unit = opt.Unit
	if a.unit == 0 {
		a.unit = min(max(float32(opt.Width)/defaultWidth, 1), 4)
	}
	a.head = round(a.px(float32(pad + titleSize + 2 + captions*lineHeight)))
	a.foot = round(a.px(pad-4)) + a.placeLegend(lg)*round(a.px(legendRoom))
	gap := round(a.px(pad))
	wide := opt.Width - 2*gap
	if a.Height == 0 {
		high := float64(f.Height) / float64(f.Width) * float64(wide)
		high = min(max(high, float64(a.px(120))), float64(wide)*1.25)
		a.Height = min(a.head+a.foot+2*gap+int(high), maxSide)
	}
	plot := a.Plot()
	if plot.Dy() < gap {
		return nil, fmt.Errorf("draw: height %d px leaves no room for the field; want %d or more", a.Height, a.head+a.foot+3*gap)
	}
	a.Camera = Fit(f, plot)
	for i := range a.legend {
		a.legend[i].y += float32(a.Height - a.foot)
	}
	return a, nil
}

// Plot returns the part of the picture between the bars, less a margin: where the
// field is at first.
func (a *Layout) Plot() image.Rectangle {
	gap := round(a.px(pad))
	return image.Rectangle{Min: image.Pt(gap, a.head+gap), Max: image.Pt(a.Width-gap, a.Height-a.foot-gap)}
}

// placeLegend flows the entries into rows, from the top of the bar on, and
// returns how many rows there are: at least one, for the scale bar.
func (a *Layout) placeLegend(lg Legend) (rows int) {
	left, size := a.px(pad), a.px(textSize)
	x, y, end := left, a.px(legendRoom/2), float32(a.Width)-a.px(scaleRoom)
	rows = 1
	for i, e := range lg.Entries {
		text := a.faces.fit(size, end-left-a.px(16), e.Text)
		wide := a.px(34) + a.faces.width(size, text)
		if x > left && x+wide > end {
			if rows == legendRows {
				a.legend = append(a.legend, legendItem{x: x, y: y, shape: moreEntries, text: fmt.Sprintf("+%d", len(lg.Entries)-i)})
				break
			}
			x, y, rows = left, y+a.px(legendRoom), rows+1
		}
		a.legend = append(a.legend, legendItem{x: x + a.px(7), y: y, color: e.Color, shape: e.Shape, glyph: e.Glyph, still: e.Still, hued: e.Hued, text: text})
		x += wide
	}
	return rows
}

// px converts a length in a picture 640 pixels wide to pixels of this one. It rounds, so
// that no compiler fuses it with a sum.
func (a *Layout) px(v float32) float32 { return float32(a.unit * v) }

// moreEntries stands for the entries that a legend has no room for.
const moreEntries = ShapeBuilding + 1

// Draw appends to l the picture of fr; trails may be nil.
func (a *Layout) Draw(l *List, fr Frame, trails *Trails) {
	a.DrawGround(l)
	a.DrawBodies(l, fr, trails)
	a.DrawBars(l, fr)
}

// DrawGround appends page and field, which lie under all bodies and do not change while
// the camera does not.
func (a *Layout) DrawGround(l *List) {
	l.rect(a.theme.page, 0, 0, float32(a.Width), float32(a.Height))
	a.drawField(l)
}

// DrawBars appends header and legend, which lie over everything.
func (a *Layout) DrawBars(l *List, fr Frame) {
	a.drawHeader(l, fr)
	a.drawFooter(l)
}

func (a *Layout) drawHeader(l *List, fr Frame) {
	w, left, size := float32(a.Width), a.px(pad), a.px(textSize)
	l.rect(a.theme.page, 0, 0, w, float32(a.head))
	clock := clockText(fr)
	base := a.px(pad + titleSize - 4)
	l.text(a.theme.dim, Right, w-left, base, size, clock)
	room := w - a.px(3*pad) - a.faces.width(size, clock)
	l.text(a.theme.ink, Left, left, base, a.px(titleSize), a.faces.fit(a.px(titleSize), room, a.field.Title))
	for i, s := range fr.Captions {
		if i == a.captions {
			break
		}
		y := base + a.px(float32(lineHeight*(i+1)+2))
		l.text(a.theme.dim, Left, left, y, size, a.faces.fit(size, w-2*left, s))
	}
}

func (a *Layout) drawFooter(l *List) {
	w, top, size, drop := float32(a.Width), float32(a.Height-a.foot), a.px(textSize), a.px(4.5)
	l.rect(a.theme.page, 0, top, w, float32(a.foot))
	for _, e := range a.legend {
		a.drawShape(l, e)
		x := e.x + a.px(12)
		if e.shape == moreEntries {
			x = e.x
		}
		l.text(a.theme.dim, Left, x, e.y+drop, size, e.text)
	}
	step := a.Camera.gridStep(float64(a.px(gridSpacing)))
	x1, y := w-a.px(pad), top+a.px(legendRoom/2)
	x0 := x1 - float32(step*a.Camera.Scale)
	tick, thick := a.px(3), a.px(1.5)
	l.line(a.theme.dim, x0, y, x1, y, thick)
	l.line(a.theme.dim, x0, y-tick, x0, y+tick, thick)
	l.line(a.theme.dim, x1, y-tick, x1, y+tick, thick)
	l.text(a.theme.dim, Right, x0-a.px(7), y+drop, size, metres(step))
}

// drawShape draws a legend entry's shape as the field shows it.
func (a *Layout) drawShape(l *List, e legendItem) {
	r := a.px(7)
	switch e.shape {
	case ShapeBot:
		b := body{x: e.x, y: e.y, hx: 1, glyph: e.glyph}
		if e.still {
			b.hx = 0
		}
		a.drawGlyph(l, b, a.theme.opaque(e.color, a.theme.body), r)
	case ShapeMarked:
		a.drawMarked(l, body{x: e.x, y: e.y, hx: 1, color: a.theme.opaque(e.color, a.theme.body), hued: e.hued}, r*0.8)
	case ShapeSigned:
		a.drawGlyph(l, body{x: e.x, y: e.y, hx: 1}, a.theme.body, r*0.6)
		a.drawSign(l, a.theme.opaque(e.color, a.theme.ink), e.x, e.y, r*0.6)
	case ShapeHuman:
		a.drawHuman(l, body{x: e.x, y: e.y, color: a.theme.opaque(e.color, a.theme.body)}, r)
	case ShapeItem:
		l.diamond(a.theme.opaque(e.color, a.theme.item), e.x, e.y, a.px(4))
	case ShapePlace:
		a.drawPlace(l, a.theme.opaque(e.color, a.theme.place), e.x, e.y, r)
	default:
		if e.shape.IsBuilding() {
			f := &figures[e.shape]
			f.fill(l, a.theme.opaque(e.color, a.theme.body), e.x, e.y, r*0.85)
			f.drawMark(l, a.theme.field, e.x, e.y, r*0.85)
		}
	}
}

// clockText returns the header's time and tick.
func clockText(fr Frame) string {
	s := fmt.Sprintf("%.1f s", fr.Time)
	if tenths := math.Round(fr.Time * 10); tenths >= 600 {
		minutes := math.Floor(tenths / 600)
		s = fmt.Sprintf("%.0f min %04.1f s", minutes, (tenths-float64(minutes*600))/10)
	}
	return fmt.Sprintf("%s    tick %d", s, fr.Tick)
}
