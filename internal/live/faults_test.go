package live_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/live"
)

// stumbles are trees of each dialect in which something fails in every tick.
var stumbles = map[string]string{
	"a.yaml": "kind: action\nname: trip\n",
	"a.xml":  "<BehaviorTree><Root>\n<Loop><SuppressFailure><Trip/></SuppressFailure></Loop></Root></BehaviorTree>",
	"a.debt": "<behaviorTree>\n<action name='trip' id='root' doNotFail='true'/></behaviorTree>",
	"a.bt":   "selector {\n\taction trip()\n}\n",
	"a.lua": "local Mob = Class(Brain, function(self) Brain._ctor(self) end)\n" +
		"function Mob:OnStart() self.bt = BT(self.inst, PriorityNode({ ActionNode(function() error(\"over a stone\") end) }, 0)) end\nreturn Mob\n",
}

// TestFaultsOfEveryDialect wants the same list for each: a text once, with its count, its
// place, and the tick and the name of the first bot.
func TestFaultsOfEveryDialect(t *testing.T) {
	for file, tree := range stumbles {
		t.Run(file, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile(file, []byte(tree), 0o666); err != nil {
				t.Fatal(err)
			}
			var first []string
			for _, workers := range []int{1, 3} {
				o := live.Options{Registry: arena.NewRegistry(), Workers: workers, OnFault: func(host.Fault) {}, OnNotice: func(string) {}}
				if err := o.Registry.AddAction(host.Action{Name: "trip", Local: true, Tick: func(*host.Call) host.Status { panic("over a stone") }}); err != nil {
					t.Fatal(err)
				}
				s, err := live.Start("scene.yaml", []byte("bots: [{ id: m, name: Mole, count: 3, behavior: { file: "+file+" } }]"), o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				all := []string{}
				s.Game().Faults.On(func(f host.Fault) { all = append(all, fmt.Sprintf("%d %s %s %s", f.Tick, f.Name, f.Pos, f.Text)) })
				for range 4 {
					s.Step()
				}
				kinds, count := s.Faults()
				if len(kinds) != 1 {
					t.Fatalf("%d kinds of faults, wanted one: %v", len(kinds), kinds)
				}
				k := kinds[0]
				if k.Times != count || k.Name != "Mole 1" || k.Tick != 1 || !strings.HasPrefix(k.Pos, file+":") || !strings.Contains(k.Text, "over a stone") {
					t.Errorf("%+v, %d in all", k, count)
				}
				if file != "a.lua" && count != 12 { // a brain thinks at times of its own, and stops at an error
					t.Errorf("%d faults, wanted one a bot and tick", count)
				}
				if int64(len(all)) != count || !slices.IsSorted(all) {
					t.Errorf("told of %d faults of %d:\n%s", len(all), count, strings.Join(all, "\n"))
				}
				if first == nil {
					first = all
				}
				if diff := cmp.Diff(first, all); diff != "" {
					t.Errorf("other workers tell something else\n%s", diff)
				}
			}
		})
	}
}

// TestEveryFaultIsTold goes beyond the texts that are kept of a node, and ends.
func TestEveryFaultIsTold(t *testing.T) {
	o := live.Options{Registry: arena.NewRegistry(), OnFault: func(host.Fault) {}}
	if err := o.Registry.AddAction(host.Action{Name: "count", Tick: func(c *host.Call) host.Status {
		c.Warnf("%d", c.Tick)
		return host.Success
	}}); err != nil {
		t.Fatal(err)
	}
	s, err := live.Start("scene.yaml", []byte("bots: [{ id: m, name: Mole, count: 2, behavior: { kind: action, name: count } }]"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var told []string
	s.Game().Faults.On(func(f host.Fault) { told = append(told, f.Name+" "+f.Text) })
	for range 7 {
		s.Step()
	}
	s.Game().Faults.On(nil)
	s.Step()
	if len(told) != 14 || told[0] != "Mole 1 1" || told[13] != "Mole 2 7" {
		t.Errorf("told %q", told)
	}
	if kinds, count := s.Faults(); len(kinds) != 5 || count != 16 || kinds[4].Times != 2 {
		t.Errorf("%d kinds of %d faults: %v", len(kinds), count, kinds)
	}
}
