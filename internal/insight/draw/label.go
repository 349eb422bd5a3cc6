package draw

import (
	"image/color"
	"math"
	"slices"
)

// label is a text that belongs to a body: its name, or what it says.
type label struct {
	body  int // in the frame
	kind  labelKind
	rank  int // lower ones are placed first
	kept  bool
	was   spot // where it was in the last frame, if kept
	text  string
	half  float32 // of its width, pixels
	x, y  float32 // of the body, pixels
	reach float32 // of the body
	color color.NRGBA
	spots []spot // from the best one on
}

type labelKind uint8

const (
	nameLabel labelKind = iota
	speechLabel
	labelKinds
)

// Ranks of labels.
const (
	rankFocus = iota
	rankNamed
	rankSpeech
	rankHuman
	rankBot
)

// spot is a place beside a body. Where side is 0 the text is so many lines over the body, or
// under it for lines below 0; else it is right or left of it.
type spot struct{ side, line int8 }

// Spots from the best one on: of names, of what is said by bodies with and without a name.
// The line next to a body with a name is that of the name.
var (
	nameSpots  = []spot{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	namedSays  = []spot{{0, 2}, {0, 3}, {0, 4}, {0, -2}, {1, 0}, {-1, 0}, {0, -1}}
	nobodySays = []spot{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, -1}, {1, 0}, {-1, 0}, {0, -2}}
)

// obstacle says what a label may not lie over.
type obstacle uint8

const (
	textThere obstacle = 1 << iota
	barThere
	bodyThere
)

// tolerances say what labels of a rank avoid: as much as the first says, else what the next
// one says. Those that find no spot by any of them are left out.
var tolerances = [...][]obstacle{
	rankFocus:  {textThere | barThere | bodyThere, textThere | barThere, textThere, 0},
	rankNamed:  {textThere | barThere | bodyThere, textThere | barThere, textThere},
	rankSpeech: {textThere | barThere | bodyThere, textThere | barThere},
	rankHuman:  {textThere | barThere | bodyThere, textThere | barThere},
	rankBot:    {textThere | barThere | bodyThere},
}

// Lengths of labels in a picture 640 pixels wide.
const (
	labelLine  = labelSize + 4 // from line to line
	labelOver  = 5             // between a body and a text over it
	labelUnder = 8             // under it, where bars of health are
	labelRoom  = 200           // of a text, in a picture that is no wider: a name of 24 letters
	labelSlack = 3             // left and right of it, for labels that are new in a spot
)

// drawLabels writes the names of a.names and what bodies say beside them, so that no text
// lies over another one, over a bar or, but for those that a person wants to see, over a
// body. Labels stay in their spots from frame to frame for as long as they can; those for
// which there is no room are left out.
func (a *Layout) drawLabels(l *List, fr Frame, s sizes) {
	a.drawPlaceNames(l)
	a.labels = a.labels[:0]
	if a.Hide&LayerNames == 0 {
		for _, i := range a.names {
			a.nameOf(&fr.Bodies[i], i, s)
		}
	}
	if a.Hide&LayerSpeech == 0 && s.bot >= a.px(dartFrom) {
		for i := range fr.Bodies {
			if src := &fr.Bodies[i]; src.Speech != "" && !src.Dead && !src.Hidden {
				a.speechOf(src, i, s)
			}
		}
	}
	slices.SortStableFunc(a.labels, func(p, q label) int {
		switch {
		case p.rank != q.rank:
			return p.rank - q.rank
		case p.kept == q.kept:
			return 0
		case p.kept:
			return -1
		}
		return 1
	})
	if len(a.labels) > 0 {
		a.fill(fr, s)
	}
	for k := range a.placed {
		if a.Hide&[labelKinds]Layers{LayerNames, LayerSpeech}[k] == 0 {
			clear(a.placed[k])
		}
	}
	for i := range a.labels {
		k := &a.labels[i]
		at, ok := a.spotOf(k)
		if !ok {
			continue
		}
		if a.placed[k.kind] == nil {
			a.placed[k.kind] = map[uint32]spot{}
		}
		a.placed[k.kind][fr.Bodies[k.body].ID] = at
		x, base, b, _ := a.boxAt(k, at)
		a.room.put(b, textThere)
		a.write(l, k.color, x, base, k.text)
	}
}

// drawPlaceNames writes the names of places, over the night that lies on the field.
func (a *Layout) drawPlaceNames(l *List) {
	if a.Hide&LayerPlaces != 0 {
		return
	}
	for i := range a.field.Places {
		p := &a.field.Places[i]
		if text, x, base, ok := a.placeLabel(p); ok {
			a.write(l, mix(a.theme.opaque(p.Color, a.theme.place), a.theme.ink, 90), x, base, text)
		}
	}
}

// nameOf adds the name of a body to the labels.
func (a *Layout) nameOf(src *Body, i int, s sizes) {
	k := label{body: i, rank: rankBot, text: src.Label, spots: nameSpots, reach: a.reach(src, s)}
	k.color = mix(a.theme.opaque(src.Color, a.theme.body), a.theme.ink, 160)
	switch {
	case src.Focus:
		k.rank, k.color = rankFocus, a.theme.focus
		k.reach += a.px(focusRoom)
	case src.Named:
		k.rank = rankNamed
	case src.Human:
		k.rank = rankHuman
	}
	a.want(k, src)
}

// speechOf adds what a body says to the labels.
func (a *Layout) speechOf(src *Body, i int, s sizes) {
	k := label{body: i, kind: speechLabel, rank: rankSpeech, text: src.Speech, spots: nobodySays, reach: a.reach(src, s), color: a.theme.ink}
	if a.Hide&LayerNames == 0 && slices.Contains(a.names, i) {
		k.spots = namedSays
	}
	if src.Focus {
		k.reach += a.px(focusRoom)
	}
	a.want(k, src)
}

// want adds a label of a body that the picture shows.
func (a *Layout) want(k label, src *Body) {
	if k.x, k.y = a.Camera.Pixel(src.X, src.Y); !a.sees(k.x, k.y, k.reach) {
		return
	}
	size := a.px(labelSize)
	room := max(float32(a.Width)/3, min(a.px(labelRoom), float32(a.Width)-a.px(2*pad)))
	k.text = a.faces.fit(size, room, k.text)
	k.half = a.faces.width(size, k.text) / 2
	k.was, k.kept = a.placed[k.kind][src.ID]
	a.labels = append(a.labels, k)
}

// spotOf finds a spot for a label: that of the last frame where nothing else has come there,
// else one with some room around it.
func (a *Layout) spotOf(k *label) (spot, bool) {
	may := tolerances[k.rank]
	if k.kept && slices.Contains(k.spots, k.was) {
		if _, _, b, ok := a.boxAt(k, k.was); ok && a.room.free(b, may[min(1, len(may)-1)]) {
			return k.was, true
		}
	}
	for _, avoid := range may {
		for _, at := range k.spots {
			if _, _, b, ok := a.boxAt(k, at); ok && a.room.free(b.wider(a.px(labelSlack)), avoid) {
				return at, true
			}
		}
	}
	return spot{}, false
}

// boxAt returns where a label is written in a spot, the pixels that it takes there, and
// whether these are in the picture.
func (a *Layout) boxAt(k *label, at spot) (x, base float32, b area, ok bool) {
	size, wide := a.px(labelSize), float32(a.Width)
	x, base = k.x, k.y+float32(size*0.35)
	edge := k.half + a.px(4)
	switch {
	case at.side != 0:
		x += float32(float32(at.side) * (k.reach + a.px(4) + k.half))
		if x < edge || x > wide-edge {
			return x, base, b, false
		}
	case at.line > 0:
		base = k.y - k.reach - a.px(labelOver) - a.px(float32(labelLine*(int(at.line)-1)))
	default:
		base = k.y + k.reach + a.px(labelUnder+labelSize) + a.px(float32(labelLine*(-int(at.line)-1)))
	}
	x = min(max(x, edge), wide-edge)
	b = area{x - k.half - a.px(2), base - size, x + k.half + a.px(2), base + a.px(3)}
	return x, base, b, b.y0 >= float32(a.head) && b.y1 <= float32(a.Height-a.foot)
}

// fill puts into the room what labels do not lie over.
func (a *Layout) fill(fr Frame, s sizes) {
	a.room.clear(a.Width, a.Height)
	if a.Hide&LayerPlaces == 0 {
		for i := range a.field.Places {
			if text, x, base, ok := a.placeLabel(&a.field.Places[i]); ok {
				half := a.faces.width(a.px(labelSize), text)/2 + a.px(2)
				a.room.put(area{x - half, base - a.px(labelSize), x + half, base + a.px(3)}, textThere)
			}
		}
	}
	if s.bot < a.px(dartFrom) {
		return // bodies are dots
	}
	for i := range fr.Bodies {
		src := &fr.Bodies[i]
		x, y := a.Camera.Pixel(src.X, src.Y)
		r := a.reach(src, s)
		if src.Hidden || src.Dead || !a.sees(x, y, r) {
			continue
		}
		a.room.put(area{x - r, y - r, x + r, y + r}, bodyThere)
		if b, ok := a.barOf(src, x, y, r); ok {
			a.room.put(b, barThere)
		}
	}
}

// write writes s over the field, centred at x, with a dark edge.
func (a *Layout) write(l *List, c color.NRGBA, x, y float32, s string) {
	size := a.px(labelSize)
	for _, d := range [...][2]float32{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		l.text(alpha(a.theme.field, 180), Center, x+a.px(d[0]), y+a.px(d[1]), size, s)
	}
	l.text(c, Center, x, y, size, s)
}

// area is a part of a picture, in pixels.
type area struct{ x0, y0, x1, y1 float32 }

// wider returns the area with so much more to its left and right.
func (b area) wider(by float32) area { return area{b.x0 - by, b.y0, b.x1 + by, b.y1} }

func (b area) overlaps(c area) bool { return b.x0 < c.x1 && c.x0 < b.x1 && b.y0 < c.y1 && c.y0 < b.y1 }

// roomCell is the side of the squares that a room is divided into, pixels.
const roomCell = 64

// room is a picture with what lies in it. Bodies are discs as wide as their areas.
type room struct {
	columns, rows int
	cells         [][]int32 // of things, by square
	things        []thing
}

type thing struct {
	area area
	what obstacle
}

// clear empties the room, which has so many pixels.
func (r *room) clear(width, height int) {
	r.columns, r.rows, r.things = width/roomCell+1, height/roomCell+1, r.things[:0]
	for i := range r.cells {
		r.cells[i] = r.cells[i][:0]
	}
	for len(r.cells) < r.columns*r.rows {
		r.cells = append(r.cells, nil)
	}
}

// span returns the squares that an area lies in.
func (r *room) span(b area) (x0, y0, x1, y1 int) {
	at := func(v float32, n int) int { return int(min(max(float64(v)/roomCell, 0), float64(n-1))) }
	return at(b.x0, r.columns), at(b.y0, r.rows), at(b.x1, r.columns), at(b.y1, r.rows)
}

func (r *room) put(b area, what obstacle) {
	n := int32(len(r.things))
	r.things = append(r.things, thing{b, what})
	x0, y0, x1, y1 := r.span(b)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			c := &r.cells[y*r.columns+x]
			*c = append(*c, n)
		}
	}
}

// free reports whether nothing of what is to be avoided lies in an area.
func (r *room) free(b area, avoid obstacle) bool {
	x0, y0, x1, y1 := r.span(b)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			for _, n := range r.cells[y*r.columns+x] {
				if k := &r.things[n]; k.what&avoid != 0 && k.covers(b) {
					return false
				}
			}
		}
	}
	return true
}

// covers reports whether a thing reaches into an area.
func (k *thing) covers(b area) bool {
	if !k.area.overlaps(b) || k.what != bodyThere {
		return k.area.overlaps(b)
	}
	x, y, r := (k.area.x0+k.area.x1)/2, (k.area.y0+k.area.y1)/2, (k.area.x1-k.area.x0)/2
	dx, dy := float64(x-min(max(x, b.x0), b.x1)), float64(y-min(max(y, b.y0), b.y1))
	return math.Sqrt(float64(dx*dx)+float64(dy*dy)) < float64(r)
}
