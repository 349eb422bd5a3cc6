package lint

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Finding tells what a lint has found.
type Finding struct {
	ID    string // of the lint
	Pos   syntax.Pos
	At    syntax.Span // what it is about; the zero Span where its end is unknown
	Msg   string
	Fix   []syntax.Edit // what mends it; nil where nobody can be sure
	Notes []syntax.Note
}

// Tree lints a tree without a scene.
func Tree(p *run.Program) []Finding {
	all := append(inAll([]*run.Program{p}, func(*run.Program) known { return known{} }), unheardIn(p)...)
	sortFindings(all)
	return all
}

// Scene lints a scene and its trees.
func Scene(s *scenes.Scene) []Finding {
	doc := document(s)
	k := newLedger(s, doc)
	all := inAll(s.Programs(), func(p *run.Program) known {
		of := known{tuned: slices.ContainsFunc(s.Setup.Classes, func(c systems.Class) bool { return c.Program == p && c.Vary != nil })}
		if k != nil {
			of.values = k.values(p)
		}
		return of
	})
	if k != nil {
		slips := once(k.unwritten())
		all = slices.DeleteFunc(all, func(f Finding) bool { // what nobody has never holds
			return f.ID == "constant" && slices.ContainsFunc(slips, func(s Finding) bool { return s.Pos == f.Pos })
		})
		all = slices.Concat(all, slips, k.unread(), k.empty())
	}
	all = slices.Concat(all, fixed(s, doc), idle(s, doc, k), events(s))
	sortFindings(all)
	return all
}

// once leaves out what is found again at the same place.
func once(list []Finding) (all []Finding) {
	for _, f := range list {
		if !slices.ContainsFunc(all, func(g Finding) bool { return g.Pos == f.Pos && g.Msg == f.Msg }) {
			all = append(all, f)
		}
	}
	return all
}

// known holds the text of a scene about a tree.
type known struct {
	values func(host.Key) []host.Sym // those that state keys can have; nil where that is not known
	tuned  bool                      // numbers in it may be others while the scene is played
}

// inAll lints trees. What stands in several of them, or several times in one, is found where
// it is found wherever it stands.
func inAll(programs []*run.Program, knows func(*run.Program) known) []Finding {
	type place struct {
		pos syntax.Pos
		op  tree.Op
	}
	type told struct {
		place
		id string
	}
	var all []finding
	var sure []Finding
	found, stands := map[told]int{}, map[place]int{}
	for _, p := range programs {
		w := walk{program: p, known: knows(p)}
		w.tree()
		for _, f := range w.found {
			at := told{place{f.Pos, f.op}, f.ID}
			if found[at] == 0 {
				all = append(all, f)
			}
			found[at]++
		}
		sure = append(sure, w.shared()...)
		for n, span := range p.Tree.Spans {
			stands[place{span.Start, p.Tree.Nodes[n].Op}]++
		}
	}
	sure = once(sure)
	for _, f := range all {
		if at := (place{f.Pos, f.op}); found[told{at, f.ID}] == stands[at] {
			sure = append(sure, f.Finding)
		}
	}
	sortFindings(sure)
	return sure
}

func sortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.ID, b.ID))
	})
}
