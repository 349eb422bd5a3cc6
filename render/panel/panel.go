package panel

import (
	"image"
	"unicode"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/mind"
)

// Panel shows the tree of an agent in a part of the screen. The zero Panel is ready. It is at its
// best from 220 by 160 pixels on, at a Scale of 1: what has no room beside the tree is behind tabs then.
type Panel struct {
	// Scale is how large texts and rows are; 0 is 1, where texts are 12 pixels high. A game whose
	// screen counts the pixels of the display, and not its units, sets
	// ebiten.Monitor().DeviceScaleFactor().
	Scale float64
	Light bool // dark on light
	// Read tells what a person does, in the pixels of the screen that is drawn on; nil asks Ebiten.
	Read func() Input

	list   paint.List
	input  Input // of the last update
	shown  string
	tab    section           // where there is no room for all
	tops   [sections]float64 // lines above the visible ones
	folded map[fold]bool

	search string
	typing bool
	hit    int // of the hits, the one that was gone to

	held held
	seen []int // of the view's rows, those that are shown
	hits []int // of seen, those that somebody searches

	above []int // scratch of the search

	deeds, texts int // of the view
}

// held is what the pressed mouse has hold of.
type held struct {
	what  holdable
	of    section
	from  image.Point
	top   float64 // lines above the visible ones when it was taken
	moved bool
}

type holdable uint8

const (
	nothing holdable = iota
	bar
	content
	other // of the panel, or of the game
)

func (p *Panel) scale() float64 {
	if p.Scale > 0 {
		return p.Scale
	}
	return 1
}

// finding reports whether somebody searches.
func (p *Panel) finding() bool { return p.typing || p.search != "" }

// Update brings the view up to date and does what a person wants of the panel. used reports that
// mouse and keys are the panel's, and that the game leaves them alone: the cursor is over it, or
// somebody types or drags. Without a view, nil, nothing is done.
func (p *Panel) Update(v *mind.View, in image.Rectangle) (used bool) {
	was := p.input.Pressed
	if p.Read != nil {
		p.input = p.Read()
	} else {
		readEbiten(&p.input)
	}
	if v == nil || in.Empty() {
		p.typing, p.held = false, held{}
		return false
	}
	v.Update()
	p.turnTo(v)
	p.see(v)
	g := p.place(in)
	over := p.input.Cursor.In(in)
	switch {
	case p.input.Pressed && !was:
		p.press(v, &g)
	case p.input.Pressed:
		p.drag(&g)
	case was:
		p.release(v, &g)
	}
	used = over || p.typing || p.held.what == bar || p.held.what == content
	if over || p.typing {
		p.keys(v, &g)
	}
	p.see(v)
	g = p.place(in)
	for s := range sections {
		if at := p.input.Cursor.In(g.list[s]); at {
			p.scrollBy(&g, s, -2*p.input.Wheel)
		} else if !g.list[s].Empty() {
			p.scrollBy(&g, s, 0)
		}
	}
	return used
}

// turnTo begins at the top where another agent or another tree is shown.
func (p *Panel) turnTo(v *mind.View) {
	if who := v.Name + "\n" + v.Tree; who != p.shown {
		p.shown, p.tops, p.hit = who, [sections]float64{}, 0
	}
}

// lines is how many lines a section has.
func (p *Panel) lines(s section) int {
	switch s {
	case treeSection:
		return len(p.seen)
	case deedSection:
		return p.deeds
	}
	return p.texts
}

// press begins a click or a drag.
func (p *Panel) press(v *mind.View, g *geometry) {
	at := p.input.Cursor
	p.held = held{what: other, from: at}
	p.typing = at.In(g.field)
	switch {
	case at.In(g.prev):
		p.goTo(g, p.hit-1)
	case at.In(g.next):
		p.goTo(g, p.hit+1)
	case at.In(g.fold):
		p.foldAll(v)
	}
	for s := range sections {
		if at.In(g.tabs[s]) {
			p.tab = s
		}
		if r := g.list[s]; at.In(r) {
			p.held.what, p.held.of, p.held.top = content, s, p.tops[s]
			if at.X >= r.Max.X-int(barWide*p.scale()) && p.lines(s) > p.fits(g, s) {
				p.held.what = bar
				p.drag(g)
			}
		}
	}
}

// drag follows the mouse with what it has hold of: a bar is where the cursor is, and lines go along
// with it.
func (p *Panel) drag(g *geometry) {
	h := &p.held
	if by := p.input.Cursor.Sub(h.from); by.X*by.X+by.Y*by.Y > int(16*p.scale()*p.scale()) {
		h.moved = true
	}
	r := g.list[h.of]
	if r.Empty() || h.what != bar && (h.what != content || !h.moved) {
		return
	}
	if h.what == content {
		p.tops[h.of] = h.top + float64(h.from.Y-p.input.Cursor.Y)/p.lineOf(h.of)
	} else {
		high, all := float64(r.Dy()), float64(p.lines(h.of))
		p.tops[h.of] = (float64(p.input.Cursor.Y-r.Min.Y)/high)*all - float64(p.fits(g, h.of))/2
	}
	p.scrollBy(g, h.of, 0)
}

// release ends what press began: a click on a node folds it.
func (p *Panel) release(v *mind.View, g *geometry) {
	if h := p.held; h.what == content && h.of == treeSection && !h.moved {
		if i, ok := p.rowAt(g, h.from); ok && p.search == "" {
			p.toggle(v, i)
		}
	}
	p.held = held{}
}

// rowAt returns which of the view's rows is at a point.
func (p *Panel) rowAt(g *geometry, at image.Point) (row int, ok bool) {
	r := g.list[treeSection]
	if !at.In(r) {
		return 0, false
	}
	line := int(float64(at.Y-r.Min.Y) / p.lineOf(treeSection))
	if i := int(p.tops[treeSection]) + line; line < p.fits(g, treeSection) && i < len(p.seen) {
		return p.seen[i], true
	}
	return 0, false
}

// goTo shows one of the hits, counted around.
func (p *Panel) goTo(g *geometry, hit int) {
	if len(p.hits) == 0 {
		return
	}
	p.tab = treeSection
	p.hit = (hit%len(p.hits) + len(p.hits)) % len(p.hits)
	line, fits := float64(p.hits[p.hit]), float64(p.fits(g, treeSection))
	if t := &p.tops[treeSection]; line < *t || line >= *t+fits {
		*t = max(line-fits/2, 0)
	}
}

// keys does what keys and letters want.
func (p *Panel) keys(v *mind.View, g *geometry) {
	if p.typing {
		was := p.search
		for _, r := range p.input.Typed {
			if unicode.IsPrint(r) {
				p.search += string(r)
			}
		}
		defer func() {
			if p.search != was {
				p.tab = treeSection
				p.see(v)
				p.goTo(g, 0)
			}
		}()
	} else if string(p.input.Typed) == "/" {
		p.typing = true
		return
	}
	s := treeSection
	for other := range sections {
		if p.input.Cursor.In(g.list[other]) {
			s = other
		}
	}
	for _, k := range p.input.Keys {
		switch k {
		case ebiten.KeyArrowUp:
			p.scrollBy(g, s, -1)
		case ebiten.KeyArrowDown:
			p.scrollBy(g, s, 1)
		case ebiten.KeyPageUp:
			p.scrollBy(g, s, -float64(max(p.fits(g, s)-1, 1)))
		case ebiten.KeyPageDown:
			p.scrollBy(g, s, float64(max(p.fits(g, s)-1, 1)))
		case ebiten.KeyHome:
			p.scrollBy(g, s, -float64(p.lines(s)))
		case ebiten.KeyEnd:
			p.scrollBy(g, s, float64(p.lines(s)))
		case ebiten.KeyEscape:
			p.search, p.typing = "", false
		case ebiten.KeyEnter, ebiten.KeyNumpadEnter:
			if p.input.Shift {
				p.goTo(g, p.hit-1)
			} else {
				p.goTo(g, p.hit+1)
			}
		case ebiten.KeyBackspace:
			if letters := []rune(p.search); p.typing && len(letters) > 0 {
				p.search = string(letters[:len(letters)-1])
			}
		case ebiten.KeyF:
			if !p.typing {
				p.foldAll(v)
			}
		case ebiten.KeySpace:
			if i, ok := p.rowAt(g, p.input.Cursor); ok && !p.finding() {
				p.toggle(v, i)
			}
		}
	}
}
