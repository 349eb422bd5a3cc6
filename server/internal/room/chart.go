package room

import (
	"maps"
	"math"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
)

// charted holds the past that a room remembers for guests who look at charts. While nobody
// does it remembers nothing.
type charted struct {
	chart *chronicle.Chart
	body  []chronicle.BodyMoment // of the guest that is told
}

// looking holds what a guest who looks at charts was told.
type looking struct {
	tick  int64         // up to which; nowhere where all is to be told anew
	body  components.ID // of whom
	frame uint32        // the last one before it was told
}

// chartSpan is the number of seconds before the moment of now charts are told.
const chartSpan = 60

// charts say how the game and the selected body fared, since the last message or anew.
type (
	charts struct {
		Type string            `json:"type"`
		Tick int64             `json:"tick"`
		Anew bool              `json:"anew,omitempty"`
		List list[chartMoment] `json:"list"`
		Body *chartBody        `json:"body,omitempty"`
	}
	chartMoment struct {
		Tick    int64         `json:"tick"`
		Gap     bool          `json:"gap,omitempty"` // nothing is known of the time since the moment before
		MS      *float64      `json:"ms"`            // that a tick took; nil where none was measured
		Counts  list[int]     `json:"counts"`        // of bots, by class
		Players int           `json:"players"`
		Scores  list[float64] `json:"scores,omitempty"` // by team
	}
	chartBody struct {
		ID   components.ID         `json:"id"`
		Anew bool                  `json:"anew,omitempty"`
		List list[chartBodyMoment] `json:"list"`
	}
	chartBodyMoment struct {
		Tick   int64   `json:"tick"`
		Gap    bool    `json:"gap,omitempty"`
		Health float64 `json:"health"` // 0 to 1
		// Measured is the number of metres a second it went since the moment before; nil where that
		// is not known.
		Measured *float64 `json:"measuredMps,omitempty"`
		Action   string   `json:"action,omitempty"`
	}
)

// chart begins and ends telling a guest how the game fares.
func (g *Guest) chart(on bool) {
	g.room.mu.Lock()
	defer g.room.mu.Unlock()
	if g.looking = nil; on {
		g.looking = &looking{tick: nowhere}
	}
}

// tick plays one tick, and notes how long it took.
func (r *Room) tick() {
	r.beginTick()
	began := time.Now()
	r.session.Step()
	if c := r.charted.chart; c != nil {
		c.Tick(r.session, &r.snap, time.Since(began), r.studies.selected()...)
	}
}

// selected returns the bodies whom somebody has selected.
func (s *studies) selected() []components.ID { return slices.Collect(maps.Keys(s.of)) }

// chartWhileLooked begins a chart when somebody looks at charts, and drops it when nobody does any more.
func (r *Room) chartWhileLooked() {
	c := &r.charted
	looked := false
	for g := range r.guests {
		looked = looked || g.looking != nil
	}
	switch {
	case !looked:
		*c = charted{}
	case c.chart == nil:
		c.chart = &chronicle.Chart{}
		c.chart.Add(&r.snap, chronicle.Unknown, r.studies.selected()...)
	}
}

// forgetCharts forgets what came after a tick, and has all of it told anew.
func (r *Room) forgetCharts(tick int64) {
	if r.charted.chart != nil {
		r.charted.chart.Forget(tick)
	}
	for g := range r.guests {
		if g.looking != nil {
			g.looking.tick = nowhere
		}
	}
}

// tellCharts tells those who look at charts what has come to them.
func (r *Room) tellCharts() {
	for g := range r.guests {
		if g.looking != nil && r.charted.chart != nil && g.takes(&g.looking.frame) {
			g.offer(r.view, encode(r.charts(g)))
		}
	}
}

// charts returns the message for a guest: the last minute anew where it was told nothing of it yet,
// or is at an earlier moment than it was told of.
func (r *Room) charts(g *Guest) charts {
	now, l, c := r.snap.Tick, g.looking, r.charted.chart
	from := now - int64(chartSpan*r.session.Scene().Setup.TickRate)
	m := charts{Type: "charts", Tick: now, List: []chartMoment{}, Anew: l.tick == nowhere || now < l.tick || l.tick < from}
	if m.Anew {
		l.tick, l.body = from-1, 0
	}
	all := slices.Clone(c.Between(l.tick+1, now))
	// While time stands, what is told is that of the very moment.
	still := chronicle.Moment{Tick: now}
	if last := c.Between(0, now); (r.past || r.session.Paused()) && len(last) > 0 && last[len(last)-1].Tick < now && l.tick < now {
		still = c.At(&r.snap, r.studies.selected()...)
		still.Took = last[len(last)-1].Took
		all = append(all, still)
	}
	for i := range all {
		m.List = append(m.List, r.chartMoment(&all[i]))
	}
	if g.selected != nil {
		id := g.selected.id
		b := &chartBody{ID: id, List: []chartBodyMoment{}, Anew: id != l.body}
		r.charted.body = c.Body(id, from, now, r.charted.body[:0])
		if at, ok := still.Body(id); ok {
			r.charted.body = append(r.charted.body, at)
		}
		for _, at := range r.charted.body {
			if b.Anew || at.Tick > l.tick {
				own := chartBodyMoment{Tick: at.Tick, Gap: at.Gap, Health: hundredths(float64(at.Health)), Action: c.Actions[at.Action]}
				if at.Speed >= 0 {
					mps := hundredths(float64(at.Speed))
					own.Measured = &mps
				}
				b.List = append(b.List, own)
			}
		}
		m.Body, l.body = b, id
	}
	l.tick = now
	return m
}

// chartMoment returns a moment of the chart by the classes of the scene.
func (r *Room) chartMoment(at *chronicle.Moment) chartMoment {
	classes := r.session.Scene().Setup.Classes
	m := chartMoment{Tick: at.Tick, Gap: at.Gap, Counts: make([]int, len(classes)), Scores: at.Scores}
	if at.Took >= 0 {
		ms := float64(at.Took.Microseconds()) / 1000
		m.MS = &ms
	}
	for k, n := range at.Classes {
		id := r.charted.chart.Classes[k]
		if id == "" {
			m.Players = int(n)
		}
		for i := range classes {
			if classes[i].ID == id {
				m.Counts[i] = int(n)
			}
		}
	}
	return m
}

func hundredths(v float64) float64 { return math.Round(100*v) / 100 }
