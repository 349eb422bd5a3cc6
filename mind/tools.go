package mind

import (
	"io"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/trees"
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

// Manifest writes, as JSON, what trees can call, with parameters, and what they can select by. The form is
// that of `thicket actions --json`: commands of thicket that load trees take the file by --vocabulary, in the
// place of the game.
func (m *Minds[A]) Manifest(w io.Writer) error {
	s := words.Section{Title: "The game"}
	for _, l := range m.leaves {
		w := words.Word{Name: l.Name, Role: words.Action, Doc: l.Doc, Params: words.ParamsOf(l.params)}
		switch {
		case l.relation != nil:
			w.Role = words.Relation
		case l.result == host.Bool:
			w.Role = words.Condition
		case l.ask != nil:
			w.Role, w.Value.Kind = words.Function, l.result
		}
		s.Words = append(s.Words, w)
	}
	f := vocabulary.File{Unplaced: m.options.Position == nil, Sections: []vocabulary.Section{vocabulary.SectionOf(s)}}
	if m.options.Foreign {
		f.Dialects = trees.Vocabularies()
	}
	return f.Write(w)
}

func init() {
	vocabulary.HangCast(func(minds any) *vocabulary.Cast { return minds.(interface{ cast() *vocabulary.Cast }).cast() })
}

// cast is what tests of trees call leaves of agents by.
func (m *Minds[A]) cast() *vocabulary.Cast {
	all := &agents[A]{}
	reg, err := registry(m.leaves, all, m.options.Foreign)
	if err != nil {
		panic(err) // New has made one of the same
	}
	s := m.senses(all)
	return &vocabulary.Cast{
		Registry: reg, Put: func(body int32, a any) { all.put(body, a.(A)) },
		Position: s.position, Alive: s.alive, States: s.states, Relations: s.relations,
	}
}
