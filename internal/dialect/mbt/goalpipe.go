package mbt

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// The elements of files of goal pipes, and of pipes, that are no operations.
const (
	pipesRoot = "GoalPipes"
	pipeName  = "GoalPipe"
	pipeElse  = "Else"
)

// IsPipes reports whether a text is a file of goal pipes.
func IsPipes(src []byte) bool {
	return sameName(markup.XMLRoot(src), pipesRoot)
}

// pipeReader reads the operations of one goal pipe: branches and loops become jumps between
// numbers of goals, counted from 1.
type pipeReader struct {
	*decoder
	goals []pipeGoal
}

// pipeGoal is one goal, as a script writes it.
type pipeGoal struct {
	line  int32
	op    string // what runs it
	shown string
	args  []string // NAME = VALUE
	waits bool
	to    int // of a jump: the number of the goal; 0 for none
	head  int // the number of the first goal of the group that it is in; 0 for none
}

// pipe reads the operations in an element, and returns Lua that gives them as a table.
func (d *decoder) pipe(e *markup.Element) string {
	r := pipeReader{decoder: d}
	r.all(e.Children)
	return r.lua(e.Span.Start.Line)
}

// lua writes the goals as a table, each in its own line of the file.
func (r *pipeReader) lua(line int32) string {
	var b strings.Builder
	b.WriteString("{")
	for _, g := range r.goals {
		for ; line < g.line; line++ {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "{op=%q,waits=%v,says=%s", g.op, g.waits, luaText(fmt.Sprintf("%s, line %d", g.shown, g.line)))
		if g.to > 0 {
			fmt.Fprintf(&b, ",to=%d", g.to)
		}
		if g.head > 0 {
			fmt.Fprintf(&b, ",head=%d", g.head)
		}
		args := strings.Join(g.args, ",")
		fmt.Fprintf(&b, ",a={%s}},", args)
		line += int32(strings.Count(args, "\n"))
	}
	b.WriteString("}")
	return b.String()
}

// luaText writes a text in Lua.
func luaText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(s) {
		if c < ' ' || c == '"' || c == '\\' || c > '~' {
			fmt.Fprintf(&b, `\%03d`, c)
			continue
		}
		b.WriteByte(c)
	}
	b.WriteByte('"')
	return b.String()
}

func (r *pipeReader) add(e *markup.Element, op, shown string, args ...string) *pipeGoal {
	r.goals = append(r.goals, pipeGoal{line: e.Span.Start.Line, op: op, shown: shown, args: args, waits: true})
	return &r.goals[len(r.goals)-1]
}

func (r *pipeReader) all(list []*markup.Element) {
	for _, e := range list {
		r.element(e)
	}
}

func (r *pipeReader) element(e *markup.Element) {
	r.text(e)
	switch name := asciiLower(e.Name); name {
	case "loop":
		r.attrs(e).done()
		start := len(r.goals) + 1
		r.all(e.Children)
		r.add(e, opGoto, "Loop").to = start
	case "group":
		r.attrs(e).done()
		start := len(r.goals)
		r.all(e.Children)
		for i := start; i < len(r.goals); i++ {
			r.goals[i].head = start + 1
		}
	case "if", "ifand", "ifor":
		r.branch(e, name == "ifor")
	case asciiLower(pipeElse):
		r.lint(e.Span, "<%s> outside of an <If> is left out", e.Name)
	default:
		r.operation(e)
	}
}

// What runs the jumps of a pipe.
const (
	opGoto   = "goto"
	opBranch = "branch"
)

// branch reads an <If>, whose halves are apart by an <Else/>.
func (r *pipeReader) branch(e *markup.Element, any bool) {
	args := []string{"any=" + strconv.FormatBool(any)}
	args = append(args, r.conditions(e)...)
	before := len(r.goals)
	r.add(e, opBranch, e.Name, args...)
	then := e.Children
	middle := slices.IndexFunc(then, func(c *markup.Element) bool { return sameName(c.Name, pipeElse) })
	if middle < 0 {
		r.all(then)
		r.goals[before].to = len(r.goals) + 1
		return
	}
	r.all(then[:middle])
	jump := len(r.goals)
	r.add(then[middle], opGoto, pipeElse)
	r.goals[before].to = len(r.goals) + 1
	r.all(then[middle+1:])
	r.goals[jump].to = len(r.goals) + 1
}

// pipeConditions are the conditions of branches that have a meaning here, with what they are.
var pipeConditions = []struct {
	name, doc string
	compares  bool // with the value of the attribute
}{
	{"IF_LASTOP_SUCCEED", "the last operation that can fail succeeded", false},
	{"IF_LASTOP_FAILED", "it failed", false},
	{"IF_RANDOM", "a draw comes out below the value, from 0 to 1", true},
	{"IF_CHANCE", "the same", true},
	{"IF_SEES_TARGET", "it sees its target", false},
	{"IF_NO_ENEMY_TARGET", "it has no target", false},
	{"IF_TARGET_DIST_LESS", "the target is nearer than the value in metres", true},
	{"IF_TARGET_DIST_GREATER", "the target is farther than that", true},
	{"IF_IS_HIDDEN", "it is in cover", false},
	{"IF_CAN_SHOOT_TARGET", "nothing is between it and its target", false},
	{"IF_COVER_COMPROMISED", "its cover does not hide it", false},
}

func pipeConditionNames() []string {
	var names []string
	for _, c := range pipeConditions {
		names = append(names, c.name)
	}
	return names
}

// conditions reads the attributes of an <If>: names of conditions with their numbers, and not_
// before those that must not hold.
func (r *pipeReader) conditions(e *markup.Element) (args []string) {
	for i := range e.Attrs {
		at := &e.Attrs[i]
		name, not := strings.ToUpper(at.Name), false
		if rest, ok := strings.CutPrefix(name, "NOT_"); ok {
			name, not = rest, true
		}
		if !slices.Contains(pipeConditionNames(), name) {
			n := r.lint(at.NameSpan, "the condition %s of a goal pipe has no counterpart here, and does not hold", shorten(at.Name))
			r.guess(n, name, pipeConditionNames)
			name = ""
		}
		f, _ := readFloat(at.Value)
		args = append(args, fmt.Sprintf("{%s,%s,%v}", luaText(name), luaNumber(wide(f)), not))
	}
	if len(e.Attrs) == 0 {
		r.lint(e.Span, "<%s> without a condition, which always holds", e.Name)
	}
	return args
}

// luaNumber writes a number in Lua; what is none is 0.
func luaNumber(f float64) string {
	if !(f-f == 0) {
		f = 0
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// operation reads one goal operation.
func (r *pipeReader) operation(e *markup.Element) {
	i := slices.IndexFunc(pipeOps, func(o pipeOp) bool { return sameName(o.name, e.Name) })
	if i < 0 {
		if absent := slices.IndexFunc(absentOps, func(name string) bool { return sameName(name, e.Name) }); absent >= 0 {
			r.lint(e.Span, "the goal operation %s has no counterpart here, and is left out", absentOps[absent])
			return
		}
		r.guess(r.lint(e.Span, "unknown goal operation <%s>, which is left out", shorten(e.Name)), e.Name, pipeOpNames)
		return
	}
	o := &pipeOps[i]
	a := r.attrs(e)
	var args []string
	for j := range o.attrs {
		if arg := r.argument(e, a, &o.attrs[j]); arg != "" {
			args = append(args, arg)
		}
	}
	blocks := a.get(blocking.Name)
	a.done()
	for _, c := range e.Children {
		r.lint(c.Span, "<%s> in <%s> is left out", shorten(c.Name), e.Name)
	}
	r.add(e, cmp.Or(o.runs, asciiLower(o.name)), o.name, args...).waits = blocks == nil || !strings.EqualFold(blocks.Value, "false")
}

// argument reads an attribute of an operation as Lua; empty where it is not there.
func (r *pipeReader) argument(e *markup.Element, a *attrs, p *attribute) string {
	at := a.get(p.Name)
	if at == nil || at.Value == "" {
		if p.lack == lackWarns {
			r.lint(e.Span, "<%s> without %s", e.Name, p.Name)
		}
		return ""
	}
	if p.Domain.Names == aScript {
		if c, faults := r.compile(at); c == nil {
			for _, fault := range faults {
				r.lints = append(r.lints, &syntax.Error{Pos: fault.Pos, At: fault.At, Msg: "the operation is left out: " + fault.Msg})
			}
			return ""
		}
		end := " end"
		if strings.Contains(at.Value, "--") { // perhaps a comment
			end = "\nend"
		}
		return p.Name + "=function(entity) " + at.Value + end
	}
	v := r.original(e, a, at, p)
	switch v.Kind() {
	case host.Bool:
		return p.Name + "=" + strconv.FormatBool(v.Bool())
	case host.Number, host.Int:
		return p.Name + "=" + luaNumber(v.Number())
	case host.String:
		return p.Name + "=" + luaText(v.Text())
	}
	return ""
}

// inlinePipe reads the operations that stand in a node GoalPipe. It returns nil for one without.
func (d *decoder) inlinePipe(e *markup.Element) *machine.Chunk {
	if len(e.Children) == 0 {
		return nil
	}
	c, err := machine.Compile(syntax.Pos{File: d.file, Line: e.Span.Start.Line, Col: 1}, "return "+d.pipe(e), lua.LimitsOf(*host.LimitsOf(d.reg)))
	if err != nil {
		d.list.Errorf(e.Span, "<%s>: %s", e.Name, err.(syntax.ErrorList)[0].Msg)
		return nil
	}
	return c
}

// Pipes reads a file of goal pipes, and returns a file of Lua that makes them. Faults and notices
// go to the list.
func Pipes(file string, src []byte, reg *host.Registry, l *syntax.List) []byte {
	root, done := read(file, src, reg, l)
	defer done()
	if root == nil {
		return nil
	}
	d := &decoder{file: file, reg: reg, list: l, config: &Config{registry: reg}}
	d.text(root)
	var b strings.Builder
	seen, line := map[string]syntax.Pos{}, int32(1)
	for _, e := range root.Children {
		if !sameName(e.Name, pipeName) {
			e.Misnamed(d.lint(e.Span, "<%s> is ignored here", shorten(e.Name)), pipeName)
			continue
		}
		a := d.attrs(e)
		name := a.text("name")
		a.done()
		if name == "" {
			d.lint(e.Span, "<%s> without name, which is left out", e.Name)
			continue
		}
		if first, ok := seen[name]; ok {
			n := d.lint(e.Span, "a second goal pipe %q, which replaces the first", shorten(name))
			n.Notes = []syntax.Note{{Pos: first, Msg: "the first is here"}}
		}
		seen[name] = e.Span.Start
		for ; line < e.Span.Start.Line; line++ {
			b.WriteByte('\n')
		}
		text := "GoalPipes[" + luaText(name) + "]=" + d.pipe(e) + "\n"
		line += int32(strings.Count(text, "\n"))
		b.WriteString(text)
	}
	l.Notices = append(l.Notices, d.lints...)
	return []byte(b.String())
}
