package script

import (
	"encoding/json"
	"fmt"
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
}

// MaxTicks is the longest dry run.
const MaxTicks = 1_000_000

// Event is delivered just before its tick.
type Event struct {
	Tick int             `json:"tick"`
	Name string          `json:"name"`
	Data json.RawMessage `json:"data"`
}

// Result is what a dry run showed. A case that does not load has an Error and
// no Ticks.
type Result struct {
	Name  string `json:"name"`
	Ticks []Tick `json:"ticks,omitempty"`
	Error string `json:"error,omitempty"`
	Tree  string `json:"tree,omitempty"`
}

// Tick is what one tick showed.
type Tick struct {
	Status string   `json:"status"`
	Visits []string `json:"visits"`
}

// Parse reads a case. It refuses one that has no source, an absurd number of
// ticks or a status that no leaf can answer.
func Parse(line []byte) (Case, error) {
	var c Case
	if err := json.Unmarshal(line, &c); err != nil {
		return c, fmt.Errorf("a case is one JSON object a line: %w", err)
	}
	if c.Ticks != nil && (*c.Ticks < 0 || *c.Ticks > MaxTicks) {
		return c, fmt.Errorf("case %q: ticks %d, wanted 0 to %d", c.Name, *c.Ticks, MaxTicks)
	}
	for leaf, script := range c.Leaves {
		if len(script) == 0 {
			return c, fmt.Errorf("case %q: leaf %s has an empty script", c.Name, leaf)
		}
		for _, s := range script {
			if _, ok := statuses[s]; !ok {
				return c, fmt.Errorf("case %q: leaf %s: status %q, wanted success, failure or running", c.Name, leaf, s)
			}
		}
	}
	for name, values := range c.Values {
		if len(values) == 0 {
			return c, fmt.Errorf("case %q: value %s has an empty script", c.Name, name)
		}
	}
	return c, nil
}
