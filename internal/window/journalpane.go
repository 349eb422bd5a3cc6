package window

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// journalPane is the list of what happens, newest first, in the panel.
type journalPane struct {
	*frame
	*chronicle.Journal
	hidden chronicle.Kinds // kinds that a person does not want to see
	halts  chronicle.Kinds // kinds at which time is to stand still
	own    bool            // only what the selected body took part in
	menu   bool            // the list of kinds is open
	top    int             // rows above the visible part
	rows   []chronicle.Entry
	halted int64 // the tick until which it was looked for what time is to stand still at
	said   []said
	failed []chronicle.Alarm // what the program could not do for a person
	alarms []chronicle.Alarm // all that is shown
}

// said is a line that the window itself has said, at a tick.
type said struct {
	tick int64
	time float64
	text string
}

// maxSaid bounds the lines of the window, and maxRows what of the journal is looked through.
const (
	maxSaid = 60
	maxRows = 2000
)

// newJournalPane begins to listen to a session. What was chosen of the list stays.
func newJournalPane(old *journalPane, s *live.Session) journalPane {
	n := journalPane{frame: old.frame, Journal: chronicle.NewJournal(s), halted: s.World().Clock().Tick, hidden: chronicle.Set(session.Informed)}
	if old.Journal != nil {
		n.hidden, n.halts, n.own = old.hidden, old.halts, old.own
	}
	return n
}

// ring brings the alarms that are shown up to date.
func (n *journalPane) ring() { n.alarms = append(slices.Clone(n.failed), n.Alarms()...) }

// dismiss takes an alarm from those that are shown.
func (n *journalPane) dismiss(a chronicle.Alarm) {
	n.failed = slices.DeleteFunc(n.failed, func(f chronicle.Alarm) bool { return f == a })
	if a.Kind != session.OccurrenceKinds {
		n.Dismiss(a)
	}
	n.ring()
}

// say adds a line of the window's own.
func (n *journalPane) say(tick int64, time float64, text string) {
	if len(n.said) == maxSaid {
		n.said = append(n.said[:0], n.said[1:]...)
	}
	n.said = append(n.said, said{tick, time, text})
}

// forget drops what the window said after a tick that was branched from.
func (n *journalPane) forget(tick int64) {
	n.said = slices.DeleteFunc(n.said, func(s said) bool { return s.tick > tick })
	n.halted = min(n.halted, tick)
}

// filter returns the filter of the list.
func (jp *journalPane) filter() chronicle.Filter {
	f := chronicle.Filter{Kinds: chronicle.All &^ jp.hidden}
	if jp.own {
		f.Bot = jp.renderer.Selected
	}
	return f
}

// read takes what the list shows at this moment, newest first.
func (jp *journalPane) read(n int) {
	jp.rows = jp.rows[:0]
	if f := jp.filter(); f.Kinds != 0 {
		jp.rows = slices.DeleteFunc(jp.Last(f, jp.snap.Tick, 0, n, jp.rows), func(e chronicle.Entry) bool {
			return e.Kind == session.Commanded && (e.Text == "pause" || e.Text == "resume") // the person who did it saw it
		})
	}
	if jp.own && jp.renderer.Selected != 0 {
		return
	}
	for _, s := range jp.said {
		if s.tick <= jp.snap.Tick {
			e := chronicle.Entry{Time: s.time, Line: s.text}
			e.Tick, e.Kind = s.tick, session.OccurrenceKinds
			at := slices.IndexFunc(jp.rows, func(r chronicle.Entry) bool { return r.Tick <= s.tick })
			if at < 0 {
				at = len(jp.rows)
			}
			jp.rows = slices.Insert(jp.rows, at, e)
		}
	}
}

// halt makes time stand still when something has happened that a person wants it for.
func (g *Game) halt() {
	j := &g.journal
	now := g.session.World().Clock().Tick
	if j.halts != 0 && now > j.halted {
		if hit := j.Between(chronicle.Filter{Kinds: j.halts}, j.halted+1, now, nil); len(hit) > 0 {
			g.standStill(fmt.Sprintf("stopped at: %s", hit[0].Line))
		}
	}
	j.halted = now
}

// standStill pauses the game, in the past as in the present, and says why.
func (g *Game) standStill(why string) {
	g.pace.due, g.search.on = 0, false
	if g.Past() {
		g.timeline.still = true
	} else if !g.session.Paused() {
		g.do(&session.Pause{})
	}
	g.journal.say(g.session.World().Clock().Tick, g.session.World().Clock().Time(), why)
}

// kindColor returns the color of a kind of what happens, in the list and on the strip.
func kindColor(k chronicle.Kind) color.NRGBA {
	switch k {
	case session.Failed, session.Refused, session.Unreloaded, session.Waiting:
		return alarmColor
	case session.Killed, session.Died:
		return failureColor
	case session.Matched, session.Daylight, session.Announced:
		return brightInk
	case session.Delivered, session.Bought, session.Scored, session.Evolved:
		return pastColor
	case session.Contacted, session.Born, session.Returned:
		return successColor
	}
	return runningColor
}

const entryHigh = 17 // of a row of the list, in units

// drawJournal lists what happened, with how to choose of it, into a rectangle.
func (g *Game) drawJournal(r image.Rectangle) {
	j, p := &g.journal, &g.overlay
	px := func(v float32) int { return int(p.Px(v)) }
	x, y := float32(r.Min.X), float32(r.Min.Y)
	p.Text(brightInk, draw.Left, x, y+p.Px(14), 14, "Events")
	button := func(name, label string, left, wide float32, lit bool, do func()) {
		to := r.Max.X - px(left)
		g.hotButton(name, label, image.Rect(to-px(wide), r.Min.Y, to, r.Min.Y+px(20)), lit, do)
	}
	label := "all kinds"
	if shown := (chronicle.Usual &^ j.hidden).Len(); shown < chronicle.Usual.Len() {
		label = humanize.Count(int64(shown), "kind")
	}
	button("events/kinds", label, 0, 76, j.menu, func() { j.menu = !j.menu })
	if v := g.snap.Body(g.renderer.Selected); v != nil {
		button("events/own", "of "+v.Name, 80, 120, j.own, func() { j.own, j.top = !j.own, 0 })
	}
	list := r
	list.Min.Y += px(24)
	room := max(int(float32(list.Dy())/p.Px(entryHigh)), 0)
	g.journal.read(min(j.top+room+1, maxRows))
	j.top = max(min(j.top, len(j.rows)-room), 0)
	if len(j.rows) == 0 {
		p.Text(dimInk, draw.Left, x, float32(list.Min.Y)+p.Px(13), 12, "nothing yet")
	}
	hover := -1
	for i, e := range j.rows[j.top:min(j.top+room, len(j.rows))] {
		row := image.Rect(list.Min.X, list.Min.Y+px(entryHigh*float32(i)), list.Max.X, list.Min.Y+px(entryHigh*float32(i+1)))
		if g.journal.drawEntry(&e, row) {
			hover = j.top + i
		}
	}
	g.hots = append(g.hots, hot{name: "events", r: list, press: func(at image.Point) { g.pickEntry(at, list) }, wheel: func(by float64, _, _ int) {
		if j.top -= int(math.Round(by * 3)); j.top < 0 {
			j.top = 0
		}
	}})
	if hover >= 0 {
		g.journal.drawWholeEntry(&j.rows[hover], image.Pt(list.Min.X, list.Min.Y+px(entryHigh*float32(hover-j.top))))
	}
	if j.menu {
		g.journal.drawKinds(r)
	}
}

// timeRoom is the width of the times in the list, in units.
const timeRoom = 52

// drawEntry draws a row, and reports whether the cursor is on it.
func (jp *journalPane) drawEntry(e *chronicle.Entry, r image.Rectangle) (hover bool) {
	p := &jp.overlay
	x, y := float32(r.Min.X), float32(r.Min.Y)+p.Px(13)
	hover = jp.controls.cursor().In(r)
	if hover {
		p.Rect(cardColor, x, float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
	}
	p.Text(runningColor, draw.Right, x+p.Px(timeRoom-8), y, 12, clock(math.Floor(e.Time*10)/10))
	ink := dimInk
	if e.Grave {
		ink = alarmColor
	} else if hover {
		ink = brightInk
	}
	if e.Kind < session.OccurrenceKinds {
		p.Rect(kindColor(e.Kind), x+p.Px(timeRoom-3), y-p.Px(9), p.Px(3), p.Px(11))
	}
	p.Text(ink, draw.Left, x+p.Px(timeRoom+4), y, 12, p.Fit(shortLine(e), 12, float32(r.Dx())-p.Px(timeRoom+6)))
	return hover
}

// shortLine returns the line of an entry with the name of its file without the folders.
func shortLine(e *chronicle.Entry) string {
	if rest, ok := strings.CutPrefix(e.Line, e.Pos); ok && e.Pos != "" {
		return baseOf(e.Pos) + rest
	}
	return e.Line
}

// baseOf returns the name of a file without its folders.
func baseOf(file string) string { return path.Base(filepath.ToSlash(file)) }

// drawWholeEntry shows the line under the cursor whole, where the row cuts it, to the left.
func (jp *journalPane) drawWholeEntry(e *chronicle.Entry, at image.Point) {
	p := &jp.overlay
	x, room := float32(at.X)+p.Px(timeRoom+4), p.Px(panelWidth-timeRoom-30)
	if e.Line == p.Fit(shortLine(e), 12, room) {
		return
	}
	lines := p.Wrap(e.Line, 12, room)
	high := p.Px(entryHigh)*float32(len(lines)) + p.Px(4)
	y := min(float32(at.Y), float32(jp.screen.Y)-high)
	p.Rect(panelColor, x-p.Px(4), y, room+p.Px(10), high)
	p.Frame(idleColor, x-p.Px(4), y, room+p.Px(10), high, p.Px(1))
	for _, line := range lines {
		p.Text(brightInk, draw.Left, x, y+p.Px(13), 12, line)
		y += p.Px(entryHigh)
	}
}

// pickEntry goes to the moment of the row that was pressed, by its time, or selects who took
// part, by its text.
func (g *Game) pickEntry(at image.Point, list image.Rectangle) {
	j, p := &g.journal, &g.overlay
	i := j.top + int(float32(at.Y-list.Min.Y)/p.Px(entryHigh))
	if i >= len(j.rows) {
		return
	}
	e := &j.rows[i]
	if float32(at.X-list.Min.X) < p.Px(timeRoom) {
		g.seek(e.Tick)
		return
	}
	who := e.From
	if (who == 0 || who == g.renderer.Selected) && e.To != 0 {
		who = e.To
	}
	if who != 0 {
		g.Select(who)
	}
}

// drawKinds lists the kinds with how often each came, to choose which are shown and which make
// time stand still.
func (jp *journalPane) drawKinds(under image.Rectangle) {
	p := &jp.overlay
	px := func(v float32) int { return int(p.Px(v)) }
	var kinds []chronicle.Kind
	for k := range session.OccurrenceKinds {
		if jp.Count(chronicle.Set(k), -1, jp.snap.Tick) > 0 || jp.halts.Has(k) {
			kinds = append(kinds, k)
		}
	}
	const line = 19
	wide, high := px(panelWidth-20), px(float32(30+line*max(len(kinds), 1)))
	r := image.Rect(under.Max.X-wide, under.Min.Y-high, under.Max.X, under.Min.Y)
	p.Rect(panelColor, float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
	p.Frame(idleColor, float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()), p.Px(1))
	jp.hots = append(jp.hots, hot{name: "kinds", r: r, over: true})
	p.Text(dimInk, draw.Left, float32(r.Min.X)+p.Px(8), float32(r.Min.Y)+p.Px(17), 12, "shown")
	p.Text(dimInk, draw.Right, float32(r.Max.X)-p.Px(8), float32(r.Min.Y)+p.Px(17), 12, "time stands still at")
	for i, k := range kinds {
		top := r.Min.Y + px(float32(26+line*i))
		n := jp.Count(chronicle.Set(k), -1, jp.snap.Tick)
		show := image.Rect(r.Min.X+px(8), top, r.Max.X-px(70), top+px(line-2))
		ink, box := brightInk, idleColor
		if jp.hidden.Has(k) {
			ink = dimInk
		} else {
			box = kindColor(k)
		}
		p.Rect(box, float32(show.Min.X), float32(top)+p.Px(3), p.Px(10), p.Px(10))
		p.Text(ink, draw.Left, float32(show.Min.X)+p.Px(16), float32(top)+p.Px(13), 12, fmt.Sprintf("%s %s", humanize.Thousands(n), title(k, n)))
		name := chronicle.Titles[k][0]
		jp.hots = append(jp.hots, hot{name: "kinds/" + name, r: show, press: func(image.Point) { jp.hidden ^= chronicle.Set(k) }, over: true})
		stop := image.Rect(r.Max.X-px(62), top, r.Max.X-px(8), top+px(line-2))
		jp.hotButton("halt/"+name, "stop", stop, jp.halts.Has(k), func() { jp.halts ^= chronicle.Set(k) })
		jp.hots[len(jp.hots)-1].over = true
	}
	if len(kinds) == 0 {
		p.Text(dimInk, draw.Left, float32(r.Min.X)+p.Px(8), float32(r.Min.Y)+p.Px(39), 12, "nothing has happened yet")
	}
}

// title returns the title of a number of a kind.
func title(k chronicle.Kind, n int64) string {
	if n == 1 {
		return chronicle.Titles[k][0]
	}
	return chronicle.Titles[k][1]
}
