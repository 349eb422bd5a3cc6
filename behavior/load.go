package behavior

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/script"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/wage"
)

// Dialect is one way to write trees.
type Dialect struct {
	Name string
	Exts []string // of its files, with the dot
	// Load compiles the tree of a file. Faults go to the list.
	Load func(file string, src []byte, reg *host.Registry, l *syntax.List) *run.Program
	// Trace dry-runs a case with scripted leaves.
	Trace func(script.Case) script.Result
}

// Dialects lists what can be loaded.
var Dialects = []Dialect{
	{Name: "wage", Exts: []string{".yaml", ".yml", ".json"}, Load: wage.Load, Trace: wage.Trace},
}

// Loader loads tree files for one registry. A file is compiled once.
type Loader struct {
	reg    *host.Registry
	files  *syntax.Files
	loaded map[string]loaded

	// Notices are what is odd about the files so far but no error.
	Notices syntax.ErrorList
}

type loaded struct {
	program *run.Program
	err     error
}

// NewLoader makes a loader for what a game offers.
func NewLoader(reg *host.Registry, files *syntax.Files) *Loader {
	return &Loader{reg: reg, files: files, loaded: map[string]loaded{}}
}

// Load compiles the tree file that a source refers to at a position. The error
// is a *syntax.Error or a syntax.ErrorList.
func (ld *Loader) Load(at syntax.Pos, ref string) (*run.Program, error) {
	name, err := ld.files.Find(at, ref)
	if err != nil {
		return nil, err
	}
	if done, ok := ld.loaded[name]; ok {
		return done.program, done.err
	}
	if dialectOf(name) == nil {
		return nil, noDialect(at, name)
	}
	src, err := ld.files.Read(at, name)
	if err != nil {
		return nil, err
	}
	program, notices, loadErr := LoadSource(name, src, ld.reg)
	ld.Notices = append(ld.Notices, notices...)
	ld.loaded[name] = loaded{program, loadErr}
	return program, loadErr
}

// LoadSource compiles a tree from memory. The notices are what is odd about it
// but no error.
func LoadSource(file string, src []byte, reg *host.Registry) (*run.Program, syntax.ErrorList, error) {
	var l syntax.List
	d := dialectOf(file)
	if d == nil {
		return nil, nil, noDialect(syntax.Pos{File: file, Line: 1, Col: 1}, file)
	}
	p := d.Load(file, src, reg, &l)
	if err := l.Err(); err != nil {
		return nil, l.SortedNotices(), err
	}
	return p, l.SortedNotices(), nil
}

func dialectOf(file string) *Dialect {
	for i := range Dialects {
		if slices.Contains(Dialects[i].Exts, path.Ext(file)) {
			return &Dialects[i]
		}
	}
	return nil
}

func noDialect(at syntax.Pos, file string) *syntax.Error {
	var exts []string
	for _, d := range Dialects {
		exts = append(exts, d.Exts...)
	}
	return &syntax.Error{Pos: at, Msg: fmt.Sprintf("file %q: wanted an extension of %s", file, strings.Join(exts, ", "))}
}
