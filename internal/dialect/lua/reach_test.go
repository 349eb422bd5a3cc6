package lua

import (
	"strings"
	"testing"
)

// Wherever a source can hold an expression, it is rewritten: a join that grows
// too long is refused there.
func TestGuardsReachEverywhere(t *testing.T) {
	for rule, src := range map[string]string{
		"assignment":               "x = E",
		"local":                    "local x = E",
		"second local":             "local x, y = 1, E",
		"second assignment":        "local x, y x, y = 1, E",
		"key written":              "local t = {} t[E] = 1",
		"key written among others": "local t, x = {} x, t[E] = 1, 2",
		"owner of a field written": "local t = {} t[E].x = 1",
		"key read":                 "local t = {} return t[E]",
		"owner of a field":         "return (E).x",
		"list":                     "return { E }",
		"field":                    "return { x = E }",
		"key of a field":           "return { [E] = 1 }",
		"argument":                 "return type(E)",
		"argument of a method":     "local t = { m = type } return t:m(E)",
		"receiver":                 "return (E):len()",
		"callee":                   "return ({})[E]()",
		"statement of a call":      "type(E)",
		"and":                      "return true and E",
		"left of and":              "return E and 1",
		"comparison":               "return E == 1",
		"left of a comparison":     "return E < 'x'",
		"arithmetic":               "return 1 + E",
		"remainder":                "return E % 1",
		"minus":                    "return -E",
		"not":                      "return not E",
		"length":                   "return #E",
		"join":                     "return 'x' .. (E)",
		"brackets":                 "return (E)",
		"block":                    "do local x = E end",
		"condition of while":       "while E do end",
		"while":                    "while true do local x = E end",
		"condition of repeat":      "repeat until E",
		"repeat":                   "repeat local x = E until true",
		"condition of if":          "if E then end",
		"then":                     "if true then local x = E end",
		"condition of elseif":      "if false then elseif E then end",
		"else":                     "if false then else local x = E end",
		"beginning of a loop":      "for i = #E, 2 do end",
		"end of a loop":            "for i = 1, #E do end",
		"step of a loop":           "for i = 1, 2, #E do end",
		"loop":                     "for i = 1, 2 do local x = E end",
		"iterator":                 "for k in pairs({ E }) do end",
		"loop by an iterator":      "for k in pairs({ 1 }) do local x = E end",
		"function":                 "function f() return E end f()",
		"local function":           "local function f() return E end f()",
		"function value":           "local f = function() return E end f()",
		"function of a table":      "local t = {} function t.f() return E end t.f()",
		"method":                   "local t = {} function t:f() return E end t:f()",
		"function as an argument":  "pairs((function() return E end)())",
		"function within another":  "(function() (function() return E end)() end)()",
		"end of a variable call":   "(function(...) return ..., E end)(1)",
	} {
		src = "local s = ('x'):rep(32768);\n" + strings.ReplaceAll(src, "E", "(s .. 'y')")
		if _, err := eval(t, src); err == nil || err.Error() != "t.lua:2:1: a string of more than 32768 bytes" {
			t.Errorf("%s: %s\n got %v, wanted a refusal of the join", rule, src, err)
		}
	}
}
