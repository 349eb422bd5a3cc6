package window

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// part is a piece of a line of words, with what stands before it: the colour of a team, or how
// the line of a chart looks.
type part struct {
	text string
	line lineStyle // with an alpha of 0 for nothing
}

// banner says how the game stands, over the field.
type banner struct {
	*frame
	header header
	stands *chronicle.Standing // at the snapshot's moment
	hand   string              // what the action key of the person who plays does
}

// standing says how the match stands, what the hour is and how often things happened;
// nothing where there is nothing of these.
func (bn *banner) standing() (parts []part) {
	st := bn.stands
	if st == nil {
		return nil
	}
	for _, side := range st.Sides {
		parts = append(parts, part{side.Title + " " + humanize.Number(side.Score), lineStyle{color: bn.shown(bn.renderer.colors.Team(side.Team))}})
	}
	var phase []string
	if st.Over {
		phase = append(phase, st.Result)
	} else {
		if st.Goal > 0 {
			phase = append(phase, humanize.Number(st.Goal)+" wins")
		}
		if st.Left >= 0 {
			phase = append(phase, clock(math.Ceil(st.Left))+" left")
		}
	}
	for _, text := range []string{strings.Join(phase, ", "), st.Clock(), counted(st), bn.hand} {
		if text != "" {
			parts = append(parts, part{text: text})
		}
	}
	return parts
}

// counted says how often things happened so far.
func counted(st *chronicle.Standing) string {
	var all []string
	add := func(n int64, what string) {
		if n > 0 {
			all = append(all, humanize.Count(n, what))
		}
	}
	add(st.Contacts, st.ContactName)
	add(st.Deaths, "death")
	add(st.Births, "arrival")
	return strings.Join(all, ", ")
}

// stand takes how the game stands from the snapshot: at once when time has moved, and every
// now and then in a crowd.
func (bn *banner) stand() {
	if st := bn.stands; st != nil && st.Tick == bn.snap.Tick || bn.updates%6 != 0 && len(bn.snap.Bots) > manyBots {
		return
	}
	bn.stands = chronicle.NewStanding(bn.session.Scene(), &bn.snap, bn.journal.Journal)
}

// manyBots is the number of bots a crowd has.
const manyBots = 5000

// teamTitle returns the name that people use for the team with an id.
func (fr *frame) teamTitle(id string) string {
	for i := range fr.session.Scene().Setup.Teams {
		if t := &fr.session.Scene().Setup.Teams[i]; t.ID == id {
			return t.Title()
		}
	}
	return id
}

// header is the number of lines of the field's header that say how the game stands: as many as they
// took at most while the window had this size, and one before there is anything to say, so that the field
// does not jump.
type header struct {
	wide, unit float32
	lines      int
}

// placed is a part of how the game stands in its line.
type placed struct {
	part
	x   float32
	row int
}

// flow sets how the game stands in lines of the header.
func (bn *banner) flow() (all []placed) {
	p, h := &bn.overlay, &bn.header
	left := p.Px(14)
	x, row := left, 0
	for _, part := range bn.standing() {
		mark := float32(0)
		if part.line.color.A > 0 {
			mark = p.Px(8)
		}
		wide := mark + p.Width(part.text, 14)
		if x > left && x+wide > h.wide-left {
			x, row = left, row+1
		}
		part.text = p.Fit(part.text, 14, h.wide-left-x-mark)
		all = append(all, placed{part, x, row})
		x += wide + p.Px(16)
	}
	h.lines = max(h.lines, row+1)
	return all
}

// measure notes the size of the header for a view.
func (bn *banner) measure(view image.Rectangle) {
	if wide, unit := float32(view.Dx()), bn.overlay.Unit; wide != bn.header.wide || unit != bn.header.unit {
		bn.header = header{wide: wide, unit: unit}
	}
}

// drawStanding writes how the game stands into the last lines of the field's header.
func (bn *banner) drawStanding(view image.Rectangle) {
	p := &bn.overlay
	for _, part := range bn.flow() {
		x, y := float32(view.Min.X)+part.x, float32(view.Min.Y)+p.Px(float32(66+18*part.row)) // under the line of captions
		ink := dimInk
		if part.line.color.A > 0 {
			p.Rect(part.line.color, x, y-p.Px(10), p.Px(4), p.Px(12))
			x += p.Px(8)
			ink = brightInk
		}
		p.Text(ink, draw.Left, x, y, 14, part.text)
	}
}

// restart plays the same scene from its beginning, where the program can.
func (g *Game) restart() {
	if g.OnRestart == nil {
		g.Log("this program cannot start the game again")
		return
	}
	if err := g.OnRestart(g); err != nil {
		g.Fail(err)
		return
	}
	g.Log("started again")
}

// drawEnd says who won, once somebody has, until a person looks on.
func (g *Game) drawEnd(view image.Rectangle) {
	s := &g.snap
	if s.Result == "" {
		g.lookOn = false
	}
	if s.Result == "" || g.lookOn {
		return
	}
	p := &g.overlay
	px := func(v float32) int { return int(p.Px(v)) }
	lines := []string{}
	for _, side := range s.Sides {
		lines = append(lines, g.teamTitle(side.Team)+"  "+humanize.Number(side.Score))
	}
	wide := min(px(380), view.Dx()-px(16))
	room := float32(wide) - p.Px(24)
	result := p.Wrap(s.Result, 20, room)
	high := px(float32(80 + 24*len(result) + 22*len(lines)))
	r := image.Rect(0, 0, wide, high).Add(image.Pt((view.Min.X+view.Max.X-wide)/2, view.Min.Y+(view.Dy()-high)/3))
	p.Rect(panelColor, float32(r.Min.X), float32(r.Min.Y), float32(wide), float32(high))
	p.Frame(g.winnerColor(), float32(r.Min.X), float32(r.Min.Y), float32(wide), float32(high), p.Px(2))
	mid := float32(r.Min.X + wide/2)
	y := float32(r.Min.Y) + p.Px(34)
	for _, line := range result {
		p.Text(brightInk, draw.Center, mid, y, 20, line)
		y += p.Px(24)
	}
	for i, line := range lines {
		text := p.Fit(line, 14, room)
		p.Text(dimInk, draw.Center, mid, y, 14, text)
		p.Rect(g.shown(g.renderer.colors.Team(s.Sides[i].Team)), mid-p.Width(text, 14)/2-p.Px(12), y-p.Px(10), p.Px(4), p.Px(12))
		y += p.Px(22)
	}
	top := r.Max.Y - px(38)
	g.hots = append(g.hots, hot{name: "end", r: r})
	g.endButtons(r.Min.X+wide/2, top)
}

// endButtons are under the result: what can be played now.
func (g *Game) endButtons(mid, top int) {
	px := func(v float32) int { return int(g.overlay.Px(v)) }
	buttons := []struct {
		name, text string
		do         func()
	}{{"end/next", "Next round", g.nextRound}, {"end/on", "Look on", func() { g.lookOn = true }}}
	if g.OnRestart != nil {
		buttons = slices.Insert(buttons, 1, struct {
			name, text string
			do         func()
		}{"end/restart", "Restart", g.restart})
	}
	left := mid - len(buttons)*px(108)/2
	for i, b := range buttons {
		at := left + i*px(108)
		g.hotButton(b.name, b.text, image.Rect(at+px(4), top, at+px(104), top+px(26)), i == 0, b.do)
	}
}

// winnerColor returns the color of the team with the highest score, or of text for a draw.
func (fr *frame) winnerColor() color.NRGBA {
	best, ink := math.Inf(-1), brightInk
	for _, side := range fr.snap.Sides {
		switch {
		case side.Score > best:
			best, ink = side.Score, fr.shown(fr.renderer.colors.Team(side.Team))
		case side.Score == best:
			ink = brightInk
		}
	}
	return ink
}
