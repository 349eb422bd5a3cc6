package dst

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

var (
	_ judge.Judge = (*semantics)(nil)
	_ judge.Coder = (*semantics)(nil)
)

// Coded is true: a brain is a program.
func (*semantics) Coded() bool { return true }

// Judge judges a node of the tree that the program shows.
func (s *semantics) Judge(t *tree.Tree, n tree.NodeID, kids []host.Answers) judge.Judgement {
	return nodes.Judged(t, n, kids, s.given(n))
}

// given are the numbers that the constructor of a node was given.
func (s *semantics) given(n tree.NodeID) nodes.Given {
	if int(n) < len(s.p.given) {
		return s.p.given[n]
	}
	return nodes.Given{} // there is no tree
}
