package dst

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// A bot that sleeps has no turn: what is counted here are the turns of scripts
// and trees, whatever they do in them.
func TestSleepersHaveNoTurns(t *testing.T) {
	const bots, ticks = 50, 300
	asleep := `local Nap = Class(BehaviourNode, function(self) BehaviourNode._ctor(self, "Nap") end)
		function Nap:Visit() self.status = RUNNING self:Sleep(1) end `
	for name, c := range map[string]struct {
		src  string
		want int64
	}{
		"hibernates":     {inBrain(""), 0}, // its root has ended
		"sleeps":         {asleep + strings.Replace(inBrain(""), "ConditionNode(function() return false end)", "Nap()", 1), bots * ticks / 30},
		"task":           {inBrain("inst:DoPeriodicTask(1, function() end)"), bots * ticks / 30},
		"always updated": {strings.Replace(inBrain(""), "ConditionNode(function() return false end)", "PriorityNode({ WaitNode(1000) }, 0.1)", 1), bots * ticks},
	} {
		p, _ := loaded(t, c.src, false)
		w := &emptyWorld{}
		pool := run.NewPool(p, w)
		for i := range bots {
			pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 1.0 / 30})
		}
		x := pool.NewExec()
		m := x.Shared.(*troupe)
		for tick := range int64(60) {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
		}
		before := m.Turns
		for tick := range int64(ticks) {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick + 60, DT: 1.0 / 30})
		}
		if got := m.Turns - before; got < c.want*9/10 || got > c.want*11/10 {
			t.Errorf("%s: %d turns of %d bots in %d ticks, wanted about %d", name, got, bots, ticks, c.want)
		}
		if len(w.faults) > 0 {
			t.Errorf("%s: %s", name, w.faults[0])
		}
	}
}

// A node of a kind that never sleeps by itself keeps the time that a script has it sleep until: in a
// tree that is laid out anew, and in a save.
func TestAnyNodeKeepsItsWakeTime(t *testing.T) {
	p, _ := loaded(t, `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart()
			local node, list = ConditionNode(function() return false end), {}
			list[1] = node
			self.bt = BT(self.inst, PriorityNode(list, 0))
			self.inst:DoTaskInTime(0.1, function() node:Sleep(2) end)
			self.inst:DoTaskInTime(0.3, function() self.bt.root.children[2] = WaitNode(9) end)
			self.inst:DoPeriodicTask(1, function() print(string.format("until %.2f", node.nextupdatetime)) end)
		end
		return B`, false)
	play := func(pool *run.Pool, from, to int64) {
		x := pool.NewExec()
		for tick := from; tick < to; tick++ {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
		}
	}
	fresh := func() (*run.Pool, *emptyWorld) {
		w := &emptyWorld{}
		pool := run.NewPool(p, w)
		pool.Add(1, 0, run.Moment{DT: 1.0 / 30})
		return pool, w
	}
	one, w := fresh()
	play(one, 0, 40)
	var b bytes.Buffer
	if err := one.Save(&b); err != nil {
		t.Fatal(err)
	}
	two, v := fresh()
	if err := two.Load(&b); err != nil {
		t.Fatal(err)
	}
	play(two, 40, 80)
	for _, told := range [][]string{w.faults, v.faults} {
		if len(told) != 1 || !strings.HasSuffix(told[0], "until 2.10") {
			t.Errorf("%q, wanted one line: until 2.10", told)
		}
	}
}

// Saves know a tree by its fingerprint, in which each node has words for a wake time.
func TestTreesOfOlderSavesAreKnown(t *testing.T) {
	p, _ := loaded(t, strings.Replace(inBrain(""), "ConditionNode(function() return false end)",
		"PriorityNode({ ConditionNode(function() return false end), WaitNode(1), ConditionNode(function() return false end) }, 1)", 1), false)
	var begin []int32
	for _, n := range p.Tree.Nodes[1:] {
		begin = append(begin, n.Arg)
	}
	if want := []int32{0, 6, 8, 12}; !slices.Equal(begin, want) {
		t.Errorf("words of nodes begin at %d, wanted %d", begin, want)
	}
}
