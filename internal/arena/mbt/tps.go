package mbt

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
)

// answer holds the result of a query.
type answer struct {
	ok, again bool
}

// querying is the node that asks.
var querying = []action{
	{
		name: "QueryTPS", bits: 8, act: queryTPS,
		doc: "Asks a query of the scene's `queries`, or one of those of the engine's SDK, for the best point, which becomes the bot's cover or its reference point. It has the answer in the next tick; fails where no point fits.",
	},
}

// The states of a QueryTPS.
const (
	queryAsks uint32 = iota
	queryWaits
	queryFailed
	queryDone
)

// queryTPS asks in one tick and has the answer in the next. A cover that somebody else
// takes in the same tick makes it ask again.
func queryTPS(t turn) host.Status {
	found := &t.agent().found
	switch state := t.Load(0, 8); {
	case state == queryFailed:
		t.tellQuery("no point fits the query")
		return host.Failure
	case state == queryDone, state == queryWaits && found.ok:
		t.tellQuery("a point fits the query")
		return host.Success
	}
	t.tellQuery("asks the query")
	t.Store(0, 8, t.askQuery(t.textArg("name"), t.textArg("register") != "RefPoint"))
	return host.Running
}

// askQuery asks a query for the register Cover or RefPoint, and returns what becomes of it: in the
// next tick, where it waits, found tells.
func (t turn) askQuery(name string, toCover bool) uint32 {
	found := &t.agent().found
	i := slices.IndexFunc(t.queries, func(q query) bool { return q.name == name })
	if i < 0 {
		t.Warnf("no query %q", name)
		return queryFailed
	}
	place, at, ok := asker{t}.best(&t.queries[i])
	switch *found = (answer{}); {
	case !ok:
		return queryFailed
	case toCover && place < 0:
		t.Warnf("query %q finds no covers for the register Cover", t.queries[i].name)
		return queryFailed
	case toCover:
		if t.Order(t.registerDeed(place)) != host.Success {
			return queryFailed
		}
		return queryWaits
	}
	t.agent().ref = at
	return queryDone
}

// candidate is a point of a query.
type candidate struct {
	place int32 // a cover, or -1
	at    components.Position
}

// asker is a turn in which the bot asks a query.
type asker struct{ turn }

// best returns the best point of the first option that has any.
func (t asker) best(q *query) (place int32, at spot, ok bool) {
	for i := range q.options {
		o := &q.options[i]
		var best candidate
		most := math.Inf(-1)
		n := uint32(0)
		t.each(o, func(c candidate) {
			n++
			if score := t.score(o, c, n); score > most {
				most, best = score, c
			}
		})
		if !math.IsInf(most, -1) {
			s := spot{set: true, X: best.at.X, Y: best.at.Y}
			if best.place >= 0 {
				s.DY = 1
			}
			return best.place, s, true
		}
	}
	return -1, spot{}, false
}

// each calls f with each point of an option.
func (t asker) each(o *option, f func(candidate)) {
	g := &o.points
	if g.path {
		t.eachOfPath(o.step, f)
		return
	}
	middle, _ := t.objectAt(g.around)
	if !g.covers {
		steps := int(math.Floor(g.radius / o.step))
		for iy := -steps; iy <= steps; iy++ {
			for ix := -steps; ix <= steps; ix++ {
				p := pointAt(middle.X, middle.Y, float64(float64(ix)*o.step), float64(float64(iy)*o.step))
				if t.Game.Setup.Has(p.X, p.Y) {
					f(candidate{-1, p})
				}
			}
		}
		return
	}
	from, known := t.objectAt(g.from)
	for i := range t.Places() {
		p := &t.Places()[i]
		place := int32(i)
		if !slices.Contains(p.Tags, coverTag) || t.covers[i] != 0 || t.Field.Dist2(middle.X, middle.Y, p.X, p.Y) > g.radius*g.radius {
			continue
		}
		if known && (t.Land.NothingBetween(from.X, from.Y, p.X, p.Y) || t.shuns(t.Body, place) || t.crowded(place)) {
			continue
		}
		f(candidate{place, components.Position{X: p.X, Y: p.Y}})
	}
}

// eachOfPath calls f with the points of the bot's path, so many metres apart.
func (t asker) eachOfPath(step float64, f func(candidate)) {
	path := t.pathOf()
	if path == 0 {
		return
	}
	r := t.routeAlong(path, true)
	const most = 100_000
	for i := 0; i < most && float64(i)*step < r.long; i++ {
		x, y := r.point(float64(float64(i) * step))
		f(candidate{-1, components.Position{X: float32(x), Y: float32(y)}})
	}
}

// rays says how far to each side of a point the two rays begin, in metres.
const rays = 4

// twoRays reports whether nothing is between an object and two points to the left and the
// right of a point.
func (t asker) twoRays(p, to components.Position) bool {
	dx, dy := t.Field.Delta(p.X, p.Y, to.X, to.Y)
	far := core.Length(dx, dy)
	if far == 0 {
		return true
	}
	sx, sy := -dy/far*rays, dx/far*rays
	left, right := pointAt(p.X, p.Y, sx, sy), pointAt(p.X, p.Y, -sx, -sy)
	return t.Land.NothingBetween(left.X, left.Y, to.X, to.Y) && t.Land.NothingBetween(right.X, right.Y, to.X, to.Y)
}

// crowded reports whether a cover is too near to one that another body has taken.
func (t asker) crowded(place int32) bool {
	p := &t.Places()[place]
	for i, who := range t.covers {
		q := t.BodyOf(who)
		if who == 0 || q < 0 || q == t.Body {
			continue
		}
		wide := float64(t.FormOf(t.Body).Radius+t.FormOf(q).Radius) + 0.5
		if o := &t.Places()[i]; t.Field.Dist2(p.X, p.Y, o.X, o.Y) < wide*wide {
			return true
		}
	}
	return false
}

// objectAt returns where an object is. One that is not there is at (0, 0), as in the
// original, and not known.
func (t asker) objectAt(o object) (at components.Position, known bool) {
	switch o {
	case self:
		at.X, at.Y, _, _ = t.Game.Body(t.Body)
		return at, true
	case attention:
		at.X, at.Y, known = t.targetPoint()
	case reference:
		var p spot
		p, known = t.refPoint()
		at.X, at.Y = p.X, p.Y
	case leader, player:
		q := t.Living(t.Mind[t.Body].Leader)
		if o == player {
			q = t.player()
		}
		if known = q >= 0; known {
			at.X, at.Y, _, _ = t.Game.Body(q)
		}
	}
	return at, known
}

// score returns how good a point is, -Inf for one that does not meet the conditions. The
// number of the point is for the random measure.
func (t asker) score(o *option, c candidate, n uint32) float64 {
	for i := range o.conditions {
		k := &o.conditions[i]
		v := t.measure(k, c, n)
		switch {
		case k.bound > 0 && !(v > k.value), k.bound < 0 && !(v < k.value), k.bound == 0 && v != k.value:
			return math.Inf(-1)
		}
	}
	sum := 0.0
	for i := range o.weights {
		k := &o.weights[i]
		v := t.measure(k, c, n)
		switch k.measure {
		case distance:
			v = min(v, 50) / 50
		case distance2d:
			v = min(v, 1000) / 1000
		}
		sum += float64(k.value * v)
	}
	return sum
}

// measure returns a measure of a point; 1 and 0 for truth values.
func (t asker) measure(k *term, c candidate, n uint32) float64 {
	p := c.at
	to, _ := t.objectAt(k.object)
	truth := false
	switch k.measure {
	case distance, distance2d:
		return math.Sqrt(t.Field.Dist2(p.X, p.Y, to.X, to.Y))
	case random:
		return host.Float64(t.World.Random(t.Bot, t.Tick, host.RuntimeOf(t.Call).Node, n))
	case canShoot, visible:
		truth = t.Land.NothingBetween(p.X, p.Y, to.X, to.Y)
	case posture:
		truth = t.Land.NothingBetween(p.X, p.Y, to.X, to.Y)
		if !truth && c.place >= 0 {
			_, _, truth = t.posture(c.place, to.X, to.Y)
		}
	case towards:
		dx, dy := t.way(to.X, to.Y)
		px, py := t.way(p.X, p.Y)
		truth = float64(dx*px)+float64(dy*py) > 0 && core.Length(px, py) <= core.Length(dx, dy)
	case twoRays:
		truth = t.twoRays(p, to)
	case walkable:
		truth = t.Ground(p.X, p.Y) && t.Land.Reaches(t.Body, p.X, p.Y)
	default:
		panic(fmt.Sprintf("mbt: no measure %d", k.measure))
	}
	if truth {
		return 1
	}
	return 0
}
