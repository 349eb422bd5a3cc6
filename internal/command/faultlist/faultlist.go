package faultlist

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Row is a failure, or a note, of one text at one node, as JSON has it.
type Row struct {
	Count int64      `json:"count"` // how often it came
	Tick  int64      `json:"tick"`  // of the first
	Bot   host.BotID `json:"bot"`   // whose the first was
	Name  string     `json:"name"`  // of that bot; empty for one that was gone
	Tree  string     `json:"tree"`
	At    string     `json:"at"` // file:line:col of the node
	Node  string     `json:"node,omitempty"`
	Text  string     `json:"text"`
	Calls []string   `json:"calls,omitempty"` // that led to it, innermost first
}

// List lists the faults of a game.
type List struct {
	Faults, Notes []Row
	// More says how often nodes failed in other words than the first of each that the game
	// keeps.
	More int64
}

// Of lists the failures and the notes of a game so far, by tick and bot.
func Of(g *systems.Game) List {
	var l List
	_, l.More = g.Faults.List()
	for _, f := range g.Faults.Counted() {
		l.More -= f.Times
		if r := rowOf(&f); f.Note {
			l.Notes = append(l.Notes, r)
		} else {
			l.Faults = append(l.Faults, r)
		}
	}
	return l
}

func rowOf(f *session.CountedFault) Row {
	r := Row{Count: f.Times, Tick: f.Tick, Bot: f.Bot, Name: f.Name, Tree: f.Tree, At: f.Pos, Node: f.Node, Text: f.Text}
	for call := range strings.Lines(f.Stack) {
		r.Calls = append(r.Calls, strings.TrimSpace(call))
	}
	return r
}

// Finding returns the row as an error in a file, with the calls that led to it.
func (r *Row) Finding() *syntax.Error {
	e := &syntax.Error{Pos: syntax.ParsePos(r.At), Msg: fmt.Sprintf("tick %d: %s", r.Tick, r.Text)}
	if r.Count > 1 {
		e.Msg += fmt.Sprintf(" (%s)", humanize.Count(r.Count, "time"))
	}
	for _, call := range r.Calls {
		if pos, text, ok := strings.Cut(call, ": "); ok {
			e.Notes = append(e.Notes, syntax.Note{Pos: syntax.ParsePos(pos), Msg: text})
		}
	}
	return e
}

// maxPrinted is the number of rows of a table are worth reading.
const maxPrinted = 100

// Write writes a table of the failures and one of the notes; nothing where there are
// none.
func (l *List) Write(w io.Writer) {
	table(w, "Faults", l.Faults)
	table(w, "Notes", l.Notes)
	if l.More > 0 {
		fmt.Fprintf(w, "  and %s more of these nodes in other words; --faults FILE writes them all\n", humanize.Thousands(l.More))
	}
}

func table(w io.Writer, title string, rows []Row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(w, title)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  count\tfirst tick\tbot\tplace\ttext")
	for _, r := range rows[:min(len(rows), maxPrinted)] {
		text, _, _ := strings.Cut(r.Text, "\n") // the rest tells details, which --faults writes
		if r.Node != "" {
			text = r.Node + ": " + text
		}
		fmt.Fprintf(t, "  %s\t%d\t%s\t%s\t%s\n", humanize.Thousands(r.Count), r.Tick, r.who(), r.At, terminal.Printable(text))
	}
	_ = t.Flush() // of a writer for people
	if more := len(rows) - maxPrinted; more > 0 {
		fmt.Fprintf(w, "  and %s; --json lists them\n", humanize.Count(int64(more), "more kind"))
	}
}

func (r *Row) who() string {
	if r.Bot == 0 {
		return "-"
	}
	return terminal.Printable(cmp.Or(r.Name, fmt.Sprintf("id %d (gone)", r.Bot)))
}
