package stage

import (
	"math"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// A Vector3 is a list of x, y and z, which takes a quarter of the time and of the
// memory of a table with these names; scripts see the names. Other tables that have
// them, such as objects of derived classes, count as well where a Vector3 is wanted.

// vector makes a Vector3.
func (vw *View) vector(x, y, z float64) glua.LValue {
	class := vw.Lua.Get("Vector3")
	if class == glua.LNil {
		class = vw.OwnName("Vector3")
	}
	c, ok := class.(*glua.LTable)
	if !ok || c.RawGetString("__index") != vw.VectorRead { // a script has its own
		return vw.Lua.Call(class, glua.LNumber(x), glua.LNumber(y), glua.LNumber(z))
	}
	return vw.vectorOf(c, x, y, z)
}

func (vw *View) vectorOf(class *glua.LTable, x, y, z float64) *glua.LTable {
	vw.Lua.Take(vectorBytes)
	v := vw.L.CreateTable(3, 0)
	v.Append(glua.LNumber(x))
	v.Append(glua.LNumber(y))
	v.Append(glua.LNumber(z))
	v.Metatable = class
	return v
}

// vectorBytes is charged for a Vector3.
const vectorBytes = 250

// axis is the place of a name in the list; 0 for other names.
func axis(key glua.LValue) int {
	if s, ok := key.(glua.LString); ok && len(s) == 1 && s[0] >= 'x' && s[0] <= 'z' {
		return int(s[0]-'x') + 1
	}
	return 0
}

// xyz reads an argument that is a Vector3 or like one.
func (vw *View) xyz(arg int) (v [3]float64) {
	t, ok := vw.L.Get(arg).(*glua.LTable)
	if !ok && vw.Program.Lenient {
		return v
	}
	if !ok {
		vw.Lua.Raise("wanted a Vector3, found %s", script.Describe(vw.L.Get(arg)))
	}
	for i := range v {
		n, ok := t.RawGetInt(i + 1).(glua.LNumber)
		if !ok {
			f := vw.ToNumber(vw.L.GetField(t, string(rune('x'+i))), "a part of a Vector3")
			n = glua.LNumber(f)
		}
		v[i] = float64(n)
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
	vw.VectorNew = vw.L.NewFunction(func(L *glua.LState) int {
		t := L.CheckTable(1)
		isList := false
		if c, ok := t.Metatable.(*glua.LTable); ok {
			isList = c.RawGetString("__index") == vw.VectorRead
		}
		for i := range 3 {
			v := L.Get(i + 2)
			if !glua.LVAsBool(v) {
				v = glua.LNumber(0)
			}
			if isList {
				t.RawSetInt(i+1, v)
			} else {
				t.RawSetString(string(rune('x'+i)), v)
			}
		}
		return 0
	})
	vw.VectorRead = vw.L.NewFunction(func(L *glua.LState) int {
		t := L.CheckTable(1)
		if i := axis(L.Get(2)); i > 0 {
			L.Push(t.RawGetInt(i))
		} else if c, ok := t.Metatable.(*glua.LTable); ok {
			L.Push(c.RawGet(L.Get(2)))
		} else {
			L.Push(glua.LNil)
		}
		return 1
	})
	write := vw.L.NewFunction(func(L *glua.LState) int {
		if i := axis(L.Get(2)); i > 0 && L.Get(3) != glua.LNil {
			L.CheckTable(1).RawSetInt(i, L.Get(3))
		} else {
			L.CheckTable(1).RawSet(L.Get(2), L.Get(3))
		}
		return 0
	})
	vw.World.RawSetString("newvector", vw.VectorNew)
	methods := vw.vectorMethods()
	vw.World.RawSetString("vectors", vw.L.NewFunction(func(L *glua.LState) int {
		c := L.CheckTable(1)
		c.RawSetString("__index", vw.VectorRead)
		c.RawSetString("__newindex", write)
		for k, v := methods.Next(glua.LNil); k != glua.LNil; k, v = methods.Next(k) {
			c.RawSet(k, v)
		}
		return 0
	}))
	vw.World.RawSetString("vectormethods", methods) // so that every machine has them
	vw.World.RawSetString("vectorread", vw.VectorRead)
	vw.World.RawSetString("vectorwrite", write)
}

// vectorMethods are the methods of Vector3 that scripts call the most.
func (vw *View) vectorMethods() *glua.LTable {
	t := vw.L.NewTable()
	for _, f := range []struct {
		name string
		call func() [3]float64
	}{
		{"__add", func() [3]float64 { return minus(vw.xyz(1), times(vw.xyz(2), -1)) }},
		{"__sub", func() [3]float64 { return minus(vw.xyz(1), vw.xyz(2)) }},
		{"__unm", func() [3]float64 { return times(vw.xyz(1), -1) }},
		{"__mul", func() [3]float64 {
			if n, ok := vw.L.Get(1).(glua.LNumber); ok {
				return times(vw.xyz(2), float64(n))
			}
			return times(vw.xyz(1), vw.ToNumber(vw.L.Get(2), "a factor"))
		}},
		{"__div", func() [3]float64 {
			v, by := vw.xyz(1), vw.ToNumber(vw.L.Get(2), "a divisor")
			return [3]float64{v[0] / by, v[1] / by, v[2] / by}
		}},
		{"Cross", func() [3]float64 {
			a, b := vw.xyz(1), vw.xyz(2)
			return [3]float64{
				float64(a[1]*b[2]) - float64(a[2]*b[1]), float64(a[2]*b[0]) - float64(a[0]*b[2]), float64(a[0]*b[1]) - float64(a[1]*b[0]),
			}
		}},
		{"GetNormalized", func() [3]float64 {
			v := vw.xyz(1)
			l := length(v) // without one the result is no number, as in the original
			return [3]float64{v[0] / l, v[1] / l, v[2] / l}
		}},
	} {
		t.RawSetString(f.name, vw.L.NewFunction(func(L *glua.LState) int {
			v := f.call()
			L.Push(vw.vector(v[0], v[1], v[2]))
			return 1
		}))
	}
	for _, f := range []struct {
		name string
		call func() float64
	}{
		{"Dot", func() float64 { return dot(vw.xyz(1), vw.xyz(2)) }},
		{"LengthSq", func() float64 { v := vw.xyz(1); return dot(v, v) }},
		{"Length", func() float64 { return length(vw.xyz(1)) }},
		{"DistSq", func() float64 { d := minus(vw.xyz(1), vw.xyz(2)); return dot(d, d) }},
		{"Dist", func() float64 { return length(minus(vw.xyz(1), vw.xyz(2))) }},
	} {
		t.RawSetString(f.name, vw.L.NewFunction(func(L *glua.LState) int {
			L.Push(glua.LNumber(f.call()))
			return 1
		}))
	}
	t.RawSetString("Get", vw.L.NewFunction(func(L *glua.LState) int {
		for _, f := range vw.xyz(1) {
			L.Push(glua.LNumber(f))
		}
		return 3
	}))
	return t
}
