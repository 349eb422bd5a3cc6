package dst

import (
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Things that lie on the field are entities with components like others: those of the
// prefab that their kind names, in the user's files or in Thicket's own, see kinds/items.lua.
// Scripts say where a thing is and whether it still is; the world follows at the end of
// the tick. What others do with a thing is seen when it is looked at.

// stocked is the world as far as it has things; nil if it has none.
func (vw *view) stocked() host.Stocked {
	if vw.x == nil {
		return nil
	}
	w, _ := vw.x.World.(host.Stocked)
	return w
}

// thingEntity returns the entity of a thing, the same one until it is used up.
func (cr *crowd) thingEntity(t host.Thing) *entity {
	e := cr.thingsKnown[t.ID]
	if e == nil {
		e = cr.makeOwn()
		e.kind, e.what, e.thing, e.at = isThing, t.Kind, t.ID, [2]float64{float64(t.X), float64(t.Y)}
		cr.know(e)
		cr.dress(e)
	}
	e.seen = cr.tick
	return e
}

func (cr *crowd) know(e *entity) {
	if cr.thingsKnown == nil {
		cr.thingsKnown = map[uint32]*entity{}
	}
	cr.thingsKnown[e.thing] = e
	if w := cr.stocked(); w != nil && len(cr.thingsKnown)&(len(cr.thingsKnown)-1) == 0 { // now and then
		for id, e := range cr.thingsKnown {
			if e.invalid && w.Gone(id) {
				delete(cr.thingsKnown, id)
			}
		}
	}
}

// sample returns an entity that is as things of a kind are when they are first seen. It
// is in no place, and scripts never get it.
func (cr *crowd) sample(kind string) *entity {
	e := cr.samples[kind]
	if e == nil {
		e = cr.entity(0)
		e.kind, e.what, e.held = isThing, kind, true
		if cr.samples == nil {
			cr.samples = map[string]*entity{}
		}
		cr.samples[kind] = e
		cr.dress(e)
	}
	return e
}

// dress gives a thing its components and tags.
func (cr *crowd) dress(e *entity) {
	if cr.items == nil {
		cr.items = cr.lua.Call(cr.lua.Function(ownChunk("kinds/items")), cr.world)
	}
	k := cr.kindOfThings(e.what)
	tags := cr.L.NewTable()
	for _, tag := range k.Tags {
		tags.Append(glua.LString(tag))
	}
	before := cr.newborn
	cr.newborn = e
	cr.lua.Call(cr.items, e.obj, glua.LString(e.what), glua.LNumber(k.Feeds), glua.LNumber(k.Heals), tags)
	cr.newborn = before
}

func (vw *view) kindOfThings(kind string) host.ThingKind {
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
func (fi *finder) eachThing(x, z, radius float64, w *wanted, f func(e *entity)) {
	world := fi.stocked()
	if world == nil {
		return
	}
	fi.things = world.Things(float32(x), float32(z), float32(min(radius, 3e38)), fi.things[:0])
	things := fi.things
	fi.things = nil // f may look for things, too
	fi.lua.Charge(int64(len(things)))
	for _, t := range things {
		switch e := fi.thingsKnown[t.ID]; {
		case e == nil && (w == nil || fi.matches(fi.sample(t.Kind), w)):
			f(fi.thingEntity(t))
		case e != nil && !e.invalid && !e.held && e.seen != fi.tick: // others may have carried it
			e.at = [2]float64{float64(t.X), float64(t.Y)}
		}
	}
	fi.things = things
}

// there reports whether a thing is in the hands of scripts or lies on the field.
func (cr *crowd) there(e *entity) bool {
	if e.held || e.seen == cr.tick {
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
func (cr *crowd) hold(e, by *entity) {
	e.held = true
	if w := cr.stocked(); w != nil && e.kind == isThing {
		body := int32(-1)
		if by != nil {
			body = cr.body(by)
		}
		w.Hold(e.thing, body)
	}
}

// lay puts a thing on the field.
func (cr *crowd) lay(e *entity, x, z float64) {
	e.held, e.at, e.seen = false, [2]float64{x, z}, cr.tick
	if w := cr.stocked(); w != nil && e.kind == isThing {
		w.Lay(e.thing, float32(x), float32(z))
	}
}

// place puts an entity without a body at a point. What is held stays where it is held.
func (cr *crowd) place(e *entity, x, z float64) {
	if e.kind == isThing && !e.held {
		cr.lay(e, x, z)
	}
	e.at = [2]float64{x, z}
}

// item makes a thing of a kind where the bot is, for scripts; nil if nobody knows the
// kind. It lies on the field where the scene has one to spare, else it is there for
// scripts only.
func (cr *crowd) item(kind string) glua.LValue {
	at := [2]float64{}
	if cr.bot != nil && cr.bot.e != nil {
		at = cr.position(cr.bot.e)
	}
	if w := cr.stocked(); w != nil {
		if id, ok := w.Make(kind, float32(at[0]), float32(at[1])); ok {
			return cr.thingEntity(host.Thing{ID: id, Kind: kind, X: float32(at[0]), Y: float32(at[1])}).obj
		}
	}
	if cr.kindOfThings(kind).Name == "" && cr.ownThings().RawGetString(kind) == glua.LNil {
		return glua.LNil
	}
	e := cr.makeOwn()
	e.what, e.at = kind, at
	cr.dress(e)
	return e.obj
}

// stock puts an entity that a prefab of the user's made on the field, where the scene has
// one of that kind to spare.
func (cr *crowd) stock(e *entity, kind string) {
	w := cr.stocked()
	if w == nil || e.kind != isOwn || e.invalid {
		return
	}
	if id, ok := w.Make(kind, float32(e.at[0]), float32(e.at[1])); ok {
		e.kind, e.what, e.thing, e.seen = isThing, kind, id, cr.tick
		cr.know(e)
	}
}

// ownThings are the things that Thicket knows by itself.
func (cr *crowd) ownThings() *glua.LTable {
	if cr.thingList == nil {
		cr.thingList = cr.lua.Call(cr.lua.Function(ownChunk("kinds/things")), cr.world)
	}
	t, _ := cr.thingList.(*glua.LTable)
	return t
}

// spend ends a thing, which an entity ate if it is not nil.
func (cr *crowd) spend(e, by *entity) {
	if w := cr.stocked(); w != nil {
		body := int32(-1)
		if by != nil {
			body = cr.body(by)
		}
		w.Spend(e.thing, body)
	}
	e.kind, e.invalid = isOwn, true // it stays known until it has gone from the field
}

// openThings offers Thicket's own files what they do with things.
func (st *stage) openThings() {
	for _, f := range []struct {
		name string
		call func(e *entity)
	}{
		{"stock", func(e *entity) { st.stock(e, st.L.CheckString(2)) }},
		{"hold", func(e *entity) {
			by, _ := handle(st.L.Get(2)).(*entity)
			st.hold(e, by)
		}},
		{"lay", func(e *entity) { st.lay(e, st.numberArg(2), st.numberArg(3)) }},
		{"eaten", func(e *entity) {
			by, _ := handle(st.L.Get(2)).(*entity)
			if e.kind == isThing {
				st.spend(e, by)
				e.invalid = false // until it is removed
			}
		}},
	} {
		st.world.RawSetString(f.name, st.L.NewFunction(func(L *glua.LState) int {
			f.call(st.entityOf(L.Get(1)))
			return 0
		}))
	}
	st.world.RawSetString("things", st.L.NewFunction(st.give(func() glua.LValue { return st.ownThings() })))
	st.world.RawSetString("item", st.L.NewFunction(st.give(func() glua.LValue { return st.item(st.L.CheckString(1)) })))
	st.world.RawSetString("slots", st.L.NewFunction(st.one(func(e *entity) glua.LValue {
		return st.ask(e, host.AskRoom, nil)
	})))
}
