package lua

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// heapBytes returns how much memory is in use.
func heapBytes() int64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// A table that a script makes takes what its content needs, not room for 32 values
// and names.
func TestRoomOfTables(t *testing.T) {
	const tables = 2000
	for src, most := range map[string]int64{
		"{}":         200,
		"list()":     200,
		"record()":   900,
		"{one()}":    250,
		"{1, one()}": 300,
	} {
		s := NewState(Options{})
		before := heapBytes()
		src = fmt.Sprintf(`
			local function list() local t = {} t[1] = true return t end
			local function one() return true end
			local function record() local t = {} t.a, t.b = true, false return t end
			all = {} for i = 1, %d do all[i] = %s end`, tables, src)
		if _, err := evalIn(s, src); err != nil {
			t.Fatal(err)
		}
		if got := (heapBytes() - before) / tables; got > most {
			t.Errorf("%d bytes each, wanted at most %d: %s", got, most, src)
		}
		runtime.KeepAlive(s)
	}
}

// An object of a class takes little more than its values while no script runs.
func TestRoomOfFoldedObjects(t *testing.T) {
	const objects = 2000
	s := folding(t, true)
	before := heapBytes()
	evalMust(t, s, fmt.Sprintf("all = {} for i = 1, %d do local o = new() o.x, o.y, o.z, all[i] = true, false, true, o end", objects))
	if got := (heapBytes() - before) / objects; got > 220 {
		t.Errorf("%d bytes each, wanted at most 220", got)
	}
	if evalMust(t, s, "for i, o in ipairs(all) do if not o.x or o.y then return i end end return 'all'") != "all" {
		t.Error("an object has lost a field")
	}
	runtime.KeepAlive(s)
}

// A number that an object keeps does not keep the others that were reckoned beside it.
func TestRoomOfNumbersInFoldedObjects(t *testing.T) {
	const objects = 2000
	s := folding(t, true)
	before := heapBytes()
	evalMust(t, s, fmt.Sprintf(`
		all = {}
		for i = 1, %d do
			local o, x = new(), i / 3
			for j = 1, 40 do x = x + 1 / j end
			o.x, all[i] = x, o
		end`, objects))
	if got := (heapBytes() - before) / objects; got > 200 {
		t.Errorf("%d bytes each, wanted at most 200", got)
	}
	runtime.KeepAlive(s)
}

// A chunk that gets its text again tells the same places as before.
func TestAChunkGetsItsTextAgain(t *testing.T) {
	const src = "local a = 1\n  return a.b.c, found(a)\n"
	at := syntax.Pos{File: "t.lua", Line: 3, Col: 5}
	kept, err := Compile(at, src, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	again, _ := Compile(at, src, Limits{})
	asked := 0
	again.Reread(func() string { asked++; return src })
	for _, name := range []string{"found", "a", "nowhere"} {
		if want, got := kept.Find(name), again.Find(name); want != got {
			t.Errorf("%s is at %v, wanted %v", name, got, want)
		}
	}
	if kept.Word(4, "found") != again.Word(4, "found") || kept.Source() != again.Source() {
		t.Error("the text is another one")
	}
	if asked == 0 {
		t.Error("nobody asked for the text")
	}
}

// A compiled function keeps none of the room in which it was compiled.
func TestRoomOfFunctions(t *testing.T) {
	c, err := Compile(syntax.Pos{File: "t.lua"}, "local function f(a) local function g() return a end return g end return f", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	all := c.Functions()
	for _, p := range all {
		for what, room := range map[string][2]int{
			"instructions": {len(p.Code), cap(p.Code)}, "lines": {len(p.DbgSourcePositions), cap(p.DbgSourcePositions)},
			"constants": {len(p.Constants), cap(p.Constants)}, "texts": {len(*textConstants(p)), cap(*textConstants(p))}, "calls": {len(p.DbgCalls), cap(p.DbgCalls)},
		} {
			if room[1] > room[0]+8 {
				t.Errorf("%d %s with room for %d", room[0], what, room[1])
			}
		}
	}
	if len(all) != 3 {
		t.Errorf("%d functions, wanted 3", len(all))
	}
}
