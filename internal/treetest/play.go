package treetest

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/cover"
	"github.com/thicket-sim/thicket/internal/inspect"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

// usualSeconds is for how long a test is played that names no later time.
const usualSeconds = 10

// play is a session of a test with one seed.
type play struct {
	test    *Test
	session *session.Session
	rate    float64
	last    int64 // tick
	orders  []order
}

// open starts a session of a test. What is given is there, and nothing was played.
func (r *Runner) open(t *Test, scene *scenes.Scene) (*play, error) {
	p, err := t.open(scene, session.Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
	if err == nil && r.Prepare != nil {
		r.Prepare(p.session)
	}
	return p, err
}

func (t *Test) open(scene *scenes.Scene, o session.Options) (*play, error) {
	s, err := session.New(scene, o)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", t.At, err)
	}
	p := &play{test: t, session: s, rate: scene.Setup.TickRate, orders: slices.Clone(t.when)}
	slices.SortStableFunc(p.orders, func(a, b order) int { return int(a.time.in(p.rate) - b.time.in(p.rate)) })
	p.last = t.length(p.rate)
	return p, nil
}

// length is how many ticks a test takes at most.
func (t *Test) length(rate float64) int64 {
	if !t.span.isZero() {
		return t.span.in(rate)
	}
	last := span{seconds: usualSeconds}.in(rate)
	for _, o := range t.when {
		last = max(last, o.time.in(rate)+1)
	}
	for _, s := range t.then {
		last = max(last, s.after.in(rate)+s.within.in(rate))
	}
	return last
}

// step carries out what is due before a tick, counted from 0, and plays it.
func (p *play) step(tick int64) error {
	if err := p.before(tick); err != nil {
		return err
	}
	p.session.Step()
	return nil
}

// before carries out what is due before a tick. The error is a *syntax.Error.
func (p *play) before(tick int64) error {
	if tick == 0 {
		for _, b := range p.test.given.bodies {
			for _, c := range b.do {
				if err := p.do(c, b.at); err != nil {
					return err
				}
			}
		}
	}
	for len(p.orders) > 0 && p.orders[0].time.in(p.rate) <= tick {
		o := p.orders[0]
		p.orders = p.orders[1:]
		if err := p.do(o.do, o.at); err != nil {
			return err
		}
	}
	return nil
}

func (p *play) do(c session.Command, at syntax.Pos) error {
	if err := p.session.Do(c); err != nil {
		return &syntax.Error{Pos: at, Msg: fmt.Sprintf("%s is refused: %v", session.CommandName(c), err)}
	}
	return nil
}

// attempt is what came of a test with one seed.
type attempt struct {
	seed     int64
	ticks    int64
	failures []*Failure
}

// run plays a test until all is decided. check looks at what can only be known of a session,
// before it is played. What trees are asked is added to total, where that is not nil.
func (r *Runner) run(t *Test, scene *scenes.Scene, total *cover.Total) (*attempt, error) {
	p, err := r.open(t, scene)
	if err != nil {
		return nil, err
	}
	defer p.session.Close()
	out := &attempt{seed: int64(scene.Setup.Seed)}
	g := p.session.Game()
	var counts *cover.Profile
	if total != nil {
		counts = cover.New(p.session)
		defer func() { total.Add(counts.Files()) }()
	}
	m := &moment{session: p.session, answers: listen(g, t.nodeRefs(), counts), members: map[string][]*systems.BodyView{}, sheets: map[components.ID][]inspect.Row{}, seen: map[string]bool{}}
	p.session.Listen(m)
	var trials []*trial
	for _, s := range t.then {
		trials = append(trials, try(s, p.rate, p.last))
	}
	undecided := func(t *trial) bool { return t.verdict == open }
	fail := func(t *trial) {
		out.failures = append(out.failures, &Failure{
			At: t.at, Statement: t.text, Why: t.why, Found: t.found.found, Seed: out.seed, Tick: m.tick, Seconds: float64(m.tick) / p.rate, Who: t.found.who, Name: t.found.name,
		})
	}
	for tick := int64(0); tick < p.last && slices.ContainsFunc(trials, undecided); tick++ {
		m.begin()
		if err := p.step(tick); err != nil {
			e := err.(*syntax.Error) // as of do
			out.failures = append(out.failures, &Failure{At: e.Pos, Why: e.Msg, Seed: out.seed, Tick: tick, Seconds: float64(tick) / p.rate})
			return out, nil
		}
		if counts != nil {
			counts.EndTick()
		}
		m.tick = tick + 1
		p.session.SnapshotInto(&m.snap)
		for _, t := range trials {
			if !undecided(t) {
				continue
			}
			if t.look(m, p.last); t.verdict == fails {
				fail(t)
			}
		}
	}
	out.ticks = m.tick
	for _, t := range trials {
		if why := m.unknown(t.statement); why != "" && t.verdict == holds {
			t.found, t.why = outcome{}, why
			fail(t)
		}
	}
	slices.SortStableFunc(out.failures, func(a, b *Failure) int { return int(a.At.Line - b.At.Line) })
	return out, nil
}

// unknown is what a statement names that nobody had: it was decided without.
func (m *moment) unknown(s *statement) string {
	for c := range s.conditions() {
		if c.who.quantity == one && m.named(c.who.name) == nil && !m.seen[c.who.name] {
			return inspect.Nobody(m.session.Game(), c.who.name).Error()
		}
		if c.body == nil {
			continue
		}
		for _, want := range c.body.has {
			if label := want.named.text; !m.seen[label] && !slices.Contains(passing, label) {
				e := (&syntax.Error{Msg: fmt.Sprintf("nobody had %q", label)}).Suggest(label, m.labels())
				return e.Error()
			}
		}
	}
	return ""
}

// passing are labels of sheets that come and go.
var passing = []string{
	"alertness", "armour", "back in", "building", "goal", "hurt", "hurt by", "kills", "leader", "money", "pose", "says", "stuck", "stuck clock", "target",
}

// labels are those of the sheets of all that were asked for.
func (m *moment) labels() (all []string) {
	for _, rows := range m.sheets {
		for i := range rows {
			if !slices.Contains(all, rows[i].Label) {
				all = append(all, rows[i].Label)
			}
		}
	}
	slices.Sort(all)
	return all
}
