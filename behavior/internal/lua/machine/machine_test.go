package machine

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// plenty is enough for every test that is meant to end.
var plenty = Budget{Steps: 20_000_000}

// output runs a source in a new state, and returns what it printed; the error last.
func output(src string, o Options) string {
	var b strings.Builder
	o.Print = func(_ syntax.Pos, text string) { b.WriteString(text + "\n") }
	c, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{})
	if err != nil {
		return err.Error()
	}
	s := NewState(o)
	if err := s.Protect(plenty, func() { s.Call(s.Function(c).V()) }); err != nil {
		b.WriteString("error: " + err.Error() + "\n")
	}
	return b.String()
}

func TestScratch(t *testing.T) {
	t.Log(output(`
print("hello", 1, 2.5, nil, true)
local t = {1,2,3,x=5}
for k,v in pairs(t) do print(k,v) end
for i,v in ipairs(t) do print(i,v) end
local function f(...) return select('#',...), ... end
print(f(1,nil,3))
print((f(1,2)))
print(pcall(function() local x = nil; return x.y end))
print(pcall(function() local x = {} ; return x.y.z end))
print(pcall(function() return 1 < {} end))
local C = {} C.__index = C
function C.new(x) return setmetatable({x=x}, C) end
function C:get() return self.x end
print(C.new(5):get())
local function counter() local n = 0 return function() n = n + 1 return n end end
local c = counter() print(c(), c(), c())
for i = 10, 1, -3 do print(i) end
print(("x"):rep(3) .. 5 .. "y")
print(string.format("%5.2f|%-5d|%q", 3.14159, 42, "a\nb"))
print(("hello world"):gsub("o", "0"))
local s = 0 for i = 1, 100000 do s = s + i end print(s)
local fs = {} for i = 1, 3 do fs[i] = function() i = i + 1 return i end end print(fs[1](), fs[1](), fs[2]())
print(#"abc", -2^2, not nil == true, 2^3^2, 7 % 3, -7 % 3)
print(select(-1, 1, 2, 3))
local t2 = {} for i = 1, 200 do t2[#t2+1] = i end print(#t2, table.concat(t2, ",", 195))
table.sort(t2, function(a,b) return a > b end) print(t2[1], t2[200])
print(xpcall(function() error({code=5}) end, function(e) return e.code end))
print(error and pcall(error, "x", 0))
print(pcall(error))
print(tostring(1e15), 1e14, 0.1, 1/3, 1e100)
print(nosuch.x)
`, Options{}))
}
