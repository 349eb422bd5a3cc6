package dst

import (
	"fmt"
	"runtime"
	"testing"
)

// A bot takes what its scripts keep, and no room for more: one whose brain waits, and one
// of whose components some went over to the class of those without a file.
func TestRoomOfABot(t *testing.T) {
	const bots = 1000
	for name, c := range map[string]struct {
		start string
		most  int64
	}{
		"brain":      {"", 2400},
		"components": {"local c = self.inst.components c.burnable:IsBurning() c.hunger:GetPercent() c.locomotor:SetShouldRun(true)", 4100},
	} {
		t.Run(name, func(t *testing.T) {
			const head = "local Mob = Class(Brain)\nfunction Mob:OnStart()\n"
			const tail = "\nself.bt = BT(self.inst, WaitNode(9))\nend\nreturn Mob"
			brainPool(t, head+c.start+tail, 1) // which compiles what all share
			before := heapInUse()
			pool, w := brainPool(t, head+c.start+tail, bots)
			got := (heapInUse() - before) / bots
			if len(w.faults) > 0 {
				t.Fatal(w.faults[0])
			}
			if got > c.most {
				t.Errorf("%d bytes a bot, wanted at most %d", got, c.most)
			}
			runtime.KeepAlive(pool)
		})
	}
}

// A class takes what its methods need.
func TestRoomOfAClass(t *testing.T) {
	const classes = 1000
	before := heapInUse()
	pool, w := brainPool(t, fmt.Sprintf(`
		local all = {}
		for i = 1, %d do all[i] = Class(function() end) end
		local Mob = Class(Brain)
		function Mob:OnStart() self.all, self.bt = all, BT(self.inst, WaitNode(9)) end
		return Mob`, classes), 1)
	got := (heapInUse() - before) / classes
	if len(w.faults) > 0 {
		t.Fatal(w.faults[0])
	}
	if got > 3000 {
		t.Errorf("%d bytes a class, wanted at most 3000", got)
	}
	runtime.KeepAlive(pool)
}

// heapInUse returns how many bytes are in use.
func heapInUse() int64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
