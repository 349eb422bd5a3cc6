package behavior

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/dst"
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
	// Load compiles the tree of a file, with the other files that it mentions.
	// Faults go to the list.
	Load func(file string, src []byte, reg *host.Registry, files *syntax.Files, l *syntax.List) *run.Program
	// Lenient is Load for files that want more of their game than there is: what
	// is missing becomes a notice. It is nil in dialects that have no such way.
	Lenient func(file string, src []byte, reg *host.Registry, files *syntax.Files, l *syntax.List) *run.Program
	// Format lays out the text of a file anew; nil in dialects that cannot.
	Format func(file string, src []byte) ([]byte, error)
	// Trace dry-runs a case with scripted leaves.
	Trace func(script.Case) script.Result
}

// Dialects lists what can be loaded.
var Dialects = []Dialect{
	{Name: "wage", Exts: []string{".yaml", ".yml", ".json"}, Load: alone(wage.Load), Trace: wage.Trace},
	{Name: "dst", Exts: []string{".lua"}, Load: dst.Load, Lenient: dst.LoadLeniently, Trace: dst.Trace},
}

// alone is Load of a dialect whose files mention no others.
func alone(load func(string, []byte, *host.Registry, *syntax.List) *run.Program) func(string, []byte, *host.Registry, *syntax.Files, *syntax.List) *run.Program {
	return func(file string, src []byte, reg *host.Registry, _ *syntax.Files, l *syntax.List) *run.Program {
		return load(file, src, reg, l)
	}
}

// Loader loads tree files for one registry. A file is compiled once.
type Loader struct {
	reg    *host.Registry
	files  *syntax.Files
	loaded map[string]loaded

	// Notices are what is odd about the files so far but no error.
	Notices syntax.ErrorList
	// Lenient makes notices of what a file wants and the game does not offer,
	// in the dialects that have such a way.
	Lenient bool
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
	program, loadErr := ld.LoadSource(name, src)
	ld.loaded[name] = loaded{program, loadErr}
	return program, loadErr
}

// LoadSource compiles a tree from memory, as if it stood in a file of that name.
func (ld *Loader) LoadSource(file string, src []byte) (*run.Program, error) {
	d := dialectOf(file)
	if d == nil {
		return nil, noDialect(syntax.Pos{File: file, Line: 1, Col: 1}, file)
	}
	var l syntax.List
	load := d.Load
	if ld.Lenient && d.Lenient != nil {
		load = d.Lenient
	}
	p := load(file, src, ld.reg, ld.files, &l)
	ld.Notices = append(ld.Notices, l.SortedNotices()...)
	if err := l.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// LoadSource compiles a tree from memory. Other files that it mentions are read
// from disk, as if it stood in a file of that name. The notices are what is odd
// about it but no error.
func LoadSource(file string, src []byte, reg *host.Registry) (*run.Program, syntax.ErrorList, error) {
	ld := NewLoader(reg, syntax.DiskFiles(file, ""))
	p, err := ld.LoadSource(file, src)
	return p, ld.Notices, err
}

// Format lays out the text of a tree file anew, without a change to what it
// means. The error is a syntax.ErrorList, or tells that files of this kind
// cannot be laid out.
func Format(file string, src []byte) ([]byte, error) {
	var exts []string
	for i := range Dialects {
		d := &Dialects[i]
		if d.Format == nil {
			continue
		}
		if slices.Contains(d.Exts, path.Ext(file)) {
			return d.Format(file, src)
		}
		exts = append(exts, d.Exts...)
	}
	return nil, &syntax.Error{
		Pos: syntax.Pos{File: file, Line: 1, Col: 1},
		Msg: fmt.Sprintf("file %q: wanted an extension of %s", file, strings.Join(exts, ", ")),
	}
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
