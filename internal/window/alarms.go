package window

import (
	"fmt"
	"image"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/session"
)

// shownAlarms is the number of alarms that are shown whole at once.
const shownAlarms = 3

// alarmsEvery says how often the window looks for new alarms, in updates.
const alarmsEvery = 10

// Fail shows an error of something that a person wanted, whole, until it is dismissed.
func (fr *frame) Fail(err error) {
	a := chronicle.Alarm{Kind: session.OccurrenceKinds, Text: err.Error(), Times: 1}
	fr.journal.failed = append(fr.journal.failed, a)
	fr.journal.ring()
}

// drawAlarms shows what went wrong, whole, over the lower end of the field, until it is
// dismissed, and returns the field above it.
func (g *Game) drawAlarms(view image.Rectangle) image.Rectangle {
	j, p := &g.journal, &g.overlay
	px := func(v float32) int { return int(p.Px(v)) }
	wide := min(px(720), view.Dx()-px(16))
	left, bottom := (view.Min.X+view.Max.X-wide)/2, view.Max.Y-px(8)
	most := (view.Max.Y + view.Min.Y) / 2 // half the field stays free
	for i, a := range j.alarms {
		if i == shownAlarms || bottom < most {
			more := len(j.alarms) - i
			r := image.Rect(left, bottom-px(26), left+wide, bottom)
			g.alarmBox(r)
			p.Text(alarmColor, draw.Left, float32(r.Min.X)+p.Px(10), float32(r.Min.Y)+p.Px(17), 13, fmt.Sprintf("and %d more", more))
			g.hotButton("alarm/all", "Dismiss all", image.Rect(r.Max.X-px(96), r.Min.Y+px(2), r.Max.X-px(4), r.Max.Y-px(2)), false, func() {
				for _, a := range j.alarms {
					j.dismiss(a)
				}
			})
			bottom = r.Min.Y - px(4)
			break
		}
		bottom = g.drawAlarm(i, &a, left, wide, bottom) - px(4)
	}
	view.Max.Y = bottom
	return view
}

// drawAlarm draws an alarm above a line of the screen, and returns its upper end.
func (g *Game) drawAlarm(i int, a *chronicle.Alarm, left, wide, bottom int) int {
	j, p := &g.journal, &g.overlay
	px := func(v float32) int { return int(p.Px(v)) }
	head, text := "a tree or script has failed", a.Text
	switch a.Kind {
	case session.OccurrenceKinds:
		head = "this did not work"
	case session.Unreloaded:
		head = "not reloaded, the game goes on as it was"
	case session.Waiting:
		head = "this change waits until the game is started again"
	default:
		if a.Name != "" {
			head = a.Name + " has failed"
		}
		if a.Times > 1 {
			head += fmt.Sprintf(", %s times", humanize.Thousands(a.Times))
		}
		if a.Pos != "" {
			text = a.Pos + ": " + text
		}
	}
	lines := p.Wrap(text, 13, float32(wide)-p.Px(24))
	const most = 12
	if len(lines) > most {
		lines = append(lines[:most-1], fmt.Sprintf("and %d more lines", len(lines)-most+1))
	}
	high := px(float32(34 + 17*len(lines)))
	r := image.Rect(left, bottom-high, left+wide, bottom)
	g.alarmBox(r)
	x, y := float32(r.Min.X)+p.Px(12), float32(r.Min.Y)+p.Px(19)
	right := r.Max.X - px(6)
	button := func(name, label string, size float32, lit bool, do func()) {
		g.hotButton(fmt.Sprintf("alarm/%d/%s", i, name), label, image.Rect(right-px(size), r.Min.Y+px(4), right, r.Min.Y+px(26)), lit, do)
		right -= px(size + 6)
	}
	alarm := *a
	button("dismiss", "Dismiss", 70, false, func() { j.dismiss(alarm) })
	if a.Kind == session.Waiting && g.OnRestart != nil {
		button("restart", "Restart", 70, true, g.restart)
	}
	if a.Bot != 0 {
		button("bot", "Look", 56, false, func() { g.Select(alarm.Bot) })
	}
	p.Text(alarmColor, draw.Left, x, y, 14, p.Fit(head, 14, float32(right)-x))
	for _, line := range lines {
		y += p.Px(17)
		p.Text(brightInk, draw.Left, x, y, 13, line)
	}
	return r.Min.Y
}

// alarmBox draws the ground of an alarm, and keeps presses from what is under it.
func (g *Game) alarmBox(r image.Rectangle) {
	p := &g.overlay
	p.Rect(panelColor, float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
	p.Frame(alarmColor, float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()), p.Px(1.5))
	g.hots = append(g.hots, hot{name: "alarm", r: r})
}
