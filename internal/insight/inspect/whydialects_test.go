package inspect_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
)

// script is of the trees of Drag[en]gine.
const script = "function conditions.late(bot) return bot.x > 200 end\nfunction actions.again(bot) return bot:health() < 0.5 end"

// Trees of each dialect say why with the numbers of their own conditions.
func TestEveryDialectSaysWhy(t *testing.T) {
	for _, test := range []struct {
		file, tree, settings string
		want                 []string
	}{
		{"t.bt", `selector {
			condition ( percentHealth( E_SELF ) < 0.5 || levelTime >= 1000 ) { action stand }
			condition ( !( skill > 3 && random < 2 ) )
			action wander
		}`, "", []string{
			"condition: failure because percentHealth( E_SELF ): 1 >= 0.5; levelTime: 33 < 1000", "condition: success because skill: 3 <= 3",
		}},
		{"t.xml", `<BehaviorTree><Variables><Variable name="Alert"/></Variables><Root><Selector>
			<Priority><Case condition="Alert"><Fail/></Case><Case condition="!Alert and Alert"><Fail/></Case></Priority>
			<AssertCondition condition="Alert"/><Wait duration="2"/></Selector></Root></BehaviorTree>`, "", []string{
			"Priority: failure because \nCase: failure because Alert: false\nCase: failure because Alert: false; Alert: false\n", "AssertCondition: failure because Alert: false", "Wait: running because time left: 2 > 0 s",
		}},
		{"t.xml", `<BehaviorTree><Root><StateMachine><State name="A"><BehaviorTree><Priority><Case><Wait duration="2"/></Case></Priority></BehaviorTree></State>
			<State name="B"><BehaviorTree><Halt/></BehaviorTree></State></StateMachine></Root></BehaviorTree>`, "", []string{
			"StateMachine: running because \nState: running because \nPriority: running because \nCase: running because the condition asks no variable\nWait: running because time left: 2 > 0 s",
		}},
		{"t.lua", `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
			local low = 0.5
			function Brain:OnStart()
				self.bt = BT(self.inst, PriorityNode({
					WhileNode(function() return GetTime() > 100 and low < 1 end, "late", StandStill(self.inst)),
					IfNode(function() return low >= GetTime() end, "early", StandStill(self.inst)),
				}, 0))
			end
			return Brain`, "", []string{
			"ConditionNode: failure because GetTime(): 0.0333 <= 100; function ", "t.lua:5: false", "low: 0.5 >= GetTime() 0.0333; function ",
		}},
		{"t.lua", `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
			function Brain:OnStart()
				self.bt = BT(self.inst, IfNode(function() return health() < 0.5 end, "hurt", StandStill(self.inst)))
			end
			return Brain`, "", []string{"ConditionNode: failure because health: 1; health(): 1 >= 0.5; function "}},
		{"t.lua", `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
			function Brain:OnStart()
				self.bt = BT(self.inst, SequenceNode({ActionNode(function() if health() > 0.5 then wander() end end), WaitNode(2)}))
			end
			return Brain`, "", []string{"ActionNode: success because health: 1; health(): 1 > 0.5; had no heading: a new one; function ", "t.lua:3: nil", "WaitNode: running because time left: 2 > 0 s"}},
		{"t.lua", `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
			local Watch = Class(BehaviourNode, function(self) BehaviourNode._ctor(self, "Watch") end)
			function Watch:Visit()
				if GetTime() < 100 then self.status = RUNNING end
				self:Sleep(3)
			end
			function Brain:OnStart() self.bt = BT(self.inst, ParallelNode({Watch(), UseShield(self.inst, 40)})) end
			return Brain`, "", []string{
			"BehaviourNode: running because begins; GetTime(): 0.0333 < 100; sleeps: 3 s", "BehaviourNode: failure because begins; self.damagetaken: 0 <= FunctionOrValue(self.damageforshield, self.inst) 40",
		}},
		{"t.debt", `<behaviorTree><sequence id='r'><action name='fret'/><action name='ring'/><action name='lower'/><action name='nap'>
			<parameter name='timer'>nap</parameter><parameter name='timeout'>3</parameter></action><running><condition>any</condition></running></sequence></behaviorTree>`,
			"actions: { fret: { kind: parameterTable, entry: fear, set: 2.5 }, ring: { kind: trigger, trigger: bell }, lower: { kind: parameterTable.set }, nap: { kind: timer.start } }\n" +
				"conditions: { any: { kind: combine, conditions: [] } }\n",
			[]string{"action: success because fear: 2.5", "action: success because trigger fires: bell: true", "time left of nap: 3 s", "running: running because no condition to ask"}},
		{"t.xml", `<BehaviorTree><Root><AssertLua code="return entity.x > 200 or entity:GetHealthRatio() &lt; 0.5"/></Root></BehaviorTree>`, "", []string{
			" <= 200; GetHealthRatio: 1; entity:GetHealthRatio(): 1 >= 0.5; its Lua answers: false",
		}},
		{"t.debt", `<behaviorTree><choice id='r'><success><condition>late</condition></success><action name='again'/><running/></choice></behaviorTree>`, "lua: [s.lua]\n", []string{
			"success: failure because bot.x: ", " <= 200; script conditions.late: false", "action: failure because health: 1; bot:health(): 1 >= 0.5; script actions.again: false",
		}},
	} {
		dir := t.TempDir()
		scene := "bots: [{ id: a, name: Ann, count: 1, speedMps: 1, health: 100, skill: 3, behavior: { file: " + test.file + " } }]\nvocabularies: [unvanquished]\n" + test.settings
		for name, text := range map[string]string{test.file: test.tree, "scene.yaml": scene, "s.lua": script} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := live.Open(filepath.Join(dir, "scene.yaml"), live.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		var f inspect.Follower
		f.Follow(chronicle.Minds(s.Game()), 1)
		f.BeginTick()
		s.Step()
		got := strings.Join(whys(&f), "\n")
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", test.file, want, got)
			}
		}
		s.Close()
	}
}

// What a script compares is JSON for programs, also where JSON cannot say it.
func TestReasonsOfScriptsAreJSON(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"t.lua": `local Brain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
			local known = {}
			function Brain:OnStart()
				self.bt = BT(self.inst, IfNode(function() return known ~= nil and GetTime() > 0 end, "known", StandStill(self.inst)))
			end
			return Brain`,
		"scene.yaml": "bots: [{ id: a, name: Ann, count: 1, behavior: { file: t.lua } }]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Open(filepath.Join(dir, "scene.yaml"), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var f inspect.Follower
	f.Follow(chronicle.Minds(s.Game()), 1)
	f.BeginTick()
	s.Step()
	var all []inspect.Reason
	for _, n := range f.Nodes() {
		all = append(all, f.Because(n.ID)...)
	}
	text, err := json.Marshal(all)
	if err != nil || !strings.Contains(string(text), `"what":"known","value":"a table"`) {
		t.Errorf("%v: %s", err, text)
	}
}
