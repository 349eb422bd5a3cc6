package unvanquished

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// A still value is one that a bot has for a whole tick, whatever it does meanwhile: conditions ask
// for it again and again, and it is found once. The payload of a function is a func that tells for
// which arguments its value is still. Above the largest number that conditions compare it with, no
// two values differ.

// mostStills is how many still values of a tree are kept.
const mostStills = 16

// Conditions share a still value if the numbers that they compare it with differ by less than
// this factor: what is found for a large one costs more than for a small one.
const stillSpan = 8

// surplus is by how much more than a number something is surely above it also as a float of 32
// bits.
const surplus = 1 + 1e-6

// stillUse is a call of a still function in an expression.
type stillUse struct {
	at     int32
	leaf   *tree.Leaf
	enough float64
}

// findStills finds the still values that the expressions of a tree ask for.
func (s *semantics) findStills(t *tree.Tree) {
	s.stillOf = make([]int16, len(t.Exprs))
	var uses []stillUse
	for i := range t.Exprs {
		s.stillOf[i] = -1
		in := &t.Exprs[i]
		if in.Code != exprCall {
			continue
		}
		l := &t.Leaves[in.A]
		if isStill, ok := l.Func.Payload.(func(args []host.Value) bool); ok && isStill(l.Args) {
			uses = append(uses, stillUse{at: int32(i), leaf: l})
		}
	}
	for i := range t.Exprs {
		in := &t.Exprs[i]
		if in.Code < exprLess || in.Code > exprNotEqual {
			continue
		}
		for _, pair := range [...][2]int32{{in.A, int32(in.B)}, {int32(in.B), in.A}} {
			k := slices.IndexFunc(uses, func(u stillUse) bool { return u.at == pair[0] })
			if c := &t.Exprs[pair[1]]; k >= 0 && c.Code == exprConst {
				if limit := t.Consts[c.A].Number(); limit > 0 {
					uses[k].enough = limit * surplus
				}
			}
		}
	}
	slices.SortStableFunc(uses, func(p, q stillUse) int { return cmp.Compare(p.enough, q.enough) })
	for len(uses) > 0 && len(s.enough) < mostStills {
		first, most := uses[0], uses[0].enough
		uses = slices.DeleteFunc(uses, func(u stillUse) bool {
			if !sameCall(u.leaf, first.leaf) || u.enough > stillSpan*first.enough {
				return false
			}
			s.stillOf[u.at], most = int16(len(s.enough)), max(most, u.enough)
			return true
		})
		s.enough = append(s.enough, most)
	}
}

// sameCall reports whether two leaves call one function with the same arguments.
func sameCall(p, q *tree.Leaf) bool { return p.Func == q.Func && slices.Equal(p.Args, q.Args) }

// still returns a still value of the bots of a mask.
func (b *batch) still(n tree.NodeID, k int, at int32, mask uint64) *[64]float64 {
	column := b.x.Column(k)
	if unknown := mask &^ b.known[k]; unknown != 0 {
		b.known[k] |= unknown
		b.ask(n, uint16(b.x.Tree.Exprs[at].A), unknown, b.s.enough[k], column)
	}
	return column
}
