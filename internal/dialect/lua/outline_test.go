package lua

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	glua "github.com/yuin/gopher-lua"
)

// inside has the fields of gopher-lua's table, in their order.
func TestInsideIsLaidOutAsTheTable(t *testing.T) {
	theirs, ours := reflect.TypeFor[glua.LTable](), reflect.TypeFor[inside]()
	if theirs.Size() != ours.Size() || theirs.NumField() != ours.NumField() {
		t.Fatalf("%d bytes and %d fields, wanted %d and %d", ours.Size(), ours.NumField(), theirs.Size(), theirs.NumField())
	}
	for i := range ours.NumField() {
		if a, b := ours.Field(i), theirs.Field(i); a.Type != b.Type || a.Offset != b.Offset {
			t.Errorf("%s is %v at %d, wanted %v at %d", a.Name, a.Type, a.Offset, b.Type, b.Offset)
		}
	}
}

// traversal shows the names of a table as pairs gives them.
func traversal(s *State, v *glua.LTable) string {
	var names []string
	for k, e := s.after(v, glua.LNil); k != glua.LNil; k, e = s.after(v, k) {
		names = append(names, Text(k)+"="+Text(e))
	}
	return strings.Join(names, " ")
}

// Tables that share outlines are traversed as those that do not, whatever is written
// to them and in whichever way.
func TestOutlinedTablesAreTraversedAsOthers(t *testing.T) {
	const tables = 6
	for seed := range uint64(200) {
		s := NewState(Options{})
		classes := [2]*glua.LTable{s.L.CreateTable(0, 1), s.L.CreateTable(0, 1)}
		var pairs [2][tables]*glua.LTable
		for i, class := range classes {
			class.RawSetString("__index", class)
			for j := range pairs[i] {
				pairs[i][j] = s.L.CreateTable(0, 1)
				pairs[i][j].Metatable = class
			}
		}
		s.Outline(classes[0])
		if seed%2 == 0 {
			s.Foldable(classes[0], false)
		}
		r := rand.New(rand.NewPCG(seed, 0))
		names := strings.Fields("a b c d e f")
		for step := range 60 {
			table, name, v := r.IntN(tables), names[r.IntN(len(names))], glua.LValue(glua.LNumber(step))
			if r.IntN(3) == 0 {
				v = glua.LNil
			}
			way := r.IntN(20)
			for i := range pairs {
				of := pairs[i][table]
				s.Set("t", of)
				s.Set("v", v)
				src := "t." + name + " = v"
				switch {
				case way == 0:
					src = "rawset(t, '" + name + "', v)"
				case way == 1:
					src = "rawset(t, 2.5, v)"
				case way == 2:
					src = "setmetatable(t, {})"
				case way == 3 && step > 50:
					src = "getmetatable(t).__newindex = nil t." + name + " = v"
				case way < 8:
					src = "local k = '" + name + "' t[k] = v"
				case way < 9:
					src = "table.insert(t, 1, v or 0)"
				}
				if _, err := evalIn(s, src); err != nil {
					t.Fatalf("%s: %v", src, err)
				}
			}
			if way == 3 && step > 50 {
				break // tables that are written to past Put may differ from now on
			}
			for j := range tables {
				if a, b := traversal(s, pairs[0][j]), traversal(s, pairs[1][j]); a != b {
					t.Fatalf("seed %d, step %d: %s, wanted %s", seed, step, a, b)
				}
			}
		}
		if list, keys := Entries(classes[0]); len(list) != 0 || len(keys) != 1 {
			t.Fatalf("the class shows %v", keys)
		}
	}
}

// Whoever takes __newindex away from a class loses no name of its objects.
func TestNamesWrittenPastAnOutlineAreFound(t *testing.T) {
	s := NewState(Options{})
	class := s.L.CreateTable(0, 1)
	class.RawSetString("__index", class)
	s.Outline(class)
	s.Set("class", class)
	got, err := evalIn(s, `
		local function new() local t = setmetatable({}, class) t.a = 1 return t end
		local one, two, three = new(), new(), new()
		class.__newindex = nil
		one.x = 2 one.y = 3
		two.y = 4 two.x = 5
		three.y = 6 three.b = 7 three.x = nil
		local function show(t) local list = {} for k, v in pairs(t) do list[#list + 1] = k .. v end return table.concat(list, " ") end
		return show(one) .. "|" .. show(two) .. "|" .. show(three) .. "|" .. show(new())`)
	if want := "a1 x2 y3|a1 x5 y4|a1 b7 y6|a1"; got != want || err != nil {
		t.Errorf("%s, %v, wanted %s", got, err, want)
	}
}

// An object of a class takes what its fields need; their names are there once.
func TestRoomOfObjects(t *testing.T) {
	const objects = 2000
	s := NewState(Options{})
	class := s.L.CreateTable(0, 1)
	class.RawSetString("__index", class)
	s.Outline(class)
	s.Set("class", class)
	before := heapBytes()
	if _, err := evalIn(s, fmt.Sprintf(`all = {} for i = 1, %d do
		local t = setmetatable({}, class) t.a, t.b, t.c, t.d = true, false, true, false all[i] = t
	end`, objects)); err != nil {
		t.Fatal(err)
	}
	if got := (heapBytes() - before) / objects; got > 550 {
		t.Errorf("%d bytes each, wanted at most 550", got)
	}
	runtime.KeepAlive(s)
}

// Objects that go over to another class that is outlined share on, in the order of their
// own names.
func TestObjectsChangeClassAndShareOn(t *testing.T) {
	s := NewState(Options{})
	for _, name := range []string{"Base", "Derived"} {
		class := s.L.CreateTable(0, 1)
		class.RawSetString("__index", class)
		s.Outline(class)
		s.Set(name, class)
	}
	got, err := evalIn(s, `
		local function new() local t = setmetatable({}, Base) t.a = 1 setmetatable(t, Derived) return t end
		one, two = new(), new()
		one.b = 2 one.c = 3
		two.c = 4 two.b = 5
		local function show(t) local list = {} for k, v in pairs(t) do list[#list + 1] = k .. v end return table.concat(list, " ") end
		return show(one) .. "|" .. show(two) .. "|" .. show(new())`)
	if want := "a1 b2 c3|a1 c4 b5|a1"; got != want || err != nil {
		t.Errorf("%s, %v, wanted %s", got, err, want)
	}
	for _, name := range []string{"one", "two"} {
		if in := insideOf(s.Get(name).(*glua.LTable)); s.outlines.known[address(in.places)] == nil {
			t.Errorf("%s has names of its own", name)
		}
	}
}

// Tables leave what they share before something may write past Put: each keeps the
// order of its own names.
func TestTablesLeaveTheirOutline(t *testing.T) {
	for _, c := range []struct{ name, leave, one, two, want string }{
		{"another metatable", "setmetatable(t, nil)", "t.x = 1 t.y = 2", "t.y = 3 t.x = 4", "a x y|a y x"},
		{"rawset", "setmetatable(t, plain)", "rawset(t, 'x', 1) rawset(t, 'y', 2)", "rawset(t, 'y', 3) rawset(t, 'x', 4)", "a x y|a y x"},
		{"a place before a list", "", "table.insert(t, 0, 1) table.insert(t, -1, 2)", "table.insert(t, -1, 3) table.insert(t, 0, 4)", "a -1|a -1 0"},
		{"no longer outlined", "class.__newindex = rawset", "t.x = 1 t.y = 2", "t.y = 3 t.x = 4", "a x y|a y x"},
	} {
		s := NewState(Options{})
		class := s.L.CreateTable(0, 1)
		class.RawSetString("__index", class)
		s.Outline(class)
		s.Set("class", class)
		s.Set("plain", s.L.NewTable())
		got, err := evalIn(s, `
			local function new() local t = setmetatable({}, class) t.a = 1 return t end
			local one, two = new(), new()
			local function left(t) `+c.leave+` end
			left(one) left(two)
			;(function(t) `+c.one+` end)(one)
			;(function(t) `+c.two+` end)(two)
			local function show(t) local list = {} for k in pairs(t) do list[#list + 1] = tostring(k) end return table.concat(list, " ") end
			return show(one) .. "|" .. show(two)`)
		if got != c.want || err != nil {
			t.Errorf("%s: %s, %v, wanted %s", c.name, got, err, c.want)
		}
	}
}

// A class whose content is read anew still lets its objects share, and objects with
// many names do not.
func TestWhoIsOutlined(t *testing.T) {
	s := NewState(Options{})
	class := s.L.CreateTable(0, 1)
	class.RawSetString("__index", class)
	s.Outline(class)
	list, keys := Entries(class)
	Fill(class, glua.LNil, list, keys, []glua.LValue{class})
	s.Set("class", class)
	if _, err := evalIn(s, `few, many = setmetatable({}, class), setmetatable({}, class)
		for i = 1, 3 do few['n' .. i] = i end
		for i = 1, 300 do many['n' .. i] = i end`); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"few": true, "many": false} {
		in := insideOf(s.Get(name).(*glua.LTable))
		if got := s.outlines.known[address(in.places)] != nil; got != want || len(in.keys) != len(in.places) {
			t.Errorf("%s is outlined: %v, wanted %v; %d names at %d places", name, got, want, len(in.keys), len(in.places))
		}
	}
}
