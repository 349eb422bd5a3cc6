package dst

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// TestFaultsOfFiles loads files and runs them for two ticks. Each is followed
// by what is told of it.
func TestFaultsOfFiles(t *testing.T) {
	golden.Test(t, "testdata/faults.txtar", func(t *testing.T, file string, all golden.Documents) string {
		return told(t, file, []byte(all[file]))
	})
}

func told(t *testing.T, file string, src []byte) string {
	var l syntax.List
	p := Load(file, src, game(t), sourcefile.Disk(file, ""), &l)
	if err := l.Err(); err != nil {
		return "load: " + err.Error() + "\n"
	}
	faults := alive(t, p, 2)
	if len(faults) == 0 {
		return "nothing\n"
	}
	return strings.Join(faults, "\n") + "\n"
}

// A file with an unknown name is told of its others, too.
func TestAllUnknownNamesAreTold(t *testing.T) {
	src := "local a = Gizmo\nPriorityNod{ WaitNod(1), Wander(inst), later() }\nfunction later() end"
	var l syntax.List
	Load("all.lua", []byte(src), game(t), sourcefile.Disk("all.lua", ""), &l)
	var got []string
	for _, e := range append(l.Errors, l.SortedNotices()...) {
		got = append(got, e.Error())
	}
	want := []string{
		`all.lua:2:14: unknown name "WaitNod"; did you mean "WaitNode"?`, // which is called first
		`all.lua:1:11: unknown name "Gizmo", which is nil`,
		`all.lua:2:1: unknown name "PriorityNod", which is nil; did you mean "PriorityNode"?`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A bot whose brain fails again and again is parked; the others go on.
func TestAFailingBotIsParked(t *testing.T) {
	src := `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart() local inst = self.inst
			self.bt = BT(inst, ConditionNode(function() if inst.GUID == 2 then error("no") end return true end)) end
		function B:GetSleepTime() return 0 end
		return B`
	p, _ := loaded(t, src, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	for bot := range 3 {
		pool.Add(host.BotID(bot+1), int32(bot), run.Moment{DT: 0.1})
	}
	x := pool.NewExec()
	for tick := range int64(30) {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	if len(w.faults) != script.LimitsOf(limit.Values{}).Faults+1 || !strings.Contains(w.faults[script.LimitsOf(limit.Values{}).Faults], "the bot is parked: its brain failed 10 times in a row") {
		t.Errorf("%d faults: %q", len(w.faults), w.faults)
	}
	for _, row := range []int32{0, 2} {
		if s := pool.Status(row); s != host.Success {
			t.Errorf("row %d: %v, wanted success", row, s)
		}
	}
	boo := host.SymbolsOf(p.Semantics.(*semantics).p.Reg).Event("boo")
	pool.Send(1, host.Event{ID: boo}, run.Moment{Tick: 30, DT: 0.1}) // a parked bot hears nothing
	pool.Remove(1, run.Moment{Tick: 31, DT: 0.1})
}

// What the game's own functions do wrong is a fault of the bot that called
// them, in a node as in a script.
func TestPanicsOfTheGameAreFaults(t *testing.T) {
	for name, tree := range map[string]string{
		"condition": "ConditionNode(torn)", "action": "ActionNode(burst)", "running": "HostNode(burst)", "called": "ActionNode(function() torn() end)",
		"acted": "ConditionNode(function() return burst() end)", "in a driven leaf": "WhileNode(torn, 'w', WaitNode(1))",
	} {
		reg := game(t)
		if err := reg.AddFunc(host.Func{Name: "torn", Result: host.Bool, Eval: func(*host.Call) host.Value { panic("torn apart") }}); err != nil {
			t.Fatal(err)
		}
		if err := reg.AddAction(host.Action{Name: "burst", Tick: func(*host.Call) host.Status { panic("torn apart") }}); err != nil {
			t.Fatal(err)
		}
		src := "local B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart() local inst = self.inst\n" +
			"self.bt = BT(inst, PriorityNode({ inst.GUID == 1 and " + tree + " or WaitNode(9) }, 0.01, true)) end return B"
		var l syntax.List
		p := Load("mob.lua", []byte(src), reg, sourcefile.Disk("mob.lua", ""), &l)
		if err := l.Err(); err != nil {
			t.Fatal(err)
		}
		w := &emptyWorld{}
		pool := run.NewPool(p, w)
		pool.Add(1, 0, run.Moment{DT: 0.1})
		other := pool.Add(2, 1, run.Moment{DT: 0.1})
		x := pool.NewExec()
		for tick := range int64(3) {
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		}
		if len(w.faults) == 0 || !strings.HasPrefix(w.faults[0], "mob.lua:3:") || !strings.Contains(w.faults[0], "bot 1, tick 0: ") || !strings.Contains(w.faults[0], "torn apart") {
			t.Errorf("%s: %q", name, w.faults)
		}
		if s := pool.Status(other); s != host.Running {
			t.Errorf("%s: the other bot is %v", name, s)
		}
	}
}

// An action of the game that panics while it moves a bot, in no call of a script,
// is a fault of the bot, too.
func TestAPanicWhileMovingIsAFault(t *testing.T) {
	reg := game(t)
	var params []host.Param
	for _, name := range []string{"x", "y", "within", "speed"} {
		params = append(params, host.Param{Name: name, Kind: host.Any, Optional: true})
	}
	if err := reg.AddAction(host.Action{Name: host.DoGo, Params: params, Tick: func(*host.Call) host.Status { panic("out of order") }}); err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	p := Load("mob.lua", []byte(inBrain("inst.components.locomotor:GoToPoint(Vector3(5, 0, 5))")), reg, sourcefile.Disk("mob.lua", ""), &l)
	if p == nil {
		t.Fatal(l.Err())
	}
	faults := alive(t, p, 6)
	if len(faults) == 0 || !strings.HasPrefix(faults[0], "mob.lua:1:") || !strings.Contains(faults[0], "bot 1, tick ") || !strings.Contains(faults[0], "out of order") {
		t.Errorf("%q, wanted a panic with its place", faults)
	}
}

// Visits that a script catches the failure of do not count as waiting.
func TestCaughtVisitsAreOver(t *testing.T) {
	src := `local bad = SequenceNode{ ActionNode(function() error("no") end) }
		local function try() for i = 1, 100 do assert(not pcall(bad.Visit, bad)) end end
		return SequenceNode{ ActionNode(try), ActionNode(try), ActionNode(try), ConditionNode(function() return true end) }`
	c := dryrun.Case{Name: "t", Source: src, Ticks: new(int)}
	*c.Ticks = 1
	if r := Trace(c); r.Error != "" || r.Ticks[0].Status != "success" {
		t.Errorf("%+v", r)
	}
}

// Runaways end within a second, whatever they do.
func TestRunawaysEnd(t *testing.T) {
	for name, source := range map[string]string{
		"loop":           "return ActionNode(function() while true do end end)",
		"events":         "local e e = EventNode(inst, 'e', SequenceNode{ act('A'), ActionNode(push('e')) }) return SequenceNode{ ActionNode(push('e')), e }",
		"event storm":    "inst:ListenForEvent('e', function() inst:PushEvent('e') end) return ActionNode(push('e'))",
		"deep":           "local n = act('A') for i = 1, 5000 do n = NotDecorator(n) end return n",
		"wide":           "local l = {} for i = 1, 20000 do l[i] = act('A') end return SequenceNode(l)",
		"own child":      "local s = SequenceNode{} s.children[1] = s return s",
		"late child":     "local s = SequenceNode{ act('A') } return SequenceNode{ ActionNode(function() s.children[1] = s end), s }",
		"wide list":      "local l, b = {}, nil for i = 1, 9000 do l[i] = ActionNode(function() b = l[1].name end) end local s = SequenceNode(l) s.children[1] = l[1] return s",
		"changing tree":  "local l = {} for i = 1, 9000 do l[i] = ActionNode(function() l[i].Visit = function() end end) end return ParallelNode(l)",
		"own parent":     "local a = act('A') a.parent = a return EventNode(inst, 'e', ActionNode(function() a:DoToParents(function() end) end)), inst:PushEvent('e')",
		"visit itself":   "local Mine = Class(BehaviourNode, function(s) BehaviourNode._ctor(s, 'm') end) function Mine:Visit() self:Visit() end return Mine()",
		"reset itself":   "local Mine = Class(BehaviourNode, function(s) BehaviourNode._ctor(s, 'm') end) function Mine:Reset() self._base.Reset(self) self:Reset() end return Mine()",
		"text of itself": "local Mine = Class(BehaviourNode, function(s) BehaviourNode._ctor(s, 'm') end) function Mine:DBString() return self:GetTreeString() end function Mine:Visit() self.status = RUNNING self:GetTreeString() end return Mine()",
		"brain in brain": "inst.brainfn = function() inst:RestartBrain() end inst:RestartBrain() return act('A')",
		"class loop":     "local c = Class(BehaviourNode) c._base = c return ActionNode(function() c():is_a(SequenceNode) while true do end end)",
	} {
		begin := cputime.Now()
		line := []byte(`{"name": "t", "dialect": "dst", "source": ""}`)
		c, err := dryrun.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		c.Source = source
		r := Trace(c)
		if r.Error == "" || !strings.HasPrefix(r.Error, "t:1:") {
			t.Errorf("%s: error %q", name, r.Error)
		}
		if d := cputime.Now() - begin; d > 5*time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
}

// An event that a bot's scripts push at another acts at once.
func TestEventsWakeSleepers(t *testing.T) {
	src := `local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart() local inst = self.inst
			self.bt = BT(inst, SelectorNode{ EventNode(inst, "boo", ActionNode(function() print("boo") end)), ConditionNode(function() return false end) }) end
		return B`
	p, _ := loaded(t, src, false)
	w := &emptyWorld{}
	pool := run.NewPool(p, w)
	reg := p.Semantics.(*semantics).p.Reg
	row := pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	for tick := range int64(10) {
		if tick == 6 {
			pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event("boo")}, run.Moment{Tick: tick, DT: 0.1})
		}
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
	}
	if len(w.faults) != 1 || !strings.Contains(w.faults[0], "bot 1, tick 6: print: boo") {
		t.Errorf("got %q, wanted one line that was printed in tick 6", w.faults)
	}
	if err := pool.Control(row, run.Command{Name: "dance"}, run.Moment{Tick: 10, DT: 0.1}); err == nil || !strings.Contains(err.Error(), `unknown command "dance"`) {
		t.Errorf("a command that there is not: %v", err)
	}
}

func FuzzTrace(f *testing.F) {
	for _, src := range documented {
		f.Add("return " + src)
	}
	for _, src := range []string{
		"return PriorityNode({ EventNode(inst, 'e', act('A')), act('B') }, 0.1, true)", "return LoopNode({ WaitNode(0.1), act('A') }, 3)",
		"local a = act('A') a.status = RUNNING a.children = { a } return a", "return RandomNode{ LatchNode(inst, 1, act('A')) }",
		"local a = act('A') local s s = SequenceNode{ ActionNode(function() s.children[2] = act('B') s.Step = function() end end), a } return s",
		"local P = Class(SequenceNode, function(s, k) SequenceNode._ctor(s, k) end, { status = function(s, n) s.x = n end }) return P{ act('A') }",
		"local n = act('A') return ParallelNode{ n, ActionNode(function() BT(inst, n):Update() inst:RestartBrain() end) }",
		"local n = SequenceNode{} n.idx = 7 n.children = 3 return n", "return ParallelNodeAny{ act('A'), nil, x = act('B') }",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		line, err := json.Marshal(map[string]any{
			"name": "t", "dialect": "dst", "source": src, "dt": 0.1, "ticks": 4, "events": []any{map[string]any{"tick": 1, "name": "e"}},
			"brain": true, "limit": 20000, "report": []string{"sleep", "list"}, "tree_at": []int{0, 2},
		})
		if err != nil {
			t.Fatal(err)
		}
		c, err := dryrun.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		one, two := Trace(c), Trace(c)
		if diff := cmp.Diff(one, two); diff != "" {
			t.Errorf("once and again:\n%s", diff)
		}
	})
}
