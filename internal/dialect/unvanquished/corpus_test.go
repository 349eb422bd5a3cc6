package unvanquished

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// corpus holds files of the game.
const corpus = "../../../../shared/corpus/unvanquished/bots"

// Real files load without a message, also when they are laid out anew, and run.
func TestRealFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "*.bt"))
	if err != nil || len(files) == 0 {
		t.Skipf("no files of the game beside the module: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		laidOut := holdFormat(t, src)
		for _, text := range [][]byte{src, laidOut} {
			holdQuiet(t, file, text, sourcefile.Disk(file, ""))
		}
	}
}

// holdQuiet loads a tree of which nothing is said, and runs it.
func holdQuiet(t *testing.T, file string, src []byte, files *sourcefile.Files) {
	t.Helper()
	var l syntax.List
	p := Load(file, src, asking(), files, &l)
	if err := l.Err(); err != nil || len(l.Notices) > 0 {
		t.Errorf("%s: %v, notices %v", file, err, l.Notices)
		return
	}
	b := newBot(p)
	for range 10 {
		b.step()
	}
}

// Every form that the game's own page shows, as a file.
func TestFormsOfThePage(t *testing.T) {
	fsys := fstest.MapFS{"bots/NAME.bt": {Data: []byte("action roam()")}}
	for name, src := range map[string]string{
		"behavior":            "behavior NAME",
		"action":              "sequence { action roam }",
		"action with ()":      "action roam()",
		"one parameter":       "action moveTo( E_GOAL )",
		"several parameters":  "action roamInRadius( E_H_REACTOR, 500 )",
		"sequence":            "sequence\n{\n\taction equip\n\taction reload\n\taction gesture\n}",
		"selector":            "selector\n{\n\taction equip\n\taction reload\n\taction rush\n}",
		"fallback":            "fallback\n{\n\taction jump\n\taction reload\n\taction gesture\n}",
		"concurrent":          "concurrent { action fight decorator return( STATUS_SUCCESS ) { condition goalType == ET_BUILDABLE && goalTeam == TEAM_ALIENS && inAttackRange( E_GOAL ) { action moveInDir( MOVE_BACKWARD ) } } }",
		"decorator":           "decorator return( STATUS_FAILURE )\n{\n\taction jump\n}",
		"invert":              "decorator invert() { action jump }",
		"timer":               "decorator timer( 3000 ) { action heal }",
		"condition":           "selector { sequence { condition alertedToEnemy action fight } action roam }",
		"condition with node": "condition percentHealth( E_SELF ) < 0.5 { action heal }",
		"comments":            "// one line\naction /* more\nlines */ roam()",
		"text":                `action say( "hello", SAY_TEAM )`,
	} {
		t.Run(name, func(t *testing.T) {
			holdQuiet(t, "bots/page.bt", []byte(src), sourcefile.Embedded(fsys, "."))
		})
	}
}

// The game has so many of each, and no name twice.
func TestTables(t *testing.T) {
	names := map[string]bool{}
	count := func(what string, got, want int) {
		if got != want {
			t.Errorf("%d %s, wanted %d", got, what, want)
		}
	}
	count("actions", len(Actions), 36)
	count("functions", len(Functions), 40)
	count("symbols", len(Symbols), 73)
	for _, table := range [][]Entry{Actions, Functions} {
		clear(names)
		for _, e := range table {
			if names[fold(e.Name)] || e.Doc == "" {
				t.Errorf("%s is there twice or says nothing about itself", e.Name)
			}
			names[fold(e.Name)] = true
		}
	}
	reg := asking()
	for i := range Actions {
		offerAll(t, reg, []host.Action{*Actions[i].idle()}, nil) // parameters are sound
	}
	for i := range Functions {
		offerAll(t, reg, nil, []host.Func{*Functions[i].zero()})
	}
}

// All parameter counts; what is not named takes none.
func TestArities(t *testing.T) {
	want := map[string]count{
		"buy": {1, 4}, "changeGoal": {1, 3}, "moveInDir": {1, 2}, "moveTo": {1, 2}, "roamInRadius": {2, 2}, "say": {1, 2}, "teleport": {3, 3},
	}
	for _, name := range strings.Fields("activateUpgrade blackboardNoteTransient buyPrimary deactivateUpgrade evolveTo follow stayHere " +
		"blackboardNumTransient canEvolveTo cvar directPathTo distanceTo haveUpgrade haveWeapon inAttackRange isVisible momentum numOurBuildings " +
		"percentHealth teamateHasWeapon") {
		want[name] = count{1, 1}
	}
	for _, table := range [][]Entry{Actions, Functions} {
		for _, e := range table {
			if (want[e.Name] != count{e.Min, e.Max}) {
				t.Errorf("%s takes %d to %d, wanted %v", e.Name, e.Min, e.Max, want[e.Name])
			}
			delete(want, e.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
}

// asking makes a registry of a game that asks for the vocabulary.
func asking() *host.Registry {
	reg := &host.Registry{}
	reg.Overlay(Name).Vocabulary = true
	return reg
}

// What a game adds goes before the tables, and its own for this dialect before
// that.
func TestWhoseNamesCount(t *testing.T) {
	named := func(doc string) host.Action {
		return host.Action{Name: "heal", Doc: doc, Tick: func(*host.Call) host.Status { return host.Success }}
	}
	reg := asking()
	if n := newNames(reg); n.actions["heal"].Doc == "" || n.actions["heal"].Doc == "shared" || !n.tables["heal"].Long {
		t.Errorf("heal of nobody: %s", n.actions["heal"].Doc)
	}
	offerAll(t, reg, []host.Action{named("shared")}, nil)
	if n := newNames(reg); n.actions["heal"].Doc != "shared" || n.tables["heal"] != nil {
		t.Errorf("heal of all: %s, as in the table: %v", n.actions["heal"].Doc, n.tables["heal"])
	}
	if err := reg.Overlay(Name).AddAction(named("own")); err != nil {
		t.Fatal(err)
	}
	if err := reg.Overlay(Name).AddConst("TEAM_ALIENS", host.NumberValue(0.5)); err != nil {
		t.Fatal(err)
	}
	n := newNames(reg)
	if got := n.actions["heal"].Doc; got != "own" {
		t.Errorf("heal of this dialect: %s", got)
	}
	if got := n.symbols["TEAM_ALIENS"]; got != host.NumberValue(0.5) {
		t.Errorf("TEAM_ALIENS is %v", got)
	}
}

// What a game supplies has the parameters of the table, whatever it says, and
// comes under names of the table only.
func TestSupply(t *testing.T) {
	action := host.Action{Name: "ROAMINRADIUS", Doc: "mine", Tick: func(*host.Call) host.Status { return host.Success }}
	ask := host.Func{Name: "distanceTo", Doc: "mine", Eval: func(*host.Call) host.Value { return host.NumberValue(7) }}
	reg := &host.Registry{}
	if err := Supply(reg, []host.Action{action}, []host.Func{ask}); err != nil {
		t.Fatal(err)
	}
	n := newNames(reg)
	if n.actions["roaminradius"] != nil || n.actions["heal"] != nil || n.funcs["distanceto"] != nil || n.funcs["health"] != nil {
		t.Error("words of the vocabulary are there for a game that did not ask for them")
	}
	reg.Overlay(Name).Vocabulary = true
	n = newNames(reg)
	if a := n.actions["roaminradius"]; a.Doc != "mine" || a.Name != "roamInRadius" || len(a.Params) != 2 {
		t.Errorf("action %s: %q with %d parameters", a.Name, a.Doc, len(a.Params))
	}
	if f := n.funcs["distanceto"]; f.Doc != "mine" || len(f.Params) != 1 || f.Result != host.Number {
		t.Errorf("function: %q with %d parameters, gives %v", f.Doc, len(f.Params), f.Result)
	}
	action.Name, ask.Name = "wander", "near"
	if err := Supply(reg, []host.Action{action}, []host.Func{ask}); err != nil {
		t.Error(err)
	}
	if n = newNames(reg); n.actions["wander"] != nil || n.funcs["near"] != nil {
		t.Error("what is in no table was taken")
	}
}
