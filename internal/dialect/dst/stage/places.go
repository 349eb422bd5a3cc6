package stage

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// openPlaces defines the methods for where entities are and where they face. All
// distances are flat, in metres.
func (st *Stage) openPlaces(c *glua.LTable) {
	number := func(f float64) glua.LValue { return glua.LNumber(f) }
	for _, f := range []struct {
		name string
		call func(e *Entity) glua.LValue
	}{
		{"GetDistanceSqToInst", func(e *Entity) glua.LValue {
			return number(st.far(e, st.otherArg(e, "GetDistanceSqToInst")))
		}},
		{"GetDistanceSqToPoint", func(e *Entity) glua.LValue {
			x, z, ok := st.pointArg(2)
			if !ok {
				st.Lua.Raise("GetDistanceSqToPoint: wanted a point, found %s", script.Describe(st.L.Get(2)))
			}
			return number(farFrom(st.position(e), [2]float64{x, z}))
		}},
		{"IsNear", func(e *Entity) glua.LValue {
			if st.L.Get(2) == glua.LNil {
				return glua.LFalse
			}
			d := st.ToNumber(st.L.Get(3), "IsNear")
			return glua.LBool(st.far(e, st.otherArg(e, "IsNear")) < d*d)
		}},
		{"GetAngleToPoint", func(e *Entity) glua.LValue {
			x, z, ok := st.pointArg(2)
			if !ok {
				return number(0)
			}
			at := st.position(e)
			if at == [2]float64{x, z} {
				return number(st.rotation(e))
			}
			return number(libm.Atan2(at[1]-z, x-at[0]) * 180 / math.Pi)
		}},
		{"GetPosition", func(e *Entity) glua.LValue {
			at := st.position(e)
			return st.vector(at[0], 0, at[1])
		}},
		{"GetRotation", func(e *Entity) glua.LValue { return number(st.rotation(e)) }},
	} {
		st.method(c, f.name, f.call)
	}
}

// otherArg returns the entity that is the argument of a method. It must be there,
// as e must.
func (cr *crowd) otherArg(e *Entity, method string) *Entity {
	other := cr.entityOf(cr.L.Get(2))
	if !cr.valid(e) || !cr.valid(other) {
		cr.Lua.Raise("%s: one of the two entities was removed", method)
	}
	return other
}

// pointArg reads a point: x, y, z, or one argument that has them.
func (vw *View) pointArg(first int) (x, z float64, ok bool) {
	switch v := vw.L.Get(first).(type) {
	case *glua.LTable:
		return vw.ToNumber(vw.L.GetField(v, "x"), "the x of a point"), vw.ToNumber(vw.L.GetField(v, "z"), "the z of a point"), true
	case *glua.LNilType:
		return 0, 0, false
	}
	last := first + 2
	if vw.L.Get(last) == glua.LNil {
		last--
	}
	return vw.NumberArg(first), vw.NumberArg(last), true
}

func farFrom(a, b [2]float64) float64 {
	dx, dz := a[0]-b[0], a[1]-b[1]
	return float64(dx*dx) + float64(dz*dz)
}

func (vw *View) far(a, b *Entity) float64 { return farFrom(vw.position(a), vw.position(b)) }

// setParent lets an entity without a body move with another, or no longer.
func (cr *crowd) setParent(e, parent *Entity) {
	at := cr.position(e)
	for above := parent; above != nil; above = above.parent {
		if above == e {
			cr.Lua.Raise("an entity cannot be its own parent")
		}
	}
	e.parent = parent
	if parent != nil {
		e.At = [2]float64{}
	} else {
		e.At = at
	}
}
