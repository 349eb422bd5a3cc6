package window

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/window/paint"
)

// charts are the lanes over the strip: how the game and the selected bot fared in the time
// that the strip shows.
type charts struct {
	*frame
	chronicle.Chart
	open bool
	body []chronicle.BodyMoment
	now  chronicle.Moment // that of the snapshot
}

// Heights of a lane, in units: with the gap over it, and of the words in it, under which is
// the chart.
const (
	laneHigh  = 40
	laneWords = 15
)

// lane is a chart over the time of the strip.
type lane struct {
	name string
	draw func(c *charts, r image.Rectangle, a axis) (words []part) // what it says of the moment asked for
}

// axis maps ticks to pixels.
type axis struct {
	from, to int64
	x, wide  float32
	at       int64 // the moment that is told in words
}

func (a axis) px(tick int64) float32 {
	return a.x + a.wide*float32(float64(tick-a.from)/float64(max(a.to-a.from, 1)))
}

// lanes returns the lanes in which there is something to show.
func (ch *charts) lanes() (all []lane) {
	if ch.renderer.Selected != 0 {
		if ch.mortal() {
			all = append(all, lane{"health", (*charts).drawHealth})
		}
		all = append(all, lane{"measured speed", (*charts).drawSpeed}, lane{"action", (*charts).drawBand})
	}
	all = append(all, lane{"classes", (*charts).drawClasses}, lane{"actions", (*charts).drawActions})
	if len(ch.snap.Sides) > 0 {
		all = append(all, lane{"score", (*charts).drawScores})
	}
	return append(all, lane{"tick time", (*charts).drawTook})
}

// mortal reports whether the selected body can be hurt.
func (ch *charts) mortal() bool {
	return slices.ContainsFunc(ch.session.Game().Figures(ch.renderer.Selected, nil), func(f systems.Figure) bool { return f.Name == "health" })
}

// chartRoom returns the height of the lanes that there is room for, in pixels: the field keeps
// more than half of the window.
func (ch *charts) chartRoom() int {
	if !ch.open {
		return 0
	}
	high := int(laneHigh * ch.unit())
	return min(len(ch.lanes()), ch.screen.Y*2/5/max(high, 1)) * high
}

// drawCharts draws the lanes into a rectangle, over the bar between two columns.
func (ch *charts) drawCharts(r image.Rectangle, bar image.Rectangle) {
	p, t := &ch.overlay, &ch.timeline
	from, to := t.span(ch.rate())
	a := axis{from, to, float32(bar.Min.X), float32(bar.Dx()), t.now}
	if c := ch.controls.cursor(); c.In(image.Rect(bar.Min.X, r.Min.Y, bar.Max.X, r.Max.Y)) {
		a.at = min(from+int64(float64(c.X-bar.Min.X)/float64(max(bar.Dx(), 1))*float64(to-from)), t.to)
	}
	ch.now = ch.At(&ch.snap, ch.renderer.Selected)
	if ch.body = ch.body[:0]; ch.renderer.Selected != 0 {
		ch.body = ch.Body(ch.renderer.Selected, from, to, ch.body)
	}
	for i, lane := range ch.lanes() {
		box := image.Rect(bar.Min.X, 0, bar.Max.X, int(p.Px(laneHigh-5)))
		box = box.Add(image.Pt(0, r.Min.Y+int(p.Px(float32(laneHigh*i+5)))))
		if box.Max.Y > r.Max.Y {
			break
		}
		y := float32(box.Min.Y)
		p.Rect(trackColor, a.x, y, a.wide, float32(box.Dy()))
		p.Text(dimInk, draw.Right, a.x-p.Px(6), y+p.Px(22), 12, p.Fit(lane.name, 12, a.x-float32(r.Min.X)-p.Px(10)))
		plot := box
		plot.Min.Y += int(p.Px(laneWords))
		drawWords(p, lane.draw(ch, plot, a), a.x+p.Px(5), a.x+a.wide-p.Px(4), y)
		p.Rect(dimInk, a.px(a.at), float32(plot.Min.Y), p.Px(1), float32(plot.Dy()))
	}
}

// drawWords writes the words of a chart in a line up to an end, each with how its line looks, and
// how many had no room.
func drawWords(p *paint.List, all []part, x, end, y float32) {
	for i, w := range all {
		sample, more := float32(0), float32(0)
		if w.line.color.A > 0 {
			sample = p.Px(20)
		}
		if i < len(all)-1 {
			more = p.Px(28)
		}
		if x+sample+p.Width(w.text, 11)+more > end {
			p.Text(dimInk, draw.Left, x, y+p.Px(12), 11, fmt.Sprintf("+%d", len(all)-i))
			return
		}
		if sample > 0 {
			drawSample(p, w.line, x, y+p.Px(8), p.Px(16))
		}
		p.Text(brightInk, draw.Left, x+sample, y+p.Px(12), 11, w.text)
		x += sample + p.Width(w.text, 11) + p.Px(10)
	}
}

// columnWide says how wide the columns of areas are, in units.
const columnWide = 3

// lineStyle says how a line of a chart looks: its colour, and how many lines before it have the
// same one.
type lineStyle struct {
	color color.NRGBA
	nth   int
}

// dashes say how long, in units, the pieces of a line and the gaps between them are; the first
// has no gaps.
var dashes = [...][2]float32{{1, 0}, {7, 4}, {2, 3}, {13, 3}}

// drawDashed draws a line from left to right in pieces that lie at the same places for all lines.
func drawDashed(p *paint.List, s lineStyle, x0, y0, x1, y1 float32) {
	d := dashes[s.nth%len(dashes)]
	width := p.Px(1.3)
	if d[1] == 0 || x1 <= x0 {
		p.Line(s.color, x0, y0, x1, y1, width)
		return
	}
	long, period := p.Px(d[0]), p.Px(d[0]+d[1])
	at := func(x float32) float32 { return y0 + (y1-y0)*(x-x0)/(x1-x0) }
	for x := float32(math.Floor(float64(x0/period))) * period; x < x1; x += period {
		if from, to := max(x, x0), min(x+long, x1); from < to {
			p.Line(s.color, from, at(from), to, at(to), width)
		}
	}
}

// drawSample draws a piece of a line, thicker than in its chart.
func drawSample(p *paint.List, s lineStyle, x, y, long float32) {
	for dy := float32(-1); dy <= 1; dy++ {
		drawDashed(p, s, x, y+dy, x+long, y+dy)
	}
}

// drawLine draws values of 0 to most as a line, oldest first. It breaks where a gap is before a
// value, and around a value below 0, which is not known.
func (ch *charts) drawLine(r image.Rectangle, a axis, line lineStyle, n int, most float32, value func(i int) (tick int64, v float32, gap bool)) {
	p := &ch.overlay
	var x0, y0 float32
	known := false // the value before
	for i := range n {
		tick, v, gap := value(i)
		if v < 0 {
			known = false
			continue
		}
		x := a.px(tick)
		y := float32(r.Max.Y) - p.Px(2) - (float32(r.Dy())-p.Px(4))*min(max(v/max(most, 1e-9), 0), 1)
		if known && !gap && (x-x0 >= 1 || i == n-1) {
			drawDashed(p, line, x0, y0, x, y)
		} else if known && !gap {
			continue
		}
		x0, y0, known = x, y, true
	}
}

// atMoment returns the body's moment of the tick asked for, or the last one before it; nil where
// nothing is known of that time.
func (ch *charts) atMoment(a axis) *chronicle.BodyMoment {
	m := latest(ch.body, a.at, func(m *chronicle.BodyMoment) (int64, bool) { return m.Tick, m.Gap })
	if a.at != ch.now.Tick {
		return m
	}
	now, ok := ch.now.Body(ch.renderer.Selected)
	if !ok {
		return nil
	}
	if m != nil {
		now.Speed = m.Speed
	}
	return &now
}

// latest returns the last of some moments that is not after a tick; nil where there is a gap.
func latest[M any](all []M, at int64, of func(*M) (tick int64, gap bool)) *M {
	for i := len(all) - 1; i >= 0; i-- {
		tick, _ := of(&all[i])
		if tick > at {
			continue
		}
		if tick < at && i+1 < len(all) {
			if _, gap := of(&all[i+1]); gap {
				return nil
			}
		}
		return &all[i]
	}
	return nil
}

func (ch *charts) drawHealth(r image.Rectangle, a axis) []part {
	all := ch.body
	ch.drawLine(r, a, lineStyle{color: successColor}, len(all), 1, func(i int) (int64, float32, bool) { return all[i].Tick, all[i].Health, all[i].Gap })
	if m := ch.atMoment(a); m != nil {
		return []part{{text: fmt.Sprintf("%.0f%%", 100*m.Health)}}
	}
	return nil
}

func (ch *charts) drawSpeed(r image.Rectangle, a axis) []part {
	all, most := ch.body, float32(1)
	for i := range all {
		most = max(most, all[i].Speed)
	}
	ch.drawLine(r, a, lineStyle{color: runningColor}, len(all), most, func(i int) (int64, float32, bool) { return all[i].Tick, all[i].Speed, all[i].Gap })
	if m := ch.atMoment(a); m != nil && m.Speed >= 0 {
		return []part{{text: fmt.Sprintf("%.1f m/s, at most %.1f", m.Speed, most)}}
	}
	return nil
}

// actionColor returns the color of an action, by its place in the chart.
func (ch *charts) actionColor(i int) color.NRGBA {
	if ch.Actions[i] == "" {
		return idleColor
	}
	return ch.shown(palette.Palette[i%len(palette.Palette)])
}

// actionName returns the name of an action.
func actionName(name string) string { return cmp.Or(name, "nothing") }

func (ch *charts) drawBand(r image.Rectangle, a axis) (words []part) {
	p, all := &ch.overlay, ch.body
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && all[j].Action == all[i].Action && !all[j].Gap {
			j++
		}
		end := all[j-1].Tick
		if j < len(all) && !all[j].Gap {
			end = all[j].Tick
		}
		x := a.px(all[i].Tick)
		p.Rect(ch.actionColor(all[i].Action), x, float32(r.Min.Y)+p.Px(2), max(a.px(end)-x, 1), float32(r.Dy())-p.Px(4))
		i = j
	}
	if m := ch.atMoment(a); m != nil {
		words = append(words, part{actionName(ch.Actions[m.Action]), lineStyle{color: ch.actionColor(m.Action)}})
	}
	return words
}

// told returns the moment of the tick asked for, or the last one before it; nil where nothing is
// known of that time.
func (ch *charts) told(all []chronicle.Moment, a axis) *chronicle.Moment {
	m := latest(all, a.at, func(m *chronicle.Moment) (int64, bool) { return m.Tick, m.Gap })
	if a.at != ch.now.Tick {
		return m
	}
	if m != nil {
		ch.now.Took = m.Took
	}
	return &ch.now
}

func (ch *charts) drawClasses(r image.Rectangle, a axis) (words []part) {
	all, most := ch.Between(a.from, a.to), int32(1)
	for i := range all {
		most = max(most, slices.Max(append([]int32{0}, all[i].Classes...)))
	}
	for k, id := range ch.Classes {
		line := lineStyle{color: brightInk}
		if id != "" {
			hue, nth := ch.renderer.colors.Line(id)
			line = lineStyle{ch.shown(hue), nth}
		}
		ch.drawLine(r, a, line, len(all), float32(most), func(i int) (int64, float32, bool) { return all[i].Tick, float32(nth(all[i].Classes, k)), all[i].Gap })
		if m := ch.told(all, a); m != nil {
			words = append(words, part{fmt.Sprintf("%s %d", ch.className(id), nth(m.Classes, k)), line})
		}
	}
	return words
}

// className returns the name of a class.
func (fr *frame) className(id string) string {
	for i := range fr.session.Scene().Setup.Classes {
		if c := &fr.session.Scene().Setup.Classes[i]; c.ID == id {
			return c.Name
		}
	}
	return "players"
}

func nth(list []int32, i int) int32 {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// drawActions stacks how many bodies did what.
func (ch *charts) drawActions(r image.Rectangle, a axis) (words []part) {
	p, all := &ch.overlay, ch.Between(a.from, a.to)
	step, i := p.Px(columnWide), 0
	for x := a.x; x < a.x+a.wide && i < len(all); x += step {
		for i+1 < len(all) && a.px(all[i+1].Tick) <= x {
			i++
		}
		if a.px(all[i].Tick) > x+step || x > a.px(all[len(all)-1].Tick) || i+1 < len(all) && all[i+1].Gap && x > a.px(all[i].Tick) {
			continue
		}
		total := int32(0)
		for _, n := range all[i].Actions {
			total += n
		}
		y := float32(r.Max.Y)
		for k, n := range all[i].Actions {
			high := float32(r.Dy()) * float32(n) / float32(max(total, 1))
			p.Rect(ch.actionColor(k), x, y-high, min(step, a.x+a.wide-x), high)
			y -= high
		}
	}
	m := ch.told(all, a)
	if m == nil {
		return nil
	}
	order := make([]int, len(m.Actions))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(m.Actions[y], m.Actions[x]) })
	for _, k := range order {
		if m.Actions[k] > 0 {
			words = append(words, part{fmt.Sprintf("%s %d", actionName(ch.Actions[k]), m.Actions[k]), lineStyle{color: ch.actionColor(k)}})
		}
	}
	return words
}

func (ch *charts) drawScores(r image.Rectangle, a axis) (words []part) {
	all, most := ch.Between(a.from, a.to), 1.0
	for i := range all {
		most = max(most, slices.Max(append([]float64{0}, all[i].Scores...)))
	}
	score := func(m *chronicle.Moment, k int) float64 {
		if k < len(m.Scores) {
			return m.Scores[k]
		}
		return 0
	}
	for k, side := range ch.snap.Sides {
		line := lineStyle{color: ch.shown(ch.renderer.colors.Team(side.Team))}
		ch.drawLine(r, a, line, len(all), float32(most), func(i int) (int64, float32, bool) { return all[i].Tick, max(float32(score(&all[i], k)), 0), all[i].Gap })
		if m := ch.told(all, a); m != nil {
			words = append(words, part{fmt.Sprintf("%s %g", ch.teamTitle(side.Team), score(m, k)), line})
		}
	}
	return words
}

func (ch *charts) drawTook(r image.Rectangle, a axis) []part {
	all, most := ch.Between(a.from, a.to), time.Duration(0)
	for i := range all {
		most = max(most, all[i].Took)
	}
	ch.drawLine(r, a, lineStyle{color: pastColor}, len(all), float32(most), func(i int) (int64, float32, bool) { return all[i].Tick, float32(all[i].Took), all[i].Gap })
	if m := ch.told(all, a); m != nil && m.Took >= 0 {
		return []part{{text: fmt.Sprintf("%.2f ms, at most %.2f", m.Took.Seconds()*1000, most.Seconds()*1000)}}
	}
	return nil
}
