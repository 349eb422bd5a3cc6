package core_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/live"
)

// load returns the error that the yard gives for a tree.
func load(tree string) error {
	s, err := live.Start("scene.yaml", []byte(strings.Replace(arenatest.Yard, "TREE", tree, 1)), live.Options{})
	if err == nil {
		s.Close()
	}
	return err
}

// right are arguments that the yard accepts, by parameter.
var right = map[string]string{
	"x": "1", "y": "2", "place": "well", "item": "ore", "who": "enemy", "weapon": "bow", "class": "knight", "good": "plate", "text": "hi",
	"pose": "sit", "level": "calm", "event": "e", "key": "k", "value": "3", "seconds": "1", "tag": "tall", "name": "n", "radius": "5", "limit": "1",
	"angle": "45", "points": "4", "of": "5", "damage": "3", "part": "season",
}

// wrong are arguments that are refused, by parameter, and what is said.
var wrong = map[string][][2]string{
	"x":        {{"far", "x: wanted a number"}},
	"y":        {{"[1]", "y: wanted a number"}},
	"place":    {{"wel", `unknown place "wel"; did you mean "well"?`}, {"1", "place: wanted a text"}},
	"whose":    {{"our", `unknown whose "our"; did you mean "ours"?`}},
	"stop":     {{"-1", "stop: wanted a number of at least 0, found -1"}, {"near", "stop: wanted a number"}},
	"pace":     {{"rum", `unknown pace "rum"; did you mean "run"?`}, {"2", "pace: wanted a text"}},
	"who":      {{"enmy", `unknown who "enmy"; did you mean "enemy"?`}, {"1.5", "who: wanted a word or the id of a body, found 1.5"}, {"true", "who: wanted a word or the id of a body"}},
	"to":       {{"grup", `unknown to "grup"; did you mean "group"?`}, {"-1", "to: wanted a word or the id of a body, found -1"}},
	"item":     {{"bery", `unknown kind of item "bery"; did you mean "berry"?`}},
	"radius":   {{"-2", "radius: wanted a number of at least 0, found -2"}},
	"distance": {{"-2", "distance: wanted a number of at least 0, found -2"}},
	"every":    {{"0", "every: wanted a number from 0.1 to 1e+06, found 0"}},
	"seconds":  {{"-1", "seconds: wanted a number from 0 to 1e+06, found -1"}},
	"side":     {{"up", `unknown side "up"`}},
	"forward":  {{"2", "forward: wanted a number from -1 to 1, found 2"}},
	"right":    {{"-2", "right: wanted a number from -1 to 1, found -2"}},
	"weapon":   {{"bwo", `unknown weapon "bwo"; did you mean "bow"?`}},
	"class":    {{"night", `unknown bot class "night"; did you mean "knight"?`}},
	"good":     {{"plato", `unknown good "plato"; did you mean "plate"?`}},
	"text":     {{"1", "text: wanted a text, found 1"}},
	"pose":     {{"sitt", `unknown pose "sitt"; did you mean "sit"?`}},
	"level":    {{"combatt", `unknown level "combatt"; did you mean "combat"?`}},
	"event":    {{"[]", "event: wanted a text"}},
	"key":      {{"2", "key: wanted a text, found 2"}},
	"tag":      {{"2", "tag: wanted a text, found 2"}},
	"name":     {{"2", "name: wanted a text, found 2"}},
	"part":     {{"saeson", `unknown part "saeson"; did you mean "season"?`}},
	"limit":    {{"low", "limit: wanted a number"}},
	"within":   {{"-1", "within: wanted a number of at least 0, found -1"}},
	"speed":    {{"-1", "speed: wanted a number"}},
	"angle":    {{"up", "angle: wanted a number"}},
	"face":     {{"up", "face: wanted a number"}},
	"points":   {{"-1", "points: wanted a number from 0 to 1e+09, found -1"}},
	"of":       {{"much", "of: wanted a number"}},
	"by":       {{"-1", "by: wanted a number from 0"}, {"0.5", "by: wanted"}},
	"damage":   {{"-1", "damage: wanted a number from 0 to 1e+09, found -1"}},
	"value":    nil, // of set_state and signal: any
}

// TestWrongParameters gives every action and function each wrong argument, and
// leaves each required one out.
func TestWrongParameters(t *testing.T) {
	if testing.Short() {
		t.Skip("loads some hundred scenes")
	}
	t.Parallel()
	tried := 0
	for _, s := range core.Catalog() {
		for _, e := range s.Words {
			kind, name, params := string(e.Role), e.Name, e.Params
			switch {
			case kind == "function" && e.Value.Kind == host.Number:
				kind, name = "condition", name+"_below"
				params = append(slices.Clone(params), words.Param{Name: "limit", Required: true})
			case kind == "function" && e.Value.Kind != host.Any:
				continue // no WAGE tree asks it
			case kind == "function":
				kind = "condition"
			}
			tree := func(change, to string) string {
				var args []string
				for _, p := range params {
					switch {
					case p.Name == change && to != "":
						args = append(args, p.Name+": "+to)
					case p.Name != change && p.Required:
						args = append(args, p.Name+": "+right[p.Name])
					}
				}
				return fmt.Sprintf("{ kind: %s, name: %s, args: { %s } }", kind, name, strings.Join(args, ", "))
			}
			if err := load(tree("", "")); err != nil {
				t.Errorf("%s: %v", tree("", ""), err)
			}
			refuse := func(tree, want string) {
				tried++
				if err := load(tree); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "scene.yaml:") {
					t.Errorf("%s: error %v, wanted %q", tree, err, want)
				}
			}
			refuse(strings.Replace(tree("", ""), "args: {", "args: { colour: red,", 1), `unknown key "colour" in args`)
			for _, p := range params {
				if p.Required {
					refuse(tree(p.Name, ""), name+" without "+p.Name)
				}
				cases, known := wrong[p.Name]
				if !known {
					t.Errorf("%s: no wrong argument for %s", name, p.Name)
				}
				for _, c := range cases {
					refuse(tree(p.Name, c[0]), c[1])
				}
			}
		}
	}
	for _, value := range []string{"1.5", "-1", "64", "high"} { // of note and count_noted
		tried++
		if err := load("{ kind: action, name: note, args: { value: " + value + " } }"); err == nil {
			t.Errorf("note %s is accepted", value)
		}
	}
	if tried < 250 {
		t.Errorf("%d wrong trees, wanted 250 or more", tried)
	}
}

// TestPlacesThatGoWithoutSaying wants the place that an action takes when it
// names none to be there.
func TestPlacesThatGoWithoutSaying(t *testing.T) {
	scene := func(tag, tree string) error {
		src := "places: [{ id: p, at: [5, 5], tags: [" + tag + "] }]\ngoods: [{ id: bread }]\nbots: [{ id: a, name: A, count: 1, behavior: " + tree + " }]"
		s, err := live.Start("scene.yaml", []byte(src), live.Options{})
		if err == nil {
			s.Close()
		}
		return err
	}
	for _, c := range [][3]string{{"rest", "", "heal"}, {"deliver", "", "store"}, {"buy", "good: bread", "shop"}} {
		tree := "{ kind: action, name: " + c[0] + ", args: { " + c[1] + " } }"
		if err := scene(c[2], tree); err != nil {
			t.Errorf("%s with a place: %v", c[0], err)
		}
		want := fmt.Sprintf("%s: found no place with the tag %q and no argument place, wanted one of the two", c[0], c[2])
		if err := scene("hut", tree); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: error %v, wanted %s", c[0], err, want)
		}
		tree = strings.Replace(tree, "args: {", "args: { place: p,", 1)
		if err := scene("hut", strings.Replace(tree, ",  }", " }", 1)); err != nil {
			t.Errorf("%s at another place: %v", c[0], err)
		}
	}
}

// TestExamplesOfTheCatalogLoad loads each example with the names that it uses.
func TestExamplesOfTheCatalogLoad(t *testing.T) {
	t.Parallel()
	names := strings.NewReplacer("place: base", "place: well", "place: camp", "place: well", "good: shield", "good: plate")
	for _, s := range core.Catalog() {
		for _, e := range s.Words {
			if e.Doc == "" || !strings.HasSuffix(e.Doc, ".") {
				t.Errorf("%s: doc %q", e.Name, e.Doc)
			}
			for _, p := range e.Params {
				if p.Doc == "" {
					t.Errorf("%s: parameter %s without a doc", e.Name, p.Name)
				}
			}
			if e.Example == "" {
				if e.Role != words.Function {
					t.Errorf("%s has no example", e.Name)
				}
				continue
			}
			if err := load(names.Replace(e.Example)); err != nil {
				t.Errorf("%s: %v", e.Example, err)
			}
		}
	}
}

// TestEveryAbilityIsTested wants each name in a test of this package, beside
// the tests of parameters.
func TestEveryAbilityIsTested(t *testing.T) {
	var all strings.Builder
	for _, file := range []string{"move_test.go", "fight_test.go", "keep_test.go", "cargo_test.go", "mind_test.go", "nature_test.go", "ask_test.go"} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(src)
	}
	actions, functions := core.Abilities()
	for _, name := range actions {
		if !strings.Contains(all.String(), `arenatest.Act("`+name+`"`) && !strings.Contains(all.String(), "name: "+name) {
			t.Errorf("no test of the action %s", name)
		}
	}
	for _, name := range functions {
		if !strings.Contains(all.String(), `("`+name+`"`) && !strings.Contains(all.String(), `"`+name+`"`) {
			t.Errorf("no test of the function %s", name)
		}
	}
	for _, e := range core.Events() {
		if !strings.Contains(all.String(), `"`+e.Name+`"`) {
			t.Errorf("no test of the event %s", e.Name)
		}
	}
}
