package dst

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// openPlaces defines the methods for where entities are and where they face. All
// distances are flat, in metres.
func (m *stage) openPlaces(c *glua.LTable) {
	number := func(f float64) glua.LValue { return glua.LNumber(f) }
	for _, f := range []struct {
		name string
		call func(e *entity) glua.LValue
	}{
		{"GetDistanceSqToInst", func(e *entity) glua.LValue {
			return number(m.far(e, m.otherArg(e, "GetDistanceSqToInst")))
		}},
		{"GetDistanceSqToPoint", func(e *entity) glua.LValue {
			x, z, ok := m.pointArg(2)
			if !ok {
				m.lua.Raise("GetDistanceSqToPoint: wanted a point, found %s", describe(m.L.Get(2)))
			}
			return number(farFrom(m.position(e), [2]float64{x, z}))
		}},
		{"IsNear", func(e *entity) glua.LValue {
			if m.L.Get(2) == glua.LNil {
				return glua.LFalse
			}
			d := m.toNumber(m.L.Get(3), "IsNear")
			return glua.LBool(m.far(e, m.otherArg(e, "IsNear")) < d*d)
		}},
		{"GetAngleToPoint", func(e *entity) glua.LValue {
			x, z, ok := m.pointArg(2)
			if !ok {
				return number(0)
			}
			at := m.position(e)
			if at == [2]float64{x, z} {
				return number(m.rotation(e))
			}
			return number(libm.Atan2(at[1]-z, x-at[0]) * 180 / math.Pi)
		}},
		{"GetPosition", func(e *entity) glua.LValue {
			at := m.position(e)
			return m.vector(at[0], 0, at[1])
		}},
		{"GetRotation", func(e *entity) glua.LValue { return number(m.rotation(e)) }},
	} {
		m.method(c, f.name, f.call)
	}
}

// otherArg returns the entity that is the argument of a method. It must be there,
// as e must.
func (m *stage) otherArg(e *entity, method string) *entity {
	other := m.entityOf(m.L.Get(2))
	if !m.valid(e) || !m.valid(other) {
		m.lua.Raise("%s: one of the two entities was removed", method)
	}
	return other
}

// pointArg reads a point: x, y, z, or one argument that has them.
func (m *stage) pointArg(first int) (x, z float64, ok bool) {
	switch v := m.L.Get(first).(type) {
	case *glua.LTable:
		return m.toNumber(m.L.GetField(v, "x"), "the x of a point"), m.toNumber(m.L.GetField(v, "z"), "the z of a point"), true
	case *glua.LNilType:
		return 0, 0, false
	}
	last := first + 2
	if m.L.Get(last) == glua.LNil {
		last--
	}
	return m.numberArg(first), m.numberArg(last), true
}

func farFrom(a, b [2]float64) float64 {
	dx, dz := a[0]-b[0], a[1]-b[1]
	return float64(dx*dx) + float64(dz*dz)
}

func (m *stage) far(a, b *entity) float64 { return farFrom(m.position(a), m.position(b)) }

// setParent lets an entity without a body move with another, or no longer.
func (m *stage) setParent(e, parent *entity) {
	at := m.position(e)
	for above := parent; above != nil; above = above.parent {
		if above == e {
			m.lua.Raise("an entity cannot be its own parent")
		}
	}
	e.parent = parent
	if parent != nil {
		e.at = [2]float64{}
	} else {
		e.at = at
	}
}
