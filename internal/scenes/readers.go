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
	Files  []string         // what it read, itself first, by full names
	Errors syntax.ErrorList // all that is wrong with it and its trees

	loader *trees.Loader
}

// Reads reads a scene on the disk and tells its files, also where it has errors.
func Reads(name string, o Options) *Reading {
	files, archive := sourcefile.Disk(name, o.Root).Within(o.limits()).Archived()
	r := &Reading{Name: name, loader: o.loader(files)}
	var l syntax.List
	src, err := files.ReadFirst(name)
	if err == nil {
		_, err = load(name, src, r.loader, origin{})
	}
	l.Add(err)
	r.Errors, _ = l.Err().(syntax.ErrorList)
	for _, f := range archive.Found(0) {
		if f.Read && f.Err == "" && !slices.Contains(r.Files, f.Name) {
			r.Files = append(r.Files, f.Name)
		}
	}
	return r
}

// Tree loads the text of a tree with what the scene offers. The lists have what is wrong with that
// file there, what the scene itself finds included, and its notices.
func (r *Reading) Tree(file string, src []byte) (*run.Program, syntax.ErrorList, syntax.ErrorList) {
	before := len(r.loader.Notices)
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
	l.Notices = r.loader.Notices[before:]
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
	full, err := filepath.Abs(tree)
	if err != nil {
		return nil
	}
	named, others := candidates(tree, o)
	for _, list := range [][]string{named, others} {
		for _, name := range list {
			r := Reads(name, o)
			if slices.Contains(r.Files, filepath.ToSlash(full)) {
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

// sameFile reports whether two names are those of one file.
func sameFile(a, b string) bool {
	fullA, errA := filepath.Abs(a)
	fullB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && fullA == fullB
}
