package systems

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/herd"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
	"github.com/thicket-sim/thicket/session"
)

// abroad are the bodies of other strips that the strip's own may touch, as columns, those of a
// rule together.
type abroad struct {
	points  spatial.Points
	waited  []ecs.Span // under a rule that carries
	first   []int      // by rule: where its bodies begin; and the end of the last
	members []int32
	index   spatial.Index
}

// border lists, for a strip whose bodies have moved, those that another strip's may touch.
type border struct {
	ID     []components.ID
	X, Y   []float32
	N      []int      // by rule: how many of them
	Waited []ecs.Span // of those of rules that carry
}

// couple is a pair that would touch under a rule if nobody else did.
type couple struct {
	Rule     int32
	From, To components.ID
	Carried  uint32 // under a rule that carries
}

// touch makes the contacts of the tick. Each strip lists the pairs of which From is its own,
// and all are told of all pairs: these are few, as bodies stand close to few others. Each then
// takes them in the order in which one world would, and notes what came of its own bodies.
func (s *Strip) touch(p Peers) error {
	g := s.g
	s.made = s.made[:0]
	if len(g.contact.rules) == 0 {
		return nil
	}
	said, err := p.Send(s.borders())
	if err != nil {
		return err
	}
	if err := s.abroad.take(g, said); err != nil {
		return err
	}
	s.pairs = s.pairs[:0]
	for rule := range g.contact.rules {
		s.list(rule)
	}
	if said, err = p.Tell(encode(&s.pairs)); err != nil {
		return err
	}
	for _, message := range said {
		if message == nil {
			continue
		}
		var pairs []couple
		if err := decode(message, &pairs); err != nil {
			return err
		}
		s.pairs = append(s.pairs, pairs...)
	}
	return s.resolve()
}

// borders returns the borders that the strip tells the others.
func (s *Strip) borders() [][]byte {
	g := s.g
	now, n := g.World.Clock().Tick, len(s.edges)-1
	out := make([]border, n)
	for i := range out {
		out[i].N = make([]int, len(g.contact.rules))
	}
	var near []int32 // bodies of groups that are near to some strip
	widest := 0.0
	for rule := range g.contact.rules {
		widest = max(widest, s.within(rule))
	}
	g.herds.Clusters(func(group *herd.Cluster) {
		least, most := group.Span()
		for strip := range out {
			if strip != s.at && !s.census.far(s.edges, strip, least, most, reach{widest, widest}) {
				near = append(near, group.Slot...)
				return
			}
		}
	})
	for rule := range g.contact.rules {
		r, within := &g.contact.rules[rule], s.within(rule)
		for _, slot := range near {
			id := g.World.IDAt(slot)
			if !g.contact.free(r, slot, now) || !r.to.holds(g, id, slot) {
				continue
			}
			x, y := g.at(slot)
			for strip := range out {
				if left, right := s.census.beyond(s.edges, strip, x); strip != s.at && (left <= within || right <= within) {
					to := &out[strip]
					to.ID, to.X, to.Y = append(to.ID, id), append(to.X, x), append(to.Y, y)
					if to.N[rule]++; r.carries() {
						to.Waited = append(to.Waited, r.waited(slot, now))
					}
				}
			}
		}
	}
	messages := make([][]byte, n)
	for i := range out {
		if i != s.at {
			messages[i] = encode(&out[i])
		}
	}
	return messages
}

// within returns how far beyond a strip a body can be that one of the strip touches under a
// rule, in metres: the radius, and the step by which that one may have left the strip, and what
// is rounded.
func (s *Strip) within(rule int) float64 {
	c := &s.census
	return float64((float64(s.g.contact.rules[rule].Radius)+s.top)*1.001) + float64(max(c.width, c.height)*1e-6) + 1e-3
}

// take takes in what the other strips have said, rule by rule.
func (a *abroad) take(g *Game, said [][]byte) error {
	all := make([]border, 0, len(said))
	for _, message := range said {
		if message == nil {
			continue
		}
		var in border
		if err := decode(message, &in); err != nil {
			return err
		}
		sum, waits := 0, 0
		for i, n := range in.N {
			if sum += n; n < 0 || sum > len(in.ID) {
				break
			}
			if i < len(g.contact.rules) && g.contact.rules[i].carries() {
				waits += n
			}
		}
		if len(in.N) != len(g.contact.rules) || sum != len(in.ID) || len(in.X) != sum || len(in.Y) != sum || len(in.Waited) != waits {
			return fmt.Errorf("a border of %d bodies for %d rules with %d, %d, %d and %d values", sum, len(in.N), len(in.ID), len(in.X), len(in.Y), len(in.Waited))
		}
		all = append(all, in)
	}
	p := &a.points
	p.X, p.Y, p.ID, a.first, a.waited = p.X[:0], p.Y[:0], p.ID[:0], append(a.first[:0], 0), a.waited[:0]
	for rule := range g.contact.rules {
		for i := range all {
			b := &all[i]
			n := b.N[rule]
			p.X, p.Y = append(p.X, b.X[:n]...), append(p.Y, b.Y[:n]...)
			for _, id := range b.ID[:n] {
				p.ID = append(p.ID, uint32(id))
			}
			if g.contact.rules[rule].carries() {
				a.waited, b.Waited = append(a.waited, b.Waited[:n]...), b.Waited[n:]
			} else {
				a.waited = append(a.waited, make([]ecs.Span, n)...)
			}
			b.ID, b.X, b.Y = b.ID[n:], b.X[n:], b.Y[n:]
		}
		a.first = append(a.first, len(p.ID))
	}
	return nil
}

// list adds the pairs of a rule whose From is a body of the strip.
func (s *Strip) list(rule int) {
	g, c, cs := s.g, &s.g.contact, &s.rule
	r, now := &c.rules[rule], s.g.World.Clock().Tick
	cs.rule, cs.tree, cs.few = r, false, false
	if c.from = cs.matching(&r.from, c.from[:0], true); len(c.from) == 0 {
		return
	}
	if cs.few = len(c.from)*sparse <= g.World.Len(); cs.few {
		cs.cover.Reset(g.field, r.Radius)
		for _, from := range c.from {
			cs.cover.Add(g.at(from))
		}
	}
	cs.index(false)
	a := &s.abroad
	a.members = a.members[:0]
	for i := a.first[rule]; i < a.first[rule+1]; i++ {
		a.members = append(a.members, int32(i))
	}
	a.index.Build(g.field, a.points, a.members)
	var near []int32
	for _, from := range c.from {
		id, waited := components.ID(g.columns.id[from]), r.waited(from, now)
		x, y := g.at(from)
		near = r.index.Around(x, y, r.Radius, near[:0])
		if r.to.planes != nil {
			near = g.herds.Within(r.to.planes, from, r.Radius, near)
		}
		for _, to := range near {
			if to != from && c.free(r, to, now) {
				s.pairs = append(s.pairs, couple{int32(rule), id, components.ID(g.columns.id[to]), carry(waited, r.waited(to, now))})
			}
		}
		near = a.index.Around(x, y, r.Radius, near[:0])
		for _, to := range near {
			s.pairs = append(s.pairs, couple{int32(rule), id, components.ID(a.points.ID[to]), carry(waited, a.waited[to])})
		}
	}
}

// resolve makes contacts of pairs: those of a rule by ascending id of From, then of To, where
// neither has had one in the tick.
func (s *Strip) resolve() error {
	g := s.g
	now := g.World.Clock().Tick
	slices.SortFunc(s.pairs, func(a, b couple) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	clear(s.touched)
	for _, p := range s.pairs {
		if p.Rule < 0 || int(p.Rule) >= len(g.contact.rules) {
			return fmt.Errorf("a contact by rule %d of %d", p.Rule, len(g.contact.rules))
		}
		if s.touched[p.From] || s.touched[p.To] {
			continue
		}
		s.touched[p.From], s.touched[p.To] = true, true
		s.made = append(s.made, session.Contact{Rule: int(p.Rule), From: p.From, To: p.To})
		r := &g.contact.rules[p.Rule]
		s.changed(r, p.From, r.SetFrom, now, p.Carried)
		s.changed(r, p.To, r.SetTo, now, p.Carried)
	}
	return nil
}

// changed notes what a contact made of a body, if it is one of the strip.
func (s *Strip) changed(r *ruleState, id components.ID, set []StateValue, now int64, carried uint32) {
	if slot := s.g.World.Slot(id); slot >= 0 && s.g.World.ClassOf(id) != ecs.Human {
		r.note(slot, now, carried)
		s.g.setState(slot, set)
	}
}
