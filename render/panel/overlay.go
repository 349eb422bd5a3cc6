package panel

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/mind"
)

// Overlay writes beside agents how they are called and what they do, over the game's own picture. The zero
// Overlay is ready.
type Overlay[A comparable] struct {
	Scale float64 // as that of [Panel]
	Light bool
	// Reach is how far an agent's picture reaches around its point, in pixels; texts keep off it.
	Reach float64

	list    paint.List
	taken   taken
	was, is map[A]int8 // the spots of the last frame and of this one
	put     []label
}

// label is a text that has found its place.
type label struct {
	name, action string
	box          image.Rectangle
}

// The spots of a label around its agent, from the best one on, as directions of its middle.
var spots = [...]image.Point{{0, -1}, {0, 1}, {1, 0}, {-1, 0}}

// Lengths of labels in units.
const (
	labelSize = 11
	labelHigh = 15
	labelRoom = 150
	leastRoom = 30 // that a label takes
)

// Draw writes the labels of all agents that are visible, at the point of the screen that at gives, in its
// pixels. A label stays on the screen and lies over no other one: those that find no room around
// their agents, and those beyond the first 200, are left out, and those that had a place keep it while
// they can.
func (o *Overlay[A]) Draw(screen *ebiten.Image, minds *mind.Minds[A], at func(A) (x, y float64, visible bool)) {
	scale := o.Scale
	if scale <= 0 {
		scale = 1
	}
	prepare(&o.list, scale, o.Light)
	all := screen.Bounds()
	o.taken.clear(all)
	o.put = o.put[:0]
	o.was, o.is = o.is, o.was
	if clear(o.is); o.is == nil {
		o.is = map[A]int8{}
	}
	for _, kept := range []bool{true, false} {
		for a, m := range minds.All() {
			spot, had := o.was[a]
			if had != kept {
				continue
			}
			if len(o.put) == mostLabels {
				break
			}
			if x, y, visible := at(a); visible && image.Pt(int(x), int(y)).In(all) {
				o.label(a, m, x, y, all, spot)
			}
		}
	}
	l, t := &o.list, o.list.Theme
	t.Panel.A = 0xb0
	for i := range o.put {
		b := rect(o.put[i].box)
		l.Rect(t.Panel, b.x, b.y, b.w, b.h)
		x, y := b.x+l.Px(3), b.y+l.Px(11)
		l.Text(t.Bright, draw.Left, x, y, labelSize, o.put[i].name)
		l.Text(t.Running, draw.Right, b.x+b.w-l.Px(3), y, labelSize, o.put[i].action)
	}
	paintIn(l, screen, all)
}

// mostLabels is how many are drawn in a frame.
const mostLabels = 200

// label finds a place for the label of an agent, first where it was in the last frame.
func (o *Overlay[A]) label(a A, m *mind.Mind[A], x, y float64, all image.Rectangle, was int8) {
	if !o.room(x, y, all) {
		return
	}
	l := &o.list
	name, action := m.Name(), m.Doing().Action
	if name == "" && action == "" {
		return
	}
	room := min(l.Px(labelRoom), float32(all.Dx())-l.Px(6))
	name = l.Fit(name, labelSize, room)
	wide := l.Width(name, labelSize)
	if action != "" {
		gap := l.Px(5)
		if name == "" {
			gap = 0
		}
		if action = l.Fit(action, labelSize, room-wide-gap); action != "" {
			wide += gap + l.Width(action, labelSize)
		}
	}
	wide += l.Px(6)
	for try := range int8(len(spots)) {
		spot := (was + try) % int8(len(spots))
		b := o.place(x, y, wide, spots[spot], all)
		if o.taken.free(b) {
			o.taken.take(b)
			o.is[a] = spot
			o.put = append(o.put, label{name, action, b})
			return
		}
	}
}

// room reports whether even a short label has room around a point: in a dense crowd that is soon told.
func (o *Overlay[A]) room(x, y float64, all image.Rectangle) bool {
	for _, s := range spots {
		if o.taken.free(o.place(x, y, o.list.Px(leastRoom), s, all)) {
			return true
		}
	}
	return false
}

// place returns where a label of a width is in a spot, moved so that it lies on the screen.
func (o *Overlay[A]) place(x, y float64, wide float32, spot image.Point, all image.Rectangle) image.Rectangle {
	high, reach := o.list.Px(labelHigh), float32(o.Reach)+o.list.Px(3)
	left := float32(x) - wide/2 + float32(spot.X)*(reach+wide/2)
	top := float32(y) - high/2 + float32(spot.Y)*(reach+high/2)
	b := image.Rect(int(left), int(top), int(left+wide), int(top+high))
	dx := max(all.Min.X-b.Min.X, 0) - max(b.Max.X-all.Max.X, 0)
	dy := max(all.Min.Y-b.Min.Y, 0) - max(b.Max.Y-all.Max.Y, 0)
	return b.Add(image.Pt(dx, dy))
}

// taken is which cells of the screen labels lie on, a bit each.
type taken struct {
	at    image.Point // of the first cell
	words int         // of a row
	rows  [][]uint64
}

// cell is the side of a cell in pixels.
const cell = 4

func (t *taken) clear(all image.Rectangle) {
	t.at, t.words = all.Min, all.Dx()/cell/64+1
	high := all.Dy()/cell + 1
	for i := range t.rows {
		clear(t.rows[i])
	}
	if len(t.rows) < high || len(t.rows[0]) < t.words {
		t.rows = make([][]uint64, high)
		for i := range t.rows {
			t.rows[i] = make([]uint64, t.words)
		}
	}
}

// each calls a function for the words of the cells of a box, with the bits of these.
func (t *taken) each(b image.Rectangle, do func(word *uint64, bits uint64) bool) bool {
	b = b.Sub(t.at)
	x0, x1 := max(b.Min.X/cell, 0), min((b.Max.X-1)/cell, 64*t.words-1)
	for y := max(b.Min.Y/cell, 0); y <= min((b.Max.Y-1)/cell, len(t.rows)-1); y++ {
		for w := x0 / 64; w <= x1/64; w++ {
			bits := ^uint64(0)
			if w == x0/64 {
				bits &= ^uint64(0) << (x0 % 64)
			}
			if w == x1/64 {
				bits &= ^uint64(0) >> (63 - x1%64)
			}
			if !do(&t.rows[y][w], bits) {
				return false
			}
		}
	}
	return true
}

func (t *taken) free(b image.Rectangle) bool {
	return t.each(b, func(word *uint64, bits uint64) bool { return *word&bits == 0 })
}

func (t *taken) take(b image.Rectangle) {
	t.each(b, func(word *uint64, bits uint64) bool { *word |= bits; return true })
}
