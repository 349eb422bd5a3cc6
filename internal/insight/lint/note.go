package lint

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

// mayRun reports whether a node may run on.
func (w *walk) mayRun(n tree.NodeID) bool { return w.judged[n].Answers&host.MayRun != 0 }

// asks reports whether a node asks something before it does anything.
func (w *walk) asks(n tree.NodeID) bool {
	j := w.judged[n]
	return j.Asks || j.Test != nil && !j.Test.IsLiteral()
}

// begins reports whether a node asks something, or rests, before anything below it is done.
func (w *walk) begins(n tree.NodeID) bool {
	j, kids := w.judged[n], w.program.Tree.Kids(n)
	if w.asks(n) || j.Rests {
		return true
	}
	return len(kids) > 0 && (j.Order == judge.OnSuccess || j.Order == judge.InTurn) && w.begins(kids[0])
}

// resumes notes the conditions of children that are not asked again while a later child of a
// selector or a sequence runs on, or any other of a node that keeps that they held.
func (w *walk) resumes(n tree.NodeID) {
	j := w.judged[n]
	inOrder := j.Memory != judge.Forgets && (j.Order == judge.OnSuccess || j.Order == judge.OnFailure)
	kids := w.program.Tree.Kids(n)[:j.Asked]
	for i, kid := range kids {
		leaf := w.program.Tree.Nodes[kid].NKid == 0
		text, others := "is not asked again while a later child runs on", kids[i+1:]
		switch {
		case slices.Contains(j.Kept, i):
			text, others = "is not asked again, once it has held, while another child runs on", kids
		case !inOrder, j.Order == judge.OnSuccess && (!leaf || w.acts[kid]): // it has done what it is there for
			continue
		}
		runs := slices.IndexFunc(others, func(o tree.NodeID) bool { return o != kid && w.mayRun(o) })
		waits := leaf && w.judged[kid].Test != nil && w.mayRun(kid)
		if runs >= 0 && !waits && w.asks(kid) {
			w.tell("resumes", kid, text, w.runsOn(others[runs]))
		}
	}
}

func (w *walk) runsOn(n tree.NodeID) syntax.Note {
	return syntax.Note{Pos: w.program.Tree.Spans[n].Start, Msg: "this may run on"}
}

// anew notes actions that are asked, whatever is the case, in each tick in which a later
// child of a selector or a sequence runs on.
func (w *walk) anew(n tree.NodeID) {
	j := w.judged[n]
	if j.Memory != judge.Forgets || j.Every > 0 || j.Order != judge.OnSuccess && j.Order != judge.OnFailure {
		return
	}
	on := host.MaySucceed
	if j.Order == judge.OnFailure {
		on = host.MayFail
	}
	kids := w.program.Tree.Kids(n)[:j.Asked]
	for i, kid := range kids {
		later := slices.IndexFunc(kids[i+1:], w.mayRun)
		leaf := w.program.Tree.Nodes[kid].NKid == 0
		if later >= 0 && leaf && w.acts[kid] && !w.asks(kid) && w.judged[kid].Answers&on != 0 {
			w.tell("anew", kid, "is asked again in each tick in which a later child runs on", w.runsOn(kids[i+1+later]))
		}
	}
}

// period notes nodes that ask the conditions of their children again after some time only.
func (w *walk) period(n tree.NodeID) {
	j := w.judged[n]
	if j.Every <= 0 {
		return
	}
	kids := w.program.Tree.Kids(n)[:j.Asked]
	if i := slices.IndexFunc(kids, w.begins); i >= 0 {
		w.tell("period", n, fmt.Sprintf("asks its children again once more than %v s have passed", j.Every),
			syntax.Note{Pos: w.program.Tree.Spans[kids[i]].Start, Msg: "what holds here for less is missed"})
	}
}

// missed notes nodes that miss an event which comes while they are not asked: as an earlier
// child runs on, or as a node above rests.
func (w *walk) missed(n tree.NodeID) {
	j := w.judged[n]
	kids := w.program.Tree.Kids(n)[:j.Asked]
	inOrder := j.Order == judge.OnSuccess || j.Order == judge.OnFailure
	for i, kid := range kids {
		earlier := slices.IndexFunc(kids[:i], func(o tree.NodeID) bool { return !w.judged[o].Heeds && w.mayRun(o) })
		switch {
		case j.Rests:
			w.misses(kid, syntax.Note{Pos: w.program.Tree.Spans[n].Start, Msg: "while this rests"})
		case inOrder && earlier >= 0:
			w.misses(kid, syntax.Note{Pos: w.program.Tree.Spans[kids[earlier]].Start, Msg: "while this runs on"})
		}
	}
}

// misses tells of those at or below a node that heed events.
func (w *walk) misses(n tree.NodeID, why syntax.Note) {
	if w.judged[n].Heeds {
		if w.missing[n] {
			return // of the outermost that makes it miss one is told
		}
		w.missing[n] = true
		w.tell("missed-event", n, "misses an event that comes while it is not asked", why)
		return
	}
	for _, kid := range w.program.Tree.Kids(n) {
		w.misses(kid, why)
	}
}

// shared notes mentions of a file that remembers something, which is the same for all of them.
func (w *walk) shared() (found []Finding) {
	by, ok := w.program.Semantics.(judge.Includer)
	if !ok {
		return nil
	}
	first := map[tree.NodeID]syntax.Pos{}
	for _, m := range by.Included() {
		was, again := first[m.Node]
		if !again {
			first[m.Node] = m.At
			continue
		}
		if what := w.remembers(m.Node); w.asked[m.Node] && what != nil {
			notes := append([]syntax.Note{{Pos: was, Msg: "this has the same"}}, what...)
			found = append(found, Finding{ID: "shared-memory", Pos: m.At, Msg: w.name(m.Node) + " has one memory wherever it is mentioned", Notes: notes})
		}
	}
	return found
}

// remembers returns the first that a node has, or one below it, to remember for a bot.
func (w *walk) remembers(n tree.NodeID) []syntax.Note {
	t := w.program.Tree
	j, kids := w.judged[n], t.Kids(n)
	switch {
	case j.Rests:
		return []syntax.Note{{Pos: t.Spans[n].Start, Msg: "until when this rests is remembered"}}
	case j.Memory == judge.Resumes && len(kids) > 1 && slices.ContainsFunc(kids[1:], w.mayRun):
		return []syntax.Note{{Pos: t.Spans[n].Start, Msg: "where this goes on is remembered"}}
	}
	for _, kid := range kids {
		if what := w.remembers(kid); what != nil {
			return what
		}
	}
	return nil
}
