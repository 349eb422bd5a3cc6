package treetest

import (
	"context"
	"math"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Experiment is a test without statements: a world, what happens in it and for how
// long, and numbers that are taken of it.
type Experiment struct {
	Measures []*Measure
	Own      live.Own // what the game has of its own

	scripts *Scripts // what its states may script of Own

	test  *Test
	over  bool       // it ends when the match does
	until *condition // it ends when this holds; or nil
}

// ExperimentKeys are the keys that [ReadExperiment] reads.
var ExperimentKeys = []string{"given", "when", "for", "until", "measures"}

// ReadExperiment reads the keys of an experiment from a file. The scene is what key names, or
// what the file is named after. What is wrong is added to the list.
func ReadExperiment(l *syntax.List, file string, text []byte, o *markup.Object, limits limit.Values) *Experiment {
	r := &reader{limits: limits, list: l, text: text}
	f := &File{Name: file, limits: limits, text: text}
	e := &Experiment{test: &Test{At: o.Span().Start, file: f, share: 1}}
	e.test.given = r.given(o.Node("given"), nil)
	if e.test.given.seeds != nil {
		l.Errorf(o.Node("given").Span, "given: a seed here, wanted the key \"seed\" of the file: runs have one each")
	}
	e.test.when = r.when(o)
	if o.Has("for") {
		if e.test.span = r.time(o, "for"); e.test.span.isZero() && len(l.Errors) == 0 {
			l.Errorf(o.Node("for").Span, "for: wanted a time above 0")
		}
	}
	if n := o.Node("until"); n != nil {
		if n.Kind == markup.String && n.Str == "over" {
			e.over = true
		} else if n.Kind != markup.Map {
			l.Errorf(n.Span, "until: wanted over, for the end of a match, or a condition, found %s", n.Describe())
		} else {
			e.until = r.condition(n, "until")
		}
	}
	e.Measures = r.measures(o)
	for _, m := range e.Measures {
		if s := m.statement(); s != nil {
			e.test.then = append(e.test.then, s)
		}
	}
	if e.until != nil {
		e.test.then = append(e.test.then, &statement{at: e.until.at, wanted: []*condition{e.until}})
	}
	return e
}

// StandIn has what the game does not have stood in for.
func (e *Experiment) StandIn() { e.test.file.Lenient = true }

// Use has the experiment played with what a game has of its own, of which its states may script
// leaves; nil for none.
func (e *Experiment) Use(own live.Own, scripts *Scripts) {
	if e.scripts = scripts; scripts.in(e.test) {
		own.Registry = scripts.Registry
	}
	e.Own = own
}

// Load loads the scene with other things in it, and finds names in the experiment that it does
// not have. The error is a syntax.ErrorList.
func (e *Experiment) Load(v *Variation) (*scenes.Scene, error) {
	s, err := e.test.vary(v, e.Own.Registry)
	if err == nil {
		err = e.test.check(s, nil, e.scripts)
	}
	return s, err
}

// Ticks returns how many ticks a run takes at most.
func (e *Experiment) Ticks(rate float64) int64 {
	if !e.test.span.isZero() {
		return e.test.span.in(rate)
	}
	return max(e.test.length(rate), span{seconds: usualLength}.in(rate))
}

// usualLength is for how many seconds an experiment is played that does not say it.
const usualLength = 60

// Run holds the results of a run.
type Run struct {
	Ticks  int64
	Digest uint64
	Winner string    // the team that won the match; empty for none
	Values []float64 // by measure; NaN for none
}

// Play plays a run of a scene, to its end or as long as anything can still change what is
// measured. The session is handed to prepare, where that is not nil, when
// all that is given is there and nothing was played. The error
// is a *syntax.Error where a command is refused.
func (e *Experiment) Play(ctx context.Context, scene *scenes.Scene, prepare func(*live.Session) error) (*Run, error) {
	p, err := e.test.open(scene, e.Own.Silent(scene.Limits()))
	if err != nil {
		return nil, err
	}
	defer p.session.Close()
	p.last = e.Ticks(p.rate)
	w := e.watch(p)
	for p.tick < p.last && !w.isDone() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w.moment.begin()
		if err := p.before(p.tick); err != nil {
			return nil, err
		}
		if p.tick == 0 && prepare != nil {
			if err := prepare(p.session); err != nil {
				return nil, err
			}
		}
		p.session.Step()
		p.tick++
		w.look(p.tick == p.last)
	}
	return w.end(), nil
}

// observer takes the measures of a run.
type observer struct {
	*Experiment
	play   *play
	moment *moment
	gauges []*gauge
	counts *cover.Profile
	sees   bool // what is asked for needs the bodies after every tick
	ended  bool
}

func (e *Experiment) watch(p *play) *observer {
	w := &observer{Experiment: e, play: p, sees: e.over}
	m := &moment{session: p.session, seen: map[string]bool{}, members: map[string][]*session.BodyView{}, sheets: map[components.ID][]chronicle.Row{}}
	w.moment = m
	for _, one := range e.Measures {
		g := &gauge{Measure: one, value: math.NaN()}
		if one.wants != nil {
			g.trial = try(one.wants, p.rate, p.last)
		}
		if one.kind == "coverage" && w.counts == nil {
			w.counts = cover.New(p.session.Scene().Programs(), p.session.Scene().Source)
		}
		w.gauges = append(w.gauges, g)
	}
	for _, s := range e.test.then {
		for c := range s.conditions() {
			w.sees = w.sees || !c.isHeard()
		}
	}
	var also watcher
	if w.counts != nil {
		also = w.counts.Tracer
	}
	m.answers = listen(p.session.Game(), e.test.nodeRefs(), also)
	p.session.Listen(m)
	return w
}

// isHeard reports whether a condition is of what happened alone, whoever did it.
func (c *condition) isHeard() bool {
	w := c.world
	return w != nil && w.happens != nil && w.by == nil && w.to == nil && w.score == nil && w.night == nil && w.winner == nil
}

// look takes in the moment after a tick.
func (w *observer) look(last bool) {
	m := w.moment
	m.tick = w.play.tick
	if w.sees || last {
		w.play.session.SnapshotInto(&m.snap)
	}
	if w.counts != nil {
		w.counts.EndTick(chronicle.Minds(w.play.session.Game()))
	}
	for _, g := range w.gauges {
		g.look(m, w.play.rate, w.play.last)
	}
	w.ended = w.over && m.snap.Result != "" || w.until != nil && m.eval(w.until).holds
}

// isDone reports whether a run is over, or nothing that is still to come is measured.
func (w *observer) isDone() bool {
	if w.ended {
		return true
	}
	for _, g := range w.gauges {
		if !g.known {
			return false
		}
	}
	return true
}

// end takes the measures after the last tick.
func (w *observer) end() *Run {
	m := w.moment
	w.play.session.SnapshotInto(&m.snap)
	clear(m.members)
	out := &Run{Ticks: w.play.tick, Digest: w.play.session.Digest(), Winner: m.snap.Winner}
	for _, g := range w.gauges {
		if g.trial != nil && undecided(g.trial) {
			g.trial.close(m)
		}
		out.Values = append(out.Values, g.end(m, w.play.rate, w.counts))
	}
	return out
}
