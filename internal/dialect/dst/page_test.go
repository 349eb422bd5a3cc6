package dst

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// loadLeniently is Load with stand-ins for all that the game does not have.
func loadLeniently(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	standin.Allow(reg, standin.All)
	return Load(file, src, reg, files, l)
}

// loaded loads a source, leniently or not, and fails the test on any error.
func loaded(t testing.TB, src string, lenient bool) (*run.Program, []string) {
	t.Helper()
	var l syntax.List
	load := Load
	if lenient {
		load = loadLeniently
	}
	p := load("mob.lua", []byte(src), game(t), sourcefile.Disk("mob.lua", ""), &l)
	if err := l.Err(); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	var notices []string
	for _, n := range l.SortedNotices() {
		notices = append(notices, n.Error())
	}
	return p, notices
}

// alive runs a program for a bot and returns its faults.
func alive(t testing.TB, p *run.Program, ticks int) []string {
	t.Helper()
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	row := pool.Add(1, 0, run.Moment{DT: 1.0 / 30})
	x := pool.NewExec()
	for tick := range int64(ticks) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 1.0 / 30})
	}
	pool.Remove(row, run.Moment{Tick: int64(ticks), DT: 1.0 / 30})
	return w.faults
}

// The shapes below are those of the game's own documentation, each built as a
// tree of its own and within a brain. Names that nobody offers are stubs.
var documented = map[string]string{
	"mob": `BT(inst, PriorityNode({
		IfNode(function() return FindClosestPlayer(5) ~= nil end, "See Player", ActionNode(function() RunAway() end, "Flee")),
		SequenceNode({ WaitNode(math.random(2, 5)), ActionNode(function() WalkRandomly() end, "Wander") }) }))`,
	"event": `BT(inst, PriorityNode({
		EventNode(inst, "attacked", SequenceNode({ ActionNode(function() TurnToAttacker() end, "Face Attacker"),
			ActionNode(function() CounterAttack() end, "Fight Back") }), 10),
		ActionNode(function() Idle() end, "Idle") }))`,
	"states": `BT(inst, PriorityNode({
		IfNode(function() return inst.components.health:GetPercent() < 0.3 end, "Low Health",
			ActionNode(function() FindHealing() end, "Seek Healing")),
		IfThenDoWhileNode(function() return FindNearbyEnemy() ~= nil end, function() return CanContinueFighting() end, "Combat State",
			SequenceNode({ ActionNode(function() MoveToEnemy() end, "Approach"), ActionNode(function() Attack() end, "Attack"), WaitNode(1.0) })),
		IfNode(function() return NeedsRepair() end, "Needs Repair", ActionNode(function() DoRepair() end, "Repair")),
		LoopNode({ ActionNode(function() MoveToNextPoint() end, "Move"), WaitNode(2.0) }, 5) }))`,
	"period": `BT(inst, PriorityNode({ ActionNode(function() end) }, 2.0))`,
	"graceful": `BT(inst, SequenceNode{ ActionNode(function()
			if not inst:IsValid() then return FAILED end
			local done = DoSomething()
			return done and SUCCESS or FAILED
		end, "Safe Action"), WaitNode(1) })`,
	"home": `BT(inst, EventNode(inst, "gohome", ActionNode(function() inst:GoHome() end, "Return Home")))`,
	"food": `BT(inst, IfNode(function() return inst.components.hunger:GetPercent() < 0.5 end, "Hungry", ActionNode(function()
			local food = inst.components.inventory:FindItem(function(item) return item:HasTag("edible") end)
			if food then inst.components.eater:Eat(food) end
		end, "Eat Food")))`,
}

func TestDocumentedTreesRun(t *testing.T) {
	for name, expr := range documented {
		for form, src := range map[string]string{
			"bare":   "local brain = " + expr + "\nprint(tostring(brain))",
			"return": "return " + expr,
			"brain": "local Mine = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)\n" +
				"function Mine:OnStart() local inst = self.inst self.bt = " + expr + " end return Mine",
		} {
			p, _ := loaded(t, src, true)
			for _, fault := range alive(t, p, 200) {
				if !strings.Contains(fault, "print: ") && !strings.Contains(fault, "which is ignored") && !strings.Contains(fault, "a stub stands in") {
					t.Errorf("%s, %s: %s", name, form, fault)
				}
			}
		}
	}
}

// The documentation shows how each class is made. A file with such a definition
// has a class of its own of that name.
func TestDocumentedDefinitionsRun(t *testing.T) {
	const mine = "local My = Class(Brain, function(self) Brain._ctor(self) end) function My:OnStart() self.bt = BT(self.inst, WaitNode(1)) end return My"
	definitions := map[string]string{
		"statuses": `SUCCESS = "SUCCESS" FAILED = "FAILED" READY = "READY" RUNNING = "RUNNING"`,
		"BT":       `BT = Class(function(self, inst, root) self.inst = inst self.root = root end)`,
		"base": `BehaviourNode = Class(function(self, name, children) self.name = name or "" self.children = children self.status = READY
			self.id = NODE_COUNT if children then for i, k in pairs(children) do k.parent = self end end end)`,
		"any":   `ParallelNodeAny = Class(ParallelNode, function(self, children) ParallelNode._ctor(self, children, "Parallel(Any)") self.stoponanycomplete = true end)`,
		"while": `function WhileNode(cond, name, node) return ParallelNode{ ConditionNode(cond, name), node } end`,
		"multi": `MultiConditionNode = Class(BehaviourNode, function(self, start, continue, name) BehaviourNode._ctor(self, name or "Condition") self.start = start self.continue = continue end)`,
		"check": `function SomeExpensiveCheck() if expensive_condition() then return SUCCESS else self:Sleep(1.0) return RUNNING end end`,
		"stop":  `CustomNode = Class(BehaviourNode) function CustomNode:Stop() if self.timer then self.timer:Cancel() self.timer = nil end self._base.Stop(self) end`,
		"brain": `local brain = require("brains/mybrain") inst:AddComponent("locomotor") inst:AddComponent("brain") inst.components.brain:SetBrain(brain)`,
		"print": `local node = WaitNode(1) local brain = BT(inst, node) print(tostring(brain)) print("Node ID:", node.id) print(node.status, node.lastresult)`,
	}
	for _, class := range []string{"Sequence", "Selector", "Random", "Parallel"} {
		definitions[class] = class + `Node = Class(BehaviourNode, function(self, children) BehaviourNode._ctor(self, "` + class + `", children) self.idx = 1 end)`
	}
	for name, def := range definitions {
		top, start := def, ""
		if strings.Contains(def, "inst:") || strings.Contains(def, "inst,") && name != "BT" {
			top, start = "", "local inst = self.inst "+def
		}
		for form, src := range map[string]string{
			"bare": def + "\nreturn WaitNode(1)",
			"brain": "local Tree, Leaf = BT, WaitNode\n" + top + "\nlocal Mine = Class(Brain, function(self) Brain._ctor(self) end)\n" +
				"function Mine:OnStart() " + start + "\nself.bt = Tree(self.inst, Leaf(1)) end\nreturn Mine",
		} {
			var l syntax.List
			files := sourcefile.Memory(map[string]string{"mob.lua": src, "brains/mybrain.lua": mine})
			p := Load("mob.lua", []byte(src), game(t), files, &l)
			if err := l.Err(); err != nil {
				t.Errorf("%s, %s: %v", name, form, err)
				continue
			}
			for _, fault := range alive(t, p, 40) {
				if !strings.Contains(fault, "print: ") {
					t.Errorf("%s, %s: %s", name, form, fault)
				}
			}
		}
	}
}

// Nodes of a class of one's own may clean up as the documentation does.
func TestDocumentedCleanUp(t *testing.T) {
	src := `local CustomNode = Class(BehaviourNode, function(self) BehaviourNode._ctor(self, "custom") end)
		function CustomNode:Visit() self.timer = { Cancel = function() print("cancelled") end } self.status = RUNNING end
		function CustomNode:Stop()
			if self.timer then self.timer:Cancel() self.timer = nil end
			self._base.Stop(self)
		end
		return CustomNode()`
	p, _ := loaded(t, src, false)
	if got := strings.Join(alive(t, p, 3), "\n"); !strings.Contains(got, "print: cancelled") || strings.Count(got, "\n") > 0 {
		t.Errorf("got %q, wanted one line that was printed", got)
	}
}

func TestMethodsAreThere(t *testing.T) {
	src := `
	local node, brain = SequenceNode{ ActionNode(function() end, "a") }, Brain()
	local tree = BT(inst, node)
	local missing = {}
	local function want(what, object, names)
		for name in names:gmatch("[%w_]+") do
			if type(object[name]) ~= "function" then table.insert(missing, what .. "." .. name) end
		end
	end
	want("BT", tree, "Update ForceUpdate Reset Stop GetSleepTime __tostring is_a")
	want("node", node, "Visit Reset Step Stop Sleep SaveStatus GetSleepTime GetTreeSleepTime GetString GetTreeString DBString DoToParents is_a")
	want("event", EventNode(inst, "e", ActionNode(function() end)), "OnEvent OnStop Visit Reset Step")
	want("brain", brain, "Start Stop Pause Resume OnUpdate ForceUpdate GetSleepTime AddEventHandler PushEvent __tostring")
	want("entity", inst, "SetBrain RestartBrain StopBrain ListenForEvent RemoveEventCallback PushEvent IsValid")
	for _, class in ipairs{ BehaviourNode, DecoratorNode, ConditionNode, MultiConditionNode, ConditionWaitNode, ActionNode, WaitNode,
		SequenceNode, SelectorNode, NotDecorator, FailIfRunningDecorator, FailIfSuccessDecorator, LoopNode, RandomNode, PriorityNode,
		ParallelNode, ParallelNodeAny, EventNode, LatchNode, BT, Brain } do
		want("class", class, "is_a is_class is_instance _ctor")
	end
	want("globals", _G, "WhileNode IfNode IfThenDoWhileNode Class GetTime GetTick FunctionOrValue")
	if #missing > 0 then error(table.concat(missing, " ")) end
	node:Visit() node:SaveStatus() node:Step() node:Reset() node:Sleep(1) node:Stop()
	assert(node.status == READY and node.lastresult == SUCCESS and node.name == "Sequence" and node.children[1].parent == node)
	assert(node:GetString() == "Sequence - READY <SUCCESS> ()", node:GetString())
	assert(node:GetTreeString("..") == "..Sequence - READY <SUCCESS> ()>0.00\n..   >a - READY <SUCCESS> ()>0.00\n")
	assert(node:GetSleepTime() == nil and node:GetTreeSleepTime() == nil and node:DBString() == "1" or node:DBString() == 1)
	assert(type(node.id) == "number" and node.idx == 1 and node:is_a(SequenceNode) and node:is_a(BehaviourNode) and not node:is_a(BT))
	assert(SequenceNode.is_instance(node) and SequenceNode:is_class() and not node:is_class())
	return tree`
	loaded(t, src, false)
}

// Every method of a node, a tree and a brain can be called on each kind.
func TestMethodsOfEveryKind(t *testing.T) {
	loaded(t, `
	local yes = function() return true end
	local function a() return ActionNode(yes, "a") end
	local Own = Class(BehaviourNode, function(self) BehaviourNode._ctor(self, "own", { a() }) end)
	local kinds = {
		BehaviourNode = BehaviourNode("n"), DecoratorNode = DecoratorNode("d", a()), ConditionNode = ConditionNode(yes), MultiConditionNode = MultiConditionNode(yes, yes),
		ConditionWaitNode = ConditionWaitNode(yes), ActionNode = a(), WaitNode = WaitNode(1), SequenceNode = SequenceNode{ a() }, SelectorNode = SelectorNode{ a() },
		NotDecorator = NotDecorator(a()), FailIfRunningDecorator = FailIfRunningDecorator(a()), FailIfSuccessDecorator = FailIfSuccessDecorator(a()),
		LoopNode = LoopNode({ a() }, 2), RandomNode = RandomNode{ a() }, PriorityNode = PriorityNode({ a() }, 1), ParallelNode = ParallelNode{ a() },
		ParallelNodeAny = ParallelNodeAny{ a() }, EventNode = EventNode(inst, "e", a()), LatchNode = LatchNode(inst, 1, a()), Own = Own(),
		WhileNode = WhileNode(yes, "w", a()), IfNode = IfNode(yes, "i", a()), IfThenDoWhileNode = IfThenDoWhileNode(yes, yes, "b", a()), HostNode = HostNode(flee),
	}
	local seen = 0
	for name, n in pairs(kinds) do
		local top = SequenceNode{ n }
		local up = 0
		n:DoToParents(function(p) up = up + 1 assert(p == top) end)
		assert(up == 1, name)
		for round = 1, 2 do
			n:Visit() n:SaveStatus()
			assert(n.lastresult == n.status, name)
			assert(type(n:DBString()) == "string" or type(n:DBString()) == "number", name)
			assert(n:GetString():find(n.name, 1, true) == 1, name)
			assert(n:GetTreeString("in "):find("in " .. n.name, 1, true) == 1 and n:GetTreeString():find(">", 1, true), name)
			n:Sleep(2)
			assert(n.nextupdatetime == GetTime() + 2, name)
			local t, all = n:GetSleepTime(), n:GetTreeSleepTime()
			assert((t == nil or t >= 0) and (all == nil or all >= 0), name)
			n:Step() n:Reset() n:Stop()
			assert(n.status == READY, name)
		end
		local bt = BT(inst, top)
		bt:Update() bt:ForceUpdate()
		assert(bt:GetSleepTime() == 0 and tostring(bt) == bt.root:GetTreeString(), name)
		bt:Update() bt:Reset() bt:Stop()
		local brain = Brain()
		brain.inst, brain.bt = inst, bt
		brain:Start() brain:OnUpdate() brain:ForceUpdate()
		assert(brain:GetSleepTime() == 0 and tostring(brain):find("--brain--\nsleep time: 0.00\nSequence - ", 1, true) == 1, name)
		local heard
		brain:AddEventHandler("e", function(data) heard = data end)
		brain:PushEvent("e", name)
		assert(heard == name)
		brain:Pause() brain:Stop() brain:Resume() brain:Stop()
		assert(brain.stopped)
		seen = seen + 1
	end
	assert(seen == 24)
	return WaitNode(1)`, false)
}

func TestStubsAreNoticedOnce(t *testing.T) {
	_, notices := loaded(t, "local a, b = Absent.SPEED + 1, Missing() Missing() return WaitNode(a < b and 1 or 2)", true)
	want := []string{"mob.lua:1:14: Absent is unknown: a stub stands in for it", "mob.lua:1:32: Missing is unknown: a stub stands in for it, and in 1 more place"}
	if strings.Join(notices, "\n") != strings.Join(want, "\n") {
		t.Errorf("notices %q, wanted %q", notices, want)
	}
}

// Names that nobody offers are told of when a file is loaded, also those that
// are used later.
func TestMissingNamesAreNoticed(t *testing.T) {
	src := "local a = 1\nOwn = a\nreturn ActionNode(function() GoAway() return string.rep('a', Own) .. Sequencenode .. GoAway() end)"
	_, notices := loaded(t, src, false)
	want := []string{`mob.lua:3:30: unknown name "GoAway", which is nil`, `mob.lua:3:70: unknown name "Sequencenode", which is nil; did you mean "SequenceNode"?`}
	if diff := cmp.Diff(want, notices); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestAnActionsStatusIsNoticedOnce(t *testing.T) {
	p, _ := loaded(t, "return ActionNode(function() return FAILED end, 'x')", false)
	want := "ActionNode x: the action returned FAILED, which is ignored"
	if got := alive(t, p, 5); len(got) != 1 || !strings.Contains(got[0], want) {
		t.Errorf("faults %q, wanted one with %q", got, want)
	}
}

// brainy is a brain in the form of the game's files.
const brainy = `
require "behaviours/wander"
require "behaviours/runaway"
require("behaviours/chaseandattack")
local BrainCommon = require("brains/braincommon")
local SEE_DIST, LINES = 5, { "Hey!" }
local function GoHomeAction(inst)
	if inst.components.homeseeker and inst.components.homeseeker.home then
		return BufferedAction(inst, inst.components.homeseeker.home, ACTIONS.GOHOME)
	end
end
local BeeBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function BeeBrain:OnStart()
	local inst = self.inst
	local root = PriorityNode({
		BrainCommon.PanicTrigger(inst),
		BrainCommon.SomethingNew(inst),
		WhileNode(function() return inst.components.combat.target == nil or not inst.components.combat:InCooldown() end, "Attack",
			ChaseAndAttack(inst, 10, TUNING.BEE_CHASE)),
		ChattyNode(inst, LINES, Follow(inst, function() return inst.components.follower.leader end, 1, 3, 6)),
		IfNode(function() return TheWorld.state.isday end, "Day", DoAction(inst, GoHomeAction, "go home", true)),
		RunAway(inst, "scarytoprey", SEE_DIST, 8),
		MinPeriod(inst, 3, true, Leash(inst, function() return inst:GetPosition() end, 10, 3)),
		FaceEntity(inst, function() return FindClosestPlayerToInst(inst, 4, true) end, function(i, t) return i:IsNear(t, 6) end),
		UseShield(inst, 100, 2), StandAndAttack(inst), AttackWall(inst), Approach(inst, function() return nil end, 3), FindFlower(inst),
		Wander(inst, function() return inst.components.knownlocations:GetLocation("home") end, 20),
		StandStill(inst),
	}, .25)
	self.bt = BT(inst, root)
end
function BeeBrain:OnInitializationComplete()
	self.inst.components.knownlocations:RememberLocation("home", self.inst:GetPosition())
end
return BeeBrain`

func TestABrainOfTheGameLivesOnStubs(t *testing.T) {
	p, _ := loaded(t, brainy, true)
	for _, fault := range alive(t, p, 400) {
		if !strings.Contains(fault, "a stub stands in") {
			t.Error(fault)
		}
	}
}

// Stubs can be listed, compared, computed with, and given to libraries.
func TestStubsAreTakenForAnything(t *testing.T) {
	p, _ := loaded(t, inBrain(`
		local n = 0
		for _, e in ipairs(TheSim:FindSomething(1, 2, 3, 10, { "a" })) do n = n + 1 end
		for k, v in pairs(inst.components.backpack.itemslots) do n = n + 1 end
		assert(n == 0 and #inst.components.chief.followers == 0)
		local d = math.min(4, inst.components.health.maxhealth) + math.sqrt(inst:GetDistanceSqToInst(inst)) * TUNING.BEE_SPEED
		local closer = inst.components.combat.lastattack < GetTime() or 3 > STRINGS.BEE
		local s = string.format("%s %5.1f", inst.prefab, d) .. STRINGS.NAMES[inst.prefab .. "x"] .. tostring(inst.components.x)
		inst.components.clock:StartTimer("a", 3)
		inst.components.clock.count = 4
		assert(inst.components.clock.count == 4 and inst.components.clock:TimerExists("a") == false)
		local target = FindSomebody(inst, TUNING.SEE_DIST, function(e) return e:HasTag("x") end)
		if target ~= nil and target:IsValid() then error("no") end
		local x, y, z = target.Transform:GetWorldPosition()
		assert(x + y + z == 3 and inst.sg:GetTimeInState() and inst.sg:HasStateTag("busy") == false and inst.Transform:GetRotation())
		inst:DoTaskInTime(TUNING.BEE_DELAY, function() end)
		local w, l, p = WaitNode(SOME_TIME), LatchNode(inst, TUNING.X, WaitNode(1)), PriorityNode({ w }, TUNING.PERIOD)
		local sum = Vector3(1, 2, 3) + TheWorld.Map:GetTileCenterPoint(1, 2)
	`), true)
	for _, fault := range alive(t, p, 3) {
		if !strings.Contains(fault, "a stub stands in") {
			t.Error(fault)
		}
	}
}

func TestOwnFilesAreWhatTheyAreCalled(t *testing.T) {
	of := map[string]string{}
	for _, name := range script.SortedKeys(script.Homes()) {
		of[script.Homes()[name]] += "assert(" + name + " ~= nil, '" + name + "') "
	}
	for _, file := range script.SortedKeys(of) {
		if _, notices := loaded(t, of[file]+"assert(require('"+file+"')) return WaitNode(1)", false); notices != nil {
			t.Errorf("%s: %q", file, notices)
		}
	}
}

func TestVectors(t *testing.T) {
	loaded(t, `
	local a, b = Vector3(1, 2, 3), Point(4, 6, 3)
	assert((a + b) == Vector3(5, 8, 6) and (b - a):Length() == 5 and a:Dist(b) == 5 and -a == Vector3(-1, -2, -3))
	assert(a * 2 == 2 * a and (a / 2).x == 0.5 and a:Dot(b) == 25 and Vector3(1):Cross(Vector3(0, 1)) == Vector3(0, 0, 1))
	assert(tostring(a) == "(1.00, 2.00, 3.00)" and Vector3(3, 0, 4):GetNormalized().z == 0.8 and select("#", a:Get()) == 3)
	assert(distsq(a, b) == 25 and distsq(0, 0, 3, 4) == 25 and ToVector3(a) == a and ToVector3(1, 2, 3) == a)
	assert(math.clamp(5, 0, 3) == 3 and table.contains({ 1, 2 }, 2) and ("a:b"):split(":")[2] == "b")
	return WaitNode(1)`, false)
}
