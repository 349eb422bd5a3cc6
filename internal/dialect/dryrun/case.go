package dryrun

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// Case is a dry run as it is written: one JSON object.
type Case struct {
	Name    string                       `json:"name"`
	Dialect string                       `json:"dialect"`
	Source  string                       `json:"source"`
	Files   map[string]string            `json:"files"`
	DT      float64                      `json:"dt"`    // seconds between ticks
	Ticks   *int                         `json:"ticks"` // nil: only load
	Leaves  map[string][]string          `json:"leaves"`
	Values  map[string][]json.RawMessage `json:"values"`
	Events  []Event                      `json:"events"`
	Random  []float64                    `json:"random"`
	// Lenient: what the case does not script is stood in for.
	Lenient bool `json:"lenient"`
	// Watch makes what is told of all that the program does in the run; nil for nobody.
	Watch func(*run.Program) run.Tracer `json:"-"`

	Limits limit.Values `json:"-"` // of what is loaded
	// Vocabulary has all leaves that there are; nil where the case and its dialect say it.
	Vocabulary *vocabulary.Vocabulary `json:"-"`

	raw json.RawMessage // as it is written, for Decode
}

// Knows reports whether trees have what a dialect's own game offers.
func (c *Case) Knows(dialect string) bool {
	return c.Vocabulary == nil || slices.ContainsFunc(c.Vocabulary.Dialects, func(w vocabulary.Word) bool { return w.Name == dialect })
}

// Lacks returns the errors of what a tree asks of agents and the vocabulary does not tell.
func (c *Case) Lacks(p *run.Program, r *host.Registry) error {
	if c.Vocabulary == nil {
		return nil
	}
	if list := c.Vocabulary.Senses().Lacks(p, r); len(list) > 0 {
		return list
	}
	return nil
}

// Refused is the result of a case that cannot be played. An error without a place stands at
// the name of the case.
func (c *Case) Refused(err error) Result {
	if list := (syntax.ErrorList)(nil); !errors.As(err, &list) {
		err = &syntax.Error{Pos: syntax.Pos{File: c.Name, Line: 1, Col: 1}, Msg: err.Error()}
	}
	return Result{Name: c.Name, Error: err.Error()}
}

// Tracer returns who watches a program; nil for nobody.
func (c *Case) Tracer(p *run.Program) run.Tracer {
	if c.Watch == nil {
		return nil
	}
	return c.Watch(p)
}

// MaxTicks is the longest dry run.
const MaxTicks = 1_000_000

// Event is delivered just before its tick.
type Event struct {
	Tick int             `json:"tick"`
	Name string          `json:"name"`
	Data json.RawMessage `json:"data"`
}

// Result holds the result of a dry run. As JSON it has `ticks`, maybe none, when the
// case has ticks and its source loads, and `tree` and `warnings` when the case
// only loads.
type Result struct {
	Name  string `json:"name"`
	Ticks []Tick `json:"ticks,omitzero"`
	// Error is the error that refused the source or stopped the run after Ticks.
	Error string `json:"error,omitempty"`
	// Tree is the tree in the normal form of its dialect, if that has one.
	Tree     string   `json:"tree,omitempty"`
	Warnings []string `json:"warnings,omitzero"`
	// Loaded is the program of a case without ticks.
	Loaded *run.Program `json:"-"`
}

// Tick holds the results of one tick.
type Tick struct {
	Status string   `json:"status"`
	Visits []string `json:"visits"`
	// Error says how the tree broke, in dialects whose trees go on after that.
	Error string `json:"error,omitempty"`
	// More are keys of the dialect.
	More map[string]any `json:"-"`
}

// Parse reads a case. It refuses an absurd number of ticks, an empty script, a
// status that no leaf can answer and a number that no float64 holds.
func Parse(line []byte) (Case, error) {
	var c Case
	if err := json.Unmarshal(line, &c); err != nil {
		return c, fmt.Errorf("a case is one JSON object a line: %w", err)
	}
	c.raw = slices.Clone(line)
	if c.Ticks != nil && (*c.Ticks < 0 || *c.Ticks > MaxTicks) {
		return c, fmt.Errorf("case %q: ticks %d, wanted 0 to %d", c.Name, *c.Ticks, MaxTicks)
	}
	for _, leaf := range slices.Sorted(maps.Keys(c.Leaves)) {
		script := c.Leaves[leaf]
		if len(script) == 0 {
			return c, fmt.Errorf("case %q: leaf %s has an empty script", c.Name, leaf)
		}
		for _, s := range script {
			if _, ok := statuses[s]; !ok && (c.Dialect != "btcpp" || !slices.Contains(more, s)) {
				return c, fmt.Errorf("case %q: leaf %s: status %q, wanted success, failure or running", c.Name, leaf, s)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Values)) {
		values := c.Values[name]
		if len(values) == 0 {
			return c, fmt.Errorf("case %q: value %s has an empty script", c.Name, name)
		}
		for _, raw := range values {
			var v any
			if json.Unmarshal(raw, &v) != nil {
				return c, fmt.Errorf("case %q: value %s: a number in %s is too large", c.Name, name, raw)
			}
		}
	}
	return c, nil
}
