package lint

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

//go:embed pages
var pages embed.FS

// order lists the lints as they are told.
var order = []string{"unreachable", "constant", "repeats", "contradicts", "endless", "idle", "stuck", "unwritten-state", "unread-state", "empty-class", "fixed-tunable", "idle-tunable", "unsent-event", "unheard-event", "uncounted", "resumes", "anew", "shared-memory", "period", "missed-event"}

// notes are the lints of what is often meant, and surprises those who know another system.
var notes = []string{"resumes", "anew", "shared-memory", "period", "missed-event"}

// IsNote reports whether the findings of a lint are told only to those who ask for notes.
func IsNote(id string) bool { return slices.Contains(notes, id) }

// Lint is a kind of findings.
type Lint struct {
	ID   string
	Line string // what it finds, in a line
	Text string // why that is odd and what to do, for people
	// Found is a tree or scene in which it finds something, Instead one in its place in which
	// it finds nothing; the files to which they refer stand behind them.
	Found, Instead []Sample
}

// Sample is a file.
type Sample struct{ Name, Text string }

// All returns the lints.
func All() (list []Lint) {
	for _, id := range order {
		text, err := pages.ReadFile(path.Join("pages", id+".txt"))
		if err != nil {
			panic(err) // embedded above
		}
		list = append(list, parse(id, string(text)))
	}
	return list
}

// Find finds a lint.
func Find(id string) (Lint, error) {
	for _, l := range All() {
		if l.ID == id {
			return l, nil
		}
	}
	e := &syntax.Error{Msg: fmt.Sprintf("unknown lint %q, wanted one of %s", id, markup.Or(order))}
	return Lint{}, e.Suggest(id, order)
}

// parse reads a page: a line, a text, and files, each below a line of its name: those that are
// called found, and those that are called instead.
func parse(id, text string) Lint {
	l := Lint{ID: id}
	l.Line, text, _ = strings.Cut(text, "\n")
	parts := strings.Split(text, "\n-- ")
	l.Text = strings.TrimSpace(parts[0])
	for _, part := range parts[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		list := &l.Found
		if strings.HasPrefix(name, "instead.") {
			list = &l.Instead
		}
		*list = append(*list, Sample{name, strings.TrimSuffix(body, "\n") + "\n"})
	}
	if l.Found == nil || l.Instead == nil {
		panic(fmt.Sprintf("lint: page %s: wanted a file called found and one called instead", id))
	}
	return l
}

// Explain tells of a lint.
func (l *Lint) Explain() string {
	indented := func(list []Sample) string {
		var parts []string
		for i, s := range list {
			text := "    " + strings.ReplaceAll(strings.TrimSuffix(s.Text, "\n"), "\n", "\n    ") + "\n"
			if i > 0 {
				text = "with " + s.Name + "\n\n" + text
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, "\n")
	}
	return fmt.Sprintf("%s: %s\n\n%s\n\nIt finds something in\n\n%s\nand nothing in\n\n%s", l.ID, l.Line, l.Text, indented(l.Found), indented(l.Instead))
}
