package stage

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// Things that lie on the field are entities with components like others: those of the
// prefab that their kind names, in the user's files or in Thicket's own, see kinds/items.lua.
// Scripts say where a thing is and whether it still is; the world follows at the end of
// the tick. What others do with a thing is seen when it is looked at.

// stocked is the world as far as it has things; nil if it has none.
func (vw *View) stocked() host.Stocked {
	if vw.X == nil {
		return nil
	}
	w, _ := host.Find[host.Stocked](vw.X.World)
	return w
}

// ThingEntity returns the entity of a thing, the same one until it is used up.
func (cr *crowd) ThingEntity(t host.Thing) *Entity {
	e := cr.ThingsKnown[t.ID]
	if e == nil {
		e = cr.makeOwn()
		e.Kind, e.own().What, e.own().thing, e.At = isThing, t.Kind, t.ID, [2]float64{float64(t.X), float64(t.Y)}
		cr.know(e)
		cr.dress(e)
	}
	e.own().Seen = cr.Tick
	return e
}

func (cr *crowd) know(e *Entity) {
	if cr.ThingsKnown == nil {
		cr.ThingsKnown = map[uint32]*Entity{}
	}
	cr.ThingsKnown[e.thing] = e
	if w := cr.stocked(); w != nil && len(cr.ThingsKnown)&(len(cr.ThingsKnown)-1) == 0 { // now and then
		for id, e := range cr.ThingsKnown {
			if e.Invalid && w.Gone(id) {
				delete(cr.ThingsKnown, id)
			}
		}
	}
}

// sample returns an entity that is as things of a kind are when they are first seen. It
// is in no place, and scripts never get it.
func (cr *crowd) sample(kind string) *Entity {
	e := cr.samples[kind]
	if e == nil {
		e = cr.entity(0)
		e.Kind, e.own().What, e.held = isThing, kind, true
		if cr.samples == nil {
			cr.samples = map[string]*Entity{}
		}
		cr.samples[kind] = e
		cr.dress(e)
	}
	return e
}

// dress gives a thing its components and tags.
func (cr *crowd) dress(e *Entity) {
	if cr.items.IsNil() {
		cr.items = cr.RunOwn("kinds/items")
	}
	k := cr.kindOfThings(e.What)
	tags := cr.Lua.NewTable()
	for _, tag := range k.Tags {
		cr.Lua.Append(tags, cr.Lua.Constant(tag))
	}
	before := cr.Newborn
	cr.Newborn = e
	cr.Lua.Call(cr.items, e.Object().V(), cr.Lua.Constant(e.What), machine.Number(float64(k.Feeds)), machine.Number(float64(k.Heals)), tags.V())
	cr.Newborn = before
}

func (vw *View) kindOfThings(kind string) host.ThingKind {
	if w := vw.stocked(); w != nil && vw.thingKinds == nil {
		vw.thingKinds = w.Kinds(nil)
	}
	if i := slices.IndexFunc(vw.thingKinds, func(k host.ThingKind) bool { return k.Name == kind }); i >= 0 {
		return vw.thingKinds[i]
	}
	return host.ThingKind{}
}

// eachThing calls f for the things around a point that are not known yet and may have
// the tags, unless w is nil.
func (fi *finder) eachThing(x, z, radius float64, w *wanted, f func(e *Entity)) {
	world := fi.stocked()
	if world == nil {
		return
	}
	fi.things = world.Things(float32(x), float32(z), float32(min(radius, 3e38)), fi.things[:0])
	things := fi.things
	fi.things = nil // f may look for things, too
	fi.Lua.Charge(int64(len(things)))
	for _, t := range things {
		switch e := fi.ThingsKnown[t.ID]; {
		case e == nil && (w == nil || fi.matches(fi.sample(t.Kind), w)):
			f(fi.ThingEntity(t))
		case e != nil && !e.Invalid && !e.held && e.Seen != fi.Tick: // others may have carried it
			e.At = [2]float64{float64(t.X), float64(t.Y)}
		}
	}
	fi.things = things
}

// there reports whether a thing is in the hands of scripts or lies on the field.
func (cr *crowd) there(e *Entity) bool {
	if e.held || e.Seen == cr.Tick {
		return true
	}
	w := cr.stocked()
	if w == nil {
		return false
	}
	if w.Gone(e.thing) { // by others
		cr.vanish(e)
	}
	return w.There(e.thing)
}

// hold puts a thing into the hands of an entity, or out of sight if that has no body.
func (cr *crowd) hold(e, by *Entity) {
	e.held = true
	if w := cr.stocked(); w != nil && e.Kind == isThing {
		body := int32(-1)
		if by != nil {
			body = cr.body(by)
		}
		w.Hold(e.thing, body)
	}
}

// lay puts a thing on the field.
func (cr *crowd) lay(e *Entity, x, z float64) {
	e.held, e.At, e.own().Seen = false, [2]float64{x, z}, cr.Tick
	if w := cr.stocked(); w != nil && e.Kind == isThing {
		w.Lay(e.thing, float32(x), float32(z))
	}
}

// place puts an entity without a body at a point. What is held stays where it is held.
func (cr *crowd) place(e *Entity, x, z float64) {
	if e.Kind == isThing && !e.held {
		cr.lay(e, x, z)
	}
	e.At = [2]float64{x, z}
}

// item makes a thing of a kind where the bot is, for scripts; nil if nobody knows the
// kind. It lies on the field where the scene has one to spare, else it is there for
// scripts only.
func (cr *crowd) item(kind string) machine.Value {
	at := [2]float64{}
	if cr.Bot != nil && cr.Bot.Entity != nil {
		at = cr.position(cr.Bot.Entity)
	}
	if w := cr.stocked(); w != nil {
		if id, ok := w.Make(kind, float32(at[0]), float32(at[1])); ok {
			return cr.ThingEntity(host.Thing{ID: id, Kind: kind, X: float32(at[0]), Y: float32(at[1])}).Object().V()
		}
	}
	if cr.kindOfThings(kind).Name == "" && cr.ownThings().Field(kind).IsNil() {
		return machine.Nil
	}
	e := cr.makeOwn()
	e.own().What, e.At = kind, at
	cr.dress(e)
	return e.Object().V()
}

// stock puts an entity that a prefab of the user's made on the field, where the scene has
// one of that kind to spare.
func (cr *crowd) stock(e *Entity, kind string) {
	w := cr.stocked()
	if w == nil || e.Kind != isOwn || e.Invalid {
		return
	}
	if id, ok := w.Make(kind, float32(e.At[0]), float32(e.At[1])); ok {
		e.Kind, e.own().What, e.own().thing, e.own().Seen = isThing, kind, id, cr.Tick
		cr.know(e)
	}
}

// ownThings are the things that Thicket knows by itself.
func (cr *crowd) ownThings() *machine.Table {
	if cr.thingList.IsNil() {
		cr.thingList = cr.RunOwn("kinds/things")
	}
	return cr.thingList.Table()
}

// spend ends a thing, which an entity ate if it is not nil.
func (cr *crowd) spend(e, by *Entity) {
	if w := cr.stocked(); w != nil {
		body := int32(-1)
		if by != nil {
			body = cr.body(by)
		}
		w.Spend(e.thing, body)
	}
	e.Kind, e.Invalid = isOwn, true // it stays known until it has gone from the field
}

// openThings offers Thicket's own files what they do with things.
func (st *Stage) openThings() {
	for _, f := range []method{
		{"stock", func(c *machine.Call, e *Entity) int { st.stock(e, c.CheckText(2)); return 0 }},
		{"hold", func(c *machine.Call, e *Entity) int {
			by, _ := script.Handle(c.Get(2)).(*Entity)
			st.hold(e, by)
			return 0
		}},
		{"lay", func(c *machine.Call, e *Entity) int { st.lay(e, st.NumberArg(c, 2), st.NumberArg(c, 3)); return 0 }},
		{"eaten", func(c *machine.Call, e *Entity) int {
			by, _ := script.Handle(c.Get(2)).(*Entity)
			if e.Kind == isThing {
				st.spend(e, by)
				e.Invalid = false // until it is removed
			}
			return 0
		}},
		{"slots", func(c *machine.Call, e *Entity) int { return c.Give(st.ask(e, host.AskRoom, nil)) }},
	} {
		st.method(st.World, f)
	}
	st.Offer(st.World, "things", func(c *machine.Call) int { return c.Give(st.ownThings().V()) })
	st.Offer(st.World, "item", func(c *machine.Call) int { return c.Give(st.item(c.CheckText(1))) })
}
