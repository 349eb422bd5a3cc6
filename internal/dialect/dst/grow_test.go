package dst

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// ownClasses are classes that a script derives, each with another set of
// methods of its own.
const ownClasses = `
local function str(v) return type(v) == "number" and ("%.4f"):format(v) or tostring(v) end
local Keep = Class(BehaviourNode, function(self, kids, name) BehaviourNode._ctor(self, name or "Keep", kids) end)
function Keep:Visit()
	local s = SUCCESS
	for _, k in ipairs(self.children) do
		if k.status ~= SUCCESS then k:Visit() end
		if k.status ~= SUCCESS then s = k.status break end
	end
	self.status = s
end
function Keep:DBString() return "kept " .. #self.children end
local Loud = Class(BehaviourNode, function(self, child) BehaviourNode._ctor(self, "Loud", { child }) end)
function Loud:Visit() note("visit")() self.children[1]:Visit() self.status = self.children[1].status end
function Loud:Reset() note("reset " .. self.status)() BehaviourNode.Reset(self) end
function Loud:Step() note("step " .. self.status)() self._base.Step(self) end
function Loud:Stop() note("stop")() BehaviourNode.Stop(self) end
function Loud:SaveStatus() BehaviourNode.SaveStatus(self) note("save " .. self.lastresult)() end
local Lazy = Class(BehaviourNode, function(self, t) BehaviourNode._ctor(self, "Lazy") self.t = t self.n = 0 end)
function Lazy:Visit()
	self.n = self.n + 1
	if self.n % 3 == 0 then self.status = self.n % 2 == 0 and SUCCESS or FAILED else self.status = RUNNING self:Sleep(self.t) end
end
function Lazy:DBString() return self.n end
local Fixed = Class(BehaviourNode, function(self, t) BehaviourNode._ctor(self, "Fixed") self.t = t end)
function Fixed:Visit() self.status = RUNNING end
function Fixed:GetSleepTime() return self.status == RUNNING and self.t or nil end
local Cond2 = Class(ConditionNode, function(self, fn) ConditionNode._ctor(self, fn, "cond2") end)
function Cond2:Visit() ConditionNode.Visit(self) if self.status == SUCCESS then self.status = RUNNING end end
local Cond3 = Class(ConditionNode, function(self, fn) ConditionNode._ctor(self, fn, "cond3") end)
function Cond3:Reset() note("reset c3 " .. self.status)() ConditionNode.Reset(self) end
local Seq2 = Class(SequenceNode, function(self, kids) SequenceNode._ctor(self, kids) self.name = "Seq2" end)
function Seq2:Visit() SequenceNode.Visit(self) note("seq2 " .. self.idx)() end
function Seq2:Reset() SequenceNode.Reset(self) end
local Sel2 = Class(SelectorNode, function(self, kids) SelectorNode._ctor(self, kids) end)
function Sel2:DBString() return "at " .. self.idx end
function Sel2:Step() SelectorNode.Step(self) end
local Prio2 = Class(PriorityNode, function(self, kids, period) PriorityNode._ctor(self, kids, period, true) end)
function Prio2:GetSleepTime() local t = PriorityNode.GetSleepTime(self) return t and t / 2 end
function Prio2:Visit() PriorityNode.Visit(self) note("prio2 " .. str(self.idx) .. str(self.lasttime))() end
local Ev2 = Class(EventNode, function(self, inst, e, child, p) EventNode._ctor(self, inst, e, child, p) end)
function Ev2:OnEvent(data) note("heard " .. str(self.status) .. str(data))() EventNode.OnEvent(self, data) end
function Ev2:Step() EventNode.Step(self) end
local Par2 = Class(ParallelNode, function(self, kids) ParallelNode._ctor(self, kids, "Par2") self.stoponanycomplete = #kids > 2 end)
function Par2:Step() note("par2")() ParallelNode.Step(self) end
local Dec2 = Class(DecoratorNode, function(self, child) DecoratorNode._ctor(self, nil, child) end)
function Dec2:Visit() local c = self.children[1] c:Visit() self.status = c.status == READY and RUNNING or c.status end
local Not2 = Class(NotDecorator, function(self, child) NotDecorator._ctor(self, child) end)
function Not2:Visit() NotDecorator.Visit(self) end
function Not2:OnStop() note("not2 stop")() end
local Wait2 = Class(WaitNode, function(self, t) WaitNode._ctor(self, t) end)
function Wait2:Visit() WaitNode.Visit(self) if self.status == RUNNING then self:Sleep(self.wake_time - GetTime()) end end
local Loop2 = Class(LoopNode, function(self, kids, n) LoopNode._ctor(self, kids, n) end)
function Loop2:Reset() note("loop2 " .. str(self.rep))() LoopNode.Reset(self) end
local Latch2 = Class(LatchNode, function(self, inst, d, child) LatchNode._ctor(self, inst, d, child) end)
function Latch2:Visit() LatchNode.Visit(self) note(("latch %.2f %.2f"):format(self.lastlatchtime, self.currentlatchduration))() end
local Prop = Class(BehaviourNode, function(self, child) BehaviourNode._ctor(self, "Prop", { child }) self.mood = 1 end, {
	status = function(self, new, old) note("status " .. str(old) .. new .. self.status)() end,
	lastresult = function(self, new, old) note("last " .. str(old) .. new)() end,
	mood = function(self, new, old) note("mood " .. str(old) .. str(new))() end,
})
function Prop:Visit()
	local c = self.children[1]
	c:Visit()
	self.status = c.status
	self.mood = self.mood + 1
end
local N = {}
local function r(n) N[#N + 1] = n return n end
local busy = false
local function once(f) if not busy then busy = true f() busy = false end end
local function on(i, f) local n = N[(i - 1) % #N + 1] return f(n) end
`

// grower draws the sources of trees.
type grower struct {
	r      *rand.Rand
	leaves map[string][]string
	values map[string][]any
	sleeps map[string][]any
	nodes  int
	brain  bool
	meddle bool // scripts write into nodes and call their methods
}

func (g *grower) pick(list ...string) string { return list[g.below(len(list))] }
func (g *grower) below(n int) int            { return g.r.IntN(n) }
func (g *grower) chance(in int) bool         { return g.below(in) == 0 }
func (g *grower) number() string             { return g.pick("0", "0.1", "0.25", "0.3", "0.5", "1", "2", "0.75") }
func (g *grower) event() string              { return g.pick("'e1'", "'e2'", "'e3'") }

func (g *grower) cond() string {
	if g.meddle && g.chance(6) {
		return "function() " + g.deed() + " return " + g.pick("true", "false", "inst.GUID == 1", "0", "nil") + " end"
	}
	name := fmt.Sprintf("c%d", len(g.values))
	list := []any{}
	for range 1 + g.below(8) {
		list = append(list, g.chance(2))
	}
	if g.chance(8) {
		list = append(list, 0.0, "", nil)
	}
	g.values[name] = list
	return fmt.Sprintf("cond('%s')", name)
}

func (g *grower) act() string {
	name := fmt.Sprintf("A%d", len(g.leaves))
	list := []string{}
	for range 1 + g.below(6) {
		list = append(list, g.pick("running", "running", "success", "failure"))
	}
	g.leaves[name] = list
	if g.chance(2) {
		sleeps := []any{}
		for range 1 + g.below(4) {
			sleeps = append(sleeps, []any{nil, 0.1, 0.3, 0.5, 1.0, 2.0, 0.0, -1.0}[g.below(8)])
		}
		g.sleeps[name] = sleeps
	}
	return fmt.Sprintf("act('%s')", name)
}

// deed is what an action does to some node.
func (g *grower) deed() string {
	do := g.pick(
		"n.status = RUNNING", "n.status = SUCCESS", "n.status = READY", "n.status = FAILED", "n.lastresult = RUNNING", "n:Reset()", "n:Stop()",
		"n:Sleep("+g.number()+")", "n.nextupdatetime = GetTime() + "+g.number(), "n.nextupdatetime = nil", "n.lasttime = nil",
		"if n.lasttime then n.lasttime = GetTime() end", "if n.period then n.period = "+g.number()+" end", "if n.rep then n.rep = n.rep + 1 end",
		"if n.maxreps then n.maxreps = nil end", "if n.rep then n.maxreps = 2 end", "n.triggered = true", "if n.priority then n.priority = "+g.pick("0", "1", "2")+" end",
		"if n.idx then n.idx = 1 end", "if n:is_a(PriorityNode) then n.idx = nil end", "n.running = nil", "n.running = true",
		"if n.wake_time then n.wake_time = n.wake_time + 0.3 end", "if n.wait_time then n.wait_time = "+g.number()+" end",
		"n.name = 'named'", "n.tag = (n.tag or 0) + 1", "n:SaveStatus()", "n:Step()",
		"note(n:GetString())()", "note(str(n.status) .. n.lastresult)()", "note(str(n:GetSleepTime()) .. str(n:GetTreeSleepTime()))()",
		"n:DoToParents(function(p) note('up ' .. p.name)() end)", "note(str(n.idx) .. str(n.rep) .. str(n.lasttime))()",
		"note(str(n.parent and n.parent.name))()", "if n.stoponanycomplete then n.stoponanycomplete = nil end",
		"inst:PushEvent("+g.event()+")", "if n.OnEvent then n:OnEvent(3) end",
		"n.OnStop = function(self) note('late stop ' .. self.name)() end", "n.DBString = function(self) return 'own' end",
		"if n.latchduration then n.latchduration = "+g.number()+" end", "if n.lastlatchtime then n.lastlatchtime = GetTime() end",
		"if n.action then n.action = note('other') end", "if n.fn then n.fn = function() return true end end",
		"if inst.brain then inst.brain:ForceUpdate() end", "n.parent = nil",
	)
	if g.chance(4) {
		do = g.pick(
			"if n.children then table.insert(n.children, act('X')) end", "if n.children then table.insert(n.children, 1, WaitNode(0.2)) end",
			"if n.children then table.remove(n.children) end", "if n.children then table.remove(n.children, 1) end",
			"if n.children then n.children = { act('Y'), BehaviourNode('z') } end", "if n.children then n.children[2] = nil end",
			"if n.children then n.children[1] = act('Z') end", "if n.children then n.children = { n.children[2], n.children[1] } end",
			"n.Visit = function(self) note('own visit')() self.status = SUCCESS end", "n.Visit = nil",
			"n.Step = function(self) note('own step')() end", "n.Reset = function(self) note('own reset')() self.status = READY end",
			"n.GetSleepTime = function() return 0.4 end", "n.SaveStatus = function(self) note('own save')() end",
			"if n.children then n.children = nil end",
		)
	}
	if g.chance(5) {
		do = g.pick(
			"once(function() n:Visit() end)", "once(function() BT(inst, n):Update() end)", "once(function() n:Visit() n:SaveStatus() n:Step() end)",
			"note(tostring(pcall(function() n.status = RUNNING end)))()",
			"inst:ListenForEvent("+g.event()+", function(i, d) note('heard ' .. i.GUID .. str(d) .. n.status)() end)",
			"inst:ListenForEvent("+g.event()+", function() n:Reset() end)", "n.start = function() return 7 end note(str(n.running))()",
			"if n.latchduration then n.latchduration = nil end", "note(str(n.currentlatchduration) .. str(n.maxreps) .. str(n.nextupdatetick))()",
			"n.nextupdatetick = 5", "n.extra = n.extra and n.extra + 1 or 0 note(n.extra)()", "if n.maxreps then n.maxreps = '2' end",
			"local t = {} for k in pairs({ a = n }) do t[#t + 1] = k end note(t[1])()",
			"note(tostring(n:is_a(BehaviourNode)) .. tostring(n:is_class()) .. tostring(SequenceNode.is_instance(n)))()",
		)
	}
	if g.brain && g.chance(5) {
		do = "local b = inst.brain if b then " + g.pick(
			"b.DoUpdate = function() note('update')() end", "b.OnStop = function() note('stopped')() end", "b:Stop()", "b:Start()", "b:Pause()", "b:Resume()",
			"BrainManager:Hibernate(b)", "BrainManager:Sleep(b, "+g.number()+")", "BrainManager:Wake(b)", "BrainManager:RemoveInstance(b)", "BrainManager:AddInstance(b)",
			"once(function() inst:RestartBrain() end)", "inst:StopBrain()", "b:AddEventHandler("+g.event()+", function(d) note('handled ' .. str(d))() end)",
			"if b.bt then note(str(b:GetSleepTime()))() end", "if b.bt then b.bt:Reset() end", "if b.bt then note(b.bt.root.status .. tostring(b.bt.forceupdate))() end",
			"if b.bt and b.bt:GetSleepTime() then note(tostring(b))() end", "b.GetSleepTime = function() return "+g.pick("nil", "0.4", "1")+" end",
			"if b.bt then once(function() b.bt:Update() end) end", "note(tostring(b.paused) .. tostring(b.stopped))()", "b.OnUpdate = function(self) note('own')() self.bt:Update() end",
			"b.bt = nil", "b.bt = BT(inst, n)", "if b.bt then b.bt.forceupdate = true end", "if b.bt then b.bt.root = n end",
		) + " end"
	}
	return fmt.Sprintf("on(%d, function(n) %s end)", 1+g.below(30), do)
}

func (g *grower) function() string {
	switch {
	case g.meddle && !g.chance(4):
		return "function() " + strings.Repeat(g.deed()+" ", 1+g.below(2)) + "end"
	case g.chance(4):
		return "push(" + g.event() + ")"
	}
	g.nodes++
	return fmt.Sprintf("note('N%d')", g.nodes)
}

func (g *grower) list(depth, most int) string {
	var kids []string
	for range max(g.below(most+1), g.below(most+1)) {
		kids = append(kids, g.node(depth))
	}
	if g.meddle && g.chance(12) {
		kids = append(kids, "nil", g.node(0))
	}
	if g.meddle && g.chance(12) {
		kids = append(kids, "x = ("+g.node(0)+")")
	}
	return "{ " + strings.Join(kids, ", ") + " }"
}

func (g *grower) node(depth int) string {
	s := g.shape(depth)
	if g.meddle && g.chance(25) {
		return fmt.Sprintf("(N[1] and N[%d %% #N + 1] or %s)", g.below(20), g.act())
	}
	if g.meddle {
		return "r(" + s + ")"
	}
	return s
}

func (g *grower) shape(depth int) string {
	if depth <= 0 || g.chance(6) {
		if g.meddle && g.chance(3) {
			return "ActionNode(" + g.function() + ")"
		}
		switch g.below(14) {
		case 0:
			return "ConditionNode(" + g.cond() + g.pick("", ", 'cn'") + ")"
		case 1:
			return "ActionNode(" + g.function() + g.pick("", ", 'an'") + ")"
		case 2:
			return "WaitNode(" + g.pick(g.number(), "'0.3'", "function() return "+g.number()+" end") + ")"
		case 3:
			return "ConditionWaitNode(" + g.cond() + ")"
		case 4:
			return "MultiConditionNode(" + g.cond() + ", " + g.cond() + ")"
		case 5:
			return "BehaviourNode('b')"
		case 6:
			return "Lazy(" + g.number() + ")"
		case 7:
			return "Fixed(" + g.pick("nil", g.number()) + ")"
		case 8:
			return "Cond2(" + g.cond() + ")"
		case 9:
			return "Cond3(" + g.cond() + ")"
		case 10:
			return "Wait2(" + g.number() + ")"
		}
		return g.act()
	}
	depth--
	kid := func() string { return g.node(depth) }
	kids := func() string { return g.list(depth, 4) }
	switch g.below(32) {
	case 0, 1:
		return "SequenceNode" + kids()
	case 2, 3:
		return "SelectorNode" + kids()
	case 4, 5:
		return "LoopNode(" + kids() + g.pick("", ", 1", ", 2", ", 3", ", 2.5", ", 0") + ")"
	case 6:
		return "RandomNode{ " + kid() + ", " + kid() + " }"
	case 7, 8, 9:
		return "PriorityNode(" + kids() + g.pick("", ", 0.25, true", ", 0.25", ", 0.5, true", ", 1", ", nil, true", ", '0.5'", ", 0, true") + ")"
	case 10, 11:
		return "ParallelNode" + kids()
	case 12:
		return "ParallelNodeAny" + kids()
	case 13, 14, 15, 16:
		return "EventNode(inst, " + g.event() + ", " + kid() + g.pick("", ", 1", ", 2") + ")"
	case 17:
		return "LatchNode(inst, " + g.pick(g.number(), "function(i) return i.GUID * 0.5 end") + ", " + kid() + ")"
	case 18:
		return "NotDecorator(" + kid() + ")"
	case 19:
		return "FailIfRunningDecorator(" + kid() + ")"
	case 20:
		return "FailIfSuccessDecorator(" + kid() + ")"
	case 21:
		return "WhileNode(" + g.cond() + ", 'while', " + kid() + ")"
	case 22:
		return "IfNode(" + g.cond() + ", 'if', " + kid() + ")"
	case 23:
		return "IfThenDoWhileNode(" + g.cond() + ", " + g.cond() + ", 'ifwhile', " + kid() + ")"
	case 24:
		return "DecoratorNode('d', " + kid() + ")"
	case 25:
		return "Keep(" + kids() + ")"
	case 26:
		return "Loud(" + kid() + ")"
	case 27:
		return g.pick("Seq2(", "Sel2(", "Par2(") + kids() + ")"
	case 28:
		return "Prio2(" + kids() + ", " + g.number() + ")"
	case 29:
		return "Ev2(inst, " + g.event() + ", " + kid() + ", " + g.pick("0", "1") + ")"
	case 30:
		return g.pick("Dec2(", "Not2(", "Prop(") + kid() + ")"
	}
	if g.chance(2) {
		return "Loop2(" + kids() + ", 2)"
	}
	return "Latch2(inst, " + g.number() + ", " + kid() + ")"
}

// line draws a whole case.
func (g *grower) line() []byte {
	c := map[string]any{
		"name": "t", "dialect": "dst", "dt": []float64{0.1, 0.25, 1.0 / 30}[g.below(3)], "ticks": 4 + g.below(14),
		"leaves": g.leaves, "values": g.values, "sleeps": g.sleeps, "report": []string{"sleep", "list"},
		"limit": 300_000,
	}
	g.brain = g.chance(2)
	c["source"] = ownClasses + "local root = " + g.node(1+g.below(5)) + "\nreturn root"
	if g.brain {
		c["brain"] = true
	}
	if g.chance(4) {
		c["start"] = g.below(50)
	}
	var random []float64
	for range g.below(20) {
		random = append(random, float64(g.below(1000))/1000)
	}
	c["random"] = random
	var events, ops []map[string]any
	for range g.below(6) {
		e := map[string]any{"tick": g.below(12), "name": g.pick("e1", "e2", "e3")}
		if g.chance(2) {
			e["data"] = g.below(9)
		}
		events = append(events, e)
	}
	for range g.below(4) {
		names := []string{"forceupdate", "reset", "stop"}
		if c["brain"] != nil {
			names = []string{
				"forceupdate", "reset", "stop", "start", "restart", "pause", "resume", "hibernate", "wake", "asleep", "awake", "invalid", "valid",
			}
		}
		ops = append(ops, map[string]any{"tick": g.below(12), "op": g.pick(names...)})
	}
	c["events"], c["ops"] = events, ops
	at := []int{}
	for i := range 18 {
		at = append(at, i)
	}
	c["tree_at"] = at
	b, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	return b
}

// Whatever tree and whatever happens to it: native and plain agree. Of all
// differences the shortest is told.
func TestAnyTreeDoesAsThePlainRules(t *testing.T) {
	cases, first := 60, 0 // DST_TREES=FIRST+CASES looks at others
	if longtest.On {
		cases = 300
	}
	if from, n, ok := strings.Cut(os.Getenv("DST_TREES"), "+"); ok {
		first, _ = strconv.Atoi(from)
		cases, _ = strconv.Atoi(n)
	}
	for _, meddle := range []bool{false, true} {
		t.Run(fmt.Sprintf("meddle=%v", meddle), func(t *testing.T) {
			shortest, failed, broken, size := "", 0, 0, 0
			for seed := range uint64(cases) {
				g := &grower{
					r: rand.New(rand.NewPCG(uint64(first)+seed, 1)), leaves: map[string][]string{}, values: map[string][]any{}, sleeps: map[string][]any{},
					meddle: meddle,
				}
				line := g.line()
				size += len(line)
				text, message := againstPlain(t, line)
				if message != "" {
					broken++
				}
				if text != "" {
					failed++
					if text = fmt.Sprintf("seed %d: %s", uint64(first)+seed, text); shortest == "" || len(text) < len(shortest) {
						shortest = text
					}
				}
			}
			t.Logf("%d cases, %d bytes, %d of them end in an error", cases, size, broken)
			if failed > 0 {
				t.Errorf("%d of %d differ; the shortest is %s", failed, cases, shortest)
			}
		})
	}
}
