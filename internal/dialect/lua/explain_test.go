package lua

import (
	"testing"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// An error in a line says which of its names was nothing.
func TestExplain(t *testing.T) {
	for src, want := range map[string]string{
		"return inst.components.gizmo:Spin(1)":              "inst.components.gizmo is nil, where something that has Spin is wanted",
		`return inst.components["gizmo"].size`:              `inst.components["gizmo"] is nil, where something that has size is wanted`,
		"return inst.list()[2].x -- of.x":                   "inst.list()[2] is nil, where something that has x is wanted",
		"if 1 < 2 and inst:Leave() then end":                "inst:Leave is no function",
		"return math.floor(2) + inst.calc{ 1 }":             "inst.calc is no function",
		"local a, b = tostring(inst.Run(1)), inst.Walk(2)":  "inst.Run is no function",
		"return 3 - inst.last_time":                         "inst.last_time is nil",
		"return inst.first - inst.last_time":                "one of inst.first, inst.last_time is nil",
		"local f = function(x) return x.y.z end return f{}": "x.y is nil, where something that has z is wanted",
		"local n return n + 1":                              "cannot perform add operation between nil and number",
		"local n return n.x":                                "n is nil, where something that has x is wanted",
		"return ('inst.x'):nothing(inst.components)":        "('inst.x'):nothing is no function",
		"error''":       "an error without a text",
		"error(' ', 0)": "an error without a text",
	} {
		s := NewState(Options{})
		c, err := Compile(syntax.Pos{File: "t.lua"}, "local inst = { components = {}, list = function() return {} end } "+src, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		e := s.Protect(budget, func(L *glua.LState) { s.Call(s.Function(c)) })
		if e == nil || e.Msg != want {
			t.Errorf("%s: got %v, wanted %s", src, e, want)
		}
	}
}
