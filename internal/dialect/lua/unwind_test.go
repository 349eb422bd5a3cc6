package lua

import (
	"reflect"
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

func TestOpenVariablesAreLinkedByTheirFirstField(t *testing.T) {
	if f := reflect.TypeFor[glua.Upvalue]().Field(0); f.Name != "next" || f.Type != reflect.TypeFor[*glua.Upvalue]() {
		t.Errorf("the first field is %s, %v", f.Name, f.Type)
	}
}

// A closure keeps the variables of a function that an error ended, whatever is called
// afterwards.
func TestClosuresOutliveErrors(t *testing.T) {
	const other = `local function other() local a, b, c, d = 1, 2, 3, 4 return a + b + c + d end `
	for name, src := range map[string]string{
		"pcall": `local f
			pcall(function() local x = {7} f = function() return x end error("e") end)
			other() return f()[1]`,
		"called by name": `local f
			local function fails(y) local x = y f = function() x = x + 1 return x end local z = nil + 1 end
			pcall(fails, 6)
			other() return f()`,
		"xpcall": `local f
			xpcall(function() local x = {7} f = function() return x end error("e") end, function(e) return other() end)
			other() return f()[1]`,
		"within each other": `local f, g
			local kept = 3
			local h = function() return kept end
			pcall(function()
				local x = 4
				f = function() return x end
				pcall(function() local y = x g = function() return y end error("e") end)
				other()
				x = 1
				kept = kept + 1
				error("e")
			end)
			kept = kept - 2
			other() return f() + g() + h()`,
		"caught where it is raised": `local x = 3
			local h = function() return x end
			pcall(error)
			x = x + 4
			other() return h()`,
		"deep": `local f
			local function down(n) local x = n if n == 3 then f = function() return x end end return 1 + down(n + 1) end
			pcall(down, 1)
			other() return f() + 4`,
	} {
		s := NewState(Options{})
		var v glua.LValue
		if err := s.Protect(100_000, func(*glua.LState) { v = s.Call(s.Function(compiled(t, other+src))) }); err != nil || v != glua.LNumber(7) {
			t.Errorf("%s: %v, %v, wanted 7", name, v, err)
		}
	}
}

// The same after an error that ended a whole turn, or the end of its budget.
func TestClosuresOutliveTurns(t *testing.T) {
	for _, end := range []string{`error("e")`, `while true do end`, `local function down() return 1 + down() end down()`} {
		s := NewState(Options{})
		if err := s.Protect(10_000, func(*glua.LState) {
			s.Call(s.Function(compiled(t, `local x = {7} f = function() return x end `+end)))
		}); err == nil {
			t.Errorf("%s: no error", end)
		}
		var v glua.LValue
		if err := s.Protect(10_000, func(*glua.LState) {
			v = s.Call(s.Function(compiled(t, `local a, b, c, d = 1, 2, 3, 4 return f()[1]`)))
		}); err != nil || v != glua.LNumber(7) {
			t.Errorf("%s: %v, %v, wanted 7", end, v, err)
		}
	}
}

func compiled(t *testing.T, src string) *Chunk {
	t.Helper()
	c, err := Compile(syntax.Pos{File: "a.lua", Line: 1, Col: 1}, src, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
