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
func (m *stage) stocked() host.Stocked {
	if m.x == nil {
		return nil
	}
	w, _ := m.x.World.(host.Stocked)
	return w
}

// thingEntity returns the entity of a thing, the same one until it is used up.
func (m *stage) thingEntity(t host.Thing) *entity {
	e := m.thingsKnown[t.ID]
	if e == nil {
		e = m.makeOwn()
		e.kind, e.what, e.thing, e.at = isThing, t.Kind, t.ID, [2]float64{float64(t.X), float64(t.Y)}
		m.know(e)
		m.dress(e)
	}
	e.seen = m.tick
	return e
}

func (m *stage) know(e *entity) {
	if m.thingsKnown == nil {
		m.thingsKnown = map[uint32]*entity{}
	}
	m.thingsKnown[e.thing] = e
	if w := m.stocked(); w != nil && len(m.thingsKnown)&(len(m.thingsKnown)-1) == 0 { // now and then
		for id, e := range m.thingsKnown {
			if e.invalid && w.Gone(id) {
				delete(m.thingsKnown, id)
			}
		}
	}
}

// sample returns an entity that is as things of a kind are when they are first seen. It
// is in no place, and scripts never get it.
func (m *stage) sample(kind string) *entity {
	e := m.samples[kind]
	if e == nil {
		e = m.entity(0)
		e.kind, e.what, e.held = isThing, kind, true
		if m.samples == nil {
			m.samples = map[string]*entity{}
		}
		m.samples[kind] = e
		m.dress(e)
	}
	return e
}

// dress gives a thing its components and tags.
func (m *stage) dress(e *entity) {
	if m.items == nil {
		m.items = m.lua.Call(m.lua.Function(ownChunk("kinds/items")), m.world)
	}
	k := m.kindOfThings(e.what)
	tags := m.L.NewTable()
	for _, tag := range k.Tags {
		tags.Append(glua.LString(tag))
	}
	before := m.newborn
	m.newborn = e
	m.lua.Call(m.items, e.obj, glua.LString(e.what), glua.LNumber(k.Feeds), glua.LNumber(k.Heals), tags)
	m.newborn = before
}

func (m *stage) kindOfThings(kind string) host.ThingKind {
	if w := m.stocked(); w != nil && m.thingKinds == nil {
		m.thingKinds = w.Kinds(nil)
	}
	if i := slices.IndexFunc(m.thingKinds, func(k host.ThingKind) bool { return k.Name == kind }); i >= 0 {
		return m.thingKinds[i]
	}
	return host.ThingKind{}
}

// eachThing calls f for the things around a point that are not known yet and may have
// the tags, unless w is nil.
func (m *stage) eachThing(x, z, radius float64, w *wanted, f func(e *entity)) {
	world := m.stocked()
	if world == nil {
		return
	}
	m.things = world.Things(float32(x), float32(z), float32(min(radius, 3e38)), m.things[:0])
	things := m.things
	m.things = nil // f may look for things, too
	m.lua.Charge(int64(len(things)))
	for _, t := range things {
		switch e := m.thingsKnown[t.ID]; {
		case e == nil && (w == nil || m.matches(m.sample(t.Kind), w)):
			f(m.thingEntity(t))
		case e != nil && !e.invalid && !e.held && e.seen != m.tick: // others may have carried it
			e.at = [2]float64{float64(t.X), float64(t.Y)}
		}
	}
	m.things = things
}

// there reports whether a thing is in the hands of scripts or lies on the field.
func (m *stage) there(e *entity) bool {
	if e.held || e.seen == m.tick {
		return true
	}
	w := m.stocked()
	if w == nil {
		return false
	}
	if w.Gone(e.thing) { // by others
		m.vanish(e)
	}
	return w.There(e.thing)
}

// hold puts a thing into the hands of an entity, or out of sight if that has no body.
func (m *stage) hold(e, by *entity) {
	e.held = true
	if w := m.stocked(); w != nil && e.kind == isThing {
		body := int32(-1)
		if by != nil {
			body = m.body(by)
		}
		w.Hold(e.thing, body)
	}
}

// lay puts a thing on the field.
func (m *stage) lay(e *entity, x, z float64) {
	e.held, e.at, e.seen = false, [2]float64{x, z}, m.tick
	if w := m.stocked(); w != nil && e.kind == isThing {
		w.Lay(e.thing, float32(x), float32(z))
	}
}

// place puts an entity without a body at a point. What is held stays where it is held.
func (m *stage) place(e *entity, x, z float64) {
	if e.kind == isThing && !e.held {
		m.lay(e, x, z)
	}
	e.at = [2]float64{x, z}
}

// item makes a thing of a kind where the bot is, for scripts; nil if nobody knows the
// kind. It lies on the field where the scene has one to spare, else it is there for
// scripts only.
func (m *stage) item(kind string) glua.LValue {
	at := [2]float64{}
	if m.bot != nil && m.bot.e != nil {
		at = m.position(m.bot.e)
	}
	if w := m.stocked(); w != nil {
		if id, ok := w.Make(kind, float32(at[0]), float32(at[1])); ok {
			return m.thingEntity(host.Thing{ID: id, Kind: kind, X: float32(at[0]), Y: float32(at[1])}).obj
		}
	}
	if m.kindOfThings(kind).Name == "" && m.ownThings().RawGetString(kind) == glua.LNil {
		return glua.LNil
	}
	e := m.makeOwn()
	e.what, e.at = kind, at
	m.dress(e)
	return e.obj
}

// stock puts an entity that a prefab of the user's made on the field, where the scene has
// one of that kind to spare.
func (m *stage) stock(e *entity, kind string) {
	w := m.stocked()
	if w == nil || e.kind != isOwn || e.invalid {
		return
	}
	if id, ok := w.Make(kind, float32(e.at[0]), float32(e.at[1])); ok {
		e.kind, e.what, e.thing, e.seen = isThing, kind, id, m.tick
		m.know(e)
	}
}

// ownThings are the things that Thicket knows by itself.
func (m *stage) ownThings() *glua.LTable {
	if m.thingList == nil {
		m.thingList = m.lua.Call(m.lua.Function(ownChunk("kinds/things")), m.world)
	}
	t, _ := m.thingList.(*glua.LTable)
	return t
}

// spend ends a thing, which an entity ate if it is not nil.
func (m *stage) spend(e, by *entity) {
	if w := m.stocked(); w != nil {
		body := int32(-1)
		if by != nil {
			body = m.body(by)
		}
		w.Spend(e.thing, body)
	}
	e.kind, e.invalid = isOwn, true // it stays known until it has gone from the field
}

// openThings offers Thicket's own files what they do with things.
func (m *stage) openThings() {
	for _, f := range []struct {
		name string
		call func(e *entity)
	}{
		{"stock", func(e *entity) { m.stock(e, m.L.CheckString(2)) }},
		{"hold", func(e *entity) {
			by, _ := handle(m.L.Get(2)).(*entity)
			m.hold(e, by)
		}},
		{"lay", func(e *entity) { m.lay(e, m.numberArg(2), m.numberArg(3)) }},
		{"eaten", func(e *entity) {
			by, _ := handle(m.L.Get(2)).(*entity)
			if e.kind == isThing {
				m.spend(e, by)
				e.invalid = false // until it is removed
			}
		}},
	} {
		m.world.RawSetString(f.name, m.L.NewFunction(func(L *glua.LState) int {
			f.call(m.entityOf(L.Get(1)))
			return 0
		}))
	}
	m.world.RawSetString("things", m.L.NewFunction(m.give(func() glua.LValue { return m.ownThings() })))
	m.world.RawSetString("item", m.L.NewFunction(m.give(func() glua.LValue { return m.item(m.L.CheckString(1)) })))
	m.world.RawSetString("slots", m.L.NewFunction(m.one(func(e *entity) glua.LValue {
		return m.ask(e, host.AskRoom, nil)
	})))
}
