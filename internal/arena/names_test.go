package arena_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/trees"
)

func stand(*host.Call) host.Status { return host.Running }
func truth(*host.Call) host.Value  { return host.BoolValue(true) }

// What trees of some dialect would never call is refused as a game offers it,
// whichever dialect that is.
func TestNamesOfDialectsAreRefused(t *testing.T) {
	const hidden = "%s %q: trees of the dialect %s would never call it, because %q means something else to them; choose another name"
	for _, c := range []struct{ name, dialect, word string }{
		{"selector", "wage", "selector"},
		{"state_equals", "wage", "state_equals"},
		{"concurrent", "unvanquished", "concurrent"},
		{"TEAM_ALIENS", "unvanquished", "TEAM_ALIENS"},
		{"choice", "dragengine", "choice"},
		{"conditionMode", "dragengine", "conditionMode"},
		{"PriorityNode", "dst", "PriorityNode"},
		{"Wander", "unvanquished", "wander"}, // which also is a name of dst
		{"Leash", "dst", "Leash"},
		{"select", "dst", "select"},
		{"inst", "dst", "inst"},
		{"Wait", "unvanquished", "wait"}, // which also is a node of mbt
		{"Halt", "mbt", "Halt"},
		{"hx", "mbt", "hx"},
		// what the arena offers to one dialect alone
		{"jump", "unvanquished", "jump"},
		{"HEAL", "unvanquished", "heal"},
		{"healScore", "unvanquished", "healScore"},
		// what it offers to all, spelled otherwise
		{"Stand", "unvanquished", "stand"},
	} {
		r := arena.NewRegistry()
		err := r.AddAction(host.Action{Name: c.name, Tick: stand})
		if want := fmt.Sprintf(hidden, "action", c.name, c.dialect, c.word); fmt.Sprint(err) != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		err = r.AddFunc(host.Func{Name: c.name, Result: host.Bool, Eval: truth})
		if want := fmt.Sprintf(hidden, "function", c.name, c.dialect, c.word); fmt.Sprint(err) != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
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
}

// TestAGamesOwnNamesWin: what a game adds by a name that the arena has for the trees of one
// dialect is what these find, and what the scene offers comes before that.
func TestAGamesOwnNamesWin(t *testing.T) {
	r := arena.NewRegistry()
	for _, name := range []string{"turning", "backOff", "ShootFromCover"} {
		if err := r.AddAction(host.Action{Name: name, Doc: "mine", Tick: stand}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"playerNearby", "playerNotNearby"} {
		if err := r.AddFunc(host.Func{Name: name, Doc: "mine", Result: host.Bool, Eval: truth}); err != nil {
			t.Fatal(err)
		}
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

// A registry that asks nobody about names is looked at when a tree is loaded.
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
