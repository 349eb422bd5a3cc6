package unvanquished

import (
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

var _ run.Mentioner = (*semantics)(nil)

// Mentions lists the actions and functions that the files of the library use, and the
// choices of spawnAs.
func (s *semantics) Mentions() (all []run.Mention) {
	for i, id := range slices.Sorted(maps.Keys(s.files)) {
		f := s.files[id]
		if i == 0 && f.Select != nil { // the blocks of other files are never asked
			all = mentionsOf(f.Select, all)
		}
		all = mentionsOf(f.Root, all)
	}
	return all
}

// mentionsOf appends what a node and those below it in its file mention.
func mentionsOf(n Node, all []run.Mention) []run.Mention {
	switch n := n.(type) {
	case *Action:
		all = append(all, run.Mention{At: n.At.Start, Name: n.Use.Name, Params: n.Use.Params, Args: n.Args})
	case *Condition:
		all = askedBy(n.Expr, all)
	case *Spawn:
		params := []host.Param{intParam("choice")}
		all = append(all, run.Mention{At: n.At.Start, Name: "spawnAs", Params: params, Args: []host.Value{host.IntValue(int64(n.Choice))}})
	}
	for _, kid := range kids(n) {
		all = mentionsOf(kid, all)
	}
	return all
}

// askedBy appends the functions that an expression asks.
func askedBy(e Expr, all []run.Mention) []run.Mention {
	switch e := e.(type) {
	case *Not:
		return askedBy(e.X, all)
	case *Call:
		return append(all, mentionOf(e))
	case *Binary:
		if c, number := compared(e.X, e.Y); c != nil && (e.Op == Equal || e.Op == NotEqual) {
			m := mentionOf(c)
			m.Equal = number.Value
			return append(all, m)
		}
		return askedBy(e.Y, askedBy(e.X, all))
	}
	return all
}

// compared returns the function and the number of two operands, in either order.
func compared(x, y Expr) (*Call, *Literal) {
	if _, ok := x.(*Literal); ok {
		x, y = y, x
	}
	c, isCall := x.(*Call)
	number, isNumber := y.(*Literal)
	if !isCall || !isNumber {
		return nil, nil
	}
	return c, number
}

func mentionOf(e *Call) run.Mention {
	return run.Mention{At: e.At.Start, Name: e.Use.Name, Params: e.Use.Params, Args: e.Args}
}
