package mind

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/digest"
)

// world is what trees see of the game.
type world struct{ c *core }

var (
	_ host.World    = world{}
	_ host.Valuer   = world{}
	_ host.Surveyor = world{}
	_ host.Logger   = world{}
	_ host.Keeper   = world{}
	_ host.Mortal   = mortal{}
)

// mortal is world where agents die: trees ask nothing of that elsewhere.
type mortal struct{ world }

// Alive is [host.Mortal.Alive].
func (w mortal) Alive(body int32) bool { return w.c.alive(body) }

// world returns what trees see.
func (c *core) world() host.World {
	if c.alive != nil {
		return mortal{world{c}}
	}
	return world{c}
}

// sense takes in what all agents are like now.
func (c *core) sense() {
	if c.position == nil && c.group == nil && len(c.values) == 0 {
		return
	}
	for body, o := range c.ones {
		if o != nil {
			c.senseBody(int32(body))
		}
	}
}

func (c *core) senseBody(body int32) {
	if c.position != nil {
		c.x[body], c.y[body] = c.position(body)
	}
	if c.group != nil {
		c.groups[body] = c.number(c.group(body))
	}
	for key, column := range c.values {
		if column != nil {
			column[body] = uint32(c.valueOf(host.Key(key), body))
		}
	}
}

// valueOf numbers a state of an agent: none, if the function that tells it panics.
func (c *core) valueOf(key host.Key, body int32) (y host.Sym) {
	name := host.SymbolsOf(c.reg).KeyNames()[key]
	defer func() {
		if v := recover(); v != nil {
			o := c.ones[body]
			world{c}.Fault(host.Fault{Tree: o.grove.file, Pos: "state " + name, Node: name, Bot: o.id, Tick: c.tick, Text: fmt.Sprintf("panic: %v", v), Panicked: true})
		}
	}()
	return host.SymbolsOf(c.reg).Passing(c.states[name](body))
}

// bindKeys makes columns of the states that trees ask for.
func (c *core) bindKeys() {
	names := host.SymbolsOf(c.reg).KeyNames()
	for key := len(c.values); key < len(names); key++ {
		c.values = append(c.values, nil)
		if c.states[names[key]] == nil {
			continue
		}
		c.values[key] = make([]uint32, len(c.ones))
		for body, o := range c.ones {
			if o != nil {
				c.values[key][body] = uint32(c.valueOf(host.Key(key), int32(body)))
			}
		}
	}
}

// ID is [host.World.ID].
func (w world) ID(body int32) host.BotID { return w.c.ones[body].id }

// Position is [host.World.Position].
func (w world) Position(body int32) (x, y float32) {
	return float32(w.c.x[body]), float32(w.c.y[body])
}

// Heading is [host.World.Heading].
func (w world) Heading(body int32) (x, y float32) {
	if w.c.facing == nil {
		return 0, 0
	}
	fx, fy := w.c.facing(body)
	d := math.Sqrt(float64(fx*fx) + float64(fy*fy))
	if !(d > 0) || math.IsInf(d, 0) {
		return 0, 0
	}
	return float32(fx / d), float32(fy / d)
}

// Delta is [host.World.Delta].
func (w world) Delta(from, to int32) (dx, dy float64) {
	return w.c.x[to] - w.c.x[from], w.c.y[to] - w.c.y[from]
}

// State is [host.World.State].
func (w world) State(body int32, k host.Key) host.Sym {
	if column := w.StateColumn(k); column != nil {
		return host.Sym(column[body])
	}
	return host.Missing
}

// StateColumn is [host.World.StateColumn].
func (w world) StateColumn(k host.Key) []uint32 {
	if int(k) >= len(w.c.values) {
		return nil
	}
	return w.c.values[k]
}

// Value is [host.Valuer.Value].
func (w world) Value(y host.Sym) host.Value { return host.SymbolsOf(w.c.reg).Value(y) }

// candidates are lists of bodies that nobody uses.
var candidates = sync.Pool{New: func() any { return new([]int32) }}

// Nearest is [host.World.Nearest], of those whom the game lets an agent see.
func (w world) Nearest(body int32, f host.FacetID) int32 {
	if f == host.Nobody {
		return -1
	}
	list := candidates.Get().(*[]int32)
	found, c := (*list)[:0], w.c
	if c.near != nil {
		found = c.near(body, found)
	} else {
		for other, o := range c.ones {
			if o != nil && !o.gone {
				found = append(found, int32(other))
			}
		}
	}
	nearest, best := int32(-1), math.Inf(1)
	for _, other := range found {
		if other == body {
			continue
		}
		dx, dy := w.Delta(body, other)
		d := float64(dx*dx) + float64(dy*dy)
		if d > best || nearest >= 0 && d == best && c.ones[other].id > c.ones[nearest].id {
			continue
		}
		if (c.alive == nil || c.alive(other)) && c.matches(f, body, other) {
			nearest, best = other, d
		}
	}
	*list = found
	candidates.Put(list)
	return nearest
}

// matches reports whether a body is of a facet, as seen by another.
func (c *core) matches(f host.FacetID, me, other int32) bool {
	if f == host.Everyone {
		return true
	}
	s := host.SymbolsOf(c.reg)
	facet := s.Facets()[f-1]
	if int(facet.Key) >= len(c.values) { // a script asks for it while it runs
		c.bindKeys()
	}
	if column := c.values[facet.Key]; column != nil {
		return host.Sym(column[other]) == facet.Value
	}
	is := c.relations[s.KeyNames()[facet.Key]]
	if is == nil {
		panic(fmt.Sprintf("unknown state %q, wanted a value or a relation of the game", s.KeyNames()[facet.Key]))
	}
	return is(me, other) == s.Value(facet.Value).Bool()
}

// BodyOf is [host.Surveyor.BodyOf].
func (w world) BodyOf(id host.BotID) int32 {
	if o := w.c.byID[id]; o != nil {
		return o.body
	}
	return -1
}

// Within is [host.Surveyor.Within].
func (w world) Within(x, y, metres float32, list []int32) []int32 {
	first, c := len(list), w.c
	for body, o := range c.ones {
		if o == nil || o.gone {
			continue
		}
		dx, dy := c.x[body]-float64(x), c.y[body]-float64(y)
		if float64(dx*dx)+float64(dy*dy) <= float64(metres)*float64(metres) {
			list = append(list, int32(body))
		}
	}
	slices.SortFunc(list[first:], func(a, b int32) int { return cmp.Compare(c.ones[a].id, c.ones[b].id) })
	return list
}

// Random is [host.World.Random]: it depends on the turns of the mind and not on the tick, so
// that two turns in one tick draw other numbers.
func (w world) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	if o := w.c.byID[bot]; o != nil {
		tick = o.turns()
	}
	return digest.Draw(w.c.seed, uint32(bot), tick, uint32(node), draw)
}

// Decide is [host.World.Decide]: agents act by themselves, so that it is only noted.
func (w world) Decide(body int32, a *host.Action, _ host.Intent) { w.c.did[body] = host.NumberOf(a) }

// Part is [host.World.Part].
func (w world) Part(any) any { return nil }

// Keep is [host.Keeper.Keep].
func (w world) Keep(key any, fresh func() any) any {
	v, ok := w.c.kept[key]
	if !ok {
		v = fresh()
		w.c.kept[key] = v
	}
	return v
}

// Log is [host.Logger.Log].
func (w world) Log(e host.LogEntry) {
	o := w.c.byID[e.Bot]
	if o == nil {
		return
	}
	_, pos := e.Source.Origin(e.Node)
	w.c.faults.log(o, pos+": "+e.Text)
}
