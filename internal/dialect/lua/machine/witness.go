package machine

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"
)

// Comparison is one that a script made.
type Comparison struct {
	Proto       *Proto
	At          syntax.Pos
	Left, Right string // as they are written; empty where they are not known
	A, B        Value
	Relation    host.Relation
}

// Witness calls f, and tells of each comparison that scripts make meanwhile. The scripts take
// as many steps as they do without.
func (s *State) Witness(tell func(Comparison), f func()) {
	outer := s.witness
	s.witness = tell
	defer func() { s.witness = outer }()
	f()
}

// compared tells the owner of a comparison that the running instruction makes.
func (s *State) compared(a, b Value) {
	tell := s.witness
	fr := s.th.last
	p := fr.fn.code.Proto
	in := p.Code[fr.pc-1]
	c := Comparison{Proto: p, At: p.Chunk.Lines.At(p.Pos[fr.pc-1]), A: a, B: b}
	left, right := int(in.A), -1
	switch in.Op {
	case bytecode.Eq, bytecode.EqK:
		c.Relation = host.Equal
	case bytecode.Lt, bytecode.LtK:
		c.Relation = host.Below
	case bytecode.Le, bytecode.LeK:
		c.Relation = host.AtMost
	case bytecode.GtK: // told as the source has it
		c.Relation, c.A, c.B = host.Above, b, a
	case bytecode.GeK:
		c.Relation, c.A, c.B = host.AtLeast, b, a
	}
	if in.Op == bytecode.Eq || in.Op == bytecode.Lt || in.Op == bytecode.Le {
		right = int(in.B)
	}
	c.Left = s.named(fr, left)
	if right >= 0 {
		c.Right = s.named(fr, right)
	}
	s.witness = nil
	tell(c)
	s.witness = tell
}
