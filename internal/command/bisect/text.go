package bisect

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// String writes the report for people.
func (r *Report) String() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, cut := range r.Cut {
		line("note: %s: what is before was compared", terminal.Printable(cut))
	}
	for _, f := range r.Files {
		line("note: the two were not made of the same: %s", terminal.Printable(f))
	}
	if r.Equal {
		from := ""
		if r.Begins > 0 {
			from = fmt.Sprintf(" from tick %d on", r.Begins)
		}
		line("%s and %s are equal in all of %s%s", r.Runs[0], r.Runs[1], humanize.Count(r.Ticks, "tick"), from)
		if r.What != "" {
			line("  %s", r.What)
		} else if len(r.Files) > 0 {
			line("  what they were made of differs, and nothing that was recorded of what happened does")
		}
		return b.String()
	}
	line("%s and %s part at tick %d (%.4g s)", r.Runs[0], r.Runs[1], r.Tick, r.Seconds)
	if r.What != "" {
		line("  %s", terminal.Printable(r.What))
	}
	if len(r.Parts) > 0 {
		line("  parts  %s", strings.Join(r.Parts, ", "))
	}
	for i := range r.Bodies {
		r.body(line, &r.Bodies[i])
	}
	if r.More > 0 {
		line("         and %s more", humanize.Thousands(int64(r.More)))
	}
	if len(r.Among) > 0 {
		ids := fmt.Sprint(r.Among)
		line("  bots   among the ids %s", strings.Trim(ids, "[]"))
	}
	if r.Witness != "" {
		line("  nodes  are those of %s", terminal.Printable(r.Witness))
	}
	return b.String()
}

func (r *Report) body(line func(string, ...any), b *Body) {
	who := fmt.Sprintf("%s (id %d", terminal.Printable(b.Name), b.ID)
	if b.Class != "" {
		who += ", class " + b.Class
	}
	var what []string
	if b.Only != "" {
		what = append(what, "is in "+b.Only+" only")
	}
	if b.Body {
		what = append(what, "differs")
	}
	if b.Memory {
		what = append(what, "remembers something else")
	}
	if b.Actions[0] != b.Actions[1] && b.Only == "" {
		what = append(what, fmt.Sprintf("does %s and %s", orNothing(b.Actions[0]), orNothing(b.Actions[1])))
	}
	line("  bot    %s): %s", who, strings.Join(what, ", "))
	for _, f := range b.Fields {
		line("         %s: %s and %s", f.Name, terminal.Printable(f.A), terminal.Printable(f.B))
	}
	for i := range b.Changed {
		c := &b.Changed[i]
		line("         its tree says node %s, which answered %s", &c.Node, c.Node.Status)
		line("         and in the other run node %s", &c.Other)
	}
	if b.Node != nil {
		line("         node %s, which answered %s", b.Node, b.Node.Status)
	}
	for i := range b.Remembers {
		line("         whose memory it changed: node %s", &b.Remembers[i])
	}
	for i := range b.Others {
		line("         in the other run, as it seems, node %s", &b.Others[i])
	}
}

func orNothing(action string) string {
	if action == "" {
		return "nothing"
	}
	return action
}

// String names the node with its place.
func (n *Node) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s:%d:%d: %s %s", n.File, n.Line, n.Col, terminal.Printable(n.Kind), terminal.Printable(n.Detail)))
}
