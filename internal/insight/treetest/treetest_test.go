package treetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
)

// hens is a small scene: a fox runs after hens that are tasty, and touches make them not so.
const hens = `world: { width: 60, height: 60 }
places: [{ id: barn, at: [10, 10], radius: 4, tags: [warm] }, { id: coop, at: [50, 50], radius: 4, tags: [warm] }]
bots:
  - { id: fox, name: Fox, count: 1, maxCount: 2, speedMps: 6, initialState: { tasty: false }, behavior: { kind: chase_nearest, where: { key: tasty, value: true } } }
  - id: hen
    name: Hen
    initialState: { tasty: true }
    count: 2
    minCount: 2
    speedMps: 3
    behavior:
      kind: selector
      children:
        - kind: sequence
          children:
            - { kind: state_equals, key: tasty, value: true }
            - { kind: flee_nearest, where: { key: tasty, value: false } }
        - { kind: wander }
rules: [{ on: contact, radius: 1, from: { tasty: false }, to: { tasty: true }, set: { to: { tasty: false } } }]
`

// folder writes files to a folder and goes there.
func folder(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// playHens plays the tests of a file beside the scene of hens, and returns what is reported.
func playHens(t *testing.T, file string, r Runner) (*Result, string) {
	t.Helper()
	folder(t, map[string]string{"hens.yaml": hens, "hens.test.yaml": file})
	all := r.Run("hens.test.yaml")
	var b strings.Builder
	if err := ReportOf(all, 0).WriteText(&b, false); err != nil {
		t.Fatal(err)
	}
	return all[0], b.String()
}

// placed are a fox and two hens in known places: the fox is 4 m to the left of Hen 1, and
// reaches it after a second or so.
const placed = `given:
  bodies:
    - { bot: Fox 1, at: [20, 30] }
    - { bot: Hen 1, at: [24, 30], heading: [1, 0] }
    - { bot: Hen 2, at: [24, 55] }
`

// Each line is a statement, and why it fails; those without a reason hold.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ then, fails string }{
		// when
		{`{ eventually: { bot: Hen 1, does: wander } }`, ""},
		{`{ eventually: { bot: Hen 1, does: wander }, within: 0.2s }`, "did not come"},
		{`{ eventually: { bot: Hen 1, does: wander }, within: 3 ticks }`, "did not come"},
		{`{ always: { bot: Hen 1, does: flee_nearest }, within: 0.2s }`, ""},
		{`{ always: { bot: Hen 1, does: flee_nearest } }`, "does not hold"},
		{`{ never: { bot: Hen 1, does: wander }, within: 10 ticks }`, ""},
		{`{ never: { bot: Hen 1, does: wander } }`, "it does"},
		{`{ finally: { bot: Hen 1, does: wander } }`, ""},
		{`{ finally: { bot: Hen 1, does: wander }, within: 1 tick }`, "does not hold then"},
		{`{ order: [{ bot: Hen 1, does: flee_nearest }, { bot: Hen 1, does: wander }] }`, ""},
		{`{ order: [{ bot: Hen 1, does: wander }, { bot: Hen 1, does: flee_nearest }] }`, "came to 1 of 2"},
		{`{ order: [{ bot: Fox 1, does: chase_nearest }, { bot: Fox 1, does: chase_nearest }], within: 1 tick }`, "came to 1 of 2"},
		{`{ times: { bot: Hen 1, does: wander }, is: 1 }`, ""},
		{`{ times: { bot: Hen 1, does: wander }, is: "> 1" }`, "so 1 times"},
		{`{ times: { happens: contact, by: Fox 1 }, is: ">= 2" }`, ""},
		{`{ times: { happens: contact, by: Fox 1 }, is: "< 2" }`, "so 2 times"},
		// where it looks
		{`{ after: 9s, always: { bot: Hen 1, does: wander } }`, ""},
		{`{ after: 9s, eventually: { bot: Hen 1, does: flee_nearest } }`, "did not come"},
		{`{ after: { bot: Hen 1, does: wander }, never: { bot: Hen 1, does: flee_nearest } }`, ""},
		{`{ after: { bot: Hen 1, does: wander }, eventually: { bot: Hen 2, state: { tasty: false } }, within: 1s }`, "did not come"},
		{`{ after: { bot: Hen 1, in: coop }, never: { bot: Hen 2, does: wander } }`, "never came to { bot: Hen 1, in: coop }"},
		{`{ never: { bot: Hen 1, does: wander }, until: { bot: Hen 1, state: { tasty: false } } }`, ""},
		{`{ always: { bot: Hen 1, does: wander }, until: { bot: Hen 1, does: flee_nearest } }`, "no moment to look at"},
		{`{ eventually: { bot: Hen 1, does: wander }, until: { bot: Hen 1, state: { tasty: false } } }`, "did not come"},
		{`{ finally: { bot: Hen 1, does: flee_nearest }, until: { bot: Hen 1, state: { tasty: false } } }`, ""},
		// of whom
		{`{ finally: { every: hen, state: { tasty: false } } }`, ""},
		{`{ eventually: { every: hen, does: wander }, within: 2s }`, "did not come"},
		{`{ eventually: { every: fox, does: wander } }`, "did not come"},
		{`{ eventually: { some: hen, does: wander }, within: 2s }`, ""},
		{`{ eventually: { some: hen, in: coop }, within: 2s }`, "did not come"},
		{`{ finally: { no: hen, state: { tasty: true } } }`, ""},
		{`{ always: { no: hen, state: { tasty: true } } }`, "does not hold"},
		{`{ eventually: { of: hen, count: 1, does: wander } }`, ""},
		{`{ eventually: { of: hen, count: "> 2", does: [wander, flee_nearest] } }`, "did not come"},
		{`{ eventually: { of: all, count: 3, does: [wander, flee_nearest, chase_nearest] }, within: 1 tick }`, ""},
		{`{ never: { bot: Hen 3, does: wander } }`, `nobody is called "Hen 3"`},
		// what of a body
		{`{ always: { bot: Fox 1, does: chase_nearest, target: Hen 1 }, within: 0.1s }`, ""},
		{`{ always: { bot: Fox 1, target: hen }, within: 0.1s }`, ""},
		{`{ eventually: { bot: Fox 1, target: Hen 2 }, within: 0.1s }`, "did not come"},
		{`{ always: { bot: Hen 1, distance: { to: Fox 1, is: "< 4.2" } }, within: 1s }`, ""},
		{`{ always: { bot: Hen 1, distance: { to: fox, is: "< 3.5" } }, within: 1s }`, "does not hold"},
		{`{ always: { bot: Hen 1, distance: { to: [24, 30], is: "> 0" } }, within: 1s }`, ""},
		{`{ always: { bot: Hen 2, distance: { to: coop, is: "<= 35" } }, within: 1s }`, ""},
		{`{ always: { bot: Hen 2, distance: { to: warm, is: "<= 20" } }, within: 1s }`, "does not hold"},
		{`{ eventually: { bot: Hen 1, in: warm }, within: 2s }`, "did not come"},
		{`{ eventually: { bot: Hen 1, is: hen, dead: false, hidden: false }, within: 1 tick }`, ""},
		{`{ eventually: { bot: Hen 1, is: fox } }`, "did not come"},
		{`{ eventually: { bot: Hen 1, dead: true } }`, "did not come"},
		{`{ eventually: { bot: Hen 1, says: "Help!" } }`, "did not come"},
		{`{ eventually: { bot: Hen 1, has: { does: wander } } }`, ""},
		{`{ always: { bot: Fox 1, has: { target: "> 5" } } }`, "does not hold"},
		{`{ never: { bot: Hen 1, has: { helth: 3 } } }`, `nobody had "helth"`},
		// nodes
		{`{ always: { bot: Hen 1, node: 16, answers: success }, within: 0.2s }`, ""},
		{`{ eventually: { bot: Hen 1, node: 16, answers: failure }, within: 0.2s }`, "did not come"},
		{`{ eventually: { bot: Hen 1, node: 16, answers: failure } }`, ""},
		{`{ never: { bot: Hen 1, node: "17:15" }, until: { bot: Hen 1, node: "hens.yaml:18" } }`, "it does"},
		{`{ always: { bot: Hen 1, node: wander, answers: nothing }, until: { bot: Hen 1, state: { tasty: false } } }`, ""},
		{`{ always: { bot: Fox 1, node: 4 } }`, ""},
		{`{ eventually: { bot: Fox 1, node: 18 } }`, "did not come"},
		// what happens
		{`{ eventually: { happens: contact, by: fox, to: Hen 1 } }`, ""},
		{`{ eventually: { happens: contact, by: hen } }`, "did not come"},
		{`{ never: { happens: fault } }`, ""},
		{`{ eventually: { night: true } }`, "did not come"},
		// together
		{`{ always: { any: [{ bot: Hen 1, does: wander }, { bot: Hen 1, does: flee_nearest }] } }`, ""},
		{`{ always: { any: [{ bot: Hen 1, does: wander }, { bot: Hen 2, does: wander }] } }`, "does not hold"},
		{`{ eventually: { all: [{ bot: Hen 1, does: wander }, { bot: Hen 2, does: flee_nearest }] } }`, ""},
		{`{ always: { all: [{ bot: Hen 1, does: wander }, { bot: Hen 2, does: flee_nearest }] } }`, "does not hold"},
		{`{ eventually: { not: { bot: Hen 1, state: { tasty: true } } } }`, ""},
		{`{ always: { not: { bot: Hen 1, does: wander } } }`, "does not hold"},
	} {
		res, text := playHens(t, placed+"tests:\n  - name: it\n    for: 12s\n    then:\n      - "+c.then+"\n", Runner{})
		if len(res.Errors) > 0 {
			t.Errorf("%s: %v", c.then, res.Errors)
			continue
		}
		if res.OK != (c.fails == "") || !strings.Contains(text, c.fails) {
			t.Errorf("%s: ok %v, wanted %q in\n%s", c.then, res.OK, c.fails, text)
		}
	}
}

func TestWhenAndGiven(t *testing.T) {
	for _, c := range []struct{ test, fails string }{
		{"when: [{ time: 1s, do: state, bot: Hen 2, key: tasty, value: false }]\n    then: [{ never: { bot: Hen 2, does: wander }, within: 30 ticks }, { after: 31 ticks, always: { bot: Hen 2, does: wander } }]", ""},
		{"when: [{ time: 2s, do: add, class: fox }, { do: add, class: hen, count: 3, at: coop }]\n    then: [{ always: { of: hen, count: 5 }, within: 1s }, { times: { happens: arrival, by: fox }, is: 1 }, { times: { happens: birth, by: hen }, is: 3 }]", ""},
		{"when: [{ time: 1s, do: state, bot: Hen 7, key: tasty, value: false }]\n    then: [{ never: { bot: Hen 2, does: wander } }]", `state is refused: nobody is called "Hen 7"`},
		{"given: { bots: { hen: 1 } }\n    then: [{ always: { of: hen, count: 1 } }]", ""},
		{"given: { bots: { fox: 5, hen: 0 } }\n    then: [{ always: { of: all, count: 5 } }, { always: { no: hen } }]", ""},
		{"given: { bodies: [{ player: Ann, at: barn, heading: [1, 0], speedMps: 3, state: { tasty: true } }] }\n    then: [{ eventually: { bot: Ann, distance: { to: barn, is: \"> 4\" } } }, { always: { bot: Ann, state: { tasty: true } }, within: 1 tick }]", ""},
		{"given: { bodies: [{ bot: Hen 1, state: { tasty: false } }] }\n    then: [{ never: { bot: Hen 1, does: flee_nearest } }]", ""},
		{"given: { bodies: [{ bot: Hen 1, at: nowhere }] }\n    then: [{ never: { bot: Hen 1, does: flee_nearest } }]", "place is refused: unknown place"},
		{"given: { with: { day: { length: 60s, start: 23 } } }\n    then: [{ always: { night: true }, within: 1s }]", ""},
		{"given: { with: { world: { height: 55, edges: wrap } } }\n    then: [{ never: { some: all, distance: { to: [0, 57], is: \"< 1\" } } }, { eventually: { some: hen, distance: { to: [0, 2], is: \"< 30\" } } }]", ""},
		{"given: { scene: siege }\n    then: [{ always: { bot: Red Soldier 1, has: { health: \"> 99\", sword: ready } }, within: 1s }, { always: { bot: Red Archer 1, has: { health: \"> 99%\" } }, within: 1s }]", ""},
		{"given: { scene: siege, with: { places: [] } }\n    then: [{ always: { some: red-soldier } }]", "with changes the scene"},
		{"given: { scene: { bots: [{ id: a, name: A, count: 2, behavior: { kind: wander } }] } }\n    then: [{ always: { every: a, does: wander, node: 3 } }]", ""},
	} {
		_, text := playHens(t, "tests:\n  - name: it\n    "+c.test+"\n", Runner{})
		if ok := strings.HasPrefix(text, "ok "); ok != (c.fails == "") || !strings.Contains(text, c.fails) {
			t.Errorf("%s: wanted %q in\n%s", c.test, c.fails, text)
		}
	}
}

// A run does not write to its test: others may play it at the same time.
func TestRunsShareNoReply(t *testing.T) {
	folder(t, map[string]string{"hens.yaml": hens})
	f, err := Load("hens.test.yaml", []byte("tests: [{ name: it, when: [{ do: add, class: hen, count: 3 }], then: [{ always: { of: hen, count: 5 } }] }]"), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	test, err := f.Test("it")
	if err != nil {
		t.Fatal(err)
	}
	s, p, err := test.Open(nil, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := p.Before(); err != nil {
		t.Fatal(err)
	}
	if n := len(s.Snapshot().Bots); n != 6 {
		t.Errorf("%d bodies after the command, wanted 6", n)
	}
	if reply := test.when[0].do.Answer(); len(reply.IDs) > 0 {
		t.Errorf("the command of the test keeps the reply of a run: %v", reply)
	}
}

// Nodes answer in trees of each dialect, by their lines.
func TestNodesOfEveryDialect(t *testing.T) {
	for file, tree := range map[string]string{
		"t.yaml": "kind: selector\nchildren:\n  - { kind: condition, name: health_below, args: { limit: 0.5 } }\n  - { kind: action, name: roam }\n",
		"t.bt":   "selector {\n\n  condition ( percentHealth( E_SELF ) < 0.5 )\n  action wander\n}\n",
		"t.xml":  "<BehaviorTree><Root><Selector>\n\n<AssertLua code=\"return entity:GetHealthRatio() &lt; 0.5\"/>\n<Roam/></Selector></Root></BehaviorTree>\n",
		"t.debt": "<behaviorTree><choice id='r'>\n\n<success><condition>is_night</condition></success>\n<action name='roam'/></choice></behaviorTree>\n",
		"t.lua": "local B = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)\nfunction B:OnStart() self.bt = BT(self.inst, PriorityNode({\n" +
			"IfNode(function() return health() < 0.5 end, \"hurt\", StandStill(self.inst)),\nWander(self.inst) }, 0)) end\nreturn B\n",
	} {
		folder(t, map[string]string{file: tree, "t.test.yaml": `
tests:
  - name: the first fails, the second is asked
    given: { scene: { vocabularies: [unvanquished], bots: [{ id: a, name: A, count: 2, health: 100, behavior: { file: ` + file + ` } }] } }
    then:
      - { always: { every: all, node: 3, answers: failure }, within: 1 tick }
      - { always: { every: all, node: 4 }, within: 1 tick }
  - name: the second alone
    given: { scene: { vocabularies: [unvanquished], bots: [{ id: a, name: A, count: 2, health: 100, behavior: { file: ` + file + ` } }] } }
    then:
      - { eventually: { some: all, node: 3, answers: success } }
`})
		res := (&Runner{}).Run("t.test.yaml")[0]
		if len(res.Errors) > 0 || !res.Tests[0].OK || res.Tests[1].OK {
			var b strings.Builder
			res.write(&b, true)
			t.Errorf("%s: %s", file, b.String())
			continue
		}
		if f := res.Tests[1].Failures[0]; len(f.Nodes) == 0 || f.Nodes[len(f.Nodes)-1].Line != 4 {
			t.Errorf("%s: the way through the tree is %+v", file, f.Nodes)
		}
	}
}

// A state of a bot says what a stub of a Lua brain gives, by the last word of what is called.
func TestStubsAreScripted(t *testing.T) {
	folder(t, map[string]string{
		"mob.lua": `local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart()
	local inst = self.inst
	self.bt = BT(inst, PriorityNode({ WhileNode(function() return inst:GetNurse():IsSick() end, "Sick", StandStill(inst)), Wander(inst) }, .25))
end
return Mob`,
		"mob.yaml": "bots: [{ id: mob, name: Mob, count: 1, behavior: { file: mob.lua } }]\n",
		"mob.test.yaml": `tests:
  - name: sick
    given: { leaves: lenient, bodies: [{ bot: Mob 1, state: { IsSick: true } }] }
    then: [{ eventually: { bot: Mob 1, node: StandStill }, within: 3s }]
  - name: well
    given: { leaves: lenient }
    for: 3s
    then: [{ never: { bot: Mob 1, node: StandStill } }]
  - name: misspelt
    given: { leaves: lenient, bodies: [{ bot: Mob 1, state: { IsSik: true } }] }
    then: [{ eventually: { bot: Mob 1, node: Wander }, within: 3s }]
`,
	})
	var r Runner
	all := r.Run("mob.test.yaml")
	var b strings.Builder
	if err := ReportOf(all, 0).WriteText(&b, false); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if strings.Count(out, "--- FAIL") != 1 || !strings.Contains(out, `unknown state key "IsSik"; did you mean "IsSick"?`) {
		t.Error(out)
	}
}

// What a node of a script's tree is called is no action of the scene: the error says how it is asked.
func TestATestOfABrainIsToldToAskItsNodes(t *testing.T) {
	folder(t, map[string]string{
		"mob.lua": `local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart() self.bt = BT(self.inst, PriorityNode({ DoAction(self.inst, function() end, "go home"), Wander(self.inst) }, .25)) end
return Mob`,
		"mob.test.yaml": `tests:
  - name: home
    given: { scene: { bots: [{ id: mob, name: Mob, count: 1, behavior: { file: mob.lua } }] } }
    then:
      - { eventually: { bot: Mob 1, does: "go home" }, within: 3s }
      - { eventually: { bot: Mob 1, does: wandr }, within: 3s }
      - { eventually: { bot: Mob 1, does: ChaseAndAttack }, within: 3s }
`})
	res := (&Runner{}).Run("mob.test.yaml")[0]
	if len(res.Errors) != 3 {
		t.Fatalf("errors are %v, wanted three", res.Errors)
	}
	if text := res.Errors[0]; !strings.HasPrefix(text, "mob.test.yaml:5:43:") || !strings.Contains(text, `of the tree of a script ask node: "go home"`) {
		t.Errorf("the error is %s", text)
	}
	if text := res.Errors[1]; strings.Contains(text, "ask node") || !strings.Contains(text, `did you mean "wander"?`) {
		t.Errorf("the error of one word is %s", text)
	}
	if text := res.Errors[2]; !strings.Contains(text, `of the tree of a script ask node: "ChaseAndAttack"`) {
		t.Errorf("the error of a behaviour's name is %s", text)
	}
}
