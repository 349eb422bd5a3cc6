package index_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/index"
	"github.com/thicket-sim/thicket/internal/insight/mention"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// made are kinds of names that the game offers, or that come about as a scene runs.
var made = []mention.Kind{mention.Action, mention.Event, mention.Entry}

// bare is a name without what its spellings differ in.
func bare(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// Every name of the shipped scenes has its definition, and each range holds exactly the name.
func TestShippedScenes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it reads all shipped scenes")
	}
	kinds := map[mention.Kind]int{}
	for _, name := range scenes.Shipped() {
		sources, err := index.Sources(name, scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string][]byte{}
		for _, s := range sources {
			texts[s.Name] = s.Text
		}
		for _, n := range index.Of(sources, limit.Values{}, nil).Names {
			kinds[n.Kind]++
			library := n.Kind == mention.File && (strings.HasPrefix(n.Text, "behaviours/") || n.Text == "brains/braincommon")
			if len(n.Definitions) == 0 && !library && !slices.Contains(made, n.Kind) {
				t.Errorf("%s: the %s %q is defined nowhere: %v", name, n.Kind, n.Text, n.Uses)
			}
			for _, r := range slices.Concat(n.Definitions, n.Uses) {
				if r == (index.Range{File: r.File, Line: 1, Col: 1, EndLine: 1, EndCol: 1}) {
					continue // a file as a whole
				}
				at := syntax.Span{Start: syntax.Pos{File: r.File, Line: r.Line, Col: r.Col}, EndLine: r.EndLine, EndCol: r.EndCol}
				text := texts[r.File]
				got := string(text[syntax.Offset(text, at.Start):syntax.Offset(text, at.End())])
				if n.Kind == mention.Action && bare(got) == bare(n.Text) { // some dialects spell it in another way
					continue
				}
				if got != n.Text {
					t.Errorf("%s: %v holds %q, want the %s %q", name, r, got, n.Kind, n.Text)
				}
			}
		}
	}
	for _, kind := range []mention.Kind{
		mention.File, mention.Tree, mention.Action, mention.Class, mention.Team, mention.Place, mention.Tag, mention.Weapon, mention.Event,
		mention.State, mention.Entry, mention.ID, mention.Name, mention.Macro, mention.Item, mention.Good,
	} {
		if kinds[kind] == 0 {
			t.Errorf("no shipped scene has a name of the kind %s", kind)
		}
	}
}

func TestNamesOfAScene(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"farm.yaml": `name: Farm
places: [{ id: "barn", at: [1, 1], tags: [store] }]
bots:
  - id: hen
    initialState: { tired: false }
    home: barn
    behavior: { kind: sequence, children: [{ kind: state_equals, key: tired, value: true }, { kind: action, name: move_to_place, args: { place: barn } }] }
  - { id: fox, behavior: { file: trees/fox.xml } }
rules:
  - { on: contact, from: { tired: true }, to: {}, send: { event: bitten } }
`,
		"trees/fox.xml": `<BehaviorTree>
  <Variables><Variable name="hungry" default="true"/></Variables>
  <SignalVariables><Signal name="bitten" variable="hungry" value="false"/></SignalVariables>
  <Root><IfCondition condition="not hungry"><Wait duration="1"/></IfCondition></Root>
</BehaviorTree>
`,
		"farm.test.yaml": `tests:
  - name: a hen goes home
    given: { bots: { hen: 1 } }
    then: [{ eventually: { bot: Hen 1, in: barn, does: move_to_place } }]
`,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, asked := range []string{"farm.yaml", "trees/fox.xml", "farm.test.yaml"} {
		sources, err := index.Sources(filepath.Join(dir, asked), scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		x := index.Of(sources, limit.Values{}, nil)
		for name, want := range map[string]string{
			"barn":          "place 1 3",
			"tired":         "entry 1 2",
			"hen":           "class 1 1",
			"hungry":        "entry 1 2",
			"bitten":        "event 1 1",
			"trees/fox.xml": "file 1 1",
			"move_to_place": "action 0 2",
		} {
			var got []string
			for _, n := range x.Named(name) {
				got = append(got, strings.Join([]string{string(n.Kind), string(rune('0' + len(n.Definitions))), string(rune('0' + len(n.Uses)))}, " "))
			}
			if strings.Join(got, ", ") != want {
				t.Errorf("%s: %s is %v, want %s", asked, name, got, want)
			}
		}
	}
}

// rowsOf lists rows as "KIND NAME of SCOPE: the definitions, then the uses", places as FILE:LINE:COL.
func rowsOf(x *index.Index) (all []string) {
	for _, n := range x.Names {
		row := string(n.Kind) + " " + n.Text
		if n.Scope != "" {
			row += " of " + n.Scope
		}
		for i, ranges := range [][]index.Range{n.Definitions, n.Uses} {
			row += [...]string{":", ","}[i]
			for _, r := range ranges {
				row += fmt.Sprintf(" %s:%d:%d", filepath.Base(r.File), r.Line, r.Col)
			}
		}
		all = append(all, row)
	}
	return all
}

// Subtrees and files have entries of their own, and scenes numbers, items and goods by name.
func TestScopesAndThings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"mine.yaml": `name: Mine
enums: { DEEP: 3 }
items: [{ kind: ore, count: 2 }]
goods: [{ id: pick, price: 2 }]
teams: [{ id: red }]
match: { score: 9 }
actions: { dread: { kind: parameterTable, entry: fear, add: noise } }
bots:
  - { id: dwarf, name: Dwarf, teamId: red, behavior: { file: dwarf.xml } }
  - { id: imp, name: Imp, teamId: red, behavior: { kind: selector, children: [{ kind: action, name: buy, args: { good: pick } }, { kind: action, name: pick_up, args: { item: ore } }] } }
  - { id: elf, name: Elf, behavior: { file: elf.bt } }
  - { id: a, name: A, behavior: { file: a.xml } }
  - { id: b, name: B, behavior: { file: b.xml } }
`,
		"dwarf.xml": `<root BTCPP_format="4" main_tree_to_execute="Dwarf">
  <BehaviorTree ID="Dwarf">
    <Sequence name="day">
      <Script code="depth := DEEP; @all := 1"/>
      <SubTree ID="Dig" to="{depth}"/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="Dig">
    <Sequence _skipIf="@all == 2">
      <SetBlackboard value="{to}" output_key="depth"/>
      <ScriptCondition code="depth &lt; 5"/>
    </Sequence>
  </BehaviorTree>
</root>
`,
		"elf.bt": "enum { NEAR, FAR = 5 };\nselector { condition distanceTo( E_ENEMY ) < FAR { action roam } }\n",
		"a.xml":  "<BehaviorTree><Variables><Variable name=\"tired\"/></Variables><Root><AssertCondition condition=\"tired\"/></Root></BehaviorTree>\n",
		"b.xml":  "<BehaviorTree><Variables><Variable name=\"tired\"/></Variables><Root><AssertCondition condition=\"!tired\"/></Root></BehaviorTree>\n",
		"mine.test.yaml": `tests:
  - name: it digs
    given: { with: { items: [{ kind: ore, count: 5 }] } }
    then:
      - { eventually: { some: dwarf, node: day } }
      - { eventually: { some: imp, node: pick_up } }
      - { finally: { winner: red, score: { red: 9 } } }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sources, err := index.Sources(filepath.Join(dir, "mine.yaml"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range rowsOf(index.Of(sources, limit.Values{}, nil)) {
		got = append(got, strings.ReplaceAll(row, dir+"/", ""))
	}
	for _, want := range []string{
		"action pick_up:, mine.test.yaml:6:42 mine.yaml:10:152",
		"class dwarf: mine.yaml:9:11, mine.test.yaml:5:31",
		"entry all of @: dwarf.xml:4:37, dwarf.xml:9:25",
		"entry depth of Dig: dwarf.xml:10:47, dwarf.xml:11:30",
		"entry depth of Dwarf: dwarf.xml:4:21, dwarf.xml:5:30",
		"entry fear: mine.yaml:7:50,",
		"entry tired of a.xml: a.xml:1:42, a.xml:1:96",
		"entry tired of b.xml: b.xml:1:42, b.xml:1:97",
		"entry to of Dig: dwarf.xml:5:25, dwarf.xml:10:30",
		"enum DEEP: mine.yaml:2:10, dwarf.xml:4:30",
		"enum FAR: elf.bt:1:14, elf.bt:2:46",
		"good pick: mine.yaml:4:15, mine.yaml:10:120",
		"item ore: mine.test.yaml:3:38 mine.yaml:3:17, mine.yaml:10:175",
		"name day: dwarf.xml:3:21, mine.test.yaml:5:44",
		"subtree Dig: dwarf.xml:8:21, dwarf.xml:5:20",
		"team red: mine.yaml:5:15, mine.test.yaml:7:30 mine.test.yaml:7:44 mine.yaml:9:39 mine.yaml:10:35",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no row %q", want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(got, "\n"))
	}
}

// Goal pipes are defined in files of pipes, in nodes and in Lua, and used by nodes, by other pipes
// and by Lua; their operations are words of the game, and nodes in Lua are defined there.
func TestGoalPipesOfAScene(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"camp.yaml": "vocabularies: [mbt]\nlua: [pipes.xml, camp.lua]\nplaces: [{ id: fire, at: [1, 1], radius: 1 }]\nqueries: [{ id: near, options: [{ points: { grid_around_puppet: 3 } }] }]\n" +
			"bots: [{ id: cook, name: Cook, count: 1, behavior: { file: cook.xml } }]\n",
		"pipes.xml": `<GoalPipes>
  <GoalPipe name="Warm">
    <If IF_RANDOM="0.5"><locate name="fire"/><Else/><Locate name="refpoint"/></If>
    <SubGoalPipe name="Dig"/><Signal name="Done"/><WaitSignal name="Come"/><TacticalPos name="near"/>
    <Script code="entity:SelectPipe(0, 'Made')"/>
  </GoalPipe>
</GoalPipes>`,
		"camp.lua": `AI.BeginGoalPipe("Made")
AI.PushGoal("locate", 0, "fire")
AI.PushGoal('subgoalpipe', 1, 'Warm')
AI.PushGoal("signal", 1, 1, "Done")
AI.EndGoalPipe()
AI.PushGoal("Made", "waitsignal", 1, "Come")
function GoalPipes.Dig(entity, seconds) return true end
GoalPipes["Old"] = {}
function nodes.Stir(entity) entity:InsertSubpipe(0, "Dig", f("x", 1)) local other = entity.nodes.Other return other == nil end
nodes.Round = { children = 1, update = function(e, a, m, c) return c:run(1) end }
`,
		"cook.xml": `<BehaviorTree><Root><Sequence><GoalPipe name="Warm"/><GoalPipe name="Here"><Timeout interval="1"/></GoalPipe>
<ExecuteLua code="if 1 &lt; 2 then entity:SelectPipe(AIGOALPIPE_LOOP, 'Here') end"/><Stir/><Round><Stir/></Round></Sequence></Root></BehaviorTree>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sources, err := index.Sources(filepath.Join(dir, "camp.yaml"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := index.Of(sources, limit.Values{}, arena.NewRegistry())
	for name, want := range map[string]string{
		"Warm":        "pipe pipes.xml:2:19 < camp.lua:3:32 cook.xml:1:47",
		"Dig":         "pipe camp.lua:7:20 < camp.lua:9:54 pipes.xml:4:24",
		"Made":        "pipe camp.lua:1:19 < camp.lua:6:14 pipes.xml:5:41",
		"Here":        "pipe cook.xml:1:70 < cook.xml:2:72",
		"Old":         "pipe camp.lua:8:12 <",
		"fire":        "place camp.yaml:3:16 < camp.lua:2:27 pipes.xml:3:39",
		"near":        "query camp.yaml:4:17 < pipes.xml:4:95",
		"Done":        "event camp.lua:4:30 pipes.xml:4:44 <",
		"Come":        "event < camp.lua:6:39 pipes.xml:4:69",
		"locate":      "action < camp.lua:2:14 pipes.xml:3:26",
		"Locate":      "action < pipes.xml:3:54",
		"SubGoalPipe": "action < pipes.xml:4:6",
		"GoalPipe":    "action < cook.xml:1:32 cook.xml:1:55",
		"Stir":        "action camp.lua:9:16 < cook.xml:2:86 cook.xml:2:100",
		"Round":       "action camp.lua:10:7 < cook.xml:2:93",
		"Other":       "",
		"Else":        "",
		"refpoint":    "",
	} {
		var got []string
		for _, n := range x.Named(name) {
			row := string(n.Kind)
			for i, list := range [][]index.Range{n.Definitions, n.Uses} {
				if i == 1 {
					row += " <"
				}
				for _, r := range list {
					row += fmt.Sprintf(" %s:%d:%d", filepath.Base(r.File), r.Line, r.Col)
				}
			}
			got = append(got, row)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s is\n%s, wanted\n%s", name, strings.Join(got, ", "), want)
		}
	}
}

// An action that trees of several dialects spell in their own ways is one name, which each of the
// spellings finds.
func TestSpellings(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"yard.yaml": `bots:
  - { id: a, name: A, behavior: { kind: sequence, children: [{ kind: action, name: look_out }, { kind: condition, name: is_dawn }] } }
  - { id: b, name: B, behavior: { file: b.bt } }
  - { id: c, name: C, behavior: { file: c.xml } }
  - { id: d, name: D, behavior: { file: d.xml } }
`,
		"b.bt":           "condition IS_DAWN && !Is_dawn {\n\taction Look_Out\n}\n",
		"c.xml":          `<BehaviorTree><Root><Sequence><LookOut/><ByDay><look_out/></ByDay></Sequence></Root></BehaviorTree>`,
		"d.xml":          `<root BTCPP_format="4"><BehaviorTree ID="D"><ByDay><Sequence><Action ID="LookOut"/><IsDawn/></Sequence></ByDay></BehaviorTree></root>`,
		"yard.test.yaml": "tests:\n  - name: x\n    then: [{ eventually: { bot: A 1, does: look_out } }]\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	reg := arena.NewRegistry()
	tick := func(*host.Call) host.Status { return host.Success }
	for _, err := range []error{
		reg.AddAction(host.Action{Name: "look_out", Tick: tick}),
		reg.AddAction(host.Action{Name: "by_day", Kind: host.Decorator, Tick: tick}),
		reg.AddFunc(host.Func{Name: "is_dawn", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(true) }}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	sources, err := index.Sources("yard.yaml", scenes.Options{Registry: host.CloneOf(reg), Lenient: true})
	if err != nil {
		t.Fatal(err)
	}
	x := index.Of(sources, limit.Values{}, reg)
	for name, uses := range map[string]int{"look_out": 6, "by_day": 2, "is_dawn": 4} {
		for _, spelling := range map[string][]string{
			"look_out": {"look_out", "LookOut", "Look_Out"}, "by_day": {"by_day", "ByDay"}, "is_dawn": {"is_dawn", "IsDawn", "IS_DAWN"},
		}[name] {
			rows := x.Named(spelling)
			if len(rows) != 1 || rows[0].Text != name || len(rows[0].Uses) != uses {
				t.Errorf("%s: %+v, wanted %d uses of %s", spelling, rows, uses, name)
			}
		}
	}
}
