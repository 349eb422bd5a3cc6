package scenes_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// randomBrain returns a brain in Lua that keeps tables, draws, goes through tables,
// looks for others and pushes events at them.
func randomBrain(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	condition := func() string {
		return "function() " + pick(
			"return math.random() < 0.4", "return math.floor(GetTime() * 3) % 2 == 0", "return inst.components.hunger:GetPercent() < 0.9",
			"seen[inst.GUID % 5 + 0.5] = (seen[inst.GUID % 5 + 0.5] or 0) + 1 for k, v in pairs(seen) do if v % 3 == 0 then return true end end",
			"table.sort(order, function(a, b) return a % 3 < b % 3 end) table.insert(order, #order + 1) if #order > 9 then order = { 3, 1, 2 } end return order[1] > 2",
			"return FindEntity(inst, 8, function(e) return e.GUID % 2 == 0 end) ~= nil", "return #tostring({}) + #tostring(print) > 12 and next(seen) ~= nil",
		) + " end"
	}
	var node func(depth int) string
	node = func(depth int) string {
		if depth == 0 || r.IntN(4) == 0 {
			return pick(
				"Wander(inst, nil, 20)", `RunAway(inst, "mob", 4, 7)`, "StandStill(inst)", "Panic(inst)", "WaitNode(math.random())", "ChaseAndAttack(inst, 3, 20)",
				`ActionNode(function() local e = FindEntity(inst, 12) if e then e.pokes = (e.pokes or 0) + 1 e:PushEvent("poke", { by = inst }) end end)`,
				`ActionNode(function() inst:DoTaskInTime(math.random(), function() calls = calls + 1 seen[calls % 7 + 0.25] = nil end) end)`,
			)
		}
		kids := make([]string, 1+r.IntN(3))
		for i := range kids {
			kids[i] = node(depth - 1)
		}
		list := "{ " + strings.Join(kids, ", ") + " }"
		return pick(
			"PriorityNode("+list+", "+pick("0.25", "0.5", "1")+")", "SequenceNode"+list, "SelectorNode"+list, "ParallelNode"+list, "RandomNode"+list, "LoopNode("+list+", 2)",
			"WhileNode("+condition()+", 'while', "+kids[0]+")", "IfNode("+condition()+", 'if', "+kids[0]+")", "NotDecorator("+kids[0]+")",
			"EventNode(inst, 'poke', "+kids[0]+")", "LatchNode(inst, math.random(), "+kids[0]+")",
		)
	}
	return "local seen, order, calls = {}, { 3, 1, 2 }, 0\nlocal Mob = Class(Brain, function(self) Brain._ctor(self) end)\nfunction Mob:OnStart()\nlocal inst = self.inst\n" +
		"self.bt = BT(inst, PriorityNode({ " + node(3) + ", " + node(3) + ", Wander(inst, nil, 30) }, 0.5))\nend\nreturn Mob\n"
}

// Random brains make the same world on any number of workers.
func TestRandomBrainsAreOneWorldForAnyWorkers(t *testing.T) {
	t.Parallel()
	seeds := uint64(2)
	if longtest.On {
		seeds = 6
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 5))
		dir := t.TempDir()
		scene := "name: Mobs\nseed: 3\nworld: { width: 60, height: 60 }\nbots:\n"
		for i := range 3 {
			src := randomBrain(r)
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("b%d.lua", i)), []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			scene += fmt.Sprintf("  - { id: m%d, name: Mob, count: 20, speedMps: 3, sight: { radius: 15 }, hunger: { lasts: 20s }, tags: [mob], weapons: [fists], behavior: { file: b%d.lua } }\n", i, i)
		}
		scene += "weapons:\n  - { id: fists, damage: 5, range: 1.5, cooldown: 1s }\n"
		file := filepath.Join(dir, "mobs.yaml")
		if err := os.WriteFile(file, []byte(scene), 0o644); err != nil {
			t.Fatal(err)
		}
		type outcome struct {
			digest uint64
			faults int64
		}
		var want outcome
		for _, workers := range longtest.Ends(1, 2, 4, 7) {
			s, err := scenes.Load(file, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s.Setup.Workers = workers
			g := start(t, s)
			for range 90 {
				g.Step()
			}
			_, n := g.Faults.List()
			got := outcome{g.Digest(), int64(n)}
			if workers == 1 {
				want = got
			} else if got != want {
				t.Errorf("seed %d: %+v with %d workers, wanted %+v", seed, got, workers, want)
			}
		}
	}
}
