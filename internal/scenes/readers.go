package scenes

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Reading is a scene that was read as far as it is whole.
type Reading struct {
	Name   string
	Files  []ReadFile       // what it read, itself first
	Errors syntax.ErrorList // all that is wrong with it and its trees

	loader   *trees.Loader
	embedded bool
	notices  syntax.ErrorList // of one without errors
	lua      []string         // the files of its Lua, from the root of the disk
}

// ReadFile is a file that was read.
type ReadFile struct {
	Name string // as positions have it
	Full string // from the root of the disk, with slashes
	Text []byte
}

// Reads reads a scene, a shipped one by name, and tells its files, also where it has errors.
func Reads(name string, o Options) *Reading {
	files := o.disk(name)
	src, file, isShipped := Source(name)
	if isShipped {
		name, files = file, sourcefile.Embedded(shipped, "shipped")
	}
	files, archive := files.Within(o.limits()).Archived()
	r := &Reading{Name: name, loader: o.loader(files), embedded: isShipped}
	var l syntax.List
	var err error
	if isShipped {
		r.Files = []ReadFile{{name, name, src}}
	} else {
		src, err = files.ReadFirst(name)
	}
	if err == nil {
		r.lua = luaOf(name, src)
		var s *Scene
		if s, err = load(name, src, r.loader, origin{shipped: isShipped, text: src, odd: &r.notices}); err == nil {
			r.notices = s.Notices
		}
	}
	l.Add(err)
	r.Errors, _ = l.Err().(syntax.ErrorList)
	r.add(files, archive)
	return r
}

// add adds the files that were read.
func (r *Reading) add(files *sourcefile.Files, archive *sourcefile.Archive) {
	for _, f := range archive.Found(0) {
		if f.Read && f.Err == "" && !r.has(f.Name) {
			r.Files = append(r.Files, ReadFile{files.Named(f.Name), f.Name, f.Text})
		}
	}
}

func (r *Reading) has(full string) bool {
	return slices.ContainsFunc(r.Files, func(f ReadFile) bool { return f.Full == full })
}

// luaOf lists the files of a scene's Lua, from the root of the disk.
func luaOf(name string, src []byte) (all []string) {
	var l syntax.List
	doc, _ := markup.Document(name, src, markup.Limits{Bytes: readerBytes}, &l)
	if lua := doc.Get("lua"); lua != nil {
		for _, f := range append([]*markup.Node{lua}, lua.Items...) {
			if f.Kind == markup.String {
				all = append(all, fullName(filepath.Join(filepath.Dir(name), filepath.FromSlash(f.Str))))
			}
		}
	}
	return all
}

// Script tells what is wrong and odd in a file of the scene's Lua, and whether it is one.
func (r *Reading) Script(file string) (errs, notices syntax.ErrorList, ok bool) {
	if !slices.Contains(r.lua, fullName(file)) {
		return nil, nil, false
	}
	own := func(list syntax.ErrorList) (found syntax.ErrorList) {
		for _, e := range list {
			if sameFile(e.Pos.File, file) {
				here := *e
				here.Pos.File = file
				found = append(found, &here)
			}
		}
		return found
	}
	return own(r.Errors), own(r.notices), true
}

// Tree loads the text of a tree with what the scene offers. The lists have what is wrong with that
// file there, what the scene itself finds included, and its notices.
func (r *Reading) Tree(file string, src []byte) (*run.Program, syntax.ErrorList, syntax.ErrorList) {
	r.loader.Notices = nil // of the scene, beside which it would not tell the same again
	p, err := r.loader.LoadSource(file, src)
	var l syntax.List
	l.Add(err)
	hintAtArena(l.Errors, r.loader.Registry())
	for _, e := range r.Errors {
		if sameFile(e.Pos.File, file) {
			own := *e
			own.Pos.File = file
			l.Errors = append(l.Errors, &own)
		}
	}
	l.Notices = r.loader.Notices
	errs, _ := l.Err().(syntax.ErrorList)
	return p, errs, l.SortedNotices()
}

// Readers bounds: how many folders a tree's scenes are looked for in, its own and those around it;
// how many files of each are looked at; and how many scenes are read, those that write
// the tree's name and others.
const (
	readerFolders = 3
	readerFiles   = 200
	readerBytes   = 1 << 20
	readersNaming = 32
	readersOther  = 8
)

// Readers reads the scenes in the folder of a tree, and in the two around that, that read the
// tree. Scenes that write its name are read first, and others only where none of those reads it.
func Readers(tree string, o Options) (all []*Reading) {
	full := fullName(tree)
	named, others := candidates(tree, o)
	for _, list := range [][]string{named, others} {
		for _, name := range list {
			r := Reads(name, o)
			if r.has(full) {
				all = append(all, r)
			}
		}
		if len(all) > 0 {
			break
		}
	}
	return all
}

// candidates lists the scenes that may read a tree: those that write its name, and others that
// refer to files.
func candidates(tree string, o Options) (named, others []string) {
	base := filepath.Base(tree)
	stem := []byte(strings.TrimSuffix(base, filepath.Ext(base)))
	folder := filepath.Dir(tree)
	for range readerFolders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			break
		}
		looked := 0
		for _, e := range entries {
			name := filepath.Join(folder, e.Name())
			if !slices.Contains(sceneExts, filepath.Ext(name)) || looked == readerFiles {
				continue
			}
			looked++
			src, err := markup.ReadFile(name, markup.Limits{Bytes: readerBytes})
			switch {
			case err != nil || !bytes.Contains(src, []byte("bots")) || name == filepath.Clean(tree):
			case bytes.Contains(src, stem):
				named = append(named, name)
			case bytes.Contains(src, []byte("file")):
				others = append(others, name)
			}
		}
		if o.Root != "" && sameFile(folder, o.Root) {
			break
		}
		next := filepath.Join(folder, "..")
		if sameFile(next, folder) {
			break
		}
		folder = next
	}
	return named[:min(len(named), readersNaming)], others[:min(len(others), readersOther)]
}

// sceneExts are the extensions of scenes.
var sceneExts = []string{".yaml", ".yml", ".json"}

// fullName returns the name of a file from the root of the disk.
func fullName(name string) string {
	full, err := filepath.Abs(name)
	if err != nil { // there is no working folder
		full = filepath.Clean(name)
	}
	return filepath.ToSlash(full)
}

// sameFile reports whether two names are those of one file.
func sameFile(a, b string) bool {
	return fullName(a) == fullName(b)
}

// ReadsTree lists the files of a tree without a scene, itself first, as far as it can be read.
func ReadsTree(name string, src []byte, o Options) []ReadFile {
	files, archive := o.disk(name).Within(o.limits()).Archived()
	r := &Reading{Files: []ReadFile{{name, fullName(name), src}}}
	loader := o.loader(files)
	_ = trees.Ask(loader.Registry(), trees.Vocabularies()...) // they are known
	_, _ = loader.LoadSource(name, src)                       // for what it reads
	r.add(files, archive)
	return r.Files
}

// Beside returns the text of a file beside a scene, which it need not read.
func (r *Reading) Beside(name string, o Options) ([]byte, bool) {
	if r.embedded {
		text, err := shipped.ReadFile(name)
		return text, err == nil
	}
	text, err := markup.ReadFile(name, markup.LimitsOf(o.limits()))
	return text, err == nil
}
