package machine

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// rows are what scripts of creatures do most: fields of fields, methods, closures, and calls
// from Go.
const rows = `
local combat = { target = 5, range = 3 }
local inst = { name = "a", x = 1, y = 2, components = { health = {}, locomotor = {}, combat = combat } }
inst.inst = inst
local self = { inst = inst, timer = 3, period = 5, count = 0 }
function self.update(self, dt)
  local t = self.timer - dt
  if t <= 0 then self.count = self.count + 1; t = self.period end
  self.timer = t
  return t
end
local function has() return self.inst.components.combat.target ~= nil end
function fields() local v for i = 1, 1000 do v = self.inst.components.combat.target end return v end
function calls() local v for i = 1, 1000 do v = self:update(0.1) end return v end
function closures() local v for i = 1, 1000 do v = has() end return v end
one = function() return self:update(0.1) end
cond = has
local Base = {} Base.__index = Base
function Base:Tick(dt) return dt end
local Class = setmetatable({}, Base) Class.__index = Class
local obj = setmetatable({ a = 1, b = 2 }, Class)
function inherited() local v for i = 1, 1000 do v = obj:Tick(i) end return v end
function numbers() local s = 0 for i = 1, 1000 do s = s + i * 2 - i / 3 end return s end
function lists() local t = {} for i = 1, 1000 do t[i] = i end local s = 0 for i = 1, #t do s = s + t[i] end return s end
local many = {} for i = 1, 1000 do many[i] = i end
function each() local s = 0 for i, v in ipairs(many) do s = s + v end return s end
function through() local s = 0 for k, v in pairs(many) do s = s + v end return s end
function tables() local v for i = 1, 1000 do v = { x = i, y = 2, name = "a" } end return v end
function texts() local v for i = 1, 1000 do v = "a" .. i end return v end
function library() local v for i = 1, 1000 do v = math.floor(i / 3) end return v end
`

var benchRows = []struct {
	name string
	per  int
}{{"fields", 1000}, {"calls", 1000}, {"closures", 1000}, {"one", 1}, {"cond", 1}, {"inherited", 1000}, {"numbers", 1000}, {"lists", 2000}, {"each", 1000}, {"through", 1000}, {"tables", 1000}, {"texts", 1000}, {"library", 1000}}

func BenchmarkRows(b *testing.B) {
	for _, row := range benchRows {
		b.Run(row.name, func(b *testing.B) {
			c, err := Compile(syntax.Pos{File: "b.lua"}, rows, Limits{})
			if err != nil {
				b.Fatal(err)
			}
			s := NewState(Options{Limits: Limits{Memory: 1 << 30}})
			if err := s.Protect(plenty, func() { s.Call(s.Function(c).V()) }); err != nil {
				b.Fatal(err)
			}
			fn := s.Global(row.name).Function()
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if _, err := s.Run(plenty, fn); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*row.per), "ns/each")
		})
	}
}
