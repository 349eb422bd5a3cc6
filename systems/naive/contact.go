package naive

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

// rule is a contact rule and what it remembers.
type rule struct {
	*systems.Rule
	fromExec, toExec run.Exec
	cooldown         int64   // ticks
	last             []int64 // by body: the last tick with a contact under this rule
	from, to         []point
	grid             grid
	pairs            []pair
}

type pair struct{ from, to int32 }

func newRule(w *World, r *systems.Rule) rule {
	w.use(r.From.Program)
	w.use(r.To.Program)
	return rule{
		Rule:     r,
		fromExec: run.NewExec(r.From.Program, view{w}), toExec: run.NewExec(r.To.Program, view{w}),
		cooldown: int64(math.Ceil(r.Cooldown * w.setup.TickRate)),
		last:     []int64{never},
	}
}

// apply finds all pairs within reach and takes them by ascending id of From,
// then of To, those that are still free.
func (w *World) apply(r *rule) {
	w.match(r)
	if len(r.from) == 0 || len(r.to) == 0 {
		return
	}
	r.pairs = r.pairs[:0]
	if len(r.from) <= len(r.to) {
		r.grid.build(w.field, r.from)
		for _, p := range r.to {
			r.grid.within(p, r.Radius, func(body int32) { r.pairs = append(r.pairs, pair{body, p.body}) })
		}
	} else {
		r.grid.build(w.field, r.to)
		for _, p := range r.from {
			r.grid.within(p, r.Radius, func(body int32) { r.pairs = append(r.pairs, pair{p.body, body}) })
		}
	}
	slices.SortFunc(r.pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for _, p := range r.pairs {
		if p.from != p.to && w.touched[p.from] != w.tick && w.touched[p.to] != w.tick {
			w.touch(r, p)
		}
	}
}

// match lists those who meet the conditions and are free to take part.
func (w *World) match(r *rule) {
	r.from, r.to = r.from[:0], r.to[:0]
	for q := w.store.Query(w.everybody); q.Next(); {
		body := int32((*components.Identity)(q.Get(w.component.identity)).ID)
		if w.tick-r.last[body] < r.cooldown || w.touched[body] == w.tick {
			continue
		}
		p := (*components.Position)(q.Get(w.component.position))
		if w.holds(&r.From, &r.fromExec, body) {
			r.from = append(r.from, point{p.X, p.Y, body})
		}
		if w.holds(&r.To, &r.toExec, body) {
			r.to = append(r.to, point{p.X, p.Y, body})
		}
	}
}

func (w *World) holds(c *systems.Condition, x *run.Exec, body int32) bool {
	if !c.Plain {
		x.Bot, x.Body, x.Tick, x.DT = host.BotID(body), body, w.tick, w.dt
		return c.Program.Tick(x) == host.Success
	}
	for _, t := range c.Tests {
		if w.column(t.Key)[body] != uint32(t.Value) {
			return false
		}
	}
	return true
}

func (w *World) touch(r *rule, p pair) {
	w.touched[p.from], w.touched[p.to] = w.tick, w.tick
	r.last[p.from], r.last[p.to] = w.tick, w.tick
	w.set(components.ID(p.from), r.SetFrom)
	w.set(components.ID(p.to), r.SetTo)
}
