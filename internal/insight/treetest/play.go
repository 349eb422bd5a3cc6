package treetest

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// usualSeconds is for how long a test is played that names no later time.
const usualSeconds = 10

// play is a session of a test with one seed.
type play struct {
	test    *Test
	session *live.Session
	rate    float64
	last    int64 // tick
	orders  []order
	tick    int64 // that comes next, counted from 0
}

// open starts a session of a test. What is given is there, and nothing was played.
func (r *Runner) open(t *Test, scene *scenes.Scene) (*play, error) {
	p, err := t.open(scene, live.Own{Registry: r.RegistryOf(t), Prepare: r.Worlds}.Silent(r.Bounds()))
	if err == nil && r.Prepare != nil {
		r.Prepare(p.session)
	}
	if err == nil && t.given.leaves == realLeaves {
		r.Real.Prepare(p.session)
	}
	return p, err
}

func (t *Test) open(scene *scenes.Scene, o live.Options) (*play, error) {
	s, err := live.New(scene, o)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", t.At, err)
	}
	p := &play{test: t, session: s, rate: scene.Setup.TickRate, orders: slices.Clone(t.when)}
	slices.SortStableFunc(p.orders, func(a, b order) int { return int(a.time.in(p.rate) - b.time.in(p.rate)) })
	p.last = t.length(p.rate)
	return p, nil
}

// length returns how many ticks a test takes at most.
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

// do carries out a copy of a command: the session writes its reply there, and other runs of the
// test may do the same at once.
func (p *play) do(c session.Command, at syntax.Span) error {
	own := reflect.New(reflect.TypeOf(c).Elem())
	own.Elem().Set(reflect.ValueOf(c).Elem())
	if err := p.session.Do(own.Interface().(session.Command)); err != nil {
		return &syntax.Error{Pos: at.Start, At: at, Msg: fmt.Sprintf("%s is refused: %v", live.CommandName(c), err)}
	}
	return nil
}

// attempt holds the results of a test with one seed.
type attempt struct {
	seed     int64
	ticks    int64
	failures []*Failure
}

// course is a test that is being played, with what is known of its statements.
type course struct {
	*play
	moment *moment
	trials []*trial
	out    *attempt
}

// begin opens a test. It tells also of what nodes answer, unless that is nil.
func (r *Runner) begin(t *Test, scene *scenes.Scene, also func(*live.Session) watcher) (*course, error) {
	p, err := r.open(t, scene)
	if err != nil {
		return nil, err
	}
	c := &course{play: p, out: &attempt{seed: int64(scene.Setup.Seed)}, moment: &moment{seen: map[string]bool{}}}
	for _, s := range t.then {
		c.trials = append(c.trials, try(s, p.rate, p.last))
	}
	c.watch(also)
	return c, nil
}

// watch looks at the session from now on.
func (c *course) watch(also func(*live.Session) watcher) {
	var w watcher
	if also != nil {
		w = also(c.session)
	}
	m := c.moment
	m.session, m.answers = c.session, listen(c.session.Game(), c.test.nodeRefs(), w)
	m.members, m.sheets = map[string][]*session.BodyView{}, map[components.ID][]chronicle.Row{}
	c.session.Listen(m)
}

func undecided(t *trial) bool { return t.verdict == open }

// goesOn reports whether there is anything left to be decided.
func (c *course) goesOn() bool {
	return c.tick < c.last && slices.ContainsFunc(c.trials, undecided)
}

func (c *course) fail(t *trial) {
	c.out.failures = append(c.out.failures, &Failure{
		At: t.at.Start, Statement: t.text, Why: t.why, Found: t.found.found, Seed: c.out.seed, Tick: c.moment.tick, Seconds: float64(c.moment.tick) / c.rate, Who: t.found.who, Name: t.found.name,
	})
}

// next plays a tick and looks at it. It reports false where a command was refused, which ends
// the test.
func (c *course) next() bool {
	m := c.moment
	m.begin()
	if err := c.step(c.tick); err != nil {
		e := err.(*syntax.Error) // as of do
		c.out.failures = append(c.out.failures, &Failure{At: e.Pos, Why: e.Msg, Seed: c.out.seed, Tick: c.tick, Seconds: float64(c.tick) / c.rate})
		return false
	}
	c.tick++
	m.tick = c.tick
	c.session.SnapshotInto(&m.snap)
	for _, t := range c.trials {
		if !undecided(t) {
			continue
		}
		if t.look(m, c.last); t.verdict == fails {
			c.fail(t)
		}
	}
	return true
}

// end returns the end of the test, after its last tick.
func (c *course) end() *attempt {
	c.out.ticks = c.moment.tick
	for _, t := range c.trials {
		if why := c.moment.unknown(t.statement); why != "" && t.verdict == holds {
			t.found, t.why = outcome{}, why
			c.fail(t)
		}
	}
	slices.SortStableFunc(c.out.failures, func(a, b *Failure) int { return int(a.At.Line - b.At.Line) })
	return c.out
}

// run plays a test until all is decided. What trees are asked is added to total, where that is
// not nil.
func (r *Runner) run(t *Test, scene *scenes.Scene, total *cover.Total) (*attempt, error) {
	var counts *cover.Profile
	var also func(*live.Session) watcher
	if total != nil {
		also = func(s *live.Session) watcher {
			counts = cover.New(s.Scene().Programs(), s.Scene().Source)
			return counts.Tracer
		}
	}
	c, err := r.begin(t, scene, also)
	if err != nil {
		return nil, err
	}
	defer c.session.Close()
	if counts != nil {
		defer func() { total.Add(counts.Files()) }()
	}
	for c.goesOn() {
		if r.stopped() {
			return nil, errStopped
		}
		if !c.next() {
			return c.out, nil
		}
		if counts != nil {
			counts.EndTick(chronicle.Minds(c.session.Game()))
		}
	}
	return c.end(), nil
}

// unknown returns the name in a statement that nobody had: it was decided without.
func (m *moment) unknown(s *statement) string {
	for c := range s.conditions() {
		if c.who.quantity == one && m.named(c.who.name) == nil && !m.seen[c.who.name] {
			return chronicle.Nobody(m.session.Game(), c.who.name).Error()
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

// labels returns the labels of the sheets of all that were asked for.
func (m *moment) labels() (all []string) {
	for _, rows := range m.sheets {
		all = append(all, labelsOf(rows)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func labelsOf(rows []chronicle.Row) (all []string) {
	for i := range rows {
		all = append(all, rows[i].Label)
	}
	return all
}
