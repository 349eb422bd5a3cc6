package stage

import (
	"math"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// A Vector3 has x, y and z. Other tables that have them, such as objects of derived classes, count
// as well where a Vector3 is wanted. What is done with them most is done here.

// vector makes a Vector3.
func (vw *View) vector(x, y, z float64) machine.Value {
	class := vw.Lua.Global("Vector3")
	if class.IsNil() {
		class = vw.OwnName("Vector3")
	}
	c := class.Table()
	if c == nil || c.Field("_ctor").Function() != vw.VectorNew { // a script has its own
		return vw.Lua.Call(class, machine.Number(x), machine.Number(y), machine.Number(z))
	}
	vw.Lua.Take(vectorBytes)
	v := vw.Lua.NewTable()
	vw.put(v, slotX, machine.Number(x))
	vw.put(v, slotY, machine.Number(y))
	vw.put(v, slotZ, machine.Number(z))
	v.SetMeta(c)
	return v.V()
}

// vectorBytes is charged for a Vector3.
const vectorBytes = machine.BytesOfTable + 3*machine.BytesOfSlot

// xyz reads an argument that is a Vector3 or like one.
func (vw *View) xyz(c *machine.Call, arg int) (v [3]float64) {
	t := c.Get(arg).Table()
	if t == nil && vw.Program.Lenient {
		return v
	}
	if t == nil {
		vw.Lua.Raise("wanted a Vector3, found %s", script.Describe(c.Get(arg)))
	}
	for i, f := range [...]slot{slotX, slotY, slotZ} {
		n, ok := vw.get(t, f).Number()
		if !ok {
			n = vw.ToNumber(vw.Method(t.V(), slotNames[f]), "a part of a Vector3")
		}
		v[i] = n
	}
	return v
}

func length(v [3]float64) float64 { return math.Sqrt(dot(v, v)) }

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

func minus(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func times(a [3]float64, f float64) [3]float64 { return [3]float64{a[0] * f, a[1] * f, a[2] * f} }

// openVectors offers Thicket's own file about vectors what makes a class of them.
func (vw *View) openVectors() {
	vw.VectorNew = vw.Lua.NewFunction("_ctor", func(c *machine.Call) int {
		t := c.CheckTable(1)
		for i, f := range [...]slot{slotX, slotY, slotZ} {
			v := c.Get(i + 2)
			if !v.Truth() {
				v = machine.Number(0)
			}
			vw.put(t, f, v)
		}
		return 0
	})
	vw.Lua.SetField(vw.World, "newvector", vw.VectorNew.V())
	methods := vw.Lua.NewTable()
	vw.vectorMethods(methods)
	vw.Offer(vw.World, "vectors", func(c *machine.Call) int {
		class := c.CheckTable(1)
		for k, v := range methods.Pairs {
			vw.Lua.Set(class, k, v)
		}
		return 0
	})
	vw.Lua.SetField(vw.World, "vectormethods", methods.V()) // so that every machine has them
}

// vectorMethods are the methods of Vector3 that scripts call the most.
func (vw *View) vectorMethods(t *machine.Table) {
	for _, f := range []struct {
		name string
		call func(c *machine.Call) [3]float64
	}{
		{"__add", func(c *machine.Call) [3]float64 { return minus(vw.xyz(c, 1), times(vw.xyz(c, 2), -1)) }},
		{"__sub", func(c *machine.Call) [3]float64 { return minus(vw.xyz(c, 1), vw.xyz(c, 2)) }},
		{"__unm", func(c *machine.Call) [3]float64 { return times(vw.xyz(c, 1), -1) }},
		{"__mul", func(c *machine.Call) [3]float64 {
			if n, ok := c.Get(1).Number(); ok {
				return times(vw.xyz(c, 2), n)
			}
			return times(vw.xyz(c, 1), vw.ToNumber(c.Get(2), "a factor"))
		}},
		{"__div", func(c *machine.Call) [3]float64 {
			v, by := vw.xyz(c, 1), vw.ToNumber(c.Get(2), "a divisor")
			return [3]float64{v[0] / by, v[1] / by, v[2] / by}
		}},
		{"Cross", func(c *machine.Call) [3]float64 {
			a, b := vw.xyz(c, 1), vw.xyz(c, 2)
			return [3]float64{
				float64(a[1]*b[2]) - float64(a[2]*b[1]), float64(a[2]*b[0]) - float64(a[0]*b[2]), float64(a[0]*b[1]) - float64(a[1]*b[0]),
			}
		}},
		{"GetNormalized", func(c *machine.Call) [3]float64 {
			v := vw.xyz(c, 1)
			l := length(v) // without one the result is no number, as in the original
			return [3]float64{v[0] / l, v[1] / l, v[2] / l}
		}},
	} {
		vw.Offer(t, f.name, func(c *machine.Call) int {
			v := f.call(c)
			return c.Give(vw.vector(v[0], v[1], v[2]))
		})
	}
	for _, f := range []struct {
		name string
		call func(c *machine.Call) float64
	}{
		{"Dot", func(c *machine.Call) float64 { return dot(vw.xyz(c, 1), vw.xyz(c, 2)) }},
		{"LengthSq", func(c *machine.Call) float64 { v := vw.xyz(c, 1); return dot(v, v) }},
		{"Length", func(c *machine.Call) float64 { return length(vw.xyz(c, 1)) }},
		{"DistSq", func(c *machine.Call) float64 { d := minus(vw.xyz(c, 1), vw.xyz(c, 2)); return dot(d, d) }},
		{"Dist", func(c *machine.Call) float64 { return length(minus(vw.xyz(c, 1), vw.xyz(c, 2))) }},
	} {
		vw.Offer(t, f.name, func(c *machine.Call) int { return c.Give(machine.Number(f.call(c))) })
	}
	vw.Offer(t, "Get", func(c *machine.Call) int {
		for _, f := range vw.xyz(c, 1) {
			c.Push(machine.Number(f))
		}
		return 3
	})
}
