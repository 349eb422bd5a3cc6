package trees

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Late is a file that programs have read while they ran, and not when they were loaded.
type Late struct {
	Name string
	Sum  [sha256.Size]byte // of what it held when it was read last, or accepted
	Of   []string          // the names of the programs, see [Loader.Name], in their order
}

// lateFiles holds the late files of a loader and of all that were made of it by Renew, by
// name. Programs that several workers run may read files at once.
type lateFiles struct {
	mu  sync.Mutex
	all map[string]*Late
}

// note takes down that a program has read a file.
func (l *lateFiles) note(name, program string, sum [sha256.Size]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.all[name]
	if f == nil {
		f = &Late{Name: name}
		l.all[name] = f
	}
	f.Sum = sum
	if i, ok := slices.BinarySearch(f.Of, program); !ok {
		f.Of = slices.Insert(f.Of, i, program)
	}
}

// noting are files of which each that is read becomes a source of what is loaded, or, once
// that runs, a late one.
func (ld *Loader) noting(done *loaded) *sourcefile.Files {
	return done.files.Noting(func(name string, src []byte) {
		sum := sha256.Sum256(src)
		switch {
		case slices.ContainsFunc(done.sources, func(s source) bool { return s.name == name }):
		case done.program == nil:
			done.sources = append(done.sources, source{name, sum, src})
		case !done.files.Holds(name):
			ld.late.note(name, done.name, sum)
		}
	})
}

// Late lists the files that programs have read while they ran, in the order of their names.
func (ld *Loader) Late() (all []Late) {
	ld.late.mu.Lock()
	defer ld.late.mu.Unlock()
	for _, f := range ld.late.all {
		all = append(all, Late{f.Name, f.Sum, slices.Clone(f.Of)})
	}
	slices.SortFunc(all, func(a, b Late) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// SetLate has the loader know those files and no others.
func (ld *Loader) SetLate(all []Late) {
	ld.late.mu.Lock()
	defer ld.late.mu.Unlock()
	clear(ld.late.all)
	for _, f := range all {
		ld.late.all[f.Name] = &Late{f.Name, f.Sum, slices.Clone(f.Of)}
	}
}

// Edited lists the files that programs have read while they ran and that hold something else
// by now. From accept on, they are as they are now.
func (ld *Loader) Edited() (names []string, accept func()) {
	all := ld.Late()
	for i := range all {
		f := &all[i]
		if !slices.ContainsFunc(f.Of, func(of string) bool { return ld.loaded[of] != nil }) {
			continue
		}
		src, err := ld.files.Read(syntax.Pos{File: f.Name}, f.Name)
		if sum := sha256.Sum256(src); err == nil && sum != f.Sum {
			f.Sum = sum
			names = append(names, f.Name)
		}
	}
	return names, func() { ld.SetLate(all) }
}

// EditedMods lists the main files of mods, and those that they import, that held something else
// when before read them. They are run once, as a game begins.
func (ld *Loader) EditedMods(before *Loader) (names []string) {
	for key, now := range ld.loaded {
		was := before.loaded[key]
		if was == nil || now.files == nil {
			continue
		}
		for _, s := range now.sources {
			i := slices.IndexFunc(was.sources, func(o source) bool { return o.name == s.name })
			if i >= 0 && was.sources[i].sum != s.sum && now.files.OfMod(s.name) {
				names = append(names, s.name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
