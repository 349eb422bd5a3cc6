package stage

import (
	"math"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// openPlaces defines the methods for where entities are and where they face. All
// distances are flat, in metres.
func (st *Stage) openPlaces(class *machine.Table) {
	for _, f := range []method{
		{"GetDistanceSqToInst", func(c *machine.Call, e *Entity) int {
			return c.Give(machine.Number(st.far(e, st.otherArg(c, e, "GetDistanceSqToInst"))))
		}},
		{"GetDistanceSqToPoint", func(c *machine.Call, e *Entity) int {
			x, z, ok := st.pointArg(c, 2)
			if !ok {
				st.Refuse(c.Get(2), "GetDistanceSqToPoint: ", "a point")
			}
			return c.Give(machine.Number(farFrom(st.position(e), [2]float64{x, z})))
		}},
		{"IsNear", func(c *machine.Call, e *Entity) int {
			if c.Get(2).IsNil() {
				return c.Give(machine.Bool(false))
			}
			d := st.ToNumber(c.Get(3), "IsNear")
			return c.Give(machine.Bool(st.far(e, st.otherArg(c, e, "IsNear")) < d*d))
		}},
		{"GetAngleToPoint", func(c *machine.Call, e *Entity) int {
			x, z, ok := st.pointArg(c, 2)
			if !ok {
				return c.Give(machine.Number(0))
			}
			at := st.position(e)
			if at == [2]float64{x, z} {
				return c.Give(machine.Number(st.rotation(e)))
			}
			return c.Give(machine.Number(libm.Atan2(at[1]-z, x-at[0]) * 180 / math.Pi))
		}},
		{"GetPosition", func(c *machine.Call, e *Entity) int {
			at := st.position(e)
			return c.Give(st.vector(at[0], 0, at[1]))
		}},
		{"GetRotation", func(c *machine.Call, e *Entity) int { return c.Give(machine.Number(st.rotation(e))) }},
	} {
		st.method(class, f)
	}
}

// otherArg returns the entity that is the argument of a method. It must be there,
// as e must.
func (cr *crowd) otherArg(c *machine.Call, e *Entity, method string) *Entity {
	other := cr.entityOf(c.Get(2))
	if !cr.valid(e) || !cr.valid(other) {
		cr.Lua.Raise("%s: one of the two entities was removed", method)
	}
	return other
}

// pointArg reads a point: x, y, z, or one argument that has them.
func (vw *View) pointArg(c *machine.Call, first int) (x, z float64, ok bool) {
	v := c.Get(first)
	if v.IsNil() {
		return 0, 0, false
	}
	if v.Table() != nil {
		return vw.ToNumber(vw.Method(v, "x"), "the x of a point"), vw.ToNumber(vw.Method(v, "z"), "the z of a point"), true
	}
	last := first + 2
	if c.Get(last).IsNil() {
		last--
	}
	return vw.NumberArg(c, first), vw.NumberArg(c, last), true
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
	e.own().parent = parent
	if parent != nil {
		e.At = [2]float64{}
	} else {
		e.At = at
	}
}
