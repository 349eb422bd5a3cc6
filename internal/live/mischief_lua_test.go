package live_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// luaPranks lists the pranks of the brain of a rogue in its turns; none is a fault where it
// says so.
var luaPranks = map[string]struct {
	does  string
	fault string // part of its text; empty: nothing has to fail
}{
	"fails":              {`error("over a stone")`, "over a stone"},
	"loops":              {`while true do end`, "it ran for more than 1000000 steps"},
	"loops in pcall":     {`while true do pcall(function() while true do end end) end`, "it ran for more than 1000000 steps"},
	"keeps on to itself": {`local function f() return 1 + f() end f()`, "stack overflow"},
	"fills a table":      {`local t = {} while true do t[#t+1] = {} end`, "it took more than 33554432 bytes"},
	"fills a text":       {`local s = "x" while true do s = s .. s end`, "a text of more than 32768 bytes"},
	"keeps all":          {`local h = inst.hoard or {} inst.hoard = h for i = 1, 20000 do h[#h+1] = { inst } end`, "is parked: the scripts keep more than"},
	"waits in a pattern": {`string.find(string.rep("a", 30000), string.rep("a*", 30) .. "b")`, "pattern"},
	"stands nowhere":     {`inst.Transform:SetPosition(0/0, 0, 0)`, ""},
	"stands too far":     {`inst.Transform:SetPosition(1/0, 0, -1/0)`, ""},
	"faces nowhere":      {`inst.Transform:SetRotation(0/0)`, ""},
	"faces a point":      {`inst:ForceFacePoint(0/0, 0, 1/0)`, ""},
	"goes nowhere":       {`inst.components.locomotor:GoToPoint(Vector3(0/0, 0, 0))`, ""},
	"goes too far":       {`inst.components.locomotor:GoToPoint(Vector3(1/0, 0, -1/0))`, ""},
	"goes at no speed":   {`inst.components.locomotor.walkspeed = 0/0 inst.components.locomotor.runspeed = 0/0 inst.components.locomotor:RunInDirection(0/0)`, ""},
	"runs nowhere":       {`inst.components.locomotor:RunInDirection(1/0)`, ""},
	"is hurt by nothing": {`inst.components.health:DoDelta(0/0)`, ""},
	"is of no health":    {`inst.components.health:SetMaxHealth(0/0) inst.components.health:SetPercent(0/0)`, ""},
	"looks everywhere":   {`TheSim:FindEntities(0/0, 0, 1/0, 1/0) TheSim:FindEntities(0, 0, 0, 0/0)`, ""},
	"looks for ground":   {`FindWalkableOffset(Vector3(0/0, 0, 0), 0/0, 1/0, 8)`, ""},
	"waits for ever":     {`inst:DoTaskInTime(0/0, function() end) inst:DoPeriodicTask(0, function() end) inst:DoPeriodicTask(-1/0, function() end)`, ""},
	"starts a clock":     {`inst.components.timer:StartTimer("x" .. math.random(), 0/0)`, ""},
}

// TestLuaMischiefStaysLocal has a class with a brain that does something wrong in the camp,
// and wants all others to go as they go beside one that does nothing.
func TestLuaMischiefStaysLocal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every prank in every turn")
	}
	file := onDisk(t, "camp")
	brain := filepath.Join(filepath.Dir(file), "brains", "rogue.lua")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rogue := "\nbots:\n  - { id: rogue, name: Rogue, count: 2, speedMps: 3, health: 50, behavior: { file: brains/rogue.lua } }\n"
	if err := os.WriteFile(file, []byte(strings.Replace(string(src), "\nbots:\n", rogue, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	play := func(t *testing.T, workers int, does string) (ticks [][]session.BodyView, kinds []session.CountedFault) {
		text := fmt.Sprintf("local Rogue = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)\nfunction Rogue:OnStart()\n"+
			"    local inst = self.inst\n    self.bt = BT(inst, PriorityNode({ ActionNode(function() %s end) }, 0))\nend\nreturn Rogue\n", does)
		if err := os.WriteFile(brain, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := live.Open(file, live.Options{Workers: workers, OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		w, h := s.Scene().Setup.Width, s.Scene().Setup.Height
		for range 30 {
			s.Step()
			snap := s.Snapshot()
			var others []session.BodyView
			for _, b := range snap.Bots {
				if b.Class != "rogue" {
					others = append(others, b)
				} else if !(b.X >= 0 && b.X <= w && b.Y >= 0 && b.Y <= h && b.HX*b.HX+b.HY*b.HY < 1.001 && b.Health >= 0 && b.Health <= 1) {
					t.Fatalf("tick %d: %+v", snap.Tick, b)
				}
			}
			ticks = append(ticks, others)
		}
		kinds, _ = s.Faults()
		return ticks, kinds
	}
	right, _ := play(t, 1, "")
	for what, p := range luaPranks {
		t.Run(what, func(t *testing.T) {
			wrong, kinds := play(t, 2, p.does)
			for tick := range right {
				if !reflect.DeepEqual(right[tick], wrong[tick]) {
					for i, b := range right[tick] {
						if i < len(wrong[tick]) && !reflect.DeepEqual(b, wrong[tick][i]) {
							t.Fatalf("tick %d: %+v, and without mischief %+v", tick+1, wrong[tick][i], b)
						}
					}
					t.Fatalf("tick %d: other bots", tick+1)
				}
			}
			told := p.fault == ""
			for _, k := range kinds {
				told = told || strings.Contains(k.Text, p.fault)
				if strings.Contains(k.Text, "runtime error") || !strings.HasPrefix(k.Name, "Rogue ") {
					t.Errorf("fault %v", k)
				}
			}
			if !told {
				t.Errorf("no fault %q in %v", p.fault, kinds)
			}
		})
	}
}
