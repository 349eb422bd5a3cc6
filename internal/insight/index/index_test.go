package index_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/index"
	"github.com/thicket-sim/thicket/internal/insight/mention"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// made are kinds of names that the game offers, or that come about as a scene runs.
var made = []mention.Kind{mention.Action, mention.Event, mention.Entry}

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
		for _, n := range index.Of(sources, limit.Values{}).Names {
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
				if got := string(text[syntax.Offset(text, at.Start):syntax.Offset(text, at.End())]); got != n.Text {
					t.Errorf("%s: %v holds %q, want the %s %q", name, r, got, n.Kind, n.Text)
				}
			}
		}
	}
	for _, kind := range []mention.Kind{
		mention.File, mention.Tree, mention.Action, mention.Class, mention.Team, mention.Place, mention.Tag, mention.Weapon, mention.Event,
		mention.State, mention.Entry, mention.ID, mention.Name, mention.Macro,
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
		x := index.Of(sources, limit.Values{})
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
