package window

import (
	"fmt"
	"image"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

const leftButton = ebiten.MouseButtonLeft

// timeline is the window's way through the past of its session: a strip under the field that
// shows what the session remembers and where it is, and takes it elsewhere.
type timeline struct {
	kept    bool // the session remembers its past
	from    int64
	now     int64
	to      int64
	still   bool // time stands while the session is in its past
	way     way
	whole   bool   // the strip shows all that is remembered, not the last minute
	ask     func() // what a person wanted in the past, done after going another way; nil: nothing
	asking  bool
	marks   []chronicle.Entry // on the strip
	marksAt [3]int64          // the span and the end that they were taken for
}

// way is a walk to another tick, which may take several updates.
type way struct {
	on bool
	to int64
}

// seekTime says how long an update may go on playing towards another tick.
const seekTime = 12 * time.Millisecond

// shownSeconds says how much of the past the strip and the charts show, unless all.
const shownSeconds = 60

// Heights of the strip and of its buttons, in units.
const (
	stripHigh  = 46
	stripInset = 8
)

// look brings the timeline up to what the session remembers.
func (t *timeline) look(s *live.Session) {
	t.from, t.to = s.Remembered()
	t.now = s.World().Clock().Tick
	if t.way.on {
		return // another wish would have it set out anew
	}
	_, err := s.SeekFor(int(t.now), 0) // is there already
	t.kept = err == nil
}

// Past reports whether the session is at an earlier moment than it had come to. Commands
// are refused there.
func (fr *frame) Past() bool {
	from, to := fr.session.Remembered()
	return from < to && fr.session.World().Clock().Tick < to
}

// still reports whether time stands.
func (fr *frame) still() bool {
	if fr.timeline.way.on {
		return true
	}
	if fr.Past() {
		return fr.timeline.still
	}
	return fr.session.Paused()
}

// seek sets out for another tick, as near to it as the session remembers. Time stands there.
func (g *Game) seek(tick int64) {
	t := &g.timeline
	if t.look(g.session); !t.kept {
		g.Log("this game has no past to go to")
		return
	}
	g.pace.due, g.search.on = 0, false
	t.still, t.way, t.asking = true, way{true, min(max(tick, t.from), t.to)}, false
}

// seekBy goes some ticks back or forward from where it is bound or is now.
func (g *Game) seekBy(ticks int64) {
	at := g.session.World().Clock().Tick
	if t := &g.timeline; t.way.on {
		at = t.way.to
	}
	g.seek(at + ticks)
}

// seekSeconds is seekBy in seconds of simulated time.
func (g *Game) seekSeconds(s float64) { g.seekBy(int64(math.Round(s * g.rate()))) }

// live goes back to the present, where time goes on as it did.
func (g *Game) live() { g.seek(math.MaxInt64) }

// walk goes on to the tick that somebody set out for, for a part of an update. It plays the
// last tick by itself, so that the tree of the selected bot is known there.
func (g *Game) walk() {
	t := &g.timeline
	if !t.way.on {
		return
	}
	from, _ := g.session.Remembered()
	near := max(t.way.to-1, from)
	if now := g.session.World().Clock().Tick; now != t.way.to || near == t.way.to {
		there, err := g.session.SeekFor(int(near), seekTime)
		if err != nil {
			t.way.on = false
			g.Log("%v", err)
			return
		}
		g.turnToGame()
		if !there {
			return
		}
		if near < t.way.to {
			g.inspect.beginTick(g.game)
			g.session.Step()
			g.turnToGame()
		}
	}
	t.way.on = false
	if !g.Past() {
		t.still = false
	}
	g.journal.halted = g.session.World().Clock().Tick
	g.Refresh()
}

// turnToGame follows the selected bot in the game that the session plays now: another one,
// after it went back.
func (g *Game) turnToGame() {
	if game := g.session.Game(); game != g.game {
		g.game, g.snap = game, session.Snapshot{} // which keeps names by id
		minds := chronicle.Minds(game)
		g.inspect.Follow(minds, g.renderer.Selected)
		g.inspect.tally.Count(minds, g.renderer.Selected)
		g.breaks.Use(minds)
	}
}

// present reports whether a command can be carried out. In the past it asks whether to go
// another way from there, and does it then.
func (g *Game) present(do func()) bool {
	if !g.Past() {
		return true
	}
	g.timeline.ask, g.timeline.asking = do, true
	return false
}

// branch goes another way from this moment of the past, and does what a person wanted to.
func (g *Game) branch() {
	t := &g.timeline
	if !g.Past() {
		return
	}
	do, still := t.ask, t.still
	*t = timeline{whole: t.whole}
	g.session.Branch()
	g.charts.Forget(g.session.World().Clock().Tick)
	g.journal.forget(g.session.World().Clock().Tick)
	if v := g.player.id; v != 0 && !g.session.World().Alive(v) {
		g.player = player{}
	}
	if still {
		g.do(&session.Pause{})
	}
	g.Log("another way from tick %d on", g.session.World().Clock().Tick)
	if do != nil {
		do()
	}
}

// stripRoom returns the height of what lies under the field, in pixels.
func (fr *frame) stripRoom() int {
	if !fr.timeline.kept {
		return fr.menuRoom()
	}
	return int(stripHigh*fr.unit()) + fr.charts.chartRoom() + fr.menuRoom()
}

// drawTimeline draws the strip into a rectangle.
func (g *Game) drawTimeline(r image.Rectangle) {
	p := &g.overlay
	p.Rect(panelColor, float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
	px := func(v float32) int { return int(p.Px(v)) }
	inset, high := px(stripInset), px(24)
	above := r
	r.Min.Y += g.charts.chartRoom()
	above.Max.Y = r.Min.Y
	x, y := r.Min.X+inset, r.Min.Y+inset
	button := func(name, label string, wide float32, lit bool, do func()) {
		g.hotButton(name, label, image.Rect(x, y, x+px(wide), y+high), lit, do)
		x += px(wide + 4)
	}
	button("time/back", "-1", 30, false, func() { g.seekBy(-1) })
	button("time/on", "+1", 30, false, g.stepOnce)
	button("time/charts", "Charts", 54, g.charts.open, g.charts.toggle)
	bar := r
	bar.Min.X, bar.Min.Y, bar.Max.Y = x+px(6), y, y+high
	right := r.Max.X - inset
	past := g.Past()
	x = right - px(50)
	bar.Max.X = x - px(8)
	button("time/live", "Live", 50, !past, g.live)
	if past && !g.drawer.narrow {
		x = right - px(50+4+104)
		bar.Max.X = x - px(8)
		button("time/branch", "Go on from here", 104, false, g.branch)
	}
	if bar.Dx() < px(40) {
		return
	}
	g.drawBar(bar, past)
	if g.charts.open {
		g.charts.drawCharts(above, bar)
	}
}

// toggle shows the charts over the strip, or hides them.
func (ch *charts) toggle() { ch.open = !ch.open }

// span returns the first and the last tick that the strip and the charts show.
func (t *timeline) span(rate float64) (from, to int64) {
	room := int64(shownSeconds * rate)
	if t.whole {
		room = max(room, t.to-t.from)
	}
	from = max(t.to-room, t.from)
	if !t.whole && t.now < from {
		from = max(t.now-room/2, t.from)
	}
	return from, from + room
}

// drawBar draws the ticks that are remembered, what happened in them, and where time is.
func (g *Game) drawBar(r image.Rectangle, past bool) {
	t, p, rate := &g.timeline, &g.overlay, g.rate()
	from, to := t.span(rate)
	at := func(tick int64) float32 {
		return float32(r.Min.X) + float32(float64(r.Dx())*float64(tick-from)/float64(max(to-from, 1)))
	}
	tick := func(x int) int64 {
		part := float64(x-r.Min.X) / float64(max(r.Dx(), 1))
		return from + int64(math.Round(part*float64(to-from)))
	}
	x, y, w, h := float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy())
	p.Rect(trackColor, x, y, w, h)
	known := min(at(t.to), x+w)
	p.Rect(cardColor, x, y, known-x, h)
	now := at(t.now)
	played := buttonColor
	if past {
		played = pastShade
	}
	p.Rect(played, x, y, min(max(now-x, 0), w), h)
	g.drawMarks(r, from, to, at)
	g.drawSeconds(r, from, to, at)
	p.Rect(dimInk, known-p.Px(1), y, p.Px(1), h)
	head := brightInk
	if past {
		head = pastColor
	}
	p.Rect(head, now-p.Px(1), y-p.Px(3), p.Px(2), h+p.Px(6))
	p.Disc(head, now, y-p.Px(3), p.Px(3.5))
	if t.way.on {
		p.Rect(pastColor, at(t.way.to)-p.Px(0.5), y, p.Px(1), h)
	}
	if c := g.controls.cursor(); c.In(r) {
		p.Text(brightInk, draw.Center, min(max(float32(c.X), x+p.Px(24)), x+w-p.Px(24)), y+p.Px(16), 12, clock(float64(tick(c.X))/rate))
	}
	scrub := func(c image.Point) {
		to := min(max(tick(c.X), t.from), t.to)
		if !t.way.on || t.way.to != to {
			if at := g.session.World().Clock().Tick; at != to {
				g.seek(to)
			}
		}
	}
	g.hots = append(g.hots, hot{name: "time", r: r.Inset(-int(p.Px(4))), press: scrub, drag: scrub, wheel: func(by float64, _, _ int) { t.whole = by < 0 }})
}

// drawMarks marks in the bar when something happened, at most one of a rank for each pixel, the
// graver the higher.
func (fr *frame) drawMarks(r image.Rectangle, from, to int64, at func(int64) float32) {
	p := &fr.overlay
	t := &fr.timeline
	if t.marksAt != [3]int64{from, to, t.to} && (t.marks == nil || fr.updates%6 == 0 || t.marksAt[2] > t.to) {
		t.marksAt, t.marks = [3]int64{from, to, t.to}, fr.journal.Marked(from, to, t.marks[:0])
	}
	for rank, kinds := range chronicle.Ranks {
		last := float32(-1)
		for i := range t.marks {
			m := &t.marks[i]
			if x := at(m.Tick); kinds.Has(m.Kind) && x >= float32(r.Min.X) && x-last >= p.Px(1) {
				high := p.Px(float32(6 + 2*rank))
				p.Rect(kindColor(m.Kind), x, float32(r.Max.Y)-high, p.Px(1), high)
				last = x
			}
		}
	}
}

// drawSeconds marks round seconds under the bar, as many as there is room for.
func (fr *frame) drawSeconds(r image.Rectangle, from, to int64, at func(int64) float32) {
	p, rate := &fr.overlay, fr.rate()
	step := 1.0
	for _, s := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600} {
		if step = s; s/(float64(to-from)/rate)*float64(r.Dx()) >= float64(p.Px(64)) {
			break
		}
	}
	for s := math.Ceil(float64(from)/rate/step) * step; s*rate <= float64(to); s += step {
		x := at(int64(math.Round(s * rate)))
		p.Rect(idleColor, x, float32(r.Max.Y)-p.Px(5), p.Px(1), p.Px(5))
		if text := clock(s); x+p.Width(text, 11)/2 < float32(r.Max.X) && x-p.Width(text, 11)/2 > float32(r.Min.X) {
			p.Text(dimInk, draw.Center, x, float32(r.Max.Y)+p.Px(11), 11, text)
		}
	}
}

// clock returns a time in minutes and seconds.
func clock(seconds float64) string {
	if seconds < 60 {
		return fmt.Sprintf("%g s", math.Round(seconds*10)/10)
	}
	whole := int64(math.Round(seconds))
	return fmt.Sprintf("%d:%02d", whole/60, whole%60)
}

// drawQuestion asks whether to go another way, over the lower end of the field.
func (g *Game) drawQuestion(view image.Rectangle) {
	if !g.timeline.asking {
		return
	}
	if !g.Past() {
		g.timeline.asking = false
		return
	}
	p := &g.overlay
	px := func(v float32) int { return int(p.Px(v)) }
	wide, high := min(px(460), view.Dx()-px(16)), px(86)
	low := view.Min.Y + g.renderer.Plot().Max.Y
	r := image.Rect(0, 0, wide, high).Add(image.Pt((view.Min.X+view.Max.X-wide)/2, low-high-px(12)))
	x, y := float32(r.Min.X), float32(r.Min.Y)
	p.Rect(panelColor, x, y, float32(wide), float32(high))
	p.Frame(pastColor, x, y, float32(wide), float32(high), p.Px(1.5))
	room := float32(wide) - p.Px(24)
	p.Text(brightInk, draw.Left, x+p.Px(12), y+p.Px(22), 14, p.Fit("This is the past. Go another way from here?", 14, room))
	p.Text(dimInk, draw.Left, x+p.Px(12), y+p.Px(40), 12, p.Fit("What came after this moment is forgotten then.", 12, room))
	top := r.Max.Y - px(34)
	g.hots = append(g.hots, hot{name: "ask", r: r})
	g.hotButton("ask/yes", "Go another way", image.Rect(r.Min.X+px(12), top, r.Min.X+px(142), top+px(26)), true, g.branch)
	g.hotButton("ask/no", "Stay", image.Rect(r.Min.X+px(150), top, r.Min.X+px(214), top+px(26)), false, func() { g.timeline.ask, g.timeline.asking = nil, false })
}

// pastCaption says where in the past the session is.
func (fr *frame) pastCaption() string {
	t := &fr.timeline
	if t.way.on {
		return fmt.Sprintf("going to tick %d, at %d", t.way.to, t.now)
	}
	return fmt.Sprintf("the past, %s before now", clock(float64(t.to-t.now)/fr.rate()))
}
