package unvanquished

import (
	"path"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Ext is the extension of behaviours.
const Ext = ".bt"

// Load compiles a behaviour with all that it mentions. `behavior NAME` is
// bots/NAME.bt in the root, else NAME.bt beside the file or in the root;
// the path of #include is from the root. Faults go to the list; lints are
// notices.
func Load(file string, src []byte, reg *host.Registry, files *sourcefile.Files, l *syntax.List) *run.Program {
	lib := newLibrary(reg, diskSource{files}, l)
	f := lib.root(strings.TrimSuffix(path.Base(file), Ext), file, src)
	if f == nil {
		return nil
	}
	lint(lib, f)
	return compile(f, lib)
}

// source finds other files. Paths are those of the original, from the root of the
// game.
type source interface {
	// behavior finds the file of a tree: bots/NAME.bt.
	behavior(at syntax.Pos, path string) (file string, src []byte, err *syntax.Error)
	// text finds a file that #include pastes.
	text(at syntax.Pos, path string) (file string, src []byte, err *syntax.Error)
}

// diskSource finds files by the rules that all dialects share.
type diskSource struct{ files *sourcefile.Files }

func (d diskSource) behavior(at syntax.Pos, name string) (string, []byte, *syntax.Error) {
	found, err := d.files.Find(at, "/"+name)
	if err != nil {
		var beside *syntax.Error
		if found, beside = d.files.Find(at, strings.TrimPrefix(name, botsFolder)); beside != nil {
			return "", nil, beside
		}
	}
	src, err := d.files.Read(at, found)
	return found, src, err
}

func (d diskSource) text(at syntax.Pos, name string) (string, []byte, *syntax.Error) {
	found, err := d.files.Find(at, "/"+strings.TrimPrefix(name, "/"))
	if err != nil {
		err.Msg = strings.Replace(err.Msg, quote("/"+name), quote(name), 1)
		if _, beside := d.files.Find(at, name); beside == nil {
			err.Hint = "the path of #include is from the root, not from the file"
		}
		return "", nil, err
	}
	src, err := d.files.Read(at, found)
	return found, src, err
}

const botsFolder = "bots/"

// library has all behaviours that one file leads to. Each is read once, so that
// every mention of it is the same node.
type library struct {
	reg     *host.Registry
	names   *names
	files   source
	errs    *syntax.List
	symbols *host.Symbols
	loaded  map[string]*File // by name without regard to case
	byPath  map[string]*File
	order   []*File
	open    int // files that are being read, one within the other
	silent  int // while it is tried whether a file is complete
	cost    cost
	// early has the errors of files that end too early or are empty
	early map[*syntax.Error]bool
}

func newLibrary(reg *host.Registry, files source, l *syntax.List) *library {
	return &library{reg: reg, symbols: host.SymbolsOf(reg), names: newNames(reg), files: files, errs: l, loaded: map[string]*File{}, byPath: map[string]*File{}, early: map[*syntax.Error]bool{}, cost: cost{limits: *host.LimitsOf(reg)}}
}

// root reads the first file. It returns nil when that file, or one that it
// mentions, is faulty.
func (lib *library) root(name, file string, src []byte) *File {
	before := len(lib.errs.Errors)
	f := lib.read(name, file, src)
	if len(lib.errs.Errors) > before || f.Root == nil {
		return nil
	}
	most := maxUnfolded.In(lib.cost.limits)
	if n := f.unfolded(most, map[*File]int{}); n > most {
		lib.errs.Errorf(f.Root.Span(), "a tick could visit more than %d nodes, as behaviours mention others more than once", most)
		return nil
	}
	return f
}

// read preprocesses and parses a file. The file is put into the library before
// that, without a root: this is how recursion is found.
func (lib *library) read(name, file string, src []byte) *File {
	f := &File{Name: clip(name), Path: file}
	lib.loaded[fold(f.Name)] = f
	lib.byPath[path.Clean(file)] = f
	lib.order = append(lib.order, f)
	before := len(lib.errs.Errors)
	lib.open++
	if p, ok := preprocess(file, src, lib.files, lib.names.symbols, &lib.cost, lib.errs); ok {
		f.end, f.lints, f.short = p.scripts[0].pos(), p.lints, p.short
		lib.parse(f, p)
	}
	lib.open--
	mend(file, string(src), lib.errs.Errors[before:])
	f.broken = f.Root == nil || len(lib.errs.Errors) > before
	return f
}

// clip cuts a name to the length that the original keeps.
func clip(name string) string {
	if len(name) > maxPath {
		return name[:maxPath]
	}
	return name
}

// behavior returns the file of `behavior NAME`, which is read at its first
// mention, or what stands in for one that is not there. A file that is mentioned within itself has no
// root yet.
func (lib *library) behavior(p *parser, name *token) (*File, *host.Action) {
	f := lib.loaded[fold(name.text)]
	if f == nil {
		var use *host.Action
		if f, use = lib.find(p, name); f == nil {
			return nil, use
		}
	}
	switch {
	case f.broken:
		if lib.silent > 0 { // a trial must see that the file is no good
			p.errorf(name, "behavior %s does not load", quote(name.text))
		}
		return nil, nil
	case f.Root == nil:
		p.errorf(name, "behavior %s mentions itself here", quote(name.text)).Hint = "a behaviour cannot be part of itself"
		return nil, nil
	}
	return f, nil
}

// find reads the file of a behaviour that is not in the library, or returns what stands in
// for one that is not there.
func (lib *library) find(p *parser, name *token) (*File, *host.Action) {
	file, src, err := lib.files.behavior(name.at.Start, clip(botsFolder+name.text+Ext))
	if err != nil {
		e := p.errorf(name, "behavior %s: %s", quote(name.text), err.Msg)
		e.Hint = err.Hint
		return nil, standin.Action(lib.reg, p.errs, e, name.text)
	}
	if f := lib.byPath[file]; f != nil {
		return f, nil
	}
	switch {
	case lib.cost.spent():
		if !lib.cost.told || lib.silent > 0 {
			p.errorf(name, "behavior %s: the files before it are as much as can be read", quote(name.text))
			lib.cost.told = true
		}
		return nil, nil
	case len(lib.order) >= maxTrees.In(lib.cost.limits):
		p.errorf(name, "more than %d behaviours mention each other", maxTrees.In(lib.cost.limits))
		return nil, nil
	case lib.open >= maxNesting.In(lib.cost.limits):
		p.errorf(name, "behaviours mention each other deeper than %d files", maxNesting.In(lib.cost.limits))
		return nil, nil
	}
	before := len(lib.errs.Errors)
	f := lib.read(name.text, file, src)
	for _, e := range lib.errs.Errors[before:] {
		lib.mentioned(e, name)
	}
	return f, nil
}

// mentioned adds to an error of a file where that file is mentioned. If the file
// ends too early, the error moves to the mention, and its end becomes a note.
func (lib *library) mentioned(e *syntax.Error, name *token) {
	if lib.early[e] {
		delete(lib.early, e)
		e.Notes = append([]syntax.Note{{Pos: e.Pos, Msg: "here"}}, e.Notes...)
		e.Pos, e.At, e.Msg = name.at.Start, name.at, "behavior "+quote(name.text)+" does not load: "+e.Msg
		return
	}
	if len(e.Notes) < maxNotes {
		e.Notes = append(e.Notes, syntax.Note{Pos: name.at.Start, Msg: "behavior " + quote(name.text) + " is mentioned here"})
	}
}

// unfolded counts the nodes that a tick could visit, up to a little above the
// most of them.
func (f *File) unfolded(most int, known map[*File]int) int {
	n, ok := known[f]
	if !ok {
		n = 1 + unfold(f.Root, most, known)
		known[f] = n
	}
	return n
}

func unfold(n Node, most int, known map[*File]int) int {
	total := 1
	for _, kid := range kids(n) {
		total = min(total+unfold(kid, most, known), most+1)
	}
	if in, ok := n.(*Include); ok {
		total = min(total+in.File.unfolded(most, known), most+1)
	}
	return total
}

// kids returns the children of a node that stand in its own file.
func kids(n Node) []Node {
	switch n := n.(type) {
	case *Composite:
		return n.Children
	case *Condition:
		if n.Child != nil {
			return []Node{n.Child}
		}
	case *Decorator:
		return []Node{n.Child}
	}
	return nil
}
