package btcpp

import (
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/script"
	"github.com/thicket-sim/thicket/internal/dialect/optable"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/wordstest"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// sampler writes samples from the rows.
func sampler() *wordstest.XML {
	return &wordstest.XML{
		Words: Words(),
		Frame: `<root BTCPP_format="4" main_tree_to_execute="Sample"><BehaviorTree ID="Sample">%s</BehaviorTree><BehaviorTree ID="Other"><AlwaysSuccess/></BehaviorTree></root>`,
		Named: map[string]string{trees: "Other"}, Beside: []string{"BehaviorTree+"},
		Entry: func(name string) string { return "{" + name + "}" },
	}
}

// loadSample loads a file with the vocabulary, and one beside it to include.
func loadSample(text string) *syntax.List {
	reg := &host.Registry{}
	reg.Overlay(dialect).Vocabulary = true
	other := `<root BTCPP_format="4"><BehaviorTree ID="Else"><AlwaysSuccess/></BehaviorTree></root>`
	var l syntax.List
	Load("sample.xml", []byte(text), reg, sourcefile.Memory(map[string]string{"other.xml": other}), &l)
	return &l
}

// tells reports whether there is an error or a notice.
func tells(l *syntax.List) bool { return l.Err() != nil || len(l.Notices) > 0 }

func TestRows(t *testing.T) { wordstest.Rows(t, Words(), "../../../docs") }

// TestSamples: what is written from a row alone loads, with the least and with all that it says.
func TestSamples(t *testing.T) {
	x := sampler()
	for i := range x.Words {
		w := &x.Words[i]
		for _, all := range []bool{false, true} {
			text := x.File(w, all)
			if text == "" {
				t.Errorf("%s %s: no sample", w.Role, w.Name)
				continue
			}
			if l := loadSample(text); tells(l) {
				t.Errorf("%s %s: %s: %v %v", w.Role, w.Name, text, l.Err(), l.Notices)
			}
		}
	}
}

// TestSamplesOutOfRange: what a row excludes is refused, or told where the original finds it when it runs.
func TestSamplesOutOfRange(t *testing.T) {
	x, tried := sampler(), 0
	for i := range x.Words {
		w := &x.Words[i]
		for j := range w.Params {
			for _, wrong := range wordstest.Wrong(&w.Params[j].Value) {
				tried++
				if text := x.With(w, w.Params[j].Name, wrong); !tells(loadSample(text)) {
					t.Errorf("%s: %s=%q is taken", w.Name, w.Params[j].Name, wrong)
				}
			}
		}
		if w.Role.IsNode() && !w.Open {
			if text := x.With(w, "unheard_of", "1"); !tells(loadSample(text)) {
				t.Errorf("%s takes a port that its row has not", w.Name)
			}
		}
	}
	if tried < 14 {
		t.Errorf("%d values were tried", tried)
	}
}

// TestRowsAreComplete: each op, type of node, attribute of all nodes and operator has its row, and
// none is of something else.
func TestRowsAreComplete(t *testing.T) {
	named := map[words.Role][]string{}
	for _, w := range Words() {
		role := w.Role
		if role.IsNode() {
			role = words.Action
		}
		named[role] = append(named[role], w.Name)
	}
	inner := []opcode{opNone, opSyncAction, opValue, opGate, opPass, opMock} // of no element of their own
	covered := map[opcode]bool{}
	var nodes []string
	for _, table := range []kindTable{builtIn, nav2Kinds} {
		for name, k := range table {
			nodes, covered[k.op] = append(nodes, name), true
		}
	}
	for _, name := range kindWords {
		nodes = append(nodes, name)
		covered[opcode(slices.IndexFunc(ops.Ops, func(op optable.Op) bool { return op.Name == name }))] = true
	}
	for op := range opCount {
		if covered[op] == slices.Contains(inner, op) {
			t.Errorf("op %s: has a row: %v", ops.Name(tree.Op(op)), covered[op])
		}
	}
	same := func(what string, rows, known []string) {
		slices.Sort(rows)
		slices.Sort(known)
		if !slices.Equal(rows, known) {
			t.Errorf("%s: rows of\n%s\nwanted of\n%s", what, strings.Join(rows, " "), strings.Join(known, " "))
		}
	}
	same("nodes", named[words.Action], nodes)
	same("settings", append(named[words.Setting], "ID"), slices.Clone(reserved)) // ID is a parameter
	same("operators", named[words.Function], script.Operators())
}

// TestRowsSayWhatIsWanted: a node without a port that its row requires is told, and without any other
// it is not.
func TestRowsSayWhatIsWanted(t *testing.T) {
	x := sampler()
	for i := range x.Words {
		w := x.Words[i]
		if !w.Role.IsNode() {
			continue
		}
		for j := range w.Params {
			if !w.Params[j].Required {
				continue
			}
			less := w
			less.Params = slices.Delete(slices.Clone(w.Params), j, j+1)
			if !tells(loadSample(x.File(&less, false))) {
				t.Errorf("%s without %s is taken", w.Name, w.Params[j].Name)
			}
		}
		if w.Least > 0 {
			less := w
			less.Least--
			if !tells(loadSample(x.File(&less, false))) {
				t.Errorf("%s with %d children is taken", w.Name, less.Least)
			}
		}
		if w.Most != words.Any && w.Role != words.Action && w.Role != words.Condition {
			more := w
			more.Least = w.Most + 1
			if !tells(loadSample(x.File(&more, false))) {
				t.Errorf("%s with %d children is taken", w.Name, more.Least)
			}
		}
	}
}
