package trees

import (
	"crypto/sha256"
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/dialect/wage"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Loader loads tree files for one registry. A file is compiled once.
type Loader struct {
	reg    *host.Registry
	files  *sourcefile.Files
	loaded map[string]*loaded
	late   *lateFiles // the same for all that Renew makes
	before *Loader    // what Renew was called on, or nil

	// Notices lists what is odd about the files so far but no error.
	Notices syntax.ErrorList
}

type loaded struct {
	name    string // of the program, see Name
	program *run.Program
	err     error
	notices syntax.ErrorList
	sources []source // the file itself, then those that it mentions or finds in place
	dialect *Dialect
	scripts []string // that it finds in place
	files   *sourcefile.Files
}

// source is a file and what it held.
type source struct {
	name string
	sum  [sha256.Size]byte
	text []byte
}

// NewLoader makes a loader for what a game offers.
func NewLoader(reg *host.Registry, files *sourcefile.Files) *Loader {
	return &Loader{reg: reg, files: files, loaded: map[string]*loaded{}, late: &lateFiles{all: map[string]*Late{}}}
}

// Renew makes a loader that reads the files again, as they are now. A tree
// whose files all hold what they held before is the same program as before.
func (ld *Loader) Renew() *Loader {
	next := NewLoader(ld.reg, ld.files)
	next.late, next.before = ld.late, &Loader{loaded: ld.loaded}
	return next
}

// Registry returns what the game offers to the trees.
func (ld *Loader) Registry() *host.Registry { return ld.reg }

// Load compiles the tree file that a source refers to at a position. The error
// is a *syntax.Error or a syntax.ErrorList.
func (ld *Loader) Load(at syntax.Pos, ref string) (*run.Program, error) {
	name, err := ld.files.Find(at, ref)
	if err != nil {
		return ld.missing(ref, err)
	}
	return ld.once(at, name, ld.files, func() (*loaded, *syntax.Error) {
		if !slices.Contains(extensions(), path.Ext(name)) {
			return nil, noDialect(at, name)
		}
		return ld.load(at, name, ld.files)
	})
}

// missing returns the tree that stands in for a file that is not there, or the error.
func (ld *Loader) missing(ref string, err *syntax.Error) (*run.Program, error) {
	if standin.Allowed(ld.reg) != standin.All {
		return nil, err
	}
	return ld.once(err.Pos, "stand-in for "+ref, ld.files, func() (*loaded, *syntax.Error) {
		var l syntax.List
		use := standin.Action(ld.reg, &l, err, ref)
		p := wage.Compile(ref, &wage.Action{At: syntax.Span{Start: err.Pos, EndLine: err.Pos.Line, EndCol: err.Pos.Col}, Use: use}, ld.reg, &l)
		return &loaded{files: ld.files, dialect: shipped[0], program: p, notices: l.SortedNotices(), err: l.Err()}, nil
	})
}

// LoadText is Load of a tree that stands in no file: its text, and those of other files that
// it may refer to, are read as if they stood in files of their names beside the source that
// refers to it. What has the same key is loaded once.
func (ld *Loader) LoadText(at syntax.Pos, key, ref string, texts map[string]string) (*run.Program, error) {
	named := map[string][]byte{}
	for ref, text := range texts {
		named[ld.files.Beside(at, ref)] = []byte(text)
	}
	files := ld.files.Holding(named)
	if len(named) > 1 {
		files = ld.files.Apart(key, named)
	}
	name := ld.files.Beside(at, ref)
	return ld.once(at, key, files, func() (*loaded, *syntax.Error) { return ld.load(at, name, files) })
}

// once returns the program of a name, which fresh makes if nothing of that name was
// loaded before, or has changed since.
func (ld *Loader) once(at syntax.Pos, name string, files *sourcefile.Files, fresh func() (*loaded, *syntax.Error)) (*run.Program, error) {
	done := ld.loaded[name]
	if done == nil {
		if done = ld.same(at, name, files); done == nil {
			var err *syntax.Error
			if done, err = fresh(); err != nil {
				return nil, err
			}
			done.name = name
		}
		ld.loaded[name] = done
		ld.tell(done.notices)
	}
	return done.program, done.err
}

// same returns what the loader before this one made of a file, or nil if something
// has changed since.
func (ld *Loader) same(at syntax.Pos, name string, files *sourcefile.Files) *loaded {
	if ld.before == nil {
		return nil
	}
	old := ld.before.loaded[name]
	if old == nil || old.err != nil || !slices.Equal(old.scripts, old.dialect.scripts(ld.reg)) {
		return nil
	}
	for _, s := range old.sources {
		if src, err := files.Read(at, s.name); err != nil || sha256.Sum256(src) != s.sum {
			return nil
		}
	}
	return old
}

// load compiles a file. The error is one of reading the file itself; those in
// it are part of the result.
func (ld *Loader) load(at syntax.Pos, name string, files *sourcefile.Files) (*loaded, *syntax.Error) {
	done := &loaded{files: files}
	noting := ld.noting(done)
	src, err := noting.Read(at, name)
	if err != nil {
		return nil, err
	}
	if done.dialect, err = dialectOf(name, src, *host.LimitsOf(ld.reg)); err != nil {
		done.err = err
		return done, nil
	}
	done.scripts = done.dialect.scripts(ld.reg)
	for _, s := range done.scripts {
		if _, err := noting.Read(at, s); err != nil {
			done.err = err
			return done, nil
		}
	}
	done.program, done.notices, done.err = ld.compile(done.dialect, name, src, noting)
	return done, nil
}

// Name returns a name for a program that no other of the loader has: that of its file,
// with more where files have several; empty for one that was not loaded here.
func (ld *Loader) Name(p *run.Program) string {
	for name, done := range ld.loaded {
		if done.program == p && p != nil {
			return name
		}
	}
	return ""
}

// Oddities returns the notices of a program; none for one that was not loaded here.
func (ld *Loader) Oddities(p *run.Program) syntax.ErrorList {
	if done := ld.loaded[ld.Name(p)]; done != nil {
		return done.notices
	}
	return nil
}

// Sources returns the files that a program was made of, its own first, and then those that it has
// read since; none for one that was not loaded here.
func (ld *Loader) Sources(p *run.Program) (names []string) {
	of := ld.Name(p)
	names = ld.Read(of)
	for _, f := range ld.Late() {
		if slices.Contains(f.Of, of) && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Read lists the files that were read for what was loaded by a key or a name, its own first,
// whether it has errors or not.
func (ld *Loader) Read(key string) (names []string) {
	if done := ld.loaded[key]; done != nil {
		for _, s := range done.sources {
			names = append(names, s.name)
		}
	}
	return names
}

// Texts returns what the files held that a program was made of, by their names; none for a
// program that was not loaded here.
func (ld *Loader) Texts(p *run.Program) map[string]string {
	texts := map[string]string{}
	if done := ld.loaded[ld.Name(p)]; done != nil {
		for _, s := range done.sources {
			texts[s.name] = string(s.text)
		}
	}
	return texts
}

// Stale reports whether a file that was read holds something else by now, or is gone. A file
// that is surely as it was is not read.
func (ld *Loader) Stale(surely func(name string) bool) bool {
	for _, done := range ld.loaded {
		for _, s := range done.sources {
			if surely(s.name) {
				continue
			}
			if src, err := ld.files.Read(syntax.Pos{File: s.name}, s.name); err != nil || sha256.Sum256(src) != s.sum {
				return true
			}
		}
	}
	return false
}

// Forget has the loader read a file anew when it is asked for it again.
func (ld *Loader) Forget(name string) { delete(ld.loaded, name) }

// LoadSource compiles a tree from memory, as if it stood in a file of that name.
func (ld *Loader) LoadSource(file string, src []byte) (*run.Program, error) {
	d, fault := dialectOf(file, src, *host.LimitsOf(ld.reg))
	if fault != nil {
		return nil, fault
	}
	p, notices, err := ld.compile(d, file, src, ld.files)
	ld.tell(notices)
	return p, err
}

// tell adds notices; one that is told once for all its places is told once for all files.
func (ld *Loader) tell(notices syntax.ErrorList) {
	ld.Notices = (&syntax.List{Notices: append(ld.Notices, notices...)}).SortedNotices()
}

func (ld *Loader) compile(d *Dialect, file string, src []byte, files *sourcefile.Files) (*run.Program, syntax.ErrorList, error) {
	var l syntax.List
	d.refuseHidden(file, ld.reg, &l)
	p := d.Load(file, src, ld.reg, files, &l)
	if p != nil && !d.Skips {
		refuseSkips(p, &l)
	}
	if err := l.Err(); err != nil {
		return nil, l.SortedNotices(), err
	}
	return p, l.SortedNotices(), nil
}

func (d *Dialect) scripts(reg *host.Registry) []string {
	if d.Scripts == nil {
		return nil
	}
	return d.Scripts(reg)
}
