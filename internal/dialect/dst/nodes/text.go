package nodes

import (
	"fmt"
	"math"
	"strings"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// page writes a tree as text.
type page struct{ *Instance }

// Two formats a number as C does with %2.2f, where infinity is inf.
func Two(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	return fmt.Sprintf("%2.2f", f)
}

// note is node:DBString(): what a running node says beside its status.
func (p page) note(n tree.NodeID) string {
	if f, ok := p.own(n, mDBString); ok {
		return p.textOf(n, mDBString, p.callOwn(n, mDBString, f))
	}
	return p.noteAs(p.shape.tree.Nodes[n].Op, n)
}

// textOf returns the text that a script's method returned, which must be one or a
// number.
func (p page) textOf(n tree.NodeID, name method, v machine.Value) string {
	if !script.IsText(v) {
		node := p.Nodes[n]
		p.en.Fail(node, "%s: %s gave %s, wanted a text", p.en.Title(node), methodNames[name], script.Describe(v))
	}
	return machine.Show(v)
}

func (p page) noteAs(op tree.Op, n tree.NodeID) string {
	en := p.en
	switch op {
	case opSequence, opSelector, opLoop:
		return machine.Show(p.Nodes[n].indexValue())
	case opWait:
		return Two(p.wakeTime(n) - en.Now)
	case opPriority:
		slot := p.slot(n)
		last, i := 0.0, -1
		if p.words[n]&headFlag != 0 {
			last = numberAt(slot, atOwn)
		}
		if p.words[n]&headIndexed != 0 {
			i = p.index(n)
		}
		return fmt.Sprintf("execute %d, eval in %s", i, Two(last+numberAt(slot, atMore)-en.Now))
	}
	return ""
}

// line is node:GetString().
func (p page) line(n tree.NodeID) string {
	if f, ok := p.own(n, mGetString); ok {
		return p.textOf(n, mGetString, p.callOwn(n, mGetString, f))
	}
	return p.lineAs(n)
}

func (p page) lineAs(n tree.NodeID) string {
	note := ""
	if p.status(n) == script.Running {
		note = p.note(n)
	}
	name := p.Nodes[n].Name
	if name.IsNil() {
		p.en.Fail(p.Nodes[n], "a node whose name is nil cannot be shown")
	}
	return fmt.Sprintf("%s - %s <%s> (%s)", machine.Show(p.en.Lua.ToString(name)), script.StatusNames[p.status(n)],
		script.StatusNames[p.words[n]>>lastShift&statusMask], note)
}

// text is node:GetTreeString(indent).
func (p page) text(b *strings.Builder, n tree.NodeID, indent string) {
	if f, ok := p.own(n, mGetTreeString); ok {
		b.WriteString(p.textOf(n, mGetTreeString, p.callOwn(n, mGetTreeString, f, machine.String(indent))))
		return
	}
	p.textAs(b, n, indent)
}

func (p page) textAs(b *strings.Builder, n tree.NodeID, indent string) {
	p.en.Lua.Charge(1)
	p.head(b, n, indent)
	kids := p.list(n)
	for i := 0; p.more(i, n, &kids); i++ {
		p.text(b, kids.ids[i], indent+"   >")
	}
}

// head writes the line of a node in the text of its tree.
func (p page) head(b *strings.Builder, n tree.NodeID, indent string) {
	fmt.Fprintf(b, "%s%s>%s\n", indent, p.line(n), Two(p.treeSleepTime(n).Seconds))
}

// walk calls f for a node and those below it, in the order of the debug text.
func (p page) walk(n tree.NodeID, depth int, f func(n tree.NodeID, depth int)) {
	f(n, depth)
	for _, child := range p.list(n).ids {
		p.walk(child, depth+1, f)
	}
}
