package markup

import (
	"bytes"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

const (
	yamlBudget = 16 << 20 // bytes to read again to place faults, a second or two
	yamlAgain  = 16 << 20 // bytes to read again without what is faulty
)

// yamlMender takes what is faulty out of a text, which is then read again.
type yamlMender struct {
	file   string
	text   []byte
	gaps   *gaps
	list   *syntax.List
	again  int
	budget int
	cut    bool   // text is a copy
	faults int    // so far
	told   int    // of them
	last   string // the problem of the last one

	// The last fault:
	fault bool
	off   int
	exact bool
	flow  bool
}

// empty tells that a document has no value, unless that is because of what was taken out.
func (m *yamlMender) empty(e *syntax.Error) {
	if m.fault = false; m.faults == 0 {
		tell(m.list, e)
	}
}

// refused takes what yaml.v3 reported after it read so many bytes, and tells it unless it comes of
// what was taken out.
func (m *yamlMender) refused(err error, read int, lim Limits) {
	f := yamlFault{text: m.text, read: read, budget: &m.budget}
	f.line, f.problem = splitFault(err)
	if strings.HasPrefix(f.problem, "exceeded max depth") {
		m.fault = false
		tell(m.list, m.tooDeep(&f, lim))
		return
	}
	m.fault, m.flow = true, yamlProblems[f.problem].flow
	m.off, m.exact = f.locate()
	last := m.last
	m.last = f.problem
	if m.faults++; m.faults > 1 && (!m.exact || m.known(f.anchor()) || last == m.last && m.behindGap()) {
		return
	}
	m.told++
	e := f.report(m.file, m.off, m.exact)
	if !m.cut { // as it is in the file
		e.Fix = mendFlow(m.file, m.text, m.off)
	}
	tell(m.list, e)
}

// tooDeep returns the error of a text that is nested deeper than yaml.v3 reads.
func (m *yamlMender) tooDeep(f *yamlFault, lim Limits) *syntax.Error {
	at := newCursor(m.file, 1, m.text)
	lim.Depth = min(lim.Depth, maxYAMLDepth)
	if open, _ := openBrackets(m.text[:f.read]); len(open) > lim.Depth {
		at.seek(open[lim.Depth])
	} else {
		off, _ := f.locate()
		at.seek(off)
	}
	return lim.tooDeep(at.pos())
}

// known reports whether the fault stands where something was taken out, or wants an anchor that was.
func (m *yamlMender) known(anchor string, isAnchor bool) bool {
	c := newCursor(m.file, 1, m.text)
	c.seek(min(m.off, len(m.text)))
	for _, lost := range m.gaps.lost {
		if lost.from.Line <= c.line && c.line <= lost.to.Line || isAnchor && strings.Contains(lost.text, "&"+anchor) {
			return true
		}
	}
	return false
}

// behindGap reports whether nothing stands between the fault and what was taken out before it: then
// an indentation that is wrong for one line is so for the next.
func (m *yamlMender) behindGap() bool {
	start := 1 + bytes.LastIndexAny(m.text[:min(m.off, len(m.text))], "\r\n")
	kept := bytes.TrimRight(m.text[:start], " \t\r\n-")
	c := newCursor(m.file, 1, m.text)
	c.seek(len(kept))
	for _, lost := range m.gaps.lost {
		if !before(lost.to, c.pos()) {
			return true
		}
	}
	return false
}

// mend takes the line of the last fault out, with what is indented deeper below it, and reports
// whether the text is worth reading again.
func (m *yamlMender) mend() bool {
	m.fault = false
	if m.again -= len(m.text); m.again < 0 || !m.exact {
		return false
	}
	switch {
	case m.faults > maxFaults && m.told < maxFaults/2:
		return false
	case m.faults > maxFaults:
		c := newCursor(m.file, 1, m.text)
		c.seek(min(m.off, len(m.text)))
		m.list.Errors = append(m.list.Errors, tooManyFaults(c.pos()))
		return false
	}
	if !m.cut {
		m.text, m.cut = bytes.Clone(m.text), true
	}
	off := min(m.off, len(m.text))
	end := off + max(bytes.IndexAny(m.text[off:], "\r\n"), 0)
	_, _, long := scanQuotes(m.text[:end])
	if long >= 0 && m.drop(long) {
		return true
	}
	if open, _, _ := scanQuotes(m.text[:off]); m.flow && len(open) > 0 && m.drop(open[len(open)-1]) {
		return true
	}
	return m.drop(off)
}

// drop takes out the entry or item in whose first line an offset is. It reports whether there was
// something to take out.
func (m *yamlMender) drop(off int) bool {
	off = min(off, len(m.text)-1)
	for off > 0 && strings.IndexByte(" \t\r\n", m.text[off]) >= 0 {
		off-- // at the end of the file or of a line, to what stands there
	}
	start := 1 + bytes.LastIndexAny(m.text[:off], "\r\n")
	first := start + indentation(m.text[start:])
	from := first
	for from < len(m.text) && isDash(m.text[from:]) && from < off {
		from += 2
		from += indentation(m.text[from:])
	}
	if from >= len(m.text) || m.text[from] == '\r' || m.text[from] == '\n' {
		from = first // of what was taken out before, the dash is left
	}
	end := m.lineEnd(from)
	for next := end; next < len(m.text); {
		at := next
		for at < len(m.text) && (m.text[at] == '\r' || m.text[at] == '\n') {
			at++
		}
		deep := indentation(m.text[at:])
		switch rest := m.text[min(at+deep, len(m.text)):]; {
		case len(rest) == 0, rest[0] == '\r', rest[0] == '\n', rest[0] == '#':
		case deep > from-start:
			end = m.lineEnd(at)
		case deep == from-start && isDash(rest) && !isDash(m.text[from:]):
			end = m.lineEnd(at) // a list may be indented as its key is
		default:
			at = len(m.text)
		}
		next = max(m.lineEnd(at), next+1)
	}
	return m.blank(from, end)
}

// lineEnd returns where the line of an offset ends.
func (m *yamlMender) lineEnd(off int) int {
	if off >= len(m.text) {
		return len(m.text)
	}
	if i := bytes.IndexAny(m.text[off:], "\r\n"); i >= 0 {
		return off + i
	}
	return len(m.text)
}

// blank replaces a part of the text by spaces, but for the line breaks.
func (m *yamlMender) blank(from, to int) bool {
	if len(bytes.TrimSpace(m.text[from:to])) == 0 {
		return false
	}
	at := newCursor(m.file, 1, m.text)
	at.seek(from)
	behind := at
	behind.seek(to)
	m.gaps.lose(at.pos(), behind.pos(), string(m.text[from:to]))
	for i := from; i < to; i++ {
		if m.text[i] != '\r' && m.text[i] != '\n' {
			m.text[i] = ' '
		}
	}
	return true
}

func indentation(text []byte) int { return len(text) - len(bytes.TrimLeft(text, " ")) }

// isDash reports whether a text begins with the dash of an item.
func isDash(text []byte) bool { return bytes.HasPrefix(text, []byte("- ")) }

// surround notes the values that a gap is in or may be in.
func (g *gaps) surround(n *Node, at syntax.Pos) {
	if n == nil {
		return
	}
	g.around[n.Span.Start] = true
	var last, next *Node
	child := func(start syntax.Pos, value *Node) {
		switch {
		case before(start, at):
			last = value
		case next == nil:
			next = value
		}
	}
	for _, item := range n.Items {
		child(item.Span.Start, item)
	}
	for _, e := range n.Entries {
		child(e.KeySpan.Start, e.Value)
	}
	if last != nil && (last.Kind == Null || last.Span.Start.Col <= at.Col) {
		g.surround(last, at)
	}
	if n.Kind == Sequence && next != nil && next.Span.Start.Col == at.Col {
		g.surround(next, at)
	}
}
