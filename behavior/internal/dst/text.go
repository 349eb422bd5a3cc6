package dst

import (
	"fmt"
	"math"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// two formats a number as C does with %2.2f, where infinity is inf.
func two(f float64) string {
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
func (t *instance) note(n tree.NodeID) string {
	if f := t.own(n, mDBString); f != nil {
		return t.textOf(n, mDBString, t.callOwn(n, mDBString, f))
	}
	return t.noteAs(t.shape.tree.Nodes[n].Op, n)
}

// textOf returns the text that a script's method returned, which must be one or a
// number.
func (t *instance) textOf(n tree.NodeID, name method, v glua.LValue) string {
	if !glua.LVCanConvToString(v) {
		node := t.nodes[n]
		t.m.fail(node, "%s: %s gave %s, wanted a text", t.m.title(node), methodNames[name], describe(v))
	}
	return lua.Text(v)
}

func (t *instance) noteAs(op tree.Op, n tree.NodeID) string {
	m := t.m
	switch op {
	case opSequence, opSelector, opLoop:
		return lua.Text(t.nodes[n].indexValue())
	case opWait:
		return two(t.wakeTime(n) - m.now)
	case opPriority:
		slot := t.slot(n)
		last, i := 0.0, -1
		if t.words[n]&headFlag != 0 {
			last = number(slot, atOwn)
		}
		if t.words[n]&headIndexed != 0 {
			i = t.index(n)
		}
		return fmt.Sprintf("execute %d, eval in %s", i, two(last+number(slot, atMore)-m.now))
	}
	return ""
}

// line is node:GetString().
func (t *instance) line(n tree.NodeID) string {
	if f := t.own(n, mGetString); f != nil {
		return t.textOf(n, mGetString, t.callOwn(n, mGetString, f))
	}
	return t.lineAs(n)
}

func (t *instance) lineAs(n tree.NodeID) string {
	note := ""
	if t.status(n) == running {
		note = t.note(n)
	}
	name := t.nodes[n].name
	if name == glua.LNil {
		t.m.fail(t.nodes[n], "a node whose name is nil cannot be shown")
	}
	return fmt.Sprintf("%s - %s <%s> (%s)", lua.Text(t.m.lua.ToString(name)), statusNames[t.status(n)],
		statusNames[t.words[n]>>lastShift&statusMask], note)
}

// text is node:GetTreeString(indent).
func (t *instance) text(b *strings.Builder, n tree.NodeID, indent string) {
	if f := t.own(n, mGetTreeString); f != nil {
		b.WriteString(t.textOf(n, mGetTreeString, t.callOwn(n, mGetTreeString, f, glua.LString(indent))))
		return
	}
	t.textAs(b, n, indent)
}

func (t *instance) textAs(b *strings.Builder, n tree.NodeID, indent string) {
	t.m.lua.Charge(1)
	t.head(b, n, indent)
	kids := t.list(n)
	for i := 0; t.more(i, n, &kids); i++ {
		t.text(b, kids.ids[i], indent+"   >")
	}
}

// head writes the line of a node in the text of its tree.
func (t *instance) head(b *strings.Builder, n tree.NodeID, indent string) {
	fmt.Fprintf(b, "%s%s>%s\n", indent, t.line(n), two(t.treeSleepTime(n).seconds))
}
