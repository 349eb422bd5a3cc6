package systems

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// leafWorld is the world as leaves see it: the columns that were sensed when the
// tick began.
type leafWorld struct{ g *Game }

var (
	_ host.World      = leafWorld{}
	_ host.Valuer     = leafWorld{}
	_ host.Surveyor   = leafWorld{}
	_ host.Classifier = leafWorld{}
	_ host.Bounded    = leafWorld{}
	_ host.Grounded   = leafWorld{}
	_ host.Stocked    = leafWorld{}
	_ host.Mortal     = leafWorld{}
	_ host.Vital      = leafWorld{}
	_ host.Spawner    = leafWorld{}
)

func (v leafWorld) ID(body int32) host.BotID { return host.BotID(v.g.columns.id[body]) }

func (v leafWorld) Position(body int32) (x, y float32) {
	return v.g.at(body)
}

func (v leafWorld) Heading(body int32) (x, y float32) { return v.g.heading(body) }

// Bodies returns the tables of the game, for actions that have components of their own.
func (v leafWorld) Bodies() *ecs.World { return v.g.World }

// leadsOff compares the position and the heading of the tick's beginning with the
// edges.
func (v leafWorld) leadsOff(body int32) (x, y bool) {
	s := v.g.Setup
	if s.Edges != Clamp {
		return false, false
	}
	beyond := func(at, heading, from, size float32) bool {
		return at <= from && heading < 0 || at >= from+size && heading > 0
	}
	atX, atY := v.g.at(body)
	hx, hy := v.g.heading(body)
	return beyond(atX, hx, s.X, s.Width), beyond(atY, hy, s.Y, s.Height)
}

func (v leafWorld) Delta(from, to int32) (dx, dy float64) {
	ax, ay := v.g.at(from)
	bx, by := v.g.at(to)
	return v.g.field.Delta(ax, ay, bx, by)
}

func (v leafWorld) State(body int32, k host.Key) host.Sym {
	return host.Sym(v.g.columns.state[k][body])
}

// Value is [host.Valuer.Value].
func (v leafWorld) Value(y host.Sym) host.Value { return host.SymbolsOf(v.g.Setup.Registry).Value(y) }

func (v leafWorld) StateColumn(k host.Key) []uint32 { return v.g.columns.state[k] }

func (v leafWorld) Nearest(body int32, f host.FacetID) int32 {
	switch {
	case f == host.Nobody:
		return -1
	case !v.g.facets.indexed(f):
		return v.scan(body, f)
	}
	x, y := v.g.at(body)
	return v.g.facets.index[f].Nearest(x, y, body)
}

// scan is Nearest without an index: for a leaf that looks for whom it has not
// said in a parameter.
func (v leafWorld) scan(body int32, f host.FacetID) int32 {
	c, nearest, best := &v.g.columns, int32(-1), math.Inf(1)
	x, y := v.g.at(body)
	for _, t := range v.g.World.Tables() {
		for _, st := range v.g.World.State.Column(t) {
			b := st.Slot
			if b == body || !v.g.facets.has(f, b) {
				continue
			}
			bx, by := v.g.at(b)
			d := v.g.field.Dist2(x, y, bx, by)
			if d < best || d == best && c.id[b] < c.id[nearest] {
				nearest, best = b, d
			}
		}
	}
	return nearest
}

func (v leafWorld) BodyOf(id host.BotID) int32 { return v.g.World.Slot(id) }

// Within asks the extension that has an index, else everybody.
func (v leafWorld) Within(x, y, metres float32, list []int32) []int32 {
	for _, i := range v.g.indexers {
		if found, ok := i.Within(x, y, metres, list); ok {
			return found
		}
	}
	c, first := &v.g.columns, len(list)
	for _, t := range v.g.World.Tables() {
		for _, st := range v.g.World.State.Column(t) {
			if bx, by := v.g.at(st.Slot); v.g.field.Dist2(x, y, bx, by) <= float64(metres)*float64(metres) {
				list = append(list, st.Slot)
			}
		}
	}
	slices.SortFunc(list[first:], func(a, b int32) int { return cmp.Compare(c.id[a], c.id[b]) })
	return list
}

// Around is Within in no particular order.
func (v leafWorld) Around(x, y, metres float32, list []int32) []int32 {
	for _, i := range v.g.indexers {
		if found, ok := i.Around(x, y, metres, list); ok {
			return found
		}
	}
	return v.Within(x, y, metres, list)
}

// Forms asks the extension that knows forms.
func (v leafWorld) Forms() []int16 {
	for _, i := range v.g.indexers {
		if forms := i.Forms(); forms != nil {
			return forms
		}
	}
	return nil
}

// Inside returns the point at which a body that would be at (x, y) ends up, edges
// considered.
func (v leafWorld) Inside(x, y float32) (ix, iy float32) {
	p, _ := v.g.Setup.Confine(components.Position{X: x, Y: y}, components.Heading{})
	return p.X, p.Y
}

// Ground asks the edges, then the extensions that know of the ground.
func (v leafWorld) Ground(x, y float32) bool {
	x, y, ok := v.onField(x, y)
	for _, e := range v.g.grounded {
		ok = ok && e.Ground(x, y)
	}
	return ok
}

// onField finds a point that may lie beyond the edges, which is ok on a torus only.
func (v leafWorld) onField(x, y float32) (fx, fy float32, ok bool) {
	fx, fy = v.Inside(x, y)
	return fx, fy, v.g.Setup.Edges == Wrap || fx == x && fy == y
}

// Clear asks the extensions that know of the ground; the field has no dents.
func (v leafWorld) Clear(ax, ay, bx, by float32) bool {
	ax, ay, ok := v.onField(ax, ay)
	bx, by, too := v.onField(bx, by)
	if !ok || !too {
		return false
	}
	for _, e := range v.g.grounded {
		if !e.Clear(ax, ay, bx, by) {
			return false
		}
	}
	return true
}

// Things asks the extensions that have some.
func (v leafWorld) Things(x, y, metres float32, list []host.Thing) []host.Thing {
	for _, s := range v.g.stocked {
		list = s.Things(x, y, metres, list)
	}
	return list
}

// Kinds asks the extensions that have things.
func (v leafWorld) Kinds(list []host.ThingKind) []host.ThingKind {
	for _, s := range v.g.stocked {
		list = s.Kinds(list)
	}
	return list
}

// There asks the extensions that have things.
func (v leafWorld) There(id uint32) bool {
	return slices.ContainsFunc(v.g.stocked, func(s host.Stocked) bool { return s.There(id) })
}

// Gone asks the extensions that have things.
func (v leafWorld) Gone(id uint32) bool {
	return !slices.ContainsFunc(v.g.stocked, func(s host.Stocked) bool { return !s.Gone(id) })
}

func (v leafWorld) Hold(id uint32, body int32) {
	for _, s := range v.g.stocked {
		s.Hold(id, body)
	}
}

func (v leafWorld) Lay(id uint32, x, y float32) {
	for _, s := range v.g.stocked {
		s.Lay(id, x, y)
	}
}

func (v leafWorld) Spend(id uint32, body int32) {
	for _, s := range v.g.stocked {
		s.Spend(id, body)
	}
}

// Make asks the first extension that has one to spare.
func (v leafWorld) Make(kind string, x, y float32) (id uint32, ok bool) {
	for _, s := range v.g.stocked {
		if id, ok = s.Make(kind, x, y); ok {
			return id, true
		}
	}
	return 0, false
}

func (v leafWorld) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	return ecs.Rand(v.g.seed, bot, tick, uint32(node), draw)
}

func (v leafWorld) Decide(body int32, a *host.Action, in host.Intent) {
	d := &v.g.columns.decide[body]
	d.action, d.target = host.NumberOf(a), in.Target
	if in.Steer == host.SteerHead && !directed(in) {
		in = v.g.Faults.sound(body, a, in)
	}
	switch in.Steer {
	case host.SteerHold:
		d.steers = true
		d.hx, d.hy = v.g.columns.hx[body], v.g.columns.hy[body]
	case host.SteerHead:
		d.steers = true
		d.hx, d.hy = in.HX+0, in.HY+0 // -0 is 0
	}
}

func (v leafWorld) Fault(f host.Fault) { v.g.Faults.add(f) }

// Part returns the extension that has the key.
func (v leafWorld) Part(key any) any {
	for i := range v.g.parts {
		if v.g.parts[i].key == key {
			return v.g.parts[i].Extension
		}
	}
	return nil
}

// Alive reports whether a body lives; all do in games in which nobody dies.
func (v leafWorld) Alive(body int32) bool {
	for _, m := range v.g.mortal {
		if !m.Alive(body) {
			return false
		}
	}
	return true
}

// Vitals asks the extension that has some; without one a body cannot be hurt.
func (v leafWorld) Vitals(body int32) host.Vitals {
	for _, e := range v.g.vital {
		return e.Vitals(body)
	}
	return host.Vitals{}
}

// Spawn asks the extensions in order, and returns the answer of the first that takes it.
func (v leafWorld) Spawn(body, choice int32) bool {
	for _, s := range v.g.spawners {
		if s.Spawn(body, choice) {
			return true
		}
	}
	return false
}

// unknown returns the error for a name that is not in a list: it guesses, or lists the
// names.
func unknown[T any](what, name string, list []T, nameOf func(*T) string) error {
	names := make([]string, len(list))
	for i := range list {
		names[i] = nameOf(&list[i])
	}
	if guess := syntax.Closest(name, names); guess != "" {
		return fmt.Errorf("unknown %s %q; did you mean %q?", what, name, guess)
	}
	const few = 12
	switch n := len(names); {
	case n == 0:
		return fmt.Errorf("unknown %s %q; there are none", what, name)
	case n > few:
		return fmt.Errorf("unknown %s %q, wanted one of %s and %d more", what, name, strings.Join(names[:few], ", "), n-few)
	}
	return fmt.Errorf("unknown %s %q, wanted one of %s", what, name, strings.Join(names, ", "))
}
