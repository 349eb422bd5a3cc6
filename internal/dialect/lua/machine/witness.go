package machine

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// Comparison is one that a script made.
type Comparison struct {
	Proto       *Proto
	At          syntax.Pos
	Left, Right string // the sides as they are written; the right one is empty for a literal
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

var relations = map[source.Token]host.Relation{
	source.TokenEqual: host.Equal, source.TokenUnequal: host.Differs, '<': host.Below, source.TokenAtMost: host.AtMost,
	'>': host.Above, source.TokenAtLeast: host.AtLeast,
}

// compared tells the owner of the comparison that the running instruction makes.
func (s *State) compared() {
	tell := s.witness
	fr := s.th.last
	p := fr.fn.code.Proto
	of := p.CompareAt(fr.pc - 1)
	side := func(reg int16) Value {
		if reg < 0 {
			return *konstAt(fr.fn.code.ksBase, p.Code[fr.pc-1].D)
		}
		return s.th.stack[int(fr.base)+int(reg)]
	}
	text := p.Chunk.Source()
	written := func(at source.Span) string { return strings.Join(strings.Fields(text[at.From:at.To]), " ") }
	c := Comparison{
		Proto: p, At: p.Chunk.Lines.At(p.PlaceOf(fr.pc - 1)), Left: written(of.A), A: side(of.Left), B: side(of.Right), Relation: relations[of.Op],
	}
	if !of.IsLiteral {
		c.Right = written(of.B)
	}
	s.witness = nil
	tell(c)
	s.witness = tell
}
