package dst

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

// printed runs a source for some bots and gives what was printed, as bot,
// tick and text.
func printed(t *testing.T, src string, bots, ticks int) (lines []string) {
	t.Helper()
	p, _ := loaded(t, src, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	for i := range bots {
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 0.1})
	}
	x := pool.NewExec()
	for tick := range int64(ticks) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	for _, fault := range w.faults {
		_, text, _ := strings.Cut(fault, "tree mob.lua, ")
		lines = append(lines, text)
	}
	return lines
}

func inBrain(start string) string {
	return "local all = {} local B = Class(Brain, function(self) Brain._ctor(self) end) function B:OnStart() local inst = self.inst " +
		start + " self.bt = BT(inst, ConditionNode(function() return false end)) end return B"
}

func TestTasks(t *testing.T) {
	got := printed(t, inBrain(`
		inst:DoTaskInTime(0.3, function(who, n) print("once", who == inst, n) end, 7)
		local task
		local count = 0
		task = inst:DoPeriodicTask(0.2, function() count = count + 1 print("again") if count == 2 then task:Cancel() end end, 0.1)
		inst:DoTaskInTime(0.1, function() print("never") end):Cancel()`), 1, 8)
	want := []string{"bot 1, tick 1: print: again", "bot 1, tick 3: print: once\ttrue\t7", "bot 1, tick 3: print: again"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestEntities(t *testing.T) {
	got := printed(t, inBrain(`
		table.insert(all, inst)
		inst:AddTag("Bee")
		assert(inst:HasTag("bee") and not inst:HasTag("wasp") and inst:HasOneOfTags({ "wasp", "bee" }) and not inst:HasTags("bee", "wasp"))
		inst:RemoveTag("bee")
		assert(not inst:HasTag("bee") and inst.sg:HasStateTag("busy") == false and inst.components.combat ~= nil and inst.components.nonesuch == nil and inst:IsValid())
		local first = all[1]
		local x, y, z = inst.Transform:GetWorldPosition()
		print(x, y, z, inst:GetPosition(), inst:GetDistanceSqToInst(first), inst:IsNear(first, 1.5), inst:GetDistanceSqToPoint(0, 0, 2), inst:GetAngleToPoint(Vector3(x + 1, 0, z)))
	`), 3, 1)
	want := []string{
		"bot 1, tick 0: print: 0\t0\t2\t(0.00, 0.00, 2.00)\t0\ttrue\t0\t0",
		"bot 2, tick 0: print: 1\t0\t2\t(1.00, 0.00, 2.00)\t1\ttrue\t1\t0",
		"bot 3, tick 0: print: 2\t0\t2\t(2.00, 0.00, 2.00)\t4\tfalse\t4\t0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A file may give its entity a brain by a component, as the documentation of
// the game has it.
func TestBrainComponent(t *testing.T) {
	got := printed(t, `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart() self.bt = BT(self.inst, ActionNode(function() print("on") end)) end
		inst:AddComponent("locomotor")
		inst:AddComponent("brain")
		inst.components.brain:SetBrain(B)`, 2, 5)
	want := []string{"bot 1, tick 0: print: on", "bot 2, tick 0: print: on"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestListeners(t *testing.T) {
	got := printed(t, inBrain(`
		table.insert(all, inst)
		local heard = function(who, data) print(who == all[1], data) end
		inst:ListenForEvent("cry", heard, all[1])
		if inst.GUID == 3 then
			all[1]:PushEvent("cry", "a")
			all[2]:RemoveEventCallback("cry", heard, all[1])
			inst:RemoveEventCallback("cry", heard, all[1])
			all[1]:PushEvent("cry", "b")
		end`), 3, 1)
	want := []string{"bot 3, tick 0: print: true\ta", "bot 3, tick 0: print: true\ta", "bot 3, tick 0: print: true\ta",
		"bot 3, tick 0: print: true\tb", "bot 3, tick 0: print: true\tb"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Who listens to nothing of another any more keeps nothing of it: what has gone from the
// game is not kept by those whom it once told something.
func TestWhoStopsListeningLetsGo(t *testing.T) {
	pool, _, m := playing(t, inBrain(`
		table.insert(all, inst)
		local heard = function() end
		if inst.GUID == 2 then
			inst:ListenForEvent("cry", heard, all[1])
			inst:ListenForEvent("laugh", heard, all[1])
			inst:DoTaskInTime(0.2, function() inst:RemoveEventCallback("cry", heard, all[1]) end)
			inst:DoTaskInTime(0.4, function() inst:RemoveEventCallback("laugh", heard, all[1]) end)
		end`), 2)
	for _, step := range []struct{ from, to, hears int64 }{{0, 3, 1}, {3, 9, 1}, {9, 15, 0}} {
		play(pool, step.from, step.to)
		if got := len(m.stage.Known[2].Hearing); got != int(step.hears) {
			t.Errorf("after tick %d it listens to %d others, wanted %d", step.to, got, step.hears)
		}
	}
}

// What the world is told all hear who listen to it.
func TestListenersOfTheWorld(t *testing.T) {
	got := printed(t, inBrain(`
		table.insert(all, inst)
		local me = inst.GUID
		local heard = function(who, data) print(who == TheWorld, me, data) end
		inst:ListenForEvent("cry", heard, TheWorld)
		if me == 1 then
			inst:ListenForEvent("cry", function() print("not told") end)
			local gone = function() print("not told") end
			TheWorld:ListenForEvent("cry", gone)
			TheWorld:RemoveEventCallback("cry", gone)
		end
		if me == 3 then
			TheWorld:PushEvent("cry", "a")
			all[2]:RemoveEventCallback("cry", heard, TheWorld)
			inst:RemoveEventCallback("cry", heard, TheWorld)
			TheWorld:PushEvent("cry", "b")
			TheWorld:PushEvent("else")
		end`), 3, 1)
	var want []string
	for _, heard := range []string{"1\ta", "2\ta", "3\ta", "1\tb", "2\tb"} {
		want = append(want, "bot 3, tick 0: print: true\t"+heard)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestComponents(t *testing.T) {
	got := printed(t, inBrain(`
		for _, name in ipairs{ "knownlocations", "timer", "entitytracker", "follower", "homeseeker", "other" } do inst:AddComponent(name) end
		local c = inst.components
		c.knownlocations:RememberLocation("home", Vector3(1, 0, 2))
		c.knownlocations:RememberLocation("home", Vector3(9, 0, 9), true)
		assert(c.knownlocations:GetLocation("home") == Vector3(1, 0, 2) and c.knownlocations:GetLocation("away") == nil)
		c.timer:StartTimer("nap", 0.2)
		assert(c.timer:TimerExists("nap") and c.timer:GetTimeLeft("nap") == 0.2 and not c.timer:TimerExists("meal"))
		inst:ListenForEvent("timerdone", function(who, data) print(data.name, c.timer:TimerExists("nap")) end)
		c.timer:StartTimer("meal", 0.1)
		c.timer:StopTimer("meal")
		c.entitytracker:TrackEntity("friend", inst)
		assert(c.entitytracker:GetEntity("friend") == inst and c.entitytracker:GetEntity("foe") == nil)
		c.follower:SetLeader(inst)
		assert(c.follower:GetLeader() == inst and c.follower.leader == inst and not c.homeseeker:HasHome() and inst:AddComponent("other") == c.other)`), 1, 5)
	if diff := cmp.Diff([]string{"bot 1, tick 2: print: nap\tfalse"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
