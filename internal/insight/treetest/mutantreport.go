package treetest

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/thicket-sim/thicket/internal/insight/mutant"
)

// Verdict tells what came of a mutant.
type Verdict string

// The verdicts.
const (
	Noticed   Verdict = "noticed"   // a test fails with it
	Unnoticed Verdict = "unnoticed" // tests visit the node, and all pass
	Unvisited Verdict = "unvisited" // no test visits the node
	Broken    Verdict = "broken"    // it does not load
	Same      Verdict = "same"      // it loads to the same trees
)

// MutationReport tells what came of the mutants of a scene.
type MutationReport struct {
	Scene     string    `json:"scene"`
	Tests     int       `json:"tests"`
	Tried     int       `json:"tried"` // those of the next three
	Noticed   int       `json:"noticed"`
	Unnoticed int       `json:"unnoticed"`
	Unvisited int       `json:"unvisited"`
	Broken    int       `json:"broken"`    // that do not load
	Same      int       `json:"same"`      // that make the same tree
	LeftOut   int       `json:"leftOut"`   // that were not drawn
	Untried   int       `json:"untried"`   // when it was stopped
	FromStart int       `json:"fromStart"` // that were played from the start of each test, as bots could not go on
	Mutants   []*Mutant `json:"mutants"`   // those that were tried
}

// Mutant is a mutant that was tried.
type Mutant struct {
	File      string  `json:"file"`
	Line      int32   `json:"line"`
	Col       int32   `json:"col"`
	Operator  string  `json:"operator"`
	Before    string  `json:"before"`
	After     string  `json:"after,omitempty"`
	Verdict   Verdict `json:"verdict"`
	FromStart bool    `json:"fromStart,omitempty"`
	By        *Notice `json:"by,omitempty"` // of one that is noticed
}

// Notice says how a test has noticed a mutant.
type Notice struct {
	Test string `json:"test"`
	At   string `json:"at"` // the statement
	Why  string `json:"why"`
	Seed int64  `json:"seed"`
	Tick int64  `json:"tick"`
}

func newMutant(m *mutant.Mutant) *Mutant {
	return &Mutant{File: m.At.File, Line: m.At.Line, Col: m.At.Col, Operator: m.Operator, Before: m.Before, After: m.After}
}

func (r *MutationReport) add(m *Mutant) {
	switch m.Verdict {
	case Broken:
		r.Broken++
		return
	case Same:
		r.Same++
		return
	case Noticed:
		r.Noticed++
	case Unnoticed:
		r.Unnoticed++
	case Unvisited:
		r.Unvisited++
	}
	if r.Tried++; m.FromStart {
		r.FromStart++
	}
	r.Mutants = append(r.Mutants, m)
}

// Rest returns how many mutants no test has noticed, whether it visits their nodes or not.
func (r *MutationReport) Rest() int { return r.Unnoticed + r.Unvisited }

// String returns a mutant on a line, with its verdict.
func (m *Mutant) String() string {
	change := m.Before
	switch {
	case m.Operator == mutant.Reorder:
		change += " <-> " + m.After
	case m.After != "":
		change += " -> " + m.After
	}
	verdict := "no test notices"
	switch m.Verdict {
	case Noticed:
		verdict = fmt.Sprintf("%s: %q: %s", m.By.At, m.By.Test, m.By.Why)
	case Unvisited:
		verdict = "no test visits it"
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s: %s", m.File, m.Line, m.Col, m.Operator, change, verdict)
}

// WriteText writes the mutants that no test notices, or all, and the totals.
func (r *MutationReport) WriteText(w io.Writer, all bool) error {
	var b strings.Builder
	for _, m := range r.Mutants {
		if all || m.Verdict != Noticed {
			fmt.Fprintln(&b, m)
		}
	}
	fmt.Fprintf(&b, "%d mutants: %d noticed, %d not noticed, %d never visited\n", r.Tried, r.Noticed, r.Unnoticed, r.Unvisited)
	for _, more := range []struct {
		n    int
		what string
	}{
		{r.Broken, "more do not load, and do not count"},
		{r.Same, "more make the same tree, and do not count"},
		{r.LeftOut, "more were not drawn (--max)"},
		{r.Untried, "more were not tried, as it was stopped"},
		{r.FromStart, "of these were played from the start of each test: their bots could not go on with what they remember"},
	} {
		if more.n > 0 {
			fmt.Fprintf(&b, "%d %s\n", more.n, more.what)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes the report as one JSON object.
func (r *MutationReport) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}
