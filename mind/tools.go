package mind

import (
	"encoding/json"
	"io"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/cover"
)

// Cover counts from now on how often each node of each tree answers what, for all agents, and
// returns a function that writes the sources with these counts. Minds are slower then.
func (m *Minds[A]) Cover() (write func(w io.Writer) error) {
	c := m.core
	c.between("Cover")
	var programs []*run.Program
	for _, g := range c.groves {
		programs = append(programs, g.program)
	}
	source := func(file string) ([]byte, bool) {
		text, err := c.files.Read(syntax.Pos{File: file}, file)
		return text, err == nil
	}
	profile := cover.New(programs, source)
	c.profile = profile
	for _, g := range c.groves {
		g.pool.Trace = profile.Tracer(0, g.program)
	}
	return func(w io.Writer) error {
		return cover.Text(w, profile.Files(), func(_, text string) string { return text })
	}
}

// manifest is what `thicket actions --json` prints.
type manifest struct {
	Sections []section `json:"sections"`
}

type section struct {
	Title   string  `json:"title"`
	Entries []entry `json:"entries"`
}

type entry struct {
	Name   string      `json:"name"`
	Kind   string      `json:"kind"`
	Doc    string      `json:"doc"`
	Params []parameter `json:"params"`
	Result string      `json:"result,omitempty"`
}

type parameter struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Unit    string `json:"unit,omitempty"`
	Doc     string `json:"doc"`
	Default string `json:"default,omitempty"`
}

// Manifest writes what trees can call and select by, with parameters, as JSON in the form of
// `thicket actions --json`, for tools and editors.
func (m *Minds[A]) Manifest(w io.Writer) error {
	s := section{Title: "The game", Entries: []entry{}}
	for _, l := range m.leaves {
		e := entry{Name: l.Name, Kind: "action", Doc: l.Doc, Params: []parameter{}}
		switch {
		case l.relation != nil:
			e.Kind = "relation"
		case l.result == host.Bool:
			e.Kind = "condition"
		case l.ask != nil:
			e.Kind, e.Result = "function", l.result.String()
		}
		for _, p := range l.params {
			q := parameter{Name: p.Name, Type: p.Kind.String(), Unit: p.Unit, Doc: p.Doc}
			if p.Kind == host.Where {
				q.Default = "everybody"
			} else if p.Optional {
				q.Default = p.Default.String()
			}
			e.Params = append(e.Params, q)
		}
		s.Entries = append(s.Entries, e)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(manifest{[]section{s}})
}
