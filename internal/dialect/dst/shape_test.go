package dst

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// Trees that differ in nothing but what scripts gave their nodes are not taken
// for each other.
func TestTreesWithScriptsAreNoneWithout(t *testing.T) {
	src := `local Mine = Class(BehaviourNode, function(self) BehaviourNode._ctor(self, "mine") end)
		function Mine:Visit() self.status = RUNNING end
		local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart() local inst = self.inst
			local n, m = WaitNode(0), Mine()
			if inst.GUID == 2 then n = WaitNode(function() if GetTime() > 0 then error("asked") end return 0 end) end
			if inst.GUID == 3 then m.Visit, m.SaveStatus = nil, function() print("saved") end end
			self.bt = BT(inst, PriorityNode({ inst.GUID > 2 and m or n }, 0, true))
		end
		return B`
	p, _ := loaded(t, src, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	for _, id := range []host.BotID{1, 4, 2, 3} {
		pool.Add(id, int32(id), run.Moment{DT: 0.1})
	}
	x := pool.NewExec()
	for tick := range int64(2) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	got := strings.Join(w.faults, "\n")
	if strings.Count(got, "\n") != 2 || !strings.Contains(got, "bot 2, tick 1: asked") || !strings.Contains(got, "bot 3, tick 1: print: saved") {
		t.Errorf("printed %s", got)
	}
}

// Bots whose scripts build the same shape share its tree, whatever they remember.
func TestBotsShareTheirTree(t *testing.T) {
	src := `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart() local inst = self.inst
			local last = inst.GUID == 3 and SelectorNode{ HostNode(eat) } or HostNode(eat)
			self.bt = BT(inst, PriorityNode({ WhileNode(scared, "Scared", HostNode(flee)), WaitNode(inst.GUID), last }, 0.1 * inst.GUID))
		end
		return B`
	p, _ := loaded(t, src, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	for id := range host.BotID(6) {
		pool.Add(id+1, int32(id), run.Moment{DT: 0.1})
	}
	x := pool.NewExec()
	for tick := range int64(5) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	if n := len(p.Semantics.(*semantics).p.folder.shapes); n != 2 {
		t.Errorf("%d trees for six bots, wanted one, and one for bot 3", n)
	}
	if len(w.faults) > 0 {
		t.Error(w.faults)
	}
}
