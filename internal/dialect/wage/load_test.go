package wage

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// nested returns a tree of so many nodes, each in the one before.
func nested(nodes int) string {
	return strings.Repeat(`{"kind":"sequence","children":[`, nodes-1) + `{"kind":"wander"}` + strings.Repeat(`]}`, nodes-1)
}

func TestDepthLimit(t *testing.T) {
	reg := newGame()
	decode := map[string]func(src string, l *syntax.List){
		"tree": func(src string, l *syntax.List) { Load("deep.json", []byte(src), reg, l) },
		"ruleset": func(src string, l *syntax.List) {
			n, err := markup.Parse("deep.json", []byte(fmt.Sprintf(`{"bots":[],"behaviors":{"deep":`+"\n"+`%s}}`, src)), markup.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			DecodeRuleset(n.Object(l, "a ruleset"), reg, l)
		},
		"condition": func(src string, l *syntax.List) {
			src = strings.Replace(src, `{"kind":"wander"}`, `{"kind":"condition","name":"lucky"}`, 1)
			n, err := markup.Parse("deep.json", []byte(src), markup.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			DecodeCondition(n, "deep.json", reg, l)
		},
	}
	for name, line := range map[string]int{"tree": 1, "ruleset": 2, "condition": 1} {
		var fits, deep syntax.List
		decode[name](nested(200), &fits)
		if err := fits.Err(); err != nil {
			t.Errorf("%s of %d: %v", name, 200, err)
		}
		decode[name](nested(200+1), &deep)
		want := fmt.Sprintf("deep.json:%d:%d: a tree deeper than 200 nodes", line, 1+200*len(`{"kind":"sequence","children":[`))
		if err := deep.Err(); err == nil || err.Error() != want {
			t.Errorf("%s of %d: %v, want %s", name, 200+1, err, want)
		}
	}
}

func TestTooManyNodes(t *testing.T) {
	load := func(nodes int) (*run.Program, error) {
		src := `{"kind":"selector","children":[{"kind":"wander"}` + strings.Repeat(`,{"kind":"wander"}`, nodes-2) + `]}`
		var l syntax.List
		p := Load("wide.json", []byte(src), newGame(), &l)
		return p, l.Err()
	}
	if p, err := load(tree.MaxNodes); err != nil || len(p.Tree.Nodes) != tree.MaxNodes+1 {
		t.Errorf("%d nodes: %v", tree.MaxNodes, err)
	}
	const want = "wide.json:1:1: the tree is too large: more than 65535 nodes"
	if p, err := load(tree.MaxNodes + 1); p != nil || err == nil || err.Error() != want {
		t.Errorf("%d nodes: %v, want %s", tree.MaxNodes+1, err, want)
	}
}

// What is faulty leaves nothing behind that runs.
func TestFaultyTreesAreNil(t *testing.T) {
	for _, src := range []string{"kind: selector", "", "kind: sequence\nchildren: [{kind: wander}, {kind: wandr}]"} {
		var l syntax.List
		if p := Load("bad.yaml", []byte(src), newGame(), &l); p != nil || l.Err() == nil {
			t.Errorf("%q gives %v, %v", src, p, l.Err())
		}
	}
}

func TestConjunction(t *testing.T) {
	reg := newGame()
	it, team := reg.Key("it"), reg.Key("team")
	yes, red := reg.Sym(host.BoolValue(true)), reg.Sym(host.StringValue("red"))
	for src, want := range map[string][]host.Facet{
		"{it: true, team: red}":                                                     {{Key: it, Value: yes}, {Key: team, Value: red}},
		"{kind: state_equals, key: it, value: true}":                                {{Key: it, Value: yes}},
		"{kind: sequence, children: [{kind: state_equals, key: team, value: red}]}": {{Key: team, Value: red}},
		"{}":                             {},
		"{it: [1]}":                      nil,
		"{it: .nan}":                     nil,
		"{kind: condition, name: lucky}": nil,
		"{kind: selector, children: [{kind: state_equals, key: team, value: red}]}":                              nil,
		"{kind: sequence, children: [{kind: sequence, children: [{kind: state_equals, key: it, value: true}]}]}": nil,
	} {
		doc, err := markup.ParseYAML("c.yaml", []byte(src), markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var l syntax.List
		got, ok := Conjunction(DecodeCondition(doc, "c", reg, &l), reg)
		if ok != (want != nil) || !cmp.Equal(got, want, cmpopts.EquateEmpty()) {
			t.Errorf("%s: %v, %v, want %v", src, got, ok, want)
		}
	}
}

func TestRuleset(t *testing.T) {
	const src = `
name: Tag
teams: [{id: blue, color: "#4aA3fF", name: Blue}, {id: red}]
teamAssignment: {humanTeamId: blue, botTeamId: red}
playerJoinStates: {it: false}
behaviors:
  calm: {kind: wander}
  wild: {file: wild.bt}
bots:
- id: tag-bot
  name: Tag Bot
  description: tags
  teamId: red
  initialState: {it: false, lives: 3, tags: [1, 2]}
  minCount: 2
  maxCount: 9
  count: 5
  start: [{state: {it: true}}, {count: 2, state: {}}]
  speedMps: 2.5
  tunable:
  - {key: speedMps, label: "Speed (m/s)", min: 0.5, max: 8, step: 0.5}
  - {key: maxCount}
  behavior: {kind: selector, children: []}
- {id: plain, name: Plain, minCount: 3}
`
	reg := newGame()
	doc, err := markup.ParseYAML("tag.yaml", []byte(src), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	o := doc.Object(&l, "a ruleset")
	got := DecodeRuleset(o, reg, &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	if unknown := o.Unknown(); len(unknown) != 1 || unknown[0].Key != "name" {
		t.Errorf("keys left to the caller: %v", unknown)
	}
	no := host.BoolValue(false)
	want := &Ruleset{
		Teams:            []Team{{ID: "blue", Name: "Blue", Color: "#4aA3fF"}, {ID: "red"}},
		Assignment:       &Assignment{Human: "blue", Bot: "red"},
		PlayerJoinStates: []StateValue{{"it", no}},
		Behaviors:        []Behavior{{Name: "calm", Tree: &Action{Use: reg.Action("wander"), Args: []host.Value{}}}, {Name: "wild", File: "wild.bt"}},
		Classes: []*Class{
			{
				ID: "tag-bot", Name: "Tag Bot", Description: "tags", Team: "red",
				State:    []StateValue{{"it", no}, {"lives", host.NumberValue(3)}, {"tags", host.OpaqueValue("[1,2]")}},
				SpeedMPS: 2.5, MinCount: 2, MaxCount: 9, Count: 5,
				Start:    []Start{{Count: 1, State: []StateValue{{"it", host.BoolValue(true)}}}, {Count: 2}},
				Behavior: &Behavior{Name: "tag-bot", Tree: &Selector{}},
				Tunables: []Tunable{
					{Key: "speedMps", Label: "Speed (m/s)", Min: 0.5, Max: 8, Step: 0.5},
					{Key: "maxCount", Label: "maxCount", Min: math.Inf(-1), Max: math.Inf(1), Step: 1},
				},
			},
			{ID: "plain", Name: "Plain", SpeedMPS: 2, MinCount: 3, MaxCount: math.MaxInt32, Count: 3},
		},
	}
	ignore := cmp.Options{
		cmpopts.IgnoreTypes(syntax.Span{}, syntax.Pos{}),
		cmp.Comparer(func(a, b host.Value) bool { return a == b }),
		cmp.Comparer(func(a, b *host.Action) bool { return a == b }),
	}
	if diff := cmp.Diff(want, got, ignore, cmpopts.IgnoreFields(Behavior{}, "Source")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if at := got.Classes[1].At.Start.String(); at != "tag.yaml:24:3" {
		t.Errorf("the second class is at %s", at)
	}
}

// Without a list of teams, the ids that are named make them, in the order of
// the file.
func TestTeamsOfTheNamesInTheFile(t *testing.T) {
	const src = "bots: [{id: a, name: A, teamId: red}, {id: b, name: B, teamId: blue}, {id: c, name: C, teamId: red}]\nteamAssignment: {humanTeamId: green}\n"
	doc, err := markup.ParseYAML("teams.yaml", []byte(src), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	var ids []string
	for _, team := range DecodeRuleset(doc.Object(&l, "a ruleset"), newGame(), &l).Teams {
		ids = append(ids, team.ID)
	}
	if want := []string{"red", "blue", "green"}; !cmp.Equal(ids, want) {
		t.Errorf("teams %q, want %q", ids, want)
	}
}

// TestAConditionIsChecked holds a condition's use to what the game says about
// it, names that it declared included.
func TestAConditionIsChecked(t *testing.T) {
	reg := &host.Registry{}
	reg.Declare("place", "base")
	err := reg.AddFunc(host.Func{
		Name: "at", Result: host.Bool, Params: []host.Param{{Name: "place", Kind: host.String}},
		Eval: func(*host.Call) host.Value { return host.BoolValue(true) },
		Check: func(s *host.Site) error {
			if names, ok := s.Declared("place"); ok && !slices.Contains(names, s.Args[0].Text()) {
				return errors.New("no such place")
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for place, want := range map[string]string{"base": "", "bsae": "t.yaml:1:1: at: no such place"} {
		var l syntax.List
		Load("t.yaml", []byte("{kind: condition, name: at, args: {place: "+place+"}}"), reg, &l)
		got := ""
		if err := l.Err(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("place %s: error %q, wanted %q", place, got, want)
		}
	}
}

// TestAnOwnNumberIsCompared asks a game's own function of numbers by the two names
// that compare it with a limit.
func TestAnOwnNumberIsCompared(t *testing.T) {
	reg := &host.Registry{}
	err := reg.AddFunc(host.Func{
		Name: "fuel_left", Result: host.Number,
		Eval: func(*host.Call) host.Value { return host.NumberValue(6) },
	})
	if err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]string{
		"fuel_left_below, args: { limit: 7 }":    "success",
		"fuel_left_below, args: { limit: 6 }":    "failure",
		"fuel_left_at_least, args: { limit: 6 }": "success",
		"fuel_left_at_least, args: { limit: 7 }": "failure",
		"fuel_left_belw, args: { limit: 7 }":     `t.yaml:1:26: unknown condition "fuel_left_belw"; did you mean "fuel_left_below"?`,
		"fuel_left_below":                        "t.yaml:1:1: fuel_left_below without limit, wanted a number",
	} {
		var l syntax.List
		p := Load("t.yaml", []byte("{kind: condition,  name: "+source+"}"), reg, &l)
		got := ""
		if err := l.Err(); err != nil {
			got = err.Error()
		} else {
			x := run.NewExec(p, nil)
			got = p.Tick(&x).String()
		}
		if got != want {
			t.Errorf("%s: %s, wanted %s", source, got, want)
		}
	}
}
