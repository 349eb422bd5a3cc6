package vocabulary

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Senses are what trees can ask of agents that they look for.
type Senses struct {
	States    []string // values of one agent
	Relations []string // of two
	Placed    bool     // the game tells where agents are
	Arena     bool     // they are bodies of an arena
}

// Senses returns those of a vocabulary.
func (v *Vocabulary) Senses() (s Senses) {
	s.Placed, s.Arena = !v.unplaced, v.Arena
	for i := range v.leaves {
		switch e := &v.leaves[i]; {
		case e.kind == words.Relation:
			s.Relations = append(s.Relations, e.name)
		case (e.kind == words.Condition || e.kind == words.Function) && len(e.params) == 0:
			s.States = append(s.States, e.name)
		}
	}
	return s
}

// Lacks lists what a tree asks of agents and the game does not tell. Bodies of an arena are somewhere,
// and have any states.
func (s Senses) Lacks(p *run.Program, r *host.Registry) (list syntax.ErrorList) {
	if s.Arena {
		return nil
	}
	t, symbols := p.Tree, host.SymbolsOf(r)
	fail := func(n tree.NodeID, format string, args ...any) *syntax.Error {
		e := &syntax.Error{Pos: syntax.Pos{File: t.Name, Line: 1, Col: 1}, Msg: fmt.Sprintf(format, args...)}
		if n != 0 {
			e.Pos, e.At = t.Spans[n].Start, t.Spans[n]
		}
		list = append(list, e)
		return e
	}
	names := slices.Sorted(slices.Values(slices.Concat(s.States, s.Relations)))
	check := func(n tree.NodeID, f host.FacetID, alone bool) {
		if f <= host.Everyone {
			return
		}
		facet := symbols.Facets()[f-1]
		key, value := symbols.KeyNames()[facet.Key], symbols.Value(facet.Value)
		switch related := slices.Contains(s.Relations, key); {
		case !related && !slices.Contains(s.States, key):
			fail(n, "unknown state %q, wanted a value or a relation of the game", key).Suggest(key, names)
		case related && alone:
			fail(n, "%q is a relation of two agents, wanted a value of one", key)
		case related && value.Kind() != host.Bool:
			fail(n, "%q is a relation of two agents: found the value %v, wanted true or false", key, value)
		}
	}
	at := make([]tree.NodeID, len(t.Leaves)) // the nodes that call them
	for _, slot := range t.Slots {
		if slot.Name != "" {
			at[t.Nodes[slot.Node].Leaf] = slot.Node
		}
	}
	for i := range t.Leaves {
		l := &t.Leaves[i]
		if !slices.ContainsFunc(l.Params(), func(p host.Param) bool { return p.Kind == host.Where }) {
			continue
		}
		if check(at[i], l.Facet, false); !s.Placed {
			fail(at[i], "%s looks for the nearest agent, and the game tells no Position, see mind.Options", l.Name())
		}
	}
	for _, f := range t.Tests {
		check(testOf(p, symbols, f), f, true)
	}
	return list
}

// testOf is the node that asks of its own bot whether it is of a facet, by what it tells of
// itself; 0 if it does not.
func testOf(p *run.Program, s *host.Symbols, f host.FacetID) tree.NodeID {
	facet := s.Facets()[f-1]
	if teller, ok := p.Semantics.(run.Describer); ok {
		for n := 1; n < len(p.Tree.Nodes); n++ {
			if _, detail := teller.Label(p.Tree, tree.NodeID(n)); teller.Role(p.Tree, tree.NodeID(n)) == run.Condition && strings.Contains(detail, s.KeyNames()[facet.Key]) {
				return tree.NodeID(n)
			}
		}
	}
	return 0
}
