package mutant

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// The operators, by which mutants are made.
const (
	Swap    = "swap"
	Negate  = "negate"
	Drop    = "drop"
	Number  = "number"
	Reorder = "reorder"
)

// Operators are all of them.
var Operators = []string{Swap, Negate, Drop, Number, Reorder}

// Node is a node of a tree as it is written in a file.
type Node struct {
	At   syntax.Pos  // where the compiled tree has it
	Span syntax.Span // its text, with all that is in it
	// List are children of which one can be left out, or change places with the next. Inner
	// are others.
	List, Inner []*Node
	Swapped     []syntax.Edit // make a selector of a sequence, or the other way round; or nil
	Negated     []syntax.Edit // make its condition the opposite; or nil
	Numbers     []syntax.Span // of the node itself, not of those in it
	// Guarded: its conditions are asked before it is visited, by the node above it.
	Guarded bool
}

// Mutant is a change of a file.
type Mutant struct {
	Operator string
	At       syntax.Pos // where the text changes
	Node     syntax.Pos // the node that is another one: where nobody visits it, nothing is different
	// Site is the node before whose first visit nothing is different. It is Node, or one above.
	Site          syntax.Pos
	Before, After string // what changes, in short; After is empty for what is dropped
	Edits         []syntax.Edit
	// Instead is tried where this one does not load or makes the same tree; nil for none.
	Instead *Mutant
}

// Of makes the mutants of the nodes of a file, in the order of the file.
func Of(src []byte, nodes []*Node) []Mutant {
	m := maker{src: src}
	for _, n := range nodes {
		m.node(n, nil)
	}
	slices.SortStableFunc(m.all, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col))
	})
	return m.all
}

// maker makes mutants of one file.
type maker struct {
	src []byte
	all []Mutant
}

func (m *maker) add(operator string, at syntax.Pos, node, above *Node, before, after string, edits ...syntax.Edit) {
	if before = short(before); before == short(after) && operator != Negate {
		return
	}
	all := Mutant{Operator: operator, At: at, Node: node.At, Site: node.At, Before: before, After: short(after), Edits: edits}
	if above != nil && operator != Number && operator != Swap {
		all.Site = above.At
	}
	if above != nil && node.Guarded {
		all.Node, all.Site = above.At, above.At
	}
	if bytes.Equal(syntax.Apply(m.src, edits...), m.src) {
		return
	}
	m.all = append(m.all, all)
}

func (m *maker) node(n, above *Node) {
	if len(n.Swapped) > 0 {
		e := n.Swapped[0]
		m.add(Swap, e.At.Start, &Node{At: n.At}, above, m.text(e.At), e.With, n.Swapped...)
	}
	if len(n.Negated) > 0 {
		first, last := n.Negated[0].At, n.Negated[len(n.Negated)-1].At
		whole := syntax.Span{Start: first.Start, EndLine: last.EndLine, EndCol: last.EndCol}
		m.add(Negate, first.Start, n, above, m.text(whole), within(m.src, whole, n.Negated), n.Negated...)
	}
	for _, at := range n.Numbers {
		m.number(n, above, at)
	}
	m.list(n)
	for _, kid := range slices.Concat(n.List, n.Inner) {
		m.node(kid, n)
	}
}

// number makes a number larger. A whole one is made so by a whole number where a tenth of it is
// too little, or not taken.
func (m *maker) number(n, above *Node, at syntax.Span) {
	more, whole := tenthMore(m.text(at))
	if more == "" {
		return
	}
	m.add(Number, at.Start, n, above, m.text(at), more, syntax.Edit{At: at, With: more})
	if whole != "" && whole != more {
		other := m.all[len(m.all)-1]
		other.After, other.Edits = whole, []syntax.Edit{{At: at, With: whole}}
		m.all[len(m.all)-1].Instead = &other
	}
}

// list drops and reorders the children of a list. A child that is written elsewhere, as by an
// alias of YAML, stays.
func (m *maker) list(n *Node) {
	if len(n.List) < 2 {
		return
	}
	for i, kid := range n.List {
		if !n.holds(kid) {
			continue
		}
		m.add(Drop, kid.Span.Start, kid, n, m.text(kid.Span), "", syntax.Edit{At: m.item(kid.Span), With: m.blank(m.item(kid.Span))})
		if i+1 == len(n.List) || !n.holds(n.List[i+1]) {
			continue
		}
		next := n.List[i+1]
		one, other := m.text(kid.Span), m.text(next.Span)
		m.add(Reorder, kid.Span.Start, &Node{At: n.At}, n, one, other, syntax.Edit{At: kid.Span, With: other}, syntax.Edit{At: next.Span, With: one})
	}
}

// holds reports whether the text of a child stands in that of the node.
func (n *Node) holds(kid *Node) bool {
	end := n.Span.End()
	return !kid.Span.Start.Before(n.Span.Start) && !end.Before(kid.Span.End())
}

func (m *maker) text(at syntax.Span) string {
	return string(m.src[syntax.Offset(m.src, at.Start):syntax.Offset(m.src, at.End())])
}

// within returns the text of a range after edits in it.
func within(src []byte, at syntax.Span, edits []syntax.Edit) string {
	out := syntax.Apply(src, edits...)
	from := syntax.Offset(src, at.Start)
	rest := len(src) - syntax.Offset(src, at.End())
	return string(out[from : len(out)-rest])
}

// item returns the range of a child with what makes it one of a list: the comma behind it, else the
// one before it, or the dash in front of it.
func (m *maker) item(at syntax.Span) syntax.Span {
	from, to := syntax.Offset(m.src, at.Start), syntax.Offset(m.src, at.End())
	before := bytes.TrimRight(m.src[:from], " \t\r\n")
	behind := bytes.TrimLeft(m.src[to:], " \t\r\n")
	switch {
	case bytes.HasPrefix(behind, []byte(",")):
		to = len(m.src) - len(behind) + 1
	case bytes.HasSuffix(before, []byte(",")):
		from = len(before) - 1
	case bytes.HasSuffix(before, []byte("-")) && len(bytes.TrimLeft(lastLine(before), " ")) == 1:
		from = len(before) - 1
	}
	return Between(at.Start.File, m.src, from, to)
}

func lastLine(b []byte) []byte { return b[bytes.LastIndexByte(b, '\n')+1:] }

// blank is as many lines of nothing.
func (m *maker) blank(at syntax.Span) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return r
		}
		return ' '
	}, m.text(at))
}

// Between returns the range of bytes of a text.
func Between(file string, src []byte, from, to int) syntax.Span {
	at := func(off int) (line, col int32) {
		before := src[:off]
		line = 1 + int32(bytes.Count(before, []byte("\n")))
		return line, 1 + int32(len([]rune(string(lastLine(before)))))
	}
	var s syntax.Span
	s.Start.File = file
	s.Start.Line, s.Start.Col = at(from)
	s.EndLine, s.EndCol = at(to)
	return s
}

// tenthMore returns a number that is a tenth farther from zero, where zero counts as one; and for a
// whole number also the next whole one that is as far. Both are empty for what is no number.
func tenthMore(text string) (more, whole string) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v-v != 0 {
		return "", ""
	}
	step := v / 10
	if v == 0 {
		step = 0.1
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v+step, 'g', 6, 64), 64) // of digits that were just written
	more = strconv.FormatFloat(v, 'f', -1, 64)
	if n, err := strconv.ParseInt(text, 10, 32); err == nil {
		away := int64(1)
		if n < 0 {
			away = -1
		}
		whole = strconv.FormatInt(n+away*max(1, (n*away+9)/10), 10)
	}
	return more, whole
}

// Numeric reports whether a text is a number that can be moved.
func Numeric(text string) bool {
	more, _ := tenthMore(text)
	return more != ""
}

// short returns the first line of a text, cut where it is long.
func short(text string) string {
	const most = 60
	line, more, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	if strings.TrimSpace(more) != "" {
		line += " ..."
	}
	return line
}
