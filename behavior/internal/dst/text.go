package dst

import (
	"fmt"
	"math"
	"strings"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// two is %2.2f of C, where infinity is inf.
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

// note is node:DBString(), what a running node says beside its status.
func (in *instance) note(no tree.NodeID) string {
	if f := in.own(no, mDBString); f != nil {
		return in.textOf(no, mDBString, in.callOwn(no, mDBString, f))
	}
	return in.noteAs(in.shape.tree.Nodes[no].Op, no)
}

// textOf is what a script's method gave, which must be a text or a number.
func (in *instance) textOf(no tree.NodeID, name method, v glua.LValue) string {
	if !glua.LVCanConvToString(v) {
		n := in.nodes[no]
		in.m.fail(n, "%s: %s gave %s, wanted a text", in.m.title(n), methodNames[name], describe(v))
	}
	return lua.Text(v)
}

func (in *instance) noteAs(op tree.Op, no tree.NodeID) string {
	m := in.m
	switch op {
	case opSequence, opSelector, opLoop:
		return lua.Text(m.readIndex(in.nodes[no]))
	case opWait:
		return two(in.wakeTime(no) - m.now)
	case opPriority:
		slot := in.slot(no)
		last, i := 0.0, -1
		if in.heads[no]&headFlag != 0 {
			last = number(slot, atOwn)
		}
		if in.heads[no]&headIndexed != 0 {
			i = in.index(no)
		}
		return fmt.Sprintf("execute %d, eval in %s", i, two(last+number(slot, atMore)-m.now))
	}
	return ""
}

// line is node:GetString().
func (in *instance) line(no tree.NodeID) string {
	if f := in.own(no, mGetString); f != nil {
		return in.textOf(no, mGetString, in.callOwn(no, mGetString, f))
	}
	return in.lineAs(no)
}

func (in *instance) lineAs(no tree.NodeID) string {
	note := ""
	if in.status(no) == running {
		note = in.note(no)
	}
	name := in.nodes[no].name
	if name == glua.LNil {
		in.m.fail(in.nodes[no], "a node whose name is nil cannot be shown")
	}
	return fmt.Sprintf("%s - %s <%s> (%s)", lua.Text(in.m.s.ToString(name)), statusNames[in.status(no)],
		statusNames[in.heads[no]>>lastShift&statusMask], note)
}

// text is node:GetTreeString(indent).
func (in *instance) text(b *strings.Builder, no tree.NodeID, indent string) {
	if f := in.own(no, mGetTreeString); f != nil {
		b.WriteString(in.textOf(no, mGetTreeString, in.callOwn(no, mGetTreeString, f, glua.LString(indent))))
		return
	}
	in.textAs(b, no, indent)
}

func (in *instance) textAs(b *strings.Builder, no tree.NodeID, indent string) {
	in.m.s.Charge(1)
	in.head(b, no, indent)
	kids := in.list(no)
	for i := 0; in.more(i, no, &kids); i++ {
		in.text(b, kids.nos[i], indent+"   >")
	}
}

// head is the line of a node in the text of its tree.
func (in *instance) head(b *strings.Builder, no tree.NodeID, indent string) {
	fmt.Fprintf(b, "%s%s>%s\n", indent, in.line(no), two(in.treeSleepTime(no).seconds))
}
