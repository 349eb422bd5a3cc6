// Package behavior registers dialects of a game's own beside those of this module, and compiles
// trees for pools without a session; it may change with any release.
//
// A compiled tree is a [run.Program], which any pool can run, whatever the dialect; see
// package run.
package behavior

import (
	"errors"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Dialect is a way to write trees.
type Dialect struct {
	Name string   // letters, digits and _, such as "graph"
	Exts []string // of its files, with the dot, such as ".graph"
	// Match reports whether a text is one of the dialect's. It must be set if another dialect
	// has one of the extensions, and for .xml; nil: each file with its extensions is.
	Match func(text []byte) bool
	// Load compiles a file for what a game offers. The error is a *syntax.Error, a
	// syntax.ErrorList with everything that is wrong with the file, a *tree.SizeError of
	// [tree.Builder.Build], or another one, which is told with the beginning of the file as its place.
	Load func(f File, reg *host.Registry) (*run.Program, error)
	// Nodes describe the nodes that all trees of the dialect have: names, docs, kinds, parameters and
	// outputs count, and nothing is called. `thicket actions` lists them.
	Nodes []host.Action
	// IsWord reports whether a name means something in every tree of the dialect, so that no
	// tree could call an action or function of that name; nil: those of Nodes do.
	IsWord func(name string) bool
	// AnyCase: trees find actions and functions whatever the case of the letters.
	AnyCase bool
	// Format lays out the text of a file anew, without a change to its meaning; nil in
	// dialects that cannot.
	Format func(name string, text []byte) ([]byte, error)
}

// File is a source of a tree.
type File struct {
	Name   string
	Text   []byte
	reg    *host.Registry
	files  *sourcefile.Files
	limits limit.Values
	list   *syntax.List
}

// Read reads another file that this one refers to at a position: it is looked for in the
// folder of the file that refers, then in the root of the scene. The error is a
// *syntax.Error at the position.
func (f File) Read(at syntax.Pos, ref string) (File, error) {
	name, err := f.files.Find(at, ref)
	if err != nil {
		return File{}, err
	}
	text, err := f.files.Read(at, name)
	if err != nil {
		return File{}, err
	}
	f.Name, f.Text = name, text
	return f, nil
}

// Noticef tells what is odd about the tree and no error: checks print it, and games hear of it.
func (f File) Noticef(at syntax.Place, format string, args ...any) {
	f.list.Noticef(at, format, args...)
}

// StandInAction returns what stands in for an action that the game does not offer, where the tree is
// loaded with --lenient, and gives a notice of the fault: it succeeds after a second, or answers what the
// state of its bot says by its name. It is nil otherwise; then the fault is an error for Load to return.
func (f File) StandInAction(fault *syntax.Error, name string) *host.Action {
	return standin.Action(f.reg, f.list, fault, name)
}

// StandInFunc is StandInAction for a function, which gives the usual value and others of its kind; the
// usual one of a condition is false.
func (f File) StandInFunc(fault *syntax.Error, name string, usual host.Value) *host.Func {
	return standin.Func(f.reg, f.list, fault, name, usual.Kind(), usual)
}

// StandIn reports whether the dialect may put something of its own in the place of what a fault is
// about, where the tree is loaded with --lenient, and gives a notice then, which says as what: "a
// sequence" for a control that nobody has, or "a decorator that passes its child's answer".
func (f File) StandIn(fault *syntax.Error, as string) bool {
	return standin.Excuse(f.reg, f.list, fault, as)
}

// Register adds a dialect for everything that is loaded later: trees, scenes that refer to
// them, and tests. Call it before registries are made, which refuse actions and functions
// by the names that [Dialect.IsWord] knows. It fails for a dialect without a name, extensions
// or Load, for a name that is taken, and if its files could not be told from those of
// another dialect.
func Register(d Dialect) error {
	own := trees.Dialect{Name: d.Name, Exts: d.Exts, Match: d.Match, IsWord: d.IsWord, AnyCase: d.AnyCase}
	if d.Nodes != nil {
		rows := make([]words.Word, 0, len(d.Nodes))
		for i := range d.Nodes {
			rows = append(rows, words.OfAction(&d.Nodes[i]))
		}
		own.Words = func() []words.Word { return rows }
		if d.IsWord == nil {
			own.IsWord = func(name string) bool { return words.Find(rows, name, d.AnyCase) != nil }
		}
	}
	if d.Format != nil {
		own.Format = func(name string, text []byte, _ limit.Values) ([]byte, error) { return d.Format(name, text) }
	}
	if d.Load != nil {
		own.Load = func(name string, text []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
			p, err := d.Load(File{name, text, reg, files, *host.LimitsOf(reg), l}, reg)
			var list syntax.ErrorList
			var one *syntax.Error
			var full *tree.SizeError
			if errors.As(err, &full) && full.At.Start.File != "" {
				err = &syntax.Error{Pos: full.At.Start, At: full.At, Msg: full.Msg}
			}
			switch {
			case err == nil && p == nil:
				err = errors.New("the dialect " + d.Name + " made no program and told no error")
				fallthrough
			case err != nil && !errors.As(err, &list) && !errors.As(err, &one):
				l.Errorf(syntax.Pos{File: name, Line: 1, Col: 1}, "%v", err)
				return nil
			}
			l.Add(err)
			return p
		}
	}
	return trees.Register(own)
}

// LoadSource compiles a tree from memory. Other files that it refers to are read from disk,
// as if it stood in a file of that name. The error is a *syntax.Error or a syntax.ErrorList;
// notices are oddities that are no errors.
func LoadSource(name string, text []byte, reg *host.Registry) (p *run.Program, notices syntax.ErrorList, err error) {
	return trees.LoadSource(name, text, reg)
}
