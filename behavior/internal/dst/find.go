package dst

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// found is an entity and its distance, squared.
type found struct {
	e   *entity
	far float64
}

// wanted are the tags to look for: an entity has all of must, none of cant, and
// one of oneOf if there are any.
type wanted struct{ must, cant, oneOf []string }

// tagList appends the tags that a script gave, in small letters.
func (m *stage) tagList(v glua.LValue, list []string) []string {
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
			list = append(list, strings.ToLower(string(v)))
		case *glua.LNilType:
			m.lua.Charge(int64(i))
			return list
		case glua.LNumber:
			list = append(list, lua.Text(v))
		default:
			if !m.program.lenient {
				m.lua.Raise("a tag is %s, wanted a text", describe(v))
			}
		}
	}
}

// find lists the entities around a point that have the tags, the nearest first;
// at the same distance bodies come before things, by id. The list is valid until
// the next call. x, z and radius are metres.
func (m *stage) find(x, z, radius float64, must, cant, oneOf glua.LValue) []found {
	w := &m.wanted
	w.must, w.cant, w.oneOf = m.tagList(must, w.must[:0]), m.tagList(cant, w.cant[:0]), m.tagList(oneOf, w.oneOf[:0])
	m.found = m.found[:0]
	m.eachAround(x, z, radius, w, func(e *entity) {
		m.lua.Charge(int64(1 + len(w.must) + len(w.cant) + len(w.oneOf)))
		if m.matches(e, w) {
			at := m.position(e)
			dx, dz := at[0]-x, at[1]-z
			m.found = append(m.found, found{e, float64(dx*dx) + float64(dz*dz)})
		}
	})
	slices.SortStableFunc(m.found, func(a, b found) int { return cmp.Compare(a.far, b.far) })
	return m.found
}

func (m *stage) matches(e *entity, w *wanted) bool {
	for _, tag := range w.must {
		if !m.hasTag(e, tag) {
			return false
		}
	}
	for _, tag := range w.cant {
		if m.hasTag(e, tag) {
			return false
		}
	}
	for _, tag := range w.oneOf {
		if m.hasTag(e, tag) {
			return true
		}
	}
	return len(w.oneOf) == 0
}

// findEntities is TheSim:FindEntities.
func (m *stage) findEntities() glua.LValue {
	L := m.L
	radius := m.toNumber(L.Get(3), "FindEntities: the radius")
	list := m.find(m.numberArg(1), m.numberArg(2), radius, L.Get(4), L.Get(5), L.Get(6))
	t := L.CreateTable(len(list), 0)
	m.lua.Take(int64(len(list)) * entryBytes)
	for _, f := range list {
		t.Append(f.e.obj)
	}
	return t
}

// findEntity is FindEntity: it returns the nearest other visible entity for which
// a function of the script answers true.
func (m *stage) findEntity(self *entity) glua.LValue {
	L := m.L
	at := m.position(self)
	radius, f := m.toNumber(L.Get(2), "FindEntity: the radius"), L.Get(3)
	list := m.find(at[0], at[1], radius, L.Get(4), L.Get(5), L.Get(6))
	if f == glua.LNil {
		for _, f := range list {
			if f.e != self && m.valid(f.e) && !f.e.unseen {
				return f.e.obj
			}
		}
		return glua.LNil
	}
	for _, it := range slices.Clone(list) { // the function may call find
		if it.e != self && m.valid(it.e) && !it.e.unseen && glua.LVAsBool(m.lua.Call(f, it.e.obj, self.obj)) {
			return it.e.obj
		}
	}
	return glua.LNil
}

// eachAround calls f for the entities around a point: bodies by id, then things
// that lie there and may have the tags, unless w is nil.
func (m *stage) eachAround(x, z, radius float64, w *wanted, f func(e *entity)) {
	m.eachBody(x, z, radius, f)
	m.lua.Charge(int64(len(m.own)))
	for _, e := range m.own {
		at := m.position(e)
		dx, dz := at[0]-x, at[1]-z
		if !e.invalid && float64(dx*dx)+float64(dz*dz) <= radius*radius && (e.kind != isThing || m.there(e)) {
			f(e)
		}
	}
	m.eachThing(x, z, radius, w, f)
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
