package lint

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

// walk lints one tree.
type walk struct {
	program *run.Program
	known
	judged []*judge.Judgement // by node
	acts   []bool             // by node: it, or one below it, changes what tests ask
	above  []int              // by node: how many others ask it
	asked  []bool
	// missing are the nodes of which it was told that they miss events
	missing []bool
	found   []finding
}

// finding is one at a node of an op.
type finding struct {
	Finding
	op tree.Op
}

// mostFacts bounds how many facts are held against a test: the nearest.
const mostFacts = 32

// fact is a test of which it is known whether it holds.
type fact struct {
	node  tree.NodeID // that asked it
	test  *judge.Test
	fails bool // where it follows from the failure of a node that it does not hold
}

func (w *walk) tree() {
	judging, ok := w.program.Semantics.(judge.Judge)
	if !ok {
		return
	}
	t := w.program.Tree
	w.judged, w.acts = make([]*judge.Judgement, len(t.Nodes)), make([]bool, len(t.Nodes))
	w.above, w.asked, w.missing = make([]int, len(t.Nodes)), make([]bool, len(t.Nodes)), make([]bool, len(t.Nodes))
	for _, kid := range t.Edges {
		w.above[kid]++
	}
	for _, n := range t.Entries {
		w.above[n]++
		w.judge(judging, n)
	}
	for _, n := range t.Entries {
		w.visit(n, nil)
	}
	w.unreachable()
}

// judge judges a node and all below it. No tree stands below itself.
func (w *walk) judge(by judge.Judge, n tree.NodeID) host.Answers {
	if w.judged[n] != nil {
		return w.judged[n].Answers
	}
	t := w.program.Tree
	var answers []host.Answers
	acts := false
	for _, kid := range t.Kids(n) {
		answers = append(answers, w.judge(by, kid))
		acts = acts || w.acts[kid]
	}
	j := by.Judge(t, n, answers)
	w.judged[n], w.acts[n] = &j, acts || j.Acts
	return j.Answers
}

// visit lints a node that may be asked, and what may be asked below it. facts hold in the
// moment in which it is asked.
func (w *walk) visit(n tree.NodeID, facts []fact) {
	if w.above[n] > 1 {
		if w.asked[n] {
			return
		}
		facts = nil // elsewhere others hold
	}
	w.asked[n] = true
	j := w.judged[n]
	kids := w.program.Tree.Kids(n)
	endless := j.Answers == 0 && !slices.ContainsFunc(kids, func(kid tree.NodeID) bool { return w.judged[kid].Answers == 0 })
	switch {
	case j.Test != nil:
		w.test(n, facts)
	case endless:
		w.tell("endless", n, "never ends in a tick: nothing in it runs on or ends it")
	case j.Idle:
		w.tell("idle", n, "changes nothing", syntax.Note{Pos: w.program.Tree.Spans[kids[0]].Start, Msg: w.says(j, kids[0])})
	case j.Uncounted:
		w.tell("uncounted", n, "never ends for its number of rounds: none is counted in which nothing runs on")
	case j.Stuck:
		w.tell("stuck", n, "runs for ever once one of its children has succeeded and another failed")
	}
	if j.Test != nil && len(kids) > 0 {
		facts = append(slices.Clip(facts), fact{n, j.Test, false})
	}
	if j.Order == judge.Apart || j.Order == judge.Picked {
		facts = nil
	}
	w.resumes(n)
	w.anew(n)
	w.period(n)
	w.missed(n)
	own := len(facts) // those behind it come from siblings
	for i, kid := range kids[:j.Asked] {
		if slices.Contains(j.Skipped, i) {
			continue
		}
		k := w.judged[kid]
		runs := k.Answers&host.MayRun != 0
		if j.Memory == judge.Resumes && runs {
			facts = facts[:own]
		}
		w.visit(kid, slices.Clip(facts))
		if w.acts[kid] && j.Order != judge.Picked {
			steady := func(list []fact) []fact {
				return slices.DeleteFunc(slices.Clone(list), func(f fact) bool { return !f.test.IsSteady() })
			}
			kept := steady(facts[:own])
			facts = append(kept, steady(facts[own:])...)
			own = len(kept)
		}
		if j.Memory == judge.Stays && runs && j.Order != judge.Picked {
			facts, own = nil, 0
		}
		facts = append(facts, w.follows(j, kid)...)
		if more := len(facts) - mostFacts; more > 0 {
			facts, own = facts[more:], max(own-more, 0)
		}
	}
}

// follows returns what holds when the child behind one is asked.
func (w *walk) follows(above *judge.Judgement, n tree.NodeID) []fact {
	k, leaf := w.judged[n], w.program.Tree.Nodes[n].NKid == 0
	switch {
	case k.Test == nil:
	case above.Order == judge.Picked, above.Order == judge.OnFailure && leaf:
		return []fact{{n, judge.Opposite(k.Test), true}}
	case above.Order != judge.OnSuccess:
	case leaf, !(w.acts[n] && !k.Test.IsSteady()) && !(above.Memory == judge.Stays && k.Answers&host.MayRun != 0):
		return []fact{{n, k.Test, false}}
	}
	return nil
}

// test looks at what a node asks.
func (w *walk) test(n tree.NodeID, facts []fact) {
	j := w.judged[n]
	if j.Test.IsLiteral() || w.tuned && !j.Test.IsSteady() {
		return
	}
	switch judge.Given(nil, j.Test, w.values) {
	case judge.Holds:
		w.tell("constant", n, "always holds")
		return
	case judge.Fails:
		w.tell("constant", n, "never holds")
		return
	}
	hold := slices.DeleteFunc(slices.Clone(facts), func(f fact) bool { return f.fails })
	waits := j.Answers&host.MayRun != 0 && w.program.Tree.Nodes[n].NKid == 0 // until it holds
	switch {
	case w.given(hold, j.Test) == judge.Holds:
		w.tell("repeats", n, "holds whenever it is asked", w.because(hold, j.Test)...)
	case !waits && w.given(facts, j.Test) == judge.Fails:
		w.tell("contradicts", n, "never holds when it is asked", w.because(facts, j.Test)...)
	}
}

// given returns the knowledge of a test where some facts hold. Those count that compare the
// same values, or the values of others that count.
func (w *walk) given(facts []fact, of *judge.Test) judge.Truth {
	tests := []*judge.Test{of}
	for all := 0; all < len(tests); {
		all = len(tests)
		facts = slices.DeleteFunc(slices.Clone(facts), func(f fact) bool {
			counts := slices.ContainsFunc(tests, f.test.Shares)
			if counts {
				tests = append(tests, f.test)
			}
			return counts
		})
	}
	return judge.Given(tests[1:], of, w.values)
}

// because names the facts without which nothing would be known of a test.
func (w *walk) because(facts []fact, of *judge.Test) (notes []syntax.Note) {
	for i := 0; i < len(facts); { // the nearest are told
		if less := slices.Delete(slices.Clone(facts), i, i+1); w.given(less, of) != judge.Unknown {
			facts = less
		} else {
			i++
		}
	}
	for _, f := range facts {
		text := "it holds here"
		if f.fails {
			text = "it is asked where this does not hold"
		}
		notes = append(notes, syntax.Note{Pos: w.program.Tree.Spans[f.node].Start, Msg: text})
	}
	return notes
}

// unreachable tells of children that nothing asks, of nodes that may be asked.
func (w *walk) unreachable() {
	t := w.program.Tree
	for i := range t.Nodes {
		n := tree.NodeID(i)
		j := w.judged[n]
		kids := t.Kids(n)
		if !w.asked[n] {
			continue
		}
		for _, skipped := range j.Skipped {
			w.never(kids[skipped:][:1], syntax.Note{Pos: t.Spans[n].Start, Msg: "nothing here leads to it"})
		}
		if j.Asked == len(kids) {
			continue
		}
		if j.Asked == 0 {
			if j.Test.IsLiteral() {
				w.never(kids, syntax.Note{Pos: t.Spans[n].Start, Msg: "its condition never holds"})
			}
			continue
		}
		last := kids[j.Asked-1]
		w.never(kids[j.Asked:], syntax.Note{Pos: t.Spans[last].Start, Msg: w.says(j, last)})
	}
}

// never tells of the first of some children that nothing asks from elsewhere either.
func (w *walk) never(kids []tree.NodeID, why syntax.Note) {
	for _, kid := range kids {
		if !w.asked[kid] {
			w.tell("unreachable", kid, "is never asked", why)
			return
		}
	}
}

// says returns the answer of a child behind which no other is asked.
func (w *walk) says(above *judge.Judgement, n tree.NodeID) string {
	if above.Order == judge.Picked {
		return "this always holds"
	}
	var words []string
	for _, a := range [...]struct {
		may  host.Answers
		word string
	}{{host.MaySucceed, "succeeds"}, {host.MayFail, "fails"}, {host.MayRun, "runs on"}, {host.MayOther, "answers another number"}} {
		if w.judged[n].Answers&a.may != 0 {
			words = append(words, a.word)
		}
	}
	switch len(words) {
	case 0:
		return "this never ends"
	case 1:
		return "this always " + words[0]
	}
	return "this always " + markup.Or(words)
}

// tell tells what a lint says of a node.
func (w *walk) tell(id string, n tree.NodeID, says string, notes ...syntax.Note) {
	t := w.program.Tree
	w.found = append(w.found, finding{Finding{ID: id, Pos: t.Spans[n].Start, At: t.Spans[n], Msg: w.name(n) + " " + says, Notes: notes}, t.Nodes[n].Op})
}

// name returns the name of a node.
func (w *walk) name(n tree.NodeID) string {
	if d, ok := w.program.Semantics.(run.Describer); ok {
		kind, detail := d.Label(w.program.Tree, n)
		return strings.Join(strings.Fields(kind+" "+detail), " ")
	}
	return ""
}
