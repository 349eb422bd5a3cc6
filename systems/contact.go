package systems

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/spatial"
)

// never is a tick before all cooldowns.
const never = math.MinInt64 / 2

// Contact is what a rule did: From came within reach of To.
type Contact struct {
	Rule     int // index into Setup.Rules
	From, To components.ID
}

// contacts is the state of the contact rules.
type contacts struct {
	rules   []ruleState
	touched []int64 // by body: the last tick with a contact under any rule
	x, y    []float32
	from    []int32
	to      []int32
	near    []int32
	made    []Contact // in the tick that was played last
}

type ruleState struct {
	*Rule
	from, to condition
	cooldown int64   // ticks
	last     []int64 // by body: the last tick with a contact under this rule
	index    spatial.Index
}

type condition struct {
	*Condition
	exec run.Exec
}

func newCondition(g *Game, c *Condition) condition {
	g.facets.use(c.Program)
	return condition{c, run.NewExec(c.Program, view{g})}
}

func (c *condition) holds(g *Game, id components.ID, body int32) bool {
	if !c.Plain {
		c.exec.Bot, c.exec.Body = host.BotID(id), body
		c.exec.Tick, c.exec.DT = g.World.Clock().Tick, g.World.Clock().DT
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
		c.rules = append(c.rules, ruleState{
			Rule: r, from: newCondition(g, &r.From), to: newCondition(g, &r.To),
			cooldown: r.CooldownTicks(g.Setup.TickRate),
		})
	}
}

// CooldownTicks is the least number of ticks that lasts the cooldown, at ticks
// a second. A product that is a whole number but for its rounding counts as that
// number: 70 ms are 7 ticks of 10 ms.
func (r *Rule) CooldownTicks(rate float64) int64 {
	return int64(math.Ceil(r.Cooldown * rate * (1 - 1e-12)))
}

// forget clears what the rules remember of a body that is new in its slot.
func (c *contacts) forget(body int32) {
	c.sync(int(body) + 1)
	c.touched[body] = never
	for i := range c.rules {
		c.rules[i].last[body] = never
	}
}

func (c *contacts) sync(n int) {
	c.touched = grow(c.touched, n)
	c.x, c.y = grow(c.x, n), grow(c.y, n)
	for i := range c.rules {
		c.rules[i].last = grow(c.rules[i].last, n)
	}
}

// ContactSystem applies the contact rules to where bodies are after the move.
// Pairs are taken by ascending id of From, then of To; a body takes part in at
// most one contact a tick, and in none of a rule while that rule's cooldown
// bars it.
type ContactSystem struct{ g *Game }

// Update runs in the Rules stage.
func (s *ContactSystem) Update(w *ecs.World) {
	c := &s.g.contact
	c.made = c.made[:0]
	for i := range c.rules {
		s.apply(w, i)
	}
}

func (s *ContactSystem) apply(w *ecs.World, rule int) {
	g, c := s.g, &s.g.contact
	r := &c.rules[rule]
	c.from = s.matching(w, r, &r.from, c.from[:0])
	if len(c.from) == 0 {
		return
	}
	c.to = s.matching(w, r, &r.to, c.to[:0])
	for _, t := range w.Tables() {
		for i, st := range t.State {
			c.x[st.Slot], c.y[st.Slot] = t.Position[i].X, t.Position[i].Y
		}
	}
	ids := g.columns.id
	slices.SortFunc(c.from, func(a, b int32) int { return cmp.Compare(ids[a], ids[b]) })
	r.index.Build(g.field, spatial.Points{X: c.x, Y: c.y, ID: ids}, c.to)
	now := w.Clock().Tick
	for _, a := range c.from {
		if c.touched[a] == now {
			continue
		}
		c.near = r.index.Within(c.x[a], c.y[a], r.Radius, c.near[:0])
		for _, b := range c.near {
			if b != a && c.touched[b] != now {
				s.touch(rule, a, b, now)
				break
			}
		}
	}
}

// matching lists the bodies that meet a condition and are free to take part.
func (s *ContactSystem) matching(w *ecs.World, r *ruleState, cond *condition, list []int32) []int32 {
	c, now := &s.g.contact, w.Clock().Tick
	for _, t := range w.Tables() {
		for i, st := range t.State {
			b := st.Slot
			if now-r.last[b] >= r.cooldown && c.touched[b] != now && cond.holds(s.g, t.Identity[i].ID, b) {
				list = append(list, b)
			}
		}
	}
	return list
}

func (s *ContactSystem) touch(rule int, from, to int32, now int64) {
	g, c := s.g, &s.g.contact
	r := &c.rules[rule]
	c.touched[from], c.touched[to] = now, now
	r.last[from], r.last[to] = now, now
	g.setState(from, r.SetFrom)
	g.setState(to, r.SetTo)
	a, b := components.ID(g.columns.id[from]), components.ID(g.columns.id[to])
	c.made = append(c.made, Contact{rule, a, b})
	g.counts.contacts++
	for _, e := range r.Send {
		if e.From {
			g.send(a, e.Name, host.NumberValue(float64(b)))
		}
		if e.To {
			g.send(b, e.Name, host.NumberValue(float64(a)))
		}
	}
}
