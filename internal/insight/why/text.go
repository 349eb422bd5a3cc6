package why

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
)

// marks are the signs of answers.
var marks = map[string]string{"success": "✓", "failure": "✗", "running": "▶", "skipped": "»", "": "·"}

// printer writes a report for people.
type printer struct {
	bytes.Buffer
	named bool // nodes name their files: the tree has several
}

func (p *printer) f(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// Text writes the report for people.
func (r *Report) Text(w io.Writer) error {
	p := &printer{}
	p.named = slices.ContainsFunc(r.drawn.Nodes, func(n treedraw.Node) bool { return n.File != r.drawn.Nodes[0].File })
	r.head(p)
	p.tree(r.Moment)
	if r.Change != nil {
		p.f("\nWhat was different when that began, in tick %d:\n", r.Change.To.Tick)
		p.change(r.Change, "now", "before")
	}
	if r.Diff != nil {
		p.f("\nFrom tick %d, when it did %s, to tick %d:\n", r.Diff.From.Tick, r.Diff.From.does(), r.Diff.To.Tick)
		p.change(r.Diff, fmt.Sprintf("at tick %d", r.Diff.To.Tick), fmt.Sprintf("at tick %d", r.Diff.From.Tick))
	}
	if r.Other != nil {
		p.other(r.Other)
	}
	_, err := w.Write(p.Bytes())
	return err
}

func (r *Report) head(p *printer) {
	m := r.Moment
	if r.Idle != nil {
		r.rests(p)
		return
	}
	p.f("%s (id %d, %s) does %s at tick %d, %.4g s", r.Name, r.ID, r.Class, m.does(), r.Tick, r.Seconds)
	if m.Action != "" {
		p.f(", which is %s here", m.Action)
	}
	if m.Target != "" {
		p.f(", about %s", m.Target)
	}
	p.f(".\n")
	switch {
	case r.Since.After != nil:
		p.f("So it does since tick %d, for %.4g s; before that it was %s.\n", r.Since.Tick, r.Since.Seconds, r.Since.After)
	case r.Since.Older:
		p.f("So it does since tick %d or before: the game begins there.\n", r.Since.Tick)
	case r.Change == nil:
		p.f("So it does since its tree is asked, from tick %d on, for %.4g s.\n", r.Since.Tick, r.Since.Seconds)
	case r.Since.Tick == r.Tick:
		p.f("It begins with that in this tick; before that %s.\n", r.Change.From.does())
	default:
		p.f("So it does since tick %d, for %.4g s; before that %s.\n", r.Since.Tick, r.Since.Seconds, r.Change.From.does())
	}
	if m.Tick != r.Tick {
		p.f("Its tree was asked in tick %d last, and is waiting.\n", m.Tick)
	}
	p.f("\n%s\n", r.Tree)
}

// tree lists the nodes that were asked.
func (p *printer) tree(m *Moment) {
	width := 0
	for i := range m.Nodes {
		width = max(width, len(p.at(&m.Nodes[i])))
	}
	for i := range m.Nodes {
		n := &m.Nodes[i]
		p.f("%*s %s %s%s", width+2, p.at(n), n.mark(), strings.Repeat("  ", n.Depth), n.title())
		if why := because(n.Because); why != "" {
			p.f("  ← %s", why)
		}
		if n.Decides {
			p.f("  ◀ decides")
		}
		p.f("\n")
	}
	for _, e := range m.Events {
		p.f("%*s   event %s\n", width+2, "", e.Name)
	}
}

// at returns where a node stands.
func (p *printer) at(n *Node) string {
	if p.named {
		return fmt.Sprintf("%s:%d:%d", path.Base(n.File), n.Line, n.Col)
	}
	return fmt.Sprintf("%d:%d", n.Line, n.Col)
}

func (n *Node) mark() string {
	answer := n.Answer
	if answer == "" && n.Holds != nil {
		answer = "failure"
		if *n.Holds {
			answer = "success"
		}
	}
	if m, ok := marks[answer]; ok {
		return m
	}
	return answer
}

func (n *Node) title() string { return strings.TrimSpace(n.Kind + "  " + n.Detail) }

func because(reasons []inspect.Reason) string {
	var texts []string
	for _, r := range reasons {
		texts = append(texts, r.Text)
	}
	return strings.Join(texts, "; ")
}

// shownNodes is the number of nodes that are listed that were asked at one moment alone.
const shownNodes = 6

// change tells how two moments differ, which are called so.
func (p *printer) change(c *Change, now, before string) {
	if c.OtherTree {
		p.f("  it had another tree, whose nodes cannot be compared\n")
	}
	for _, e := range c.To.Events {
		p.f("  the event %s came\n", e.Name)
	}
	for i := range c.Flips {
		f := &c.Flips[i]
		p.f("  %s %s: %s, %s %s\n", p.at(&f.To), f.To.title(), f.To.answered(), before, f.From.answered())
		p.because(fmt.Sprintf("%-*s", len(before), now), f.To.Because)
		p.because(before, f.From.Because)
	}
	p.alone("asked only "+now, c.Fresh)
	p.alone("asked only "+before, c.Past)
	if len(c.Flips)+len(c.Fresh)+len(c.Past)+len(c.To.Events) == 0 && !c.OtherTree {
		p.f("  no node of its tree answered otherwise\n")
	}
	for _, m := range c.Moved {
		if m.Metres == 0 {
			p.f("  %s had not moved, at %.4g, %.4g\n", m.Name, m.X, m.Y)
			continue
		}
		p.f("  %s had moved %.3g m, to %.4g, %.4g\n", m.Name, m.Metres, m.X, m.Y)
	}
}

func (p *printer) because(when string, reasons []inspect.Reason) {
	if text := because(reasons); text != "" {
		p.f("    %s %s\n", when, text)
	}
}

func (p *printer) alone(what string, nodes []Node) {
	if len(nodes) == 0 {
		return
	}
	p.f("  %s:\n", what)
	for i := range nodes[:min(len(nodes), shownNodes)] {
		n := &nodes[i]
		p.f("    %s %s: %s", p.at(n), n.title(), n.answered())
		if text := because(n.Because); text != "" {
			p.f("  ← %s", text)
		}
		p.f("\n")
	}
	if more := len(nodes) - shownNodes; more > 0 {
		p.f("    and %s more\n", humanize.Count(int64(more), "node"))
	}
}

// answered returns the answer of a node in words.
func (n *Node) answered() string {
	switch {
	case n.Holds == nil || n.leaf && n.Answer != "":
		return n.Answer
	case *n.Holds:
		return "it holds"
	}
	return "it does not hold"
}

func (p *printer) other(o *Other) {
	wanted := o.Instead
	if wanted == "" {
		wanted = "anything but " + o.Not
	}
	if len(o.Ways) == 0 {
		p.f("\nNothing was found with which it would do %s: %s. Copies of the game that tried tick %d: %d.\n", wanted, o.None, o.Tick, o.Branches)
		return
	}
	p.f("\nIt would do %s in tick %d, as copies of the game show (%d were tried),\n", wanted, o.Tick, o.Branches)
	for i := range o.Ways {
		way := &o.Ways[i]
		or := "if"
		if i > 0 {
			or = "or if"
		}
		for j := range way.Turns {
			t := &way.Turns[j]
			if j > 0 {
				or = "and"
			}
			p.f("  %s %s %s %s\n", or, p.at(&t.Node), t.Node.title(), t.words())
			p.because("now", t.Node.Because)
		}
		p.f("    → %s", (&Moment{Does: way.Does}).does())
		if o.Instead != "" && !slices.Contains(way.calls, o.Instead) {
			p.f(", after %s", o.Instead)
		}
		if way.Target != "" {
			p.f(", about %s", way.Target)
		}
		p.f("\n")
	}
}

// words say what would be different.
func (t *Turn) words() string {
	switch {
	case t.Action && t.To:
		return "had not failed"
	case t.Action:
		return "had failed"
	case t.To:
		return "held"
	}
	return "did not hold"
}
