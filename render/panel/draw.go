package panel

import (
	"fmt"
	"image"
	"image/color"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/mind"
)

// prepare makes a list ready for another picture. The shader and the font of a painter are of this
// module, so that they are sound.
func prepare(list *paint.List, scale float64, light bool) {
	if list.Painter == nil {
		painter, err := paint.NewPainter()
		if err != nil {
			panic(err)
		}
		list.Painter = painter
	}
	list.Unit, list.Theme = float32(scale), paint.ThemeOf(light)
	list.Reset()
}

// Draw draws the view in a rectangle of the screen, in its pixels, and nothing beside it but the
// whole text of a node under the cursor, where the panel cuts it. Texts that have no room end in
// an ellipsis. Without a view, nil, the panel is empty.
func (p *Panel) Draw(screen *ebiten.Image, v *mind.View, in image.Rectangle) {
	clip := in.Intersect(screen.Bounds())
	if clip.Empty() {
		return
	}
	l := &p.list
	prepare(l, p.scale(), p.Light)
	r := rect(in)
	l.Rect(l.Theme.Panel, r.x, r.y, r.w, r.h)
	l.Frame(l.Theme.Idle, r.x, r.y, r.w, r.h, max(l.Px(1), 1))
	if v == nil {
		l.Text(l.Theme.Dim, draw.Center, r.x+r.w/2, r.y+r.h/2+l.Px(4), 12, l.Fit("nobody is watched", 12, r.w-l.Px(2*edge)))
		p.paint(screen, clip)
		return
	}
	p.turnTo(v)
	p.see(v)
	g := p.place(in)
	p.drawHead(v, g.head)
	p.drawFinder(&g)
	for s := range sections {
		if !g.titles[s].Empty() {
			p.drawTitle(s, g.titles[s])
		}
		if tab := rect(g.tabs[s]); tab.w > 0 {
			back := l.Theme.Button
			if s == p.tab {
				back = l.Theme.Lit
			} else if p.input.Cursor.In(g.tabs[s]) {
				back = l.Theme.Hover
			}
			p.button(back, tab.wider(-l.Px(1)), sectionNames[s])
		}
	}
	whole := p.drawTree(v, &g)
	p.drawDeeds(v, &g)
	p.drawLog(v, &g)
	p.drawBars(&g)
	p.paint(screen, clip)
	if whole != nil {
		l.Reset()
		whole(screen.Bounds())
		p.paint(screen, screen.Bounds())
	}
}

// paint paints the list into a part of the screen.
func (p *Panel) paint(screen *ebiten.Image, clip image.Rectangle) { paintIn(&p.list, screen, clip) }

func paintIn(l *paint.List, screen *ebiten.Image, clip image.Rectangle) {
	dx, dy := float32(clip.Min.X), float32(clip.Min.Y)
	for i := range l.Prims {
		s := &l.Prims[i]
		s.X, s.Y = s.X-dx, s.Y-dy
		if s.Kind == draw.Line {
			s.U, s.V = s.U-dx, s.V-dy
		}
	}
	l.Painter.Paint(screen.SubImage(clip).(*ebiten.Image), l.Prims)
}

// box is a rectangle as lists have it.
type box struct{ x, y, w, h float32 }

func rect(r image.Rectangle) box {
	return box{float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy())}
}

// wider is the box with so much more to its left and right.
func (b box) wider(by float32) box { return box{b.x - by, b.y, b.w + 2*by, b.h} }

// button draws a button with a text.
func (p *Panel) button(back color.NRGBA, b box, text string) {
	l := &p.list
	l.Rect(back, b.x, b.y, b.w, b.h)
	l.Text(l.Theme.Bright, draw.Center, b.x+b.w/2, b.y+b.h/2+l.Px(4), 12, l.Fit(text, 12, b.w-l.Px(2)))
}

// drawHead draws who is shown, by which tree, and how it is.
func (p *Panel) drawHead(v *mind.View, in image.Rectangle) {
	l, b := &p.list, rect(in)
	y := b.y + l.Px(16)
	state, ink := fmt.Sprintf("turn %d", v.Turns), l.Theme.Dim
	switch {
	case v.Gone:
		state, ink = "gone", l.Theme.Alarm
	case v.Held:
		state, ink = "held", l.Theme.Past
	}
	state = l.Fit(state, 12, b.w/2)
	l.Text(ink, draw.Right, b.x+b.w, y, 12, state)
	room := b.w - l.Width(state, 12) - l.Px(8)
	who, tree := v.Name, v.Tree
	if who == "" {
		who, tree = tree, ""
	}
	who = l.Fit(who, 14, room)
	l.Text(l.Theme.Bright, draw.Left, b.x, y, 14, who)
	x := l.Width(who, 14) + l.Px(8)
	if room -= x; room > l.Px(30) {
		l.Text(l.Theme.Dim, draw.Left, b.x+x, y, 12, l.Fit(tree, 12, room))
	}
}

// drawFinder draws the field to search in, with its buttons.
func (p *Panel) drawFinder(g *geometry) {
	l, t, b := &p.list, &p.list.Theme, rect(g.field)
	if b.w > 0 {
		l.Rect(t.Track, b.x, b.y, b.w, b.h)
		if p.typing {
			l.Frame(t.Grip, b.x, b.y, b.w, b.h, max(l.Px(1), 1))
		}
		text, ink, room := p.search, t.Bright, b.w-l.Px(10)
		if !p.finding() {
			text, ink = "search ( / )", t.Dim
			if b.w < l.Px(70) {
				text = "/"
			}
		}
		text = l.Fit(text, 12, room)
		l.Text(ink, draw.Left, b.x+l.Px(5), b.y+b.h/2+l.Px(4), 12, text)
		if p.typing {
			l.Rect(t.Bright, b.x+l.Px(6)+l.Width(text, 12), b.y+l.Px(4), max(l.Px(1), 1), b.h-l.Px(8))
		}
	}
	back := func(r image.Rectangle) color.NRGBA {
		if p.input.Cursor.In(r) {
			return t.Hover
		}
		return t.Button
	}
	if !g.fold.Empty() {
		p.button(back(g.fold), rect(g.fold), "Fold")
	}
	if g.next.Empty() {
		return
	}
	p.button(back(g.prev), rect(g.prev), "<")
	p.button(back(g.next), rect(g.next), ">")
	count, at := rect(g.count), 0
	if len(p.hits) > 0 {
		at = min(p.hit, len(p.hits)-1) + 1
	}
	text := l.Fit(fmt.Sprintf("%d/%d", at, len(p.hits)), 12, count.w-l.Px(4))
	l.Text(t.Dim, draw.Center, count.x+count.w/2, count.y+count.h/2+l.Px(4), 12, text)
}

// drawTitle draws what stands over a section.
func (p *Panel) drawTitle(s section, in image.Rectangle) {
	l, b := &p.list, rect(in)
	l.Line(l.Theme.Idle, b.x, b.y+l.Px(2), b.x+b.w, b.y+l.Px(2), max(l.Px(1), 1))
	l.Text(l.Theme.Bright, draw.Left, b.x, b.y+l.Px(17), 12, sectionNames[s])
}

// drawTree draws the rows of the tree that have room. Where there is one under the cursor, whole draws its
// whole text.
func (p *Panel) drawTree(v *mind.View, g *geometry) (whole func(screen image.Rectangle)) {
	l, in, file := &p.list, g.list[treeSection], ""
	high := p.lineOf(treeSection)
	under, hovered := p.rowAt(g, p.input.Cursor)
	first := int(p.tops[treeSection])
	for line := range min(p.fits(g, treeSection), len(p.seen)-first) {
		i := p.seen[first+line]
		y := float32(float64(in.Min.Y) + float64(line)*high)
		var row paint.Row
		row, file = p.rowOf(v, i, file)
		if n, ok := slices.BinarySearch(p.hits, first+line); ok {
			if row.Hit = true; n == p.hit {
				l.Rect(l.Theme.Grip, float32(in.Min.X)-l.Px(4), y+l.Px(1), l.Px(3), float32(high)-l.Px(2))
			}
		}
		l.Row(&row, in, y+float32(high)/2)
		if hovered && i == under && p.held.what == nothing {
			whole = func(screen image.Rectangle) { l.WholeRow(&row, in, y, screen) }
		}
	}
	return whole
}

// drawDeeds draws what the agent does and did before, the last first.
func (p *Panel) drawDeeds(v *mind.View, g *geometry) {
	p.drawLines(g, deedSection, func(i int, y float32, in box) {
		l, d := &p.list, &v.Deeds[len(v.Deeds)-1-i]
		until, ink := v.Time, l.Theme.Bright
		if i > 0 {
			until, ink = v.Deeds[len(v.Deeds)-i].Since, l.Theme.Dim
		}
		turns := "turns"
		if d.Turns == 1 {
			turns = "turn"
		}
		long := fmt.Sprintf("%.1f s", max(until-d.Since, 0))
		if all := fmt.Sprintf("%s, %d %s", long, d.Turns, turns); l.Width(all, 12) < in.w/2 {
			long = all
		}
		name := d.Action
		if name == "" {
			name = "nothing"
		}
		long = l.Fit(long, 12, in.w/2)
		l.Text(l.Theme.Dim, draw.Right, in.x+in.w, y, 12, long)
		l.Text(ink, draw.Left, in.x, y, 12, l.Fit(name, 12, in.w-l.Width(long, 12)-l.Px(8)))
	})
}

// drawLog draws the log, the last text first.
func (p *Panel) drawLog(v *mind.View, g *geometry) {
	p.drawLines(g, logSection, func(i int, y float32, in box) {
		p.list.Text(p.list.Theme.Dim, draw.Left, in.x, y, 12, p.list.Fit(v.Log[len(v.Log)-1-i], 12, in.w))
	})
}

// drawLines draws the lines of a section that have room, each with its baseline at y.
func (p *Panel) drawLines(g *geometry, s section, draw func(i int, y float32, in box)) {
	in, first := rect(g.list[s]), int(p.tops[s])
	in.w -= p.list.Px(8)
	for line := range min(p.fits(g, s), p.lines(s)-first) {
		draw(first+line, in.y+float32(float64(line)*p.lineOf(s))+p.list.Px(12), in)
	}
}

// drawBars draws the bars of lists of which more is there than has room.
func (p *Panel) drawBars(g *geometry) {
	l := &p.list
	for s := range sections {
		r := g.list[s]
		if r.Empty() || p.fits(g, s) == 0 {
			continue
		}
		r.Max.Y = r.Min.Y + int(float64(p.fits(g, s))*p.lineOf(s))
		l.Bar(r, float32(p.tops[s]*p.lineOf(s)), float32(float64(p.lines(s))*p.lineOf(s)))
	}
}
