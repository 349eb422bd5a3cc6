package dst

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// babble writes scripts that use names that there are and names that there are
// not, as anything at all.
type babble struct {
	*rand.Rand
	vars int
}

var (
	babbleThings = []string{
		"inst", "self", "TheWorld", "TUNING", "STRINGS", "ACTIONS", "TheSim", "AllPlayers", "nil", "true", "false", "3", "0.5", "'text'", "{}", "{ 1, 2 }",
		"Vector3(1, 2, 3)", "inst.components.combat", "inst.components.locomotor", "inst.components.gizmo", "inst.components.inventory", "inst.sg",
		"inst.Transform", "inst.AnimState", "TheWorld.Map", "TheWorld.state", "Gizmo", "GIZMO_DIST", "makegizmo", "Prefabs", "FOODTYPE.MEAT",
		"BufferedAction(inst, nil, ACTIONS.EAT)", "require('gizmos/gizmo')", "require('behaviours/wander')", "function(...) return ... end",
		"FindEntity(inst, 10)", "inst:GetPosition()", "inst.components.follower.leader", "math", "string", "table", "Wander(inst)",
	}
	babbleNames = []string{
		"target", "leader", "home", "components", "combat", "health", "gizmo", "GetPosition", "IsValid", "HasTag", "GetDistanceSqToInst", "IsNear", "x", "z",
		"Get", "GetGizmo", "IsGizmo", "FindGizmo", "GizmoDist", "count", "Transform", "GetWorldPosition", "sg", "HasStateTag", "AddTag", "PushEvent",
		"ListenForEvent", "DoTaskInTime", "SetTarget", "Stop", "GoToPoint", "GoToEntity", "PushAction", "RememberLocation", "GetLocation", "StartTimer", "FindItem",
		"DIST", "isday", "_thing", "random", "floor", "insert", "format", "sub", "prefab", "FindEntities", "IsPassableAtPoint", "Length", "GetAngleToPoint",
		"GetCurrentPlatform", "numfollowers", "slots", "EAT", "Say", "CanEat", "Eat", "TryAttack", "InCooldown", "FacePoint", "GetEntity", "children", "status",
	}
	babbleCalls = []string{
		"FindEntity", "FindWalkableOffset", "distsq", "GetTime", "Remap", "GetRandomItem", "FindClosestPlayerToInst", "BufferedAction",
		"unpack", "tostring", "type", "math.max", "math.random", "math.abs", "string.format", "string.sub", "string.find",
		"table.remove", "table.contains", "SpawnGizmo", "IsGizmo", "Vector3", "FunctionOrValue", "Class", "GetClosestInstWithTag", "shuffleArray",
		"WhileNode", "PriorityNode", "WaitNode", "ActionNode", "EventNode", "SequenceNode", "Leash", "RunAway", "ChaseAndAttack",
	}
	babbleOps = []string{"+", "-", "*", "/", "%", "..", "<", ">", "<=", ">=", "==", "~=", "and", "or"}
)

func (b *babble) of(list []string) string { return list[b.Intn(len(list))] }

func (b *babble) args(deep int) string {
	args := make([]string, b.Intn(4))
	for i := range args {
		args[i] = b.expr(deep - 1)
	}
	return "(" + strings.Join(args, ", ") + ")"
}

func (b *babble) expr(deep int) string {
	if deep <= 0 {
		if b.vars > 0 && b.Intn(2) == 0 {
			return fmt.Sprintf("v%d", b.Intn(b.vars))
		}
		return b.of(babbleThings)
	}
	switch b.Intn(9) {
	case 0:
		return b.of(babbleThings)
	case 1, 2:
		return "(" + b.expr(deep-1) + ")." + b.of(babbleNames)
	case 3, 4:
		return "(" + b.expr(deep-1) + "):" + b.of(babbleNames) + b.args(deep)
	case 5:
		return b.of(babbleCalls) + b.args(deep)
	case 6:
		return "(" + b.expr(deep-1) + ")[" + b.expr(deep-1) + "]"
	case 7:
		return b.of([]string{"-", "not ", "#"}) + "(" + b.expr(deep-1) + ")"
	}
	return "(" + b.expr(deep-1) + " " + b.of(babbleOps) + " " + b.expr(deep-1) + ")"
}

func (b *babble) block(n, deep int) string {
	var s strings.Builder
	vars := b.vars
	for range n {
		switch b.Intn(7) {
		case 0, 1, 2:
			e := b.expr(deep)
			fmt.Fprintf(&s, "local v%d = %s\n", b.vars, e)
			b.vars++
		case 3:
			fmt.Fprintf(&s, "if %s then\n%s end\n", b.expr(deep), b.block(2, deep-1))
		case 4:
			fmt.Fprintf(&s, "for i = 1, 2 + 0 * (%s) do\n%s end\n", b.expr(deep), b.block(1, deep-1))
		case 5:
			fmt.Fprintf(&s, "for k, v in %s do\n%s break end\n", b.of([]string{"pairs(", "ipairs(", "nil or ("})+b.expr(deep)+")", b.block(1, deep-1))
		case 6:
			fmt.Fprintf(&s, "do local t = %s t.%s = %s t[%s] = 1 end\n", b.of([]string{"{}", "inst.gizmo", "nil", "GIZMO"}), b.of(babbleNames), b.expr(deep), b.expr(deep))
		}
	}
	b.vars = vars
	return s.String()
}

// ofTables are errors of scripts that take a table of their own for a function
// or a number, or that write to a library.
var ofTables = regexp.MustCompile(`is no function|attempt to call a table|attempt to compute with a table|is a table, where a number is wanted|userdata|unknown name|a read-only table|wanted a Brain`)

// TestAnyNameIsForgiven runs scripts of any names leniently: none of them fails.
func TestAnyNameIsForgiven(t *testing.T) {
	seeds := int64(30)
	if longtest.On {
		seeds = 150
	}
	for seed := range seeds {
		b := &babble{Rand: rand.New(rand.NewSource(seed))}
		src := fmt.Sprintf(`local self, inst = {}, nil
			local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) self.other = %s end)
			%s
			function B:OnStart()
				local inst = self.inst
				%s
				self.bt = BT(inst, PriorityNode({ WhileNode(function()
					%s
					return %s end, "one", ActionNode(function()
					%s end)), %s }, 0.1, true))
			end
			return B`, b.expr(2), b.block(3, 3), b.block(3, 3), b.block(3, 3), b.expr(3), b.block(3, 3), b.expr(2))
		var l syntax.List
		p := loadLeniently("b.lua", []byte(src), game(t), sourcefile.Disk("b.lua", ""), &l)
		if err := l.Err(); err != nil {
			if ofTables.MatchString(err.Error()) {
				continue
			}
			t.Errorf("seed %d: %v\n%s", seed, err, src)
			continue
		}
		for _, fault := range alive(t, p, 20) {
			if !strings.Contains(fault, "stands in") && !strings.Contains(fault, "is unknown: it does nothing") && !strings.Contains(fault, "is not known: nil") && !strings.Contains(fault, "is unknown: nil") && !strings.Contains(fault, "there is no ") && !strings.Contains(fault, "is no action of") && !ofTables.MatchString(fault) {
				t.Errorf("seed %d: %s\n%s", seed, fault, src)
				break
			}
		}
	}
}

// Names that scripts make up, and stubs of stubs, end in stubs that are there.
func TestStubsAreNotWithoutEnd(t *testing.T) {
	p, _ := loaded(t, `local last, n = Gizmo, 0
		return ActionNode(function()
			for i = 1, 300 do
				n = n + 1
				last = last.next() or Gizmo
				local a, b, c = Gizmo["f" .. n], (nil)["g" .. n], inst:IsNear(n)
			end
		end)`, true)
	pool := run.NewPool(p, &emptyWorld{})
	pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	for tick := range int64(30) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	x.Seek(0)
	if got := len(x.Side.(*bot).m.Stubs); got > 3*script.MostStubs {
		t.Errorf("%d stubs", got)
	}
}

// Nodes and behaviours that were given nothing of what they want fail or wait.
func TestNodesOfNothingAreForgiven(t *testing.T) {
	for _, node := range []string{
		"WhileNode(nil, nil, nil)", "PriorityNode(nil, nil)", "PriorityNode({ true, 7, 'text' }, GIZMO_PERIOD)", "SequenceNode()", "SelectorNode(Gizmo)", "ParallelNode(false)",
		"LoopNode(nil)", "RandomNode{}", "RandomNode(Gizmo)", "EventNode(nil, nil)", "LatchNode(inst)", "NotDecorator()", "WaitNode()", "DoAction(inst)", "Leash(inst)",
		"Follow(inst)", "RunAway(inst)", "ChaseAndAttack(inst)", "ChaseAndRam(inst)", "FaceEntity(inst)", "StandStill(inst)", "ChattyNode(inst)", "MinPeriod(inst)",
		"FindClosest(inst)", "FindFlower(inst)", "UseShield(inst)", "Approach(inst)", "AttackWall(inst)", "StandAndAttack(inst)", "Wander(inst)", "Panic(inst)",
		"PanicAndAvoid(inst)", "LeashAndAvoid(inst)", "ChaseAndAttackAndAvoid(inst)", "FindFarmPlant(inst)", "AvoidLight(inst)", "ControlMinions(inst)", "GizmoBehaviour(inst)",
	} {
		p, _ := loaded(t, "return "+node, true)
		for _, fault := range alive(t, p, 100) {
			if !strings.Contains(fault, "stands in") {
				t.Errorf("%s: %s", node, fault)
			}
		}
	}
}

// What plain Lua can do is done as ever where a file is read leniently.
func TestLibrariesAreTheSameLeniently(t *testing.T) {
	for _, expr := range []string{
		`math.random(), math.random(10), math.random(5, 9), math.random()`, `tostring(nil), type("a")`,
		`string.format("%s %5.1f%% %d|%-3s|%q %s", "a", 1.25, "7", "b", "c", "%d")`, `("%s is %s"):format("x", "y")`, `string.format("%x", 255)`,
		`select("#", nil, nil), select(2, "a", "b", nil)`, `tonumber("a"), tonumber("0x10"), tonumber("ff", 16), tonumber(nil), tonumber(" 5 ")`,
		`string.find("a.b", ".", 2, false), string.find("a.b", ".", 1, true), string.find("abc", "b", 2)`, `string.gsub("aaa", "a", "b", 2), string.gsub("aaa", "a", "b", nil)`,
		`(function() local t = { "pear", "fig", "apple" } table.sort(t) return table.concat(t, ",") end)()`,
		`(function() local t = { 3, 10, 2 } table.sort(t) return table.concat(t, ",") end)()`, `#string.split("a,b", ","), #string.split("a:b")`,
		`unpack({ 1, nil, 3 }, 1, 3), math.max(2, 3), math.floor(2.5), string.rep("ab", 2), ("abc"):sub(2), ("abc"):byte(1, 2)`,
	} {
		src := "return ActionNode(function() print(" + expr + ") end)"
		said := func(lenient bool) string {
			p, _ := loaded(t, src, lenient)
			return strings.Join(alive(t, p, 1), "\n")
		}
		if strict, lenient := said(false), said(true); strict != lenient || !strings.Contains(strict, "print: ") {
			t.Errorf("%s\n strict: %s\nlenient: %s", expr, strict, lenient)
		}
	}
}

// What is nil stays nil where a script asks whether it is: only its use is forgiven.
func TestGuardsAgainstNilHoldLeniently(t *testing.T) {
	for _, expr := range []string{
		"inst.components.edible ~= nil", "inst.components.gizmo ~= nil", "inst.CanStandUp ~= nil", "inst.gizmo and inst.gizmo.of", "GIZMO ~= nil", "TheWorld.gizmo == nil",
		"TheWorld.components.gizmo", "inst.sg.gizmo", "inst.Transform.gizmo", "inst.replica.gizmo", "TheWorld.Map.gizmo", "ACTIONS.GIZMO == nil", "inst.components.combat.gizmo",
		"TheWorld.state.isgizmo", "math.gizmo", "inst.components.follower.leader", "TheSim.gizmo", "rawget(inst, 'gizmo')",
	} {
		src := "return ActionNode(function() print(tostring(" + expr + ")) end)"
		said := func(lenient bool) string {
			p, notices := loaded(t, src, lenient)
			if lenient && len(notices) > 0 {
				t.Errorf("%s: %q", expr, notices)
			}
			return strings.Join(alive(t, p, 1), "\n")
		}
		if strict, lenient := said(false), said(true); strict != lenient || !strings.Contains(strict, "print: ") {
			t.Errorf("%s\n strict: %s\nlenient: %s", expr, strict, lenient)
		}
	}
}

// A name that is used although it is nil is told as it stands in the line, once.
func TestWhatIsUsedIsTold(t *testing.T) {
	_, notices := loaded(t, `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart()
			local inst = self.inst
			for _ = 1, 2 do
				if inst:CanStandUp() then inst.helper.Help() end
				local sum = 1 + inst.appetite
			end
			self.bt = BT(inst, ConditionNode(function() return false end))
		end
		return B`, true)
	var got []string
	for _, n := range notices {
		got = append(got, n[strings.Index(n, ": ")+2:])
	}
	want := []string{"inst:CanStandUp is unknown: a stub stands in for it", "inst.appetite is unknown: a stub stands in for it"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
