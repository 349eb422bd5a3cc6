package dst

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// TestHostileBrains runs brains that would hang, fill the memory or break out.
// Each is refused or stopped, with the place in its file, and the bots around
// go on. What is stopped costs so much, not so much time, so that a hang is
// what fails here.
func TestHostileBrains(t *testing.T) {
	brain := func(start, rest string) string {
		return "local B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart() local inst = self.inst\n" + start + "\nend\n" + rest + "\nreturn B"
	}
	act := func(body string) string {
		return brain("self.bt = BT(inst, PriorityNode({ ActionNode(function() "+body+" end) }, 0))", "")
	}
	// a tree of 9,000 nodes, and a brain that does something with it
	big := func(body string) string {
		return brain("local l = {} for i = 1, 9000 do l[i] = WaitNode(1) end local root = ParallelNode(l) local bt = BT(inst, root) bt:Update()\n"+
			"self.bt = BT(inst, PriorityNode({ ActionNode(function() while true do "+body+" end end) }, 0))", "")
	}
	for i, c := range []struct{ name, src, want string }{
		{"file", "while true do end", "it ran for more than"},
		{"ctor", "return Class(Brain, function(self) while true do end end)", "it ran for more than"},
		{"OnStart", brain("while true do end", ""), "it ran for more than"},
		{"restart2", brain("inst:RestartBrain() self.bt=BT(inst, WaitNode(1))", ""), "stack overflow"},
		{"cond", brain("self.bt = BT(inst, PriorityNode({ WhileNode(function() while true do end end, 'x', WaitNode(1)) }, 0))", ""), "it ran for more than"},
		{"action", act("while true do end"), "it ran for more than"},
		{"pcall", act("while true do pcall(function() while true do end end) end"), "it ran for more than"},
		{"listener", brain("inst:ListenForEvent('boo', function() while true do end end) self.bt = BT(inst, ActionNode(function() inst:PushEvent('boo') end))", ""), "it ran for more than"},
		{"task", brain("inst:DoTaskInTime(0, function() while true do end end) self.bt = BT(inst, WaitNode(1))", ""), "it ran for more than"},
		{"periodic", brain("inst:DoPeriodicTask(0, function() while true do end end) self.bt = BT(inst, WaitNode(1))", ""), "it ran for more than"},
		{"task chain", brain("local function f() inst:DoTaskInTime(0, f) inst:DoTaskInTime(0, f) end f() self.bt = BT(inst, WaitNode(1))", ""), "more than 1000 tasks"},
		{"OnStop", brain("self.bt = BT(inst, ActionNode(function() inst:StopBrain() end))", "function B:OnStop() while true do end end"), "it ran for more than"},
		{"event storm", brain("inst:ListenForEvent('boo', function() inst:PushEvent('boo') inst:PushEvent('boo') end) self.bt = BT(inst, ActionNode(function() inst:PushEvent('boo') end))", ""), "stack overflow"},
		{"listeners", act("for i=1,1e9 do inst:ListenForEvent('boo', function() end) end"), "more than 10000 functions"},
		{"listener names", act("for i=1,1e9 do inst:ListenForEvent('boo'..i, function() end) end"), "it ran for more than"},
		{"classes", act("for i=1,1e9 do Class(BehaviourNode) end"), "bytes of memory"},
		{"nodes", act("for i=1,1e9 do WaitNode(1) end"), "bytes of memory"},
		{"rebind", big("l[1].fn = function() end bt:Update()"), "more than 100000 visits"},
		{"updates", big("root:SaveStatus()"), "it ran for more than"},
		{"text", big("tostring(bt)"), "it ran for more than"},
		{"stop", big("bt:Stop()"), "it ran for more than"},
		{"step", big("root:Step() root.status = RUNNING"), "it ran for more than"},
		{"sleeptime", big("bt:GetSleepTime()"), "it ran for more than"},
		{"children", big("SelectorNode(l)"), "it ran for more than"},
		{"getter", brain("self.bt = BT(inst, WaitNode(1))", "function B:GetSleepTime() while true do end end"), "it ran for more than"},
		{"DoUpdate", brain("self.bt = BT(inst, WaitNode(1))", "function B:OnUpdate() while true do end end"), "it ran for more than"},
		{"own visit", brain("local N = Class(BehaviourNode, function(s) BehaviourNode._ctor(s, 'n') end) function N:Visit() while true do end end self.bt = BT(inst, N())", ""), "it ran for more than"},
		{"own step", brain("local N = Class(BehaviourNode, function(s) BehaviourNode._ctor(s, 'n') end) function N:Step() while true do end end self.bt = BT(inst, N())", ""), "it ran for more than"},
		{"tostring err", act("error(setmetatable({}, {__tostring=function() while true do end end}))"), "an error that is a table"},
		{"tostring print", act("print(setmetatable({}, {__tostring=function() while true do end end}))"), "it ran for more than"},
		{"index inst", act("setmetatable(inst, {__index=function() while true do end end}) local x = inst.foo"), "it ran for more than"},
		{"index entity", act("getmetatable(inst).__index = function() while true do end end local x = inst.foo"), "it ran for more than"},
		{"no entity", act("inst.PushEvent({}, 'x')"), "wanted an entity"},
		{"brain false", act("inst.brain = 5 inst:PushEvent('x')"), "inst.brain is 5, wanted a brain"},
		{"bt weird", act("inst.brain.bt = {} "), "wanted a BT"},
		{"events weird", act("inst.brain.events = 5 inst:PushEvent('x')"), "found a number, where something that has x is wanted"},
		{"children self", act("inst.brain.bt.root.children = {inst.brain.bt.root}"), "is its own child"},
		{"root weird", act("inst.brain.bt.root = {} "), "wanted a node"},
		{"keep", "local keep = {} " + brain("self.bt = BT(inst, ActionNode(function() for i=1,8000 do keep[#keep+1] = {x=1} end end)) function self.bt:GetSleepTime() return 0 end", ""), "all its bots are parked"},
		{"keep self", brain("self.keep = {} local self_ = self self.bt = BT(inst, PriorityNode({ActionNode(function() for i=1,8000 do self_.keep[#self_.keep+1] = {x=1} end end)}, 0))", ""), "bot 1 is parked"},
		{"keep chain", brain("self.bt = BT(inst, PriorityNode({ActionNode(function() for i=1,8000 do inst.keep = {x=inst.keep} end end)}, 0))", ""), "bot 1 is parked"},
		{"keep text2", brain("inst.keep={} self.bt = BT(inst, PriorityNode({ActionNode(function() for i=1,100 do inst.keep[#inst.keep+1] = ('x'):rep(32000) .. i end end)}, 0))", ""), "bot 1 is parked"},
		{"keep closures", brain("self.bt = BT(inst, PriorityNode({ActionNode(function() for i=1,40000 do local k = inst.keep inst.keep = function() return k end end end)}, 0))", ""), "bot 1 is parked"},
		{"keep hosts", act("inst.h = inst.h or {} for i=1,1e9 do host('flee') end"), "more than 10000 functions"},
		{"components", act("for i=1,8000 do inst.components['x'..GetTick()..i] = { inst } end"), "bot 1 is parked"},
		{"GLOBAL", act("_G.x = 1"), "read-only"},
		{"TUNING", act("TUNING.PIG_HEALTH = 1"), "TUNING is read-only"},
		{"ACTIONS", act("ACTIONS.EAT.id = 'x'"), "ACTIONS is read-only"},
		{"class", act("function Wander:Visit() end"), "Wander is read-only"},
		{"node class", act("PriorityNode.Visit = nil"), "PriorityNode is read-only"},
		{"GLOBAL2", act("x = 1"), "read-only"},
		{"rawset G", act("rawset(_G, 'x', 1)"), "read-only"},
		{"table lib", act("table.insert = nil"), "read-only"},
		{"getfenv", act("getfenv(1).print = 1"), "not in the sandbox"},
		{"setfenv", act("setfenv(1, {})"), "not in the sandbox"},
		{"load", act("load('return 1')()"), "not in the sandbox"},
		{"dofile", act("dofile('/etc/passwd')"), "not in the sandbox"},
		{"coroutine", act("coroutine.wrap(function() end)()"), "not in the sandbox"},
		{"require fs", act("require('/etc/passwd')"), "no file"},
		{"require up", act("require('../../../../etc/passwd')"), "outside the root"},
		{"deep", act("local function f() return 1 + f() end f()"), "stack overflow"},
		{"find", act("while true do FindEntity(inst, 1e30, function() return false end) end"), "it ran for more than"},
		{"vectors", act("local v = Vector3(1,2,3) while true do v = v + v end"), "bytes of memory"},
		{"deepcopy", act("local t = {} for i=1,1e4 do t = {t} end deepcopy(t)"), "stack overflow"},
	} {
		if testing.Short() && i%8 > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			var l syntax.List
			p := Load("t.lua", []byte(c.src), game(t), sourcefile.Disk("t.lua", ""), &l)
			if p == nil {
				if err := l.Err(); err == nil || !strings.HasPrefix(err.Error(), "t.lua:") || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, wanted %q", err, c.want)
				}
				return
			}
			w := &emptyWorld{}
			pool := run.NewPool(p, w)
			pool.Add(1, 0, run.Moment{DT: 1.0 / 30})
			x := pool.NewExec()
			for tick := int64(1); tick < 80 && len(w.faults) < 3; tick++ {
				pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
			}
			if len(w.faults) == 0 || !strings.HasPrefix(w.faults[0], "t.lua:") || !strings.Contains(w.faults[0], "bot 1, tick ") || !strings.Contains(w.faults[0], c.want) {
				t.Errorf("%d faults: %q, wanted %q", len(w.faults), w.faults, c.want)
			}
		})
	}
}

// What one bot keeps costs that bot; the others of its file go on.
func TestABotThatKeepsTooMuchIsParked(t *testing.T) {
	p, _ := loaded(t, `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart() local inst = self.inst
			inst.seen = {}
			self.bt = BT(inst, PriorityNode({ ActionNode(function()
				inst.turns = (inst.turns or 0) + 1
				if inst.GUID == 2 then
					for i = 1, 8000 do inst.seen[#inst.seen + 1] = { x = i } end
				elseif inst.turns % 40 == 0 then print(inst.turns) end
			end) }, 0)) end
		return B`, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	for bot := range 3 {
		pool.Add(host.BotID(bot+1), int32(bot), run.Moment{DT: 0.1})
	}
	x := pool.NewExec()
	for tick := range int64(121) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	parked, printed := 0, 0
	for _, f := range w.faults {
		switch {
		case strings.Contains(f, "bot 2 is parked: the scripts keep more than 64 MB, and its own the most"):
			parked++
		case strings.Contains(f, "print: "):
			printed++
		}
	}
	if parked != 1 || printed < 4 || len(w.faults) != parked+printed {
		t.Errorf("parked %d times, %d lines printed, all: %s", parked, printed, fmt.Sprint(w.faults))
	}
}

// Tables that come and go are not kept.
func TestWhatIsForgottenIsNotKept(t *testing.T) {
	p, _ := loaded(t, inBrain(`self.bt = BT(inst, PriorityNode({ ActionNode(function()
		for i = 1, 5000 do inst.last = { x = { i } } end end) }, 0)) do return end`), false)
	if faults := alive(t, p, 60); len(faults) > 0 {
		t.Error(faults[0])
	}
}
