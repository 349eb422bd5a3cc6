package trees

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// LoadClass compiles what a class names by its files: a tree, or a creature with or
// without a tree. The error is a *syntax.Error or a syntax.ErrorList.
func (ld *Loader) LoadClass(b *ClassTree) (*run.Program, error) {
	files := ld.files
	if len(b.Roots)+len(b.Mods) > 0 || len(files.Mods) > 0 {
		var err *syntax.Error
		if files, err = ld.files.Under(folders(b.Roots), folders(b.Mods)); err != nil {
			return nil, err
		}
		if files, err = dst.LoadMods(files, b.At.Start, ld.reg); err != nil {
			return nil, err
		}
	}
	if b.Creature.Text == "" && files == ld.files {
		return ld.Load(b.At.Start, b.File)
	}
	brain, creature := "", ""
	for _, f := range []struct {
		to *string
		of Word
	}{{&brain, Word{Text: b.File, At: b.At}}, {&creature, b.Creature}} {
		if f.of.Text == "" {
			continue
		}
		name, err := files.Find(f.of.At.Start, f.of.Text)
		if err != nil {
			return ld.missing(f.of.Text, err)
		}
		*f.to = name
	}
	name := rootedName(brain, b)
	if creature == "" {
		return ld.once(b.At.Start, name, files, func() (*loaded, *syntax.Error) { return ld.load(b.At.Start, brain, files) })
	}
	which := b.Prefab.Text
	if which == "" {
		which = b.Name
	}
	name = strings.Trim(name+", "+rootedName(creature, b)+" "+which, ", ")
	return ld.once(b.At.Start, name, files, func() (*loaded, *syntax.Error) {
		return ld.loadCreature(b, brain, creature, files)
	})
}

func rootedName(file string, b *ClassTree) string {
	if len(b.Roots)+len(b.Mods) == 0 || file == "" {
		return file
	}
	var of []string
	for _, w := range b.Roots {
		of = append(of, "root "+w.Text)
	}
	for _, w := range b.Mods {
		of = append(of, "mod "+w.Text)
	}
	return fmt.Sprintf("%s (%s)", file, strings.Join(of, ", "))
}

// folders are the folders that words of a scene name.
func folders(words []Word) (all []sourcefile.Folder) {
	for _, w := range words {
		all = append(all, sourcefile.Folder{At: w.At.Start, Name: w.Text})
	}
	return all
}

// loadCreature is load for a creature: its file, and its tree if that has a file of
// its own.
func (ld *Loader) loadCreature(b *ClassTree, brain, creature string, files *sourcefile.Files) (*loaded, *syntax.Error) {
	done := &loaded{files: files}
	noting := ld.noting(done)
	c := dst.Creature{File: creature, Prefab: b.Prefab.Text, PrefabAt: b.Prefab.At.Start, Class: b.Name, Brain: brain}
	for _, f := range []struct {
		name string
		at   syntax.Pos
		src  *[]byte
	}{{brain, b.At.Start, &c.BrainSource}, {creature, b.Creature.At.Start, &c.Source}} {
		if f.name == "" {
			continue
		}
		src, err := noting.Read(f.at, f.name)
		if err != nil {
			return nil, err
		}
		d, err := dialectOf(f.name, src, *host.LimitsOf(ld.reg))
		switch {
		case err != nil:
			err.Pos, err.At = f.at, syntax.Span{}
			return nil, err
		case d.Creature == nil:
			return nil, &syntax.Error{Pos: f.at, Msg: fmt.Sprintf("file %q: creatures and their trees are %s, not of the dialect %s", f.name, strings.Join(creatureExts(), ", "), d.Name)}
		}
		done.dialect, *f.src = d, src
	}
	var l syntax.List
	done.dialect.refuseHidden(creature, ld.reg, &l)
	p := done.dialect.Creature(c, ld.reg, noting, &l)
	done.notices = l.SortedNotices()
	if done.err = l.Err(); done.err == nil {
		done.program = p
	}
	return done, nil
}

// creatureExts returns the extensions of files that make creatures.
func creatureExts() (exts []string) {
	for _, d := range Dialects() {
		if d.Creature != nil {
			exts = slices.Concat(exts, d.Exts)
		}
	}
	return exts
}
