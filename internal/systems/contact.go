package systems

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/herd"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
	"github.com/thicket-sim/thicket/session"
)

// never is a tick before all cooldowns.
const never = math.MinInt64 / 2

// contacts is the state of the contact rules.
type contacts struct {
	rules  []ruleState
	from   []int32           `save:"-"` // scratch, as are the next three
	to     []int32           `save:"-"`
	firsts []int32           `save:"-"` // by place in from: whom it touches, as far as is known
	near   []seeking         `save:"-"` // by worker
	made   []session.Contact // in the tick that was played last
}

// seeking holds the buffers of one worker that looks for the bodies that others touch.
type seeking struct {
	list   []int32 // scratch
	looked int     // at bodies and boxes of bodies, for the rule that is applied
	_      [4]uint64
}

// few says how many a body may have within reach before the tree of the rule is made, and
// crowded how often a worker may look at somebody for that, times the bodies in the game.
// Where few are within reach, it is cheaper to look at them all.
const (
	few     = 32
	crowded = 2
)

// notYet stands for a first that was not looked for.
const notYet = -2

type ruleState struct {
	*Rule    `save:"-"`
	from, to condition      `save:"-"`
	every    ecs.Span       `save:"-"`                          // the cooldown, no part of a single tick
	cooldown int64          `save:"-"`                          // the least ticks that last as long
	last     []stamp        `digest:"-,summed up body by body"` // by body: the last tick with a contact under this rule
	carried  []uint32       `digest:"-,summed up body by body"` // by body, if the rule carries: the part of a tick that it had waited then
	index    spatial.Index  `save:"-"`
	tree     spatial.Lowest `save:"-"` // of those who are free, where many stand together
}

// stamp is a tick of a game in 32 bits, or 0 for a time before all cooldowns. It is told
// from ticks of the next 828 days at 60 ticks a second.
type stamp uint32

func newStamp(tick int64) stamp { return max(stamp(tick), 1) }

// before returns the tick of a stamp, as seen from one that is no earlier.
func (s stamp) before(now int64) int64 {
	if s == 0 {
		return never
	}
	return now - int64(stamp(now)-s)
}

type condition struct {
	*Condition
	exec   run.Exec
	planes []host.FacetID // that all must hold; nil for one that is not plain
}

func newCondition(g *Game, c *Condition) condition {
	g.Pools.use(c.Program)
	cond := condition{Condition: c, exec: run.NewExec(c.Program, leafWorld{g})}
	if c.Plain && len(c.Tests) > 0 {
		g.useFacets(c.Program)
		for _, t := range c.Tests {
			cond.planes = append(cond.planes, host.SymbolsOf(g.Setup.Registry).Facet(t))
		}
	}
	return cond
}

func (c *condition) holds(g *Game, id components.ID, body int32) bool {
	if !c.Plain {
		c.exec.Bot, c.exec.Body = id, body
		c.exec.Moment = run.Moment(g.World.Clock())
		return c.Program.Tick(&c.exec) == host.Success
	}
	for _, t := range c.Tests {
		if g.columns.state[t.Key][body] != uint32(t.Value) {
			return false
		}
	}
	return true
}

func (c *contacts) init(g *Game) {
	for i := range g.Setup.Rules {
		r := &g.Setup.Rules[i]
		every := g.World.Clock().Span(r.Cooldown)
		if every > 0 { // and a body is in one contact a tick at most
			every = max(every, ecs.Tick)
		}
		c.rules = append(c.rules, ruleState{
			Rule: r, from: newCondition(g, &r.From), to: newCondition(g, &r.To),
			every: every, cooldown: every.Ticks(),
		})
		if to := c.rules[i].to.planes; len(to) == 1 {
			g.herds.Guard(to[0], float64(r.Radius))
		}
	}
}

// forget clears what the rules remember of a body that is new in its slot.
func (c *contacts) forget(body int32) {
	c.sync(int(body) + 1)
	for i := range c.rules {
		r := &c.rules[i]
		if r.last[body] = 0; r.carries() {
			r.carried[body] = 0
		}
	}
}

func (c *contacts) sync(n int) {
	for i := range c.rules {
		r := &c.rules[i]
		if r.last = column.Grow(r.last, n); r.carries() {
			r.carried = column.Grow(r.carried, n)
		}
	}
}

// carries reports whether the cooldown ends between two ticks. The next contact then counts
// from that end, so that there are as many as the cooldown says in any tick rate.
func (r *ruleState) carries() bool { return r.every.Rest() != 0 }

// wait is in which tick after its last contact a body can take part in the next.
func (r *ruleState) wait(b int32) int64 {
	if !r.carries() {
		return r.cooldown
	}
	return (r.every - ecs.Span(r.carried[b])).Ticks()
}

// waited returns how long a body that is free was so in a tick, at most a tick, where the
// rule carries.
func (r *ruleState) waited(b int32, now int64) ecs.Span {
	if !r.carries() {
		return 0
	}
	since := min(now-r.last[b].before(now), r.cooldown+1)
	return min(ecs.Span(since)*ecs.Tick-r.every+ecs.Span(r.carried[b]), ecs.Tick)
}

// carrying returns how many rules carry.
func (c *contacts) carrying() (n int) {
	for i := range c.rules {
		if c.rules[i].carries() {
			n++
		}
	}
	return n
}

// carriedBy appends what a body carried to its last contact under each rule that carries.
func (c *contacts) carriedBy(b int32, list []int64) []int64 {
	for i := range c.rules {
		if r := &c.rules[i]; r.carries() {
			list = append(list, int64(r.carried[b]))
		}
	}
	return list
}

// carry returns what a pair carries from the cooldowns before of which each has waited for
// so long: nothing, if they could have touched in the tick before.
func carry(a, b ecs.Span) uint32 { return uint32(min(a, b) % ecs.Tick) }

// note notes a contact of a body.
func (r *ruleState) note(b int32, now int64, carried uint32) {
	if r.last[b] = newStamp(now); r.carries() {
		r.carried[b] = carried
	}
}

// contactSystem applies the contact rules to where bodies are after the move.
// Pairs are taken by ascending id of From, then of To; a body takes part in at
// most one contact a tick, and in none of a rule while that rule's cooldown
// bars it.
type contactSystem struct {
	g     *Game
	rule  *ruleState
	tree  bool // the tree of the rule is made
	match matching
	cover spatial.Cover // where the rule's From reach, if they are few
	few   bool          // they are
}

var (
	_ ecs.System = (*contactSystem)(nil)
	_ ecs.Job    = (*contactSystem)(nil)
)

// contactGrain is the fewest bodies of a rule's From that are worth a worker of their own, matchGrain the fewest bodies that
// may meet a condition.
const (
	contactGrain = 64
	matchGrain   = 1024
)

// sparse is the number of bodies there are for each of a rule's From where these count as
// few.
const sparse = 8

// Update runs in the Rules stage.
func (s *contactSystem) Update(w *ecs.World) {
	c := &s.g.contact
	c.made = c.made[:0]
	for i := range c.rules {
		s.apply(w, i)
	}
}

func (s *contactSystem) apply(w *ecs.World, rule int) {
	g, c := s.g, &s.g.contact
	r := &c.rules[rule]
	s.rule, s.tree, s.few = r, false, false
	c.from = s.matching(&r.from, c.from[:0], true)
	if len(c.from) == 0 {
		return
	}
	ids := g.columns.id
	slices.SortFunc(c.from, func(a, b int32) int { return cmp.Compare(ids[a], ids[b]) })
	if s.few = len(c.from)*sparse <= w.Len(); s.few {
		s.cover.Reset(g.field, r.Radius)
		for _, a := range c.from {
			s.cover.Add(g.at(a))
		}
	}
	s.index(false)
	now := w.Clock().Tick
	c.firsts = column.Grow(c.firsts, len(c.from))
	c.near = column.Grow(c.near, w.Workers().Count())
	for i := range c.near {
		c.near[i].looked = 0
	}
	for i := range c.from {
		c.firsts[i] = notYet
	}
	w.Workers().Run(len(c.from), contactGrain, s)
	if slices.Contains(c.firsts[:len(c.from)], notYet) {
		s.makeTree()
		w.Workers().Run(len(c.from), contactGrain, s)
	}
	for i, a := range c.from {
		b := c.firsts[i]
		if b < 0 || c.touched(a, now) {
			continue
		}
		if c.touched(b, now) { // an earlier body of this tick had it
			if b = s.first(r, a, now, 0); b == notYet {
				s.makeTree()
				b = s.first(r, a, now, 0)
			}
		}
		if b >= 0 {
			s.touch(rule, a, b, now)
		}
	}
}

// index makes the index of those whom the rule's From can still touch, with those in
// herds or without them. Of all others it leaves out whom it can.
func (s *contactSystem) index(herds bool) {
	g, c, r := s.g, &s.g.contact, s.rule
	c.to = s.matching(&r.to, c.to[:0], herds)
	if herds || r.to.planes == nil { // some of them may be in herds
		g.spread()
	}
	r.index.Build(g.field, spatial.Points{X: g.columns.x, Y: g.columns.y, ID: g.columns.id}, c.to)
}

func (s *contactSystem) makeTree() {
	s.index(true)
	s.rule.tree.Build(&s.rule.index)
	s.tree = true
}

// Do finds whom the bodies lo..hi of the rule's From can touch, before any of
// them does.
func (s *contactSystem) Do(worker, lo, hi int) {
	c, now := &s.g.contact, s.g.World.Clock().Tick
	for i := lo; i < hi; i++ {
		if c.firsts[i] == notYet {
			c.firsts[i] = s.first(s.rule, c.from[i], now, worker)
		}
	}
}

// first returns the body of the lowest id that a touches under a rule, or -1; notYet where
// the tree is wanted for the answer.
func (s *contactSystem) first(r *ruleState, a int32, now int64, worker int) int32 {
	g, c, seek := s.g, &s.g.contact, &s.g.contact.near[worker]
	ids := g.columns.id
	x, y := g.at(a)
	if s.tree {
		first, looked := r.tree.Find(x, y, r.Radius, a)
		seek.looked += looked
		return first
	}
	if seek.looked > crowded*g.World.Len() {
		return notYet
	}
	near, all := r.index.AroundFew(x, y, r.Radius, few, seek.list[:0])
	if all && r.to.planes != nil {
		near = g.herds.Within(r.to.planes, a, r.Radius, near)
	}
	seek.list = near
	if seek.looked += len(near); !all {
		return notYet
	}
	first := int32(-1)
	for _, b := range near {
		if b != a && c.free(r, b, now) && (first < 0 || ids[b] < ids[first]) {
			first = b
		}
	}
	return first
}

// guarded reports whether herds know who cannot come within reach of those whom the
// rule looks for.
func (r *ruleState) guarded(h *herd.Set) bool {
	return len(r.to.planes) == 1 && h.Guards(r.to.planes[0], float64(r.Radius))
}

// free reports whether a body may take part in a contact under a rule.
func (c *contacts) free(r *ruleState, b int32, now int64) bool {
	return now-r.last[b].before(now) >= r.wait(b) && !c.touched(b, now)
}

// touched reports whether a body had a contact in this tick, under any rule.
func (c *contacts) touched(b int32, now int64) bool {
	for i := range c.rules {
		if c.rules[i].last[b] == newStamp(now) {
			return true
		}
	}
	return false
}

// matching lists the bodies that meet a condition of the rule and are free to take part,
// in no order that matters. Those in herds are left out unless inHerds, where the herds
// can be asked.
func (s *contactSystem) matching(cond *condition, list []int32, inHerds bool) []int32 {
	g, c, r, m := s.g, &s.g.contact, s.rule, &s.match
	now, ws := g.World.Clock().Tick, g.World.Workers()
	m.g, m.rule, m.cond, m.now, m.cover = g, r, cond, now, nil
	if s.few && cond == &r.to && cond.Plain { // else what the condition does may be seen
		m.cover = &s.cover
	}
	m.found = column.Grow(m.found, ws.Count())
	for _, t := range g.World.Tables() {
		if g.guests && t.Class == ecs.Human {
			continue
		}
		if h := g.herds.Of(t.Class); h != nil && cond.planes != nil {
			if inHerds {
				near := cond == &r.from && r.guarded(&g.herds.Set)
				list = h.Matching(cond.planes, near, func(b int32) bool { return c.free(r, b, now) }, list)
			}
			continue
		}
		m.state, m.identity = g.World.State.Column(t), g.World.Identity.Column(t)
		if cond.Plain {
			ws.Run(len(m.state), matchGrain, m)
		} else {
			m.Do(0, 0, len(m.state))
		}
		for i := range m.found {
			list = append(list, m.found[i].bodies...)
			m.found[i].bodies = m.found[i].bodies[:0]
		}
	}
	return list
}

// matching looks for the bodies of a table that meet a condition.
type matching struct {
	g        *Game
	rule     *ruleState
	cond     *condition
	now      int64
	cover    *spatial.Cover // nobody else is looked for; or nil
	state    []components.State
	identity []components.Identity
	found    []matched // by worker
}

// matched is whom one worker found.
type matched struct {
	bodies []int32
	_      [5]uint64
}

var _ ecs.Job = (*matching)(nil)

// Do looks at the rows lo..hi.
func (m *matching) Do(worker, lo, hi int) {
	g, found := m.g, &m.found[worker]
	for i := lo; i < hi; i++ {
		b := m.state[i].Slot
		if m.cover != nil && !m.cover.Has(g.at(b)) || g.nursery.hides(b) {
			continue
		}
		if g.contact.free(m.rule, b, m.now) && m.cond.holds(g, m.identity[i].ID, b) {
			found.bodies = append(found.bodies, b)
		}
	}
}

func (s *contactSystem) touch(rule int, from, to int32, now int64) {
	g, c := s.g, &s.g.contact
	r := &c.rules[rule]
	carried := carry(r.waited(from, now), r.waited(to, now))
	r.note(from, now, carried)
	r.note(to, now, carried)
	if s.tree {
		r.tree.Remove(from)
		r.tree.Remove(to)
	}
	g.setState(from, r.SetFrom)
	g.setState(to, r.SetTo)
	a, b := components.ID(g.columns.id[from]), components.ID(g.columns.id[to])
	c.made = append(c.made, session.Contact{Rule: rule, From: a, To: b})
	g.Counts.contacts++
	g.Journal.Occur(session.Occurrence{Kind: session.Contacted, From: a, To: b, Number: float64(rule)})
	for _, e := range r.Send {
		if e.From {
			g.Mail.send(a, e.Name, host.NumberValue(float64(b)))
		}
		if e.To {
			g.Mail.send(b, e.Name, host.NumberValue(float64(a)))
		}
	}
}
