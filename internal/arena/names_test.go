package arena_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/trees"
)

func stand(*host.Call) host.Status { return host.Running }
func truth(*host.Call) host.Value  { return host.BoolValue(true) }

// The names that a game adds are refused by their spelling alone: those that dialects have
// for their nodes are free where none of them is loaded.
func TestNamesAreJudgedAtLoading(t *testing.T) {
	for name, want := range map[string]string{
		"roam": `action "roam" is there already`, "health": `action "health": a function has this name`,
		"health_below": `action "health_below": a function has this name`, "halt": "<nil>", "leash": "<nil>",
		"two words": `action "two words": wanted a name of letters, digits and _ that does not begin with a digit, as all dialects can write it`,
		"2nd":       `action "2nd": wanted a name of letters, digits and _ that does not begin with a digit, as all dialects can write it`,
		"_2nd":      "<nil>",
	} {
		if err := arena.NewRegistry().AddAction(host.Action{Name: name, Tick: stand}); fmt.Sprint(err) != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	const hidden = "%s:1:1: the game has an action or function %q, which trees of the dialect %s would never call, because %q means something else to them"
	trees5 := map[string]string{}
	dialects := map[string]string{"a.yaml": "wage", "a.bt": "unvanquished", "a.debt": "dragengine", "a.lua": "dst", "a.xml": "mbt"}
	for _, w := range ownWords {
		trees5[w.file] = w.tree
	}
	for _, c := range []struct{ name, in string }{
		{"selector", "a.yaml a.bt"}, {"state_equals", "a.yaml"},
		{"concurrent", "a.bt"}, {"TEAM_ALIENS", "a.bt"},
		{"choice", "a.debt"}, {"conditionMode", "a.debt"},
		{"PriorityNode", "a.lua"}, {"Leash", "a.lua"}, {"Wander", "a.lua"}, {"Follow", "a.lua"}, {"select", "a.lua"}, {"inst", "a.lua"},
		{"Halt", "a.xml"}, {"Wait", "a.xml"}, {"Log", "a.xml"}, {"hx", "a.xml"},
		// what the arena offers to one dialect alone, or to all, spelled otherwise
		{"jump", ""}, {"HEAL", ""}, {"healScore", ""}, {"Stand", ""},
	} {
		for file, tree := range trees5 {
			r := arena.NewRegistry()
			if err := r.AddAction(host.Action{Name: c.name, Tick: stand}); err != nil {
				t.Fatal(err)
			}
			want := "<nil>"
			if slices.Contains(strings.Fields(c.in), file) {
				want = fmt.Sprintf(hidden, file, c.name, dialects[file], c.name)
			}
			if _, _, err := trees.LoadSource(file, []byte(tree), r); fmt.Sprint(err) != want {
				t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, want)
			}
		}
	}
	r := arena.NewRegistry()
	for _, name := range []string{"Hum", "hum"} {
		if err := r.AddAction(host.Action{Name: name, Tick: stand}); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err := trees.LoadSource("a.bt", []byte(trees5["a.bt"]), r)
	if want := fmt.Sprintf(hidden, "a.bt", "hum", "unvanquished", "Hum"); fmt.Sprint(err) != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Words of the games that dialects come from are unknown to a game that did not ask for
// them, and what it is told is near its own.
func TestVocabulariesAreAskedFor(t *testing.T) {
	for _, c := range []struct{ file, tree, vocabulary, want string }{
		{"a.bt", "action FireWeapon()", "unvanquished", `unknown action "FireWeapon"; did you mean "FireWeapons"? fireWeapon is a word of the vocabulary unvanquished, which is not asked for: see "vocabularies"`},
		{"a.bt", "action rush()", "unvanquished", `unknown action "rush"; rush is a word of the vocabulary unvanquished, which is not asked for: see "vocabularies"`},
		{"a.bt", "condition alertedToEnemy { action FireWeapons() }", "unvanquished", `unknown function "alertedToEnemy"; alertedToEnemy is a word of the vocabulary unvanquished, which is not asked for: see "vocabularies"`},
		{"a.xml", `<BehaviorTree><Root><Communicate name="a"/></Root></BehaviorTree>`, "mbt", `unknown node <Communicate>; Communicate is a word of the vocabulary mbt, which is not asked for: see "vocabularies"`},
	} {
		for _, r := range []*host.Registry{{}, arena.NewRegistry()} {
			for _, name := range []string{"FireWeapons", "Hold"} {
				if err := r.AddAction(host.Action{Name: name, Tick: stand}); err != nil {
					t.Fatal(err)
				}
			}
			if _, _, err := trees.LoadSource(c.file, []byte(c.tree), r); err == nil || !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if err := trees.Ask(r, c.vocabulary); err != nil {
				t.Fatal(err)
			}
			if _, _, err := trees.LoadSource(c.file, []byte(c.tree), r); err != nil {
				t.Error(err)
			}
		}
	}
	if err := trees.Ask(&host.Registry{}, "unvanqished"); fmt.Sprint(err) != `unknown vocabulary "unvanqished", wanted unvanquished, mbt or nav2; did you mean "unvanquished"?` {
		t.Error(err)
	}
}

// TestAGamesOwnNamesWin: what a game adds by a name that the arena has for the trees of one
// dialect is what these find, and what the scene offers comes before that.
func TestAGamesOwnNamesWin(t *testing.T) {
	r := arena.NewRegistry()
	for _, name := range []string{"turning", "backOff", "ShootFromCover", "Wander", "HEAL"} {
		if err := r.AddAction(host.Action{Name: name, Doc: "mine", Tick: stand}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"playerNearby", "playerNotNearby"} {
		if err := r.AddFunc(host.Func{Name: name, Doc: "mine", Result: host.Bool, Eval: truth}); err != nil {
			t.Fatal(err)
		}
	}
	if err := trees.Ask(r, trees.Vocabularies()...); err != nil {
		t.Fatal(err)
	}
	find := func(file, tree string) (docs []string) {
		p, _, err := trees.LoadSource(file, []byte(tree), r)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Tree.Leaves {
			if l := &p.Tree.Leaves[i]; l.Action != nil {
				docs = append(docs, l.Action.Doc)
			} else {
				docs = append(docs, l.Func.Doc)
			}
		}
		return docs
	}
	const rules = "<behaviorTree><choice id='r'><action name='turning'><condition>playerNotNearby</condition></action>" +
		"<action name='backOff'><condition>playerNearby</condition></action></choice></behaviorTree>"
	if docs := find("a.debt", rules); fmt.Sprint(docs) != "[mine mine mine mine]" {
		t.Errorf("a.debt finds %q", docs)
	}
	if docs := find("a.xml", "<BehaviorTree><Root><ShootFromCover/></Root></BehaviorTree>"); fmt.Sprint(docs) != "[mine]" {
		t.Errorf("a.xml finds %q", docs)
	}
	if docs := find("a.bt", "sequence { action wander() action heal() action Wander() }"); fmt.Sprint(docs) != "[mine mine mine]" {
		t.Errorf("a.bt finds %q", docs)
	}
	if err := host.PutAction(trees.OverlayOf(r, ".debt"), host.Action{Name: "backOff", Doc: "the scene's", Tick: stand}); err != nil {
		t.Fatal(err)
	}
	if docs := find("a.debt", rules); fmt.Sprint(docs) != "[mine mine the scene's mine]" {
		t.Errorf("beside what a scene offers a.debt finds %q", docs)
	}
}

// One tree of each dialect, each with a word that it takes for its own.
var ownWords = []struct{ file, word, tree string }{
	{"a.yaml", "selector", "{ kind: selector, children: [] }"},
	{"a.bt", "fallback", "fallback { }"},
	{"a.debt", "choice", "<behaviorTree><choice/></behaviorTree>"},
	{"a.lua", "PriorityNode", `local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart() self.bt = BT(self.inst, PriorityNode({}, 1)) end
return B`},
	{"a.xml", "Halt", "<BehaviorTree><Root><Halt/></Root></BehaviorTree>"},
}

// A registry that nobody guards is judged as a whole.
func TestHiddenNamesAreRefusedAtLoading(t *testing.T) {
	for _, c := range ownWords {
		var r host.Registry
		if _, _, err := trees.LoadSource(c.file, []byte(c.tree), &r); err != nil {
			t.Fatal(err)
		}
		if err := r.AddAction(host.Action{Name: c.word, Tick: stand}); err != nil {
			t.Fatal(err)
		}
		_, _, err := trees.LoadSource(c.file, []byte(c.tree), &r)
		if want := fmt.Sprintf("%s:1:1: the game has an action or function %q, which trees", c.file, c.word); !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("got  %v\nwant %s...", err, want)
		}
	}
}

// An element of mbt finds an action of the game by its own spelling, so that it says where
// a node of the dialect comes first.
func TestNodesThatLookLikeTheGamesAreTold(t *testing.T) {
	load := func(r *host.Registry, tree string) string {
		_, notices, err := trees.LoadSource("a.xml", []byte("<BehaviorTree><Root>"+tree+"</Root></BehaviorTree>"), r)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(notices)
	}
	for tree, name := range map[string]string{`<Halt/>`: "halt", `<Shoot at="Target" stance="Stand" fireMode="Burst" duration="1"/>`: "shoot"} {
		r := arena.NewRegistry()
		if err := trees.Ask(r, "mbt"); err != nil {
			t.Fatal(err)
		}
		before := load(r, tree)
		if err := r.AddAction(host.Action{Name: name, Tick: stand}); err != nil {
			t.Fatal(err)
		}
		got, want := load(r, tree), "is a node of the dialect; the action "+name+" of the game is written <"+name+">"
		if !strings.Contains(got, want) || strings.Contains(before, want) {
			t.Errorf("before %s\nthen   %s\nwanted the notice %s in the latter alone", before, got, want)
		}
		if got := load(r, "<"+name+"/>"); strings.Contains(got, want) {
			t.Errorf("<%s/>: %s", name, got)
		}
	}
}
