package systems

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
)

// view is the world as leaves see it: the columns that were sensed when the
// tick began.
type view struct{ *Game }

var (
	_ host.World    = view{}
	_ host.Surveyor = view{}
	_ host.Bounded  = view{}
	_ host.Stocked  = view{}
	_ host.Mortal   = view{}
	_ host.Spawner  = view{}
)

func (v view) ID(body int32) host.BotID { return host.BotID(v.columns.id[body]) }

func (v view) Position(body int32) (x, y float32) { return v.columns.x[body], v.columns.y[body] }

func (v view) Heading(body int32) (x, y float32) { return v.columns.hx[body], v.columns.hy[body] }

func (v view) Delta(from, to int32) (dx, dy float64) {
	c := &v.columns
	return v.field.Delta(c.x[from], c.y[from], c.x[to], c.y[to])
}

func (v view) State(body int32, k host.Key) host.Sym { return host.Sym(v.columns.state[k][body]) }

func (v view) StateColumn(k host.Key) []uint32 { return v.columns.state[k] }

func (v view) Nearest(body int32, f host.FacetID) int32 {
	switch {
	case f == host.Nobody:
		return -1
	case !v.facets.indexed(f):
		return v.scan(body, f)
	}
	return v.facets.index[f].Nearest(v.columns.x[body], v.columns.y[body], body)
}

// scan is Nearest without an index: for a leaf that looks for whom it has not
// said in a parameter.
func (v view) scan(body int32, f host.FacetID) int32 {
	c, nearest, best := &v.columns, int32(-1), math.Inf(1)
	for _, t := range v.World.Tables() {
		for _, st := range v.World.State.Column(t) {
			b := st.Slot
			if b == body || !v.facets.has(v.Game, f, b) {
				continue
			}
			d := v.field.Dist2(c.x[body], c.y[body], c.x[b], c.y[b])
			if d < best || d == best && c.id[b] < c.id[nearest] {
				nearest, best = b, d
			}
		}
	}
	return nearest
}

func (v view) BodyOf(id host.BotID) int32 { return v.World.Slot(id) }

// Within asks the extension that has an index, else everybody.
func (v view) Within(x, y, metres float32, list []int32) []int32 {
	for _, i := range v.indexers {
		if found, ok := i.Within(x, y, metres, list); ok {
			return found
		}
	}
	c, first := &v.columns, len(list)
	for _, t := range v.World.Tables() {
		for _, st := range v.World.State.Column(t) {
			if v.field.Dist2(x, y, c.x[st.Slot], c.y[st.Slot]) <= float64(metres)*float64(metres) {
				list = append(list, st.Slot)
			}
		}
	}
	slices.SortFunc(list[first:], func(a, b int32) int { return cmp.Compare(c.id[a], c.id[b]) })
	return list
}

// Inside is where the edge of the field lets go who would leave it.
func (v view) Inside(x, y float32) (ix, iy float32) {
	p, _ := v.Setup.Confine(components.Position{X: x, Y: y}, components.Heading{})
	return p.X, p.Y
}

// Things asks the extensions that have some.
func (v view) Things(x, y, metres float32, list []host.Thing) []host.Thing {
	for _, s := range v.stocked {
		list = s.Things(x, y, metres, list)
	}
	return list
}

// Carried asks the extensions that have things.
func (v view) Carried(body int32, list []host.Thing) []host.Thing {
	for _, s := range v.stocked {
		list = s.Carried(body, list)
	}
	return list
}

// There asks the extensions that have things.
func (v view) There(id uint32) bool {
	for _, s := range v.stocked {
		if s.There(id) {
			return true
		}
	}
	return false
}

func (v view) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	return ecs.Rand(v.seed, bot, tick, uint32(node), draw)
}

func (v view) Decide(body int32, a *host.Action, in host.Intent) {
	d := &v.columns.decide[body]
	d.action, d.target = a.Number(), in.Target
	switch in.Steer {
	case host.SteerHold:
		d.hx, d.hy = v.columns.hx[body], v.columns.hy[body]
	case host.SteerHead:
		d.hx, d.hy = in.HX+0, in.HY+0 // -0 is 0
	}
}

func (v view) Fault(f host.Fault) { v.faults.add(f) }

// Part is the extension that has the key.
func (v view) Part(key any) any {
	for i := range v.parts {
		if v.parts[i].key == key {
			return v.parts[i].Extension
		}
	}
	return nil
}

// Alive reports whether a body lives; all do in games in which nobody dies.
func (v view) Alive(body int32) bool {
	for _, m := range v.mortal {
		if !m.Alive(body) {
			return false
		}
	}
	return true
}

// Spawn is that of the first extension that takes it.
func (v view) Spawn(body, choice int32) bool {
	for _, s := range v.spawners {
		if s.Spawn(body, choice) {
			return true
		}
	}
	return false
}

// unknown is the error for a name that is not in a list.
func unknown[T any](what, name string, list []T, nameOf func(*T) string) error {
	names := make([]string, len(list))
	for i := range list {
		names[i] = nameOf(&list[i])
	}
	if guess := syntax.Closest(name, names); guess != "" {
		return fmt.Errorf("unknown %s %q; did you mean %q?", what, name, guess)
	}
	return fmt.Errorf("unknown %s %q", what, name)
}
