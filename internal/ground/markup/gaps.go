package markup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// maxFaults bounds how often a parser goes on behind a fault of syntax.
const maxFaults = 20

func tooManyFaults(at syntax.Pos) *syntax.Error {
	return &syntax.Error{Pos: at, Msg: fmt.Sprintf("more than %d faults, and what follows is not looked at", maxFaults)}
}

// Done is called when all errors of a document are in the list that its parser had. It takes out
// those that only follow from what could not be read, adds those of the syntax, and reports whether
// there are any of these.
type Done func() (faulty bool)

// gaps are the parts of a document that could not be read.
type gaps struct {
	file   string
	lost   []gap
	around map[syntax.Pos]bool // where values and elements begin that are not whole
}

type gap struct {
	from, to syntax.Pos
	text     string
}

func newGaps(file string) *gaps { return &gaps{file: file, around: map[syntax.Pos]bool{}} }

// lose notes that a text could not be read.
func (g *gaps) lose(from, to syntax.Pos, text string) {
	g.lost = append(g.lost, gap{from, to, text})
}

// done returns the end of a document with those faults.
func (g *gaps) done(faults syntax.ErrorList, l *syntax.List) Done {
	if len(faults) == 0 {
		return func() bool { return false }
	}
	for _, e := range faults {
		g.around[e.Pos] = true // what has a fault itself
	}
	errors, notices := len(l.Errors), len(l.Notices)
	return func() bool {
		l.Errors = append(l.Errors[:errors], slices.DeleteFunc(slices.Clone(l.Errors[errors:]), g.follows)...)
		l.Notices = l.Notices[:notices] // what is odd may be so for what is missing
		l.Errors = append(l.Errors, faults...)
		return true
	}
}

// quoted finds the names in a message.
var quoted = lazy.Regexp(`"[^" ]+"`)

// follows reports whether an error may come of nothing but a gap: it stands in one, tells of a name
// in the text of one, or of what is missing around one.
func (g *gaps) follows(e *syntax.Error) bool {
	unknown := strings.HasPrefix(e.Msg, "unknown ")
	switch {
	case e.Pos.File != g.file && !unknown:
		return false
	case e.Pos.File == g.file:
		if g.around[e.Pos] && !unknown {
			return true
		}
		for _, lost := range g.lost {
			if before(lost.from, e.Pos) && before(e.Pos, lost.to) && lost.to != e.Pos && !(unknown && lost.from == e.Pos) {
				return true
			}
		}
	}
	if strings.Contains(e.Msg, " has no key ") {
		return false
	}
	for _, name := range quoted().FindAllString(e.Msg, -1) {
		if slices.ContainsFunc(g.lost, func(lost gap) bool { return strings.Contains(lost.text, name[1:len(name)-1]) }) {
			return true
		}
	}
	return false
}

// before reports whether a place is not behind another.
func before(a, b syntax.Pos) bool {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col)) <= 0
}
