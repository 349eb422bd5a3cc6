package unvanquished

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The instructions of expressions. A and B are the indices of the last
// instructions of the operands.
const (
	exprConst  uint8 = iota // the constant A
	exprCall                // the function of leaf A
	exprNot                 // !A
	exprBinary              // and the operators behind it: A op B
)

// The instructions of the operators.
const (
	exprLess = exprBinary + uint8(iota)
	exprLessEqual
	exprGreater
	exprGreaterEqual
	exprEqual
	exprNotEqual
	exprAnd
	exprOr
)

// holds reports whether an expression is not 0. n is the node that asks. && and
// || stop early. Cases unv-expr-truth, unv-expr-and-or.
func holds(x *run.Exec, n tree.NodeID, at int32) bool {
	in := &x.Tree.Exprs[at]
	switch in.Code {
	case exprAnd:
		return holds(x, n, in.A) && holds(x, n, int32(in.B))
	case exprOr:
		return holds(x, n, in.A) || holds(x, n, int32(in.B))
	case exprNot:
		return !holds(x, n, in.A)
	case exprConst, exprCall:
		return valueOf(x, n, at) != 0
	}
	a := valueOf(x, n, in.A)
	return compares(in.Code, a, valueOf(x, n, int32(in.B)))
}

// holds returns the bots of a mask for which an expression holds.
func (b *batch) holds(n tree.NodeID, at int32, mask uint64) uint64 {
	if mask == 0 {
		return 0
	}
	in := &b.x.Tree.Exprs[at]
	switch in.Code {
	case exprAnd:
		return b.holds(n, int32(in.B), b.holds(n, in.A, mask))
	case exprOr:
		yes := b.holds(n, in.A, mask)
		return yes | b.holds(n, int32(in.B), mask&^yes)
	case exprNot:
		return mask &^ b.holds(n, in.A, mask)
	case exprConst, exprCall:
		return mask &^ equalColumns(b.column(n, at, mask), &zeros)
	}
	x := b.column(n, in.A, mask)
	b.held++ // x is in use while y is computed
	y := b.column(n, int32(in.B), mask)
	b.held--
	switch in.Code {
	case exprLess:
		return mask & lessColumns(x, y)
	case exprLessEqual:
		return mask & lessEqualColumns(x, y)
	case exprGreater:
		return mask & lessColumns(y, x)
	case exprGreaterEqual:
		return mask & lessEqualColumns(y, x)
	case exprEqual:
		return mask & equalColumns(x, y)
	}
	return mask &^ equalColumns(x, y)
}

// compares compares two numbers of 64 bits. Cases unv-expr-int-float,
// unv-expr-rel-before-eq.
func compares(code uint8, a, b float64) bool {
	switch code {
	case exprLess:
		return a < b
	case exprLessEqual:
		return a <= b
	case exprGreater:
		return a > b
	case exprGreaterEqual:
		return a >= b
	case exprEqual:
		return a == b
	}
	return a != b
}

// zeros is a column of the constant 0.
var zeros [64]float64

// lessColumns, lessEqualColumns and equalColumns compare two columns, lane by lane.
func lessColumns(x, y *[64]float64) (yes uint64) {
	for i := range x {
		yes = yes>>1 | bit(x[i] < y[i])
	}
	return yes
}

func lessEqualColumns(x, y *[64]float64) (yes uint64) {
	for i := range x {
		yes = yes>>1 | bit(x[i] <= y[i])
	}
	return yes
}

func equalColumns(x, y *[64]float64) (yes uint64) {
	for i := range x {
		yes = yes>>1 | bit(x[i] == y[i])
	}
	return yes
}

// bit returns the highest bit for true: 64 of them, each shifted down by the next ones, are
// a mask.
func bit(yes bool) uint64 {
	if yes {
		return 1 << 63
	}
	return 0
}

// valueOf computes an expression; a logical one is 0 or 1. Case
// unv-expr-bool-as-number.
func valueOf(x *run.Exec, n tree.NodeID, at int32) float64 {
	in := &x.Tree.Exprs[at]
	switch {
	case in.Code == exprConst:
		return x.Tree.Consts[in.A].Number()
	case in.Code == exprCall:
		return numberOf(x.Value(n, uint16(in.A)))
	case holds(x, n, at):
		return 1
	}
	return 0
}

// column computes an expression for each bot of a mask. It is valid until the next
// one, unless held is raised meanwhile.
func (b *batch) column(n tree.NodeID, at int32, mask uint64) *[64]float64 {
	in := &b.x.Tree.Exprs[at]
	if in.Code == exprConst {
		return &b.s.consts[in.A]
	}
	if k := b.s.stillOf[at]; k >= 0 {
		return b.still(n, int(k), at, mask)
	}
	column := b.x.Column(mostStills + b.held)
	if in.Code != exprCall {
		yes := b.holds(n, at, mask)
		for i := range column {
			column[i] = float64(yes >> i & 1)
		}
		return column
	}
	b.ask(n, uint16(in.A), mask, 0, column)
	return column
}

// ask sets the numbers that a function gives the bots of a mask.
func (b *batch) ask(n tree.NodeID, leaf uint16, mask uint64, enough float64, column *[64]float64) {
	for floats := b.x.AskLanes(n, leaf, mask, enough, column); floats != 0; floats &= floats - 1 {
		i := bits.TrailingZeros64(floats) & 63
		column[i] = float64(float32(column[i])) // as numberOf
	}
}
