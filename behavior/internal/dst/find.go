package dst

import (
	"cmp"
	"math"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// found is an entity, its distance, squared, and where it comes among those that are as
// far.
type found struct {
	e     *entity
	far   float64
	order int64
}

func compareFound(a, b found) int {
	return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.order, b.order))
}

// afterBodies is the first order of those without a body.
const afterBodies = 1 << 40

// wanted are the tags to look for: an entity has all of must, none of cant, and
// one of oneOf if there are any.
type wanted struct{ must, cant, oneOf []*tag }

// seated is a body's entity, and whose it is.
type seated struct {
	id host.BotID
	e  *entity
}

// unseat forgets which entity a body has that is still there.
func (m *stage) unseat(id host.BotID) {
	body := int32(-1)
	if w, ok := m.surveyor(); ok {
		body = w.BodyOf(id)
	}
	switch {
	case body < 0:
		m.rows = nil // it may come back to any row
	case int(body) < len(m.rows):
		m.rows[body] = seated{}
	}
}

// surveyor is the world as far as it finds bodies.
func (m *stage) surveyor() (host.Surveyor, bool) {
	if m.x == nil {
		return nil, false
	}
	w, ok := m.x.World.(host.Surveyor)
	return w, ok
}

// forms are those of the bodies, by row; nil if the world has none.
func (m *stage) forms() []int16 {
	if m.x != nil {
		if w, ok := m.x.World.(host.Classifier); ok {
			return w.Forms()
		}
	}
	return nil
}

// seatOf returns the entity of a body.
func (m *stage) seatOf(body int32, id host.BotID) *entity {
	if int(body) >= len(m.rows) {
		m.rows = append(m.rows, make([]seated, int(body)+1-len(m.rows))...)
	}
	if m.rows[body].id != id {
		m.rows[body] = seated{id, m.bodyEntity(id)}
	}
	return m.rows[body].e
}

// tagList appends the tags that a script gave.
func (m *stage) tagList(v glua.LValue, list []*tag) []*tag {
	t, ok := v.(*glua.LTable)
	if !ok {
		if v != glua.LNil && !m.program.lenient {
			m.lua.Raise("wanted a list of tags, found %s", describe(v))
		}
		return list
	}
	for i := 1; ; i++ {
		switch v := t.RawGetInt(i).(type) {
		case glua.LString:
			list = append(list, m.tagNamed(string(v)))
		case *glua.LNilType:
			m.lua.Charge(int64(i))
			return list
		case glua.LNumber:
			list = append(list, m.tagNamed(lua.Text(v)))
		default:
			if !m.program.lenient {
				m.lua.Raise("a tag is %s, wanted a text", describe(v))
			}
		}
	}
}

// find lists the entities around a point that have the tags, in no particular order. The
// list is the caller's until he gives it back by putting it into m.found. x, z and radius
// are metres.
func (m *stage) find(x, z, radius float64, must, cant, oneOf glua.LValue) []found {
	w := &m.wanted
	w.must, w.cant, w.oneOf = m.tagList(must, w.must[:0]), m.tagList(cant, w.cant[:0]), m.tagList(oneOf, w.oneOf[:0])
	list := m.found[:0]
	m.found = nil
	price := int64(1 + len(w.must) + len(w.cant) + len(w.oneOf))
	list = m.findBodies(list, x, z, radius, w, price)
	order := int64(afterBodies)
	others := func(e *entity) {
		m.lua.Charge(price)
		order++
		if m.matches(e, w) {
			list = append(list, found{e, farFrom(m.position(e), [2]float64{x, z}), order})
		}
	}
	m.eachOwn(x, z, radius, others)
	m.eachThing(x, z, radius, w, others)
	return list
}

// findBodies appends the bodies around a point that have the tags.
func (m *stage) findBodies(list []found, x, z, radius float64, w *wanted, price int64) []found {
	world, ok := m.surveyor()
	if !ok {
		return list
	}
	forms := m.forms()
	if forms != nil {
		m.near = world.(host.Classifier).Around(float32(x), float32(z), float32(min(radius, math.MaxFloat32)), m.near[:0])
	} else {
		m.near = world.Within(float32(x), float32(z), float32(min(radius, math.MaxFloat32)), m.near[:0])
	}
	near := m.near
	m.near = nil // what is new may look for others, too
	m.lua.Charge(int64(len(near)) * (1 + price))
	m.barred = m.barred[:0]
	for _, body := range near {
		id := world.ID(body)
		e := m.seatOf(body, id)
		if int(body) < len(forms) && m.bars(e, int(forms[body]), w) || !m.matches(e, w) {
			continue
		}
		px, pz := world.Position(body)
		e.at = [2]float64{float64(px), float64(pz)}
		list = append(list, found{e, farFrom(e.at, [2]float64{x, z}), int64(id)})
	}
	m.near = near
	return list
}

// bar says whether bodies of a form can have the tags to look for.
type bar uint8

const (
	unasked bar = iota
	open
	barred
)

// bars reports whether no body of the form of an entity can have the tags, whatever else
// is known of it.
func (m *stage) bars(e *entity, form int, w *wanted) bool {
	for len(m.barred) <= form {
		m.barred = append(m.barred, unasked)
	}
	if m.barred[form] == unasked {
		m.barred[form] = open
		for _, t := range w.must {
			if t.given || t.body || t.state || m.keyOf(t) >= 0 || t.name == "player" || t.name == "mob" {
				continue
			}
			if !m.formTagged(e, t) && !m.isNamed(e, t) {
				m.barred[form] = barred
			}
		}
	}
	return m.barred[form] == barred
}

func (m *stage) matches(e *entity, w *wanted) bool {
	for _, t := range w.must {
		if !m.hasTag(e, t) {
			return false
		}
	}
	for _, t := range w.cant {
		if m.hasTag(e, t) {
			return false
		}
	}
	for _, t := range w.oneOf {
		if m.hasTag(e, t) {
			return true
		}
	}
	return len(w.oneOf) == 0
}

// findEntities is TheSim:FindEntities: the nearest come first, and of those that are as
// far bodies, by id.
func (m *stage) findEntities() glua.LValue {
	L := m.L
	radius := m.toNumber(L.Get(3), "FindEntities: the radius")
	list := m.find(m.numberArg(1), m.numberArg(2), radius, L.Get(4), L.Get(5), L.Get(6))
	slices.SortFunc(list, compareFound)
	t := L.CreateTable(len(list), 0)
	m.lua.Take(int64(len(list)) * entryBytes)
	for _, f := range list {
		t.Append(f.e.obj)
	}
	m.found = list
	return t
}

// findEntity is FindEntity: it returns the nearest other visible entity for which
// a function of the script answers true.
func (m *stage) findEntity(self *entity) glua.LValue {
	L := m.L
	at := m.position(self)
	radius, f := m.toNumber(L.Get(2), "FindEntity: the radius"), L.Get(3)
	list := m.find(at[0], at[1], radius, L.Get(4), L.Get(5), L.Get(6))
	first := glua.LValue(glua.LNil)
	for heap := newNearest(list); len(heap) > 0; heap = heap.next() {
		e := heap[0].e
		if e != self && m.valid(e) && !e.unseen && (f == glua.LNil || glua.LVAsBool(m.lua.Call(f, e.obj, self.obj))) {
			first = e.obj
			break
		}
	}
	m.found = list
	return first
}

// nearest is a heap of what was found: the nearest comes first.
type nearest []found

func newNearest(list []found) nearest {
	h := nearest(list)
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
	return h
}

func (h nearest) sink(i int) {
	for {
		least := i
		for _, below := range [...]int{2*i + 1, 2*i + 2} {
			if below < len(h) && compareFound(h[below], h[least]) < 0 {
				least = below
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// next drops the first.
func (h nearest) next() nearest {
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	h.sink(0)
	return h
}

// eachAround calls f for the entities around a point: bodies by id, then those without a
// body, then things that lie there.
func (m *stage) eachAround(x, z, radius float64, f func(e *entity)) {
	m.eachBody(x, z, radius, f)
	m.eachOwn(x, z, radius, f)
	m.eachThing(x, z, radius, nil, f)
}

// eachOwn calls f for the entities without a body around a point.
func (m *stage) eachOwn(x, z, radius float64, f func(e *entity)) {
	m.lua.Charge(int64(len(m.own)))
	for _, e := range m.own {
		if !e.invalid && farFrom(m.position(e), [2]float64{x, z}) <= radius*radius && (e.kind != isThing || m.there(e)) {
			f(e)
		}
	}
}

// ground reports whether a body can stand at a point, in metres. Without a World
// that knows, the whole plane is land.
func (m *stage) ground(x, z float64) bool {
	if m.x == nil {
		return true
	}
	w, ok := m.x.World.(host.Grounded)
	return !ok || w.Ground(onPlane(x), onPlane(z))
}

// clear reports whether a body can walk straight from one point to another.
func (m *stage) clear(ax, az, bx, bz float64) bool {
	m.lua.Charge(hostSteps)
	if m.x == nil {
		return true
	}
	w, ok := m.x.World.(host.Grounded)
	return !ok || w.Clear(onPlane(ax), onPlane(az), onPlane(bx), onPlane(bz))
}

// onPlane makes any number a finite one that a World can take; a nan is 0.
func onPlane(v float64) float32 {
	if math.IsNaN(v) {
		return 0
	}
	return float32(min(max(v, -1e30), 1e30))
}
