package lua

import (
	"testing"

	glua "github.com/yuin/gopher-lua"
)

// folding makes a state with a class, whose objects are folded or never.
func folding(t *testing.T, folds bool) *State {
	t.Helper()
	s := NewState(Options{})
	class := s.L.NewTable()
	class.RawSetString("__index", class)
	s.Outline(class)
	if folds {
		s.Foldable(class, false)
	}
	base, meta := s.L.NewTable(), s.L.NewTable()
	meta.RawSetString("__index", s.L.NewFunction(func(L *glua.LState) int {
		if L.Get(1) != base {
			t.Error("a function that finds fields is asked for those of another table")
		}
		L.Push(glua.LString("found: " + Text(L.Get(2))))
		return 1
	}))
	base.Metatable = meta
	class.Metatable = s.L.NewTable()
	class.Metatable.(*glua.LTable).RawSetString("__index", base)
	s.Set("C", class)
	s.Set("new", s.L.NewFunction(func(L *glua.LState) int {
		obj := L.CreateTable(0, 0)
		obj.Metatable = class
		L.Push(obj)
		return 1
	}))
	evalMust(t, s, `
		function C.double(self) return self.x * 2 end
		C.kind = "object"
		C.__tostring = function(self) return "x=" .. tostring(self.x) end
		C.__eq = function(a, b) return a.x == b.x end
		C.__lt = function(a, b) return a.x < b.x end
		C.__le = function(a, b) return a.x <= b.x end
		C.__concat = function(a, b) return tostring(a) .. "&" .. tostring(b) end
		C.__add = function(a, b) return a.x + b.x end
		C.__unm = function(a) return -a.x end
		C.__call = function(a, b) return a.x + b end
		a, b, c = new(), new(), new()
		a.x, a.y = 1, "one"
		b.x, b.y, b.z = 1, "one", false
		c.x, c.y = 3, "gone"
		c.y = nil
		holder = {}`)
	return s
}

func evalMust(t *testing.T, s *State, src string) string {
	t.Helper()
	got, err := evalIn(s, src)
	if err != nil {
		return "error: " + err.Error()
	}
	return got
}

// A script cannot tell whether an object was folded when its turn began: each of these
// turns finds all objects folded.
func TestFoldedObjectsAreAsOthers(t *testing.T) {
	plain, folded := folding(t, false), folding(t, true)
	for _, src := range []string{
		"return a.x, a.y, a.z, b.z, c.y, a.none, a[1], a.kind, a:double()",
		"return tostring(a), a == b, a == c, a < c, a <= b, a .. c, a + c, -c, a(4)",
		"return getmetatable(a) == C, type(a), #a, rawequal(a, a)",
		"return rawget(a, 'x'), rawget(a, 'kind'), rawget(c, 'y')",
		"rawset(a, 'x', 5) return a.x, next(a)",
		"rawset(a, 'w', 6) return a.w",
		"local s = '' for k, v in pairs(a) do s = s .. k .. '=' .. tostring(v) .. ' ' end return s",
		"local s = '' for k, v in pairs(c) do s = s .. k .. '=' .. tostring(v) .. ' ' end return s",
		"return next(b, 'x')",
		"return next(b, 'none')",
		"a.x = 7 return a.x, a.y",
		"a.x = nil return a.x, a.kind, next(a)",
		"a.x = 8 local s = '' for k in pairs(a) do s = s .. k end return s",
		"local k = 'y' a[k] = 'two' return a.y",
		"local k = 'new' a[k] = 9 return a.new",
		"a[1] = 'first' a[2] = 'second' return #a, a[2], a.x",
		"for i, v in ipairs(a) do a.n = i end return a.n, unpack(a)",
		"table.insert(b, 1, 'item') return #b, b.x, b[1]",
		"return table.maxn(b), table.concat(b)",
		"a[2.5] = 'half' return a[2.5], a.x",
		"a[b] = c return a[b].x",
		"C.late = 1 C.__len = nil C.__sub = function(a, b) return a.x - b.x end return c.late",
		"return c - b, c.x",
		"C.__tostring = function(self) return 'new ' .. tostring(self.x) end return 1",
		"c.t = 1 return tostring(c), tostring(b)",
		"return tostring(c), tostring(b)",
		"setmetatable(holder, c) return getmetatable(holder) == c, holder.x, c.x",
		"c.__index = c return holder.x, holder.kind",
		"return holder.x",
		"setmetatable(c, {}) return c.x, c.kind",
		"return c.x, getmetatable(c) == C",
		"setmetatable(c, C) return c.x, c.kind",
		"C.__index = function(t, k) return k .. '!' end return b.x, b.none",
		"return b.none, b.x",
		"C.__newindex = function(t, k, v) rawset(t, k, v + 1) end return 1",
		"b.more = 1 b.x = 4 return b.more, b.x",
		"return b.more, b.x",
		"a.nothing.more = 1",
		"return nil .. a",
	} {
		want, got := evalMust(t, plain, src), evalMust(t, folded, src)
		if got != want {
			t.Errorf("%s: %s, wanted %s", src, got, want)
		}
		if plain.Taken() != folded.Taken() {
			t.Fatalf("%s: it has taken %d bytes, wanted %d", src, folded.Taken(), plain.Taken())
		}
	}
}

// In Go, a name is read as it is, and the metatable is that of the class.
func TestFoldedObjectsInGo(t *testing.T) {
	s := folding(t, true)
	v := s.Get("b").(*glua.LTable)
	if !insideOf(v).folded() {
		t.Fatal("it is not folded")
	}
	if got := Field(v, "y"); got != glua.LString("one") || Field(v, "none") != glua.LNil || MetatableOf(v) != s.Get("C") {
		t.Errorf("y is %v, the metatable %v", got, MetatableOf(v))
	}
	if !insideOf(v).folded() || s.Holds(v, glua.LString("none")) || !s.Holds(v, glua.LString("x")) || insideOf(v).folded() {
		t.Error("asking for a name that it has not unfolds it, or for one that it has does not")
	}
	evalMust(t, s, "return 1")
	if !insideOf(v).folded() {
		t.Error("it is not folded again")
	}
}

// Folded objects are saved and weighed as others.
func TestFoldedObjectsAreSavedAndWeighedAsOthers(t *testing.T) {
	var saves [2]string
	var weights [2]int64
	for i := range saves {
		s := folding(t, i == 1)
		g := Graph{Place: func(*glua.FunctionProto) (Place, bool) { return Place{}, true }}
		g.Fix(s)
		evalMust(t, s, "b.own = new() b.own.x = { 1, 2 } b.own.name = 'a name that is rather long for a name'")
		b, err := g.Encode(&entityObjects{Entities: &Entities{Name: func(*glua.LFunction) string { return "f" }}}, func(Codec) {})
		if err != nil {
			t.Fatal(err)
		}
		saves[i] = string(b)
		var w Scale
		s.Weigh(&w)
		weights[i] = w.Bytes
	}
	if saves[0] != saves[1] || weights[0] != weights[1] {
		t.Errorf("%d bytes that weigh %d, wanted %d that weigh %d", len(saves[1]), weights[1], len(saves[0]), weights[0])
	}
}
