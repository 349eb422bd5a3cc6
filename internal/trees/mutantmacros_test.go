package trees_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/insight/mutant"
	"github.com/thicket-sim/thicket/internal/trees"
)

// macroTree has macros, defined in it and pasted in, in all places in which
// macros can stand for nodes or be a part of them.
const macroTree = `#include "bots/base.inc"
#define RUN action flee
#define DO action
#define FAR ( 30 )
#define NEITHER && aliveTime > 9
#define WHEN( what ) condition what
#define ALL sequence
enum { ONE, TWO = 5 };
selector
{
	action fight
	RUN
	action roam
	ASIDE
	{
		ALL
		{
			DO jump
			action moveInDir FAR
			HIDE( 7 ) action rush
		}
	}
	condition alertedToEnemy NEITHER
	WHEN( aliveTime > TWO ) { RUN }
	condition LATE && aliveTime < 8 RUN
}
#undef RUN
#define NEITHER action roam
`

const macroBase = `#define ASIDE decorator return( STATUS_FAILURE )
#define HIDE( seconds ) decorator timer( seconds ) { action flee }
#define LATE ( aliveTime > 100 )
enum { THREE };
`

const macroMutants = `9:1 swap: selector -> sequence
11:2 drop: action fight
11:2 reorder: action fight -> RUN
12:2 drop: RUN
12:2 reorder: RUN -> action roam
13:2 drop: action roam
13:2 reorder: action roam -> ASIDE ...
14:2 drop: ASIDE ...
14:2 reorder: ASIDE ... -> condition alertedToEnemy NEITHER
16:3 swap: ALL -> selector
18:4 drop: DO jump
18:4 reorder: DO jump -> action moveInDir FAR
19:4 drop: action moveInDir FAR
19:4 reorder: action moveInDir FAR -> HIDE( 7 )
20:4 drop: HIDE( 7 )
20:4 reorder: HIDE( 7 ) -> action rush
20:10 number: 7 -> 7.7
20:14 drop: action rush
23:2 drop: condition alertedToEnemy NEITHER
23:2 reorder: condition alertedToEnemy NEITHER -> WHEN( aliveTime > TWO ) { RUN }
23:12 negate: alertedToEnemy NEITHER -> !( alertedToEnemy NEITHER )
24:2 drop: WHEN( aliveTime > TWO ) { RUN }
24:2 reorder: WHEN( aliveTime > TWO ) { RUN } -> condition LATE && aliveTime < 8
25:2 drop: condition LATE && aliveTime < 8
25:2 reorder: condition LATE && aliveTime < 8 -> RUN
25:12 negate: LATE && aliveTime < 8 -> !( LATE && aliveTime < 8 )
25:32 number: 8 -> 8.8
25:34 drop: RUN
`

// allWords makes a registry of the arena that asks for all vocabularies.
func allWords(t *testing.T) *host.Registry {
	t.Helper()
	reg := arena.NewRegistry()
	if err := trees.Ask(reg, trees.Vocabularies()...); err != nil {
		t.Fatal(err)
	}
	return reg
}

// A macro that stands for nodes is a node of its own: what is dropped or moved is what the
// mutant says, and all of it loads.
func TestMutantsKnowMacros(t *testing.T) {
	files := map[string]string{"bots/base.inc": macroBase}
	load := func(text string) (*run.Program, error) {
		files["bots/a.bt"] = text
		return trees.NewLoader(allWords(t), sourcefile.Memory(files)).LoadSource("bots/a.bt", []byte(text))
	}
	source := func(name string) ([]byte, bool) {
		text, ok := files[name]
		return []byte(text), ok
	}
	all := tryMutants(t, "bots/a.bt", macroTree, source, load)
	var got strings.Builder
	for _, m := range all {
		fmt.Fprintln(&got, strings.TrimSuffix(fmt.Sprintf("%d:%d %s: %s -> %s", m.At.Line, m.At.Col, m.Operator, m.Before, m.After), " -> "))
	}
	if diff := cmp.Diff(macroMutants, got.String()); diff != "" {
		t.Error(diff)
	}
}

// What another file includes has macros of that one.
func TestMutantsOfPartsKnowMacros(t *testing.T) {
	var got []string
	for _, m := range trees.Mutants("bots/part.inc", []byte("sequence { action fight RUN action roam }"), nil, limit.Values{}) {
		if m.Operator == mutant.Drop {
			got = append(got, m.Before)
		}
	}
	if want := []string{"action fight", "RUN", "action roam"}; !slices.Equal(got, want) {
		t.Errorf("drops %q, wanted %q", got, want)
	}
}

// All mutants of the trees that are shipped load, and do what they say.
func TestMutantsOfShippedTreesLoad(t *testing.T) {
	names, _ := filepath.Glob("../../internal/scenes/shipped/bots/*.bt")
	total := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		reg := allWords(t)
		load := func(text string) (*run.Program, error) {
			return trees.NewLoader(reg, sourcefile.Disk(name, "")).LoadSource(name, []byte(text))
		}
		source := func(file string) ([]byte, bool) {
			text, err := os.ReadFile("../../internal/scenes/shipped/" + file)
			return text, err == nil
		}
		total += len(tryMutants(t, name, string(text), source, load))
		// A tree whose include is not at hand has the same mutants.
		if with, without := trees.Mutants(name, text, source, limit.Values{}), trees.Mutants(name, text, nil, limit.Values{}); !reflect.DeepEqual(with, without) {
			t.Errorf("%s: %d mutants, and without its include %d others", name, len(with), len(without))
		}
	}
	if total < 400 {
		t.Errorf("%d mutants of %d files", total, len(names))
	}
}

// tryMutants loads all mutants of a text, and compares their nodes with what they say.
func tryMutants(t *testing.T, name, text string, source func(string) ([]byte, bool), load func(string) (*run.Program, error)) []mutant.Mutant {
	t.Helper()
	whole, err := load(text)
	if err != nil {
		t.Fatal(err)
	}
	roam, err := load("action roam()")
	if err != nil {
		t.Fatal(err)
	}
	action := roam.Tree.Nodes[len(roam.Tree.Nodes)-1].Op
	before := nodesIn(whole.Tree, name, action)
	all := trees.Mutants(name, []byte(text), source, limit.Values{})
	for _, m := range all {
		p, err := load(string(syntax.Apply([]byte(text), m.Edits...)))
		if err != nil && m.Instead != nil {
			p, err = load(string(syntax.Apply([]byte(text), m.Instead.Edits...)))
		}
		if err != nil {
			t.Errorf("%v: %s %q: %v", m.At, m.Operator, m.Before, err)
			continue
		}
		want := slices.Clone(before)
		if m.Operator == mutant.Drop {
			gone := m.Edits[0].At
			want = slices.DeleteFunc(want, func(n node) bool { return !n.at.Before(gone.Start) && n.at.Before(gone.End()) })
		}
		after := nodesIn(p.Tree, name, action)
		if m.Operator == mutant.Swap {
			if len(after) != len(want) {
				t.Errorf("%v: swap: %d nodes, wanted %d", m.At, len(after), len(want))
			}
			continue
		}
		if got, want := whats(after), whats(want); !slices.Equal(got, want) {
			t.Errorf("%v: %s %q: nodes %v, wanted %v", m.At, m.Operator, m.Before, got, want)
		}
	}
	return all
}

// node is one of a tree: what it does, and where.
type node struct {
	what string
	at   syntax.Pos
}

// nodesIn lists the nodes that a tree has from a file, and the names of its actions.
func nodesIn(t *tree.Tree, file string, action tree.Op) (all []node) {
	for i, n := range t.Nodes {
		if at := t.Spans[i].Start; i > 0 && at.File == file {
			what := fmt.Sprint("node ", n.Op)
			if n.Op == action {
				what = t.Leaves[n.Leaf].Action.Name
			}
			all = append(all, node{what, at})
		}
	}
	return all
}

// whats lists what nodes do, in an order that does not depend on theirs.
func whats(nodes []node) []string {
	all := make([]string, len(nodes))
	for i, n := range nodes {
		all[i] = n.what
	}
	slices.Sort(all)
	return all
}
