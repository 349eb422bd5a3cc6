package dst

import (
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
