package sourcefile

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// List returns the names of the files in a folder of the roots, without that of the folder, in their order.
// It notes nothing: whoever uses one of them finds and reads it.
func (f *Files) List(folder string) (names []string) {
	for _, root := range f.roots() {
		names = append(names, listed(f.store, path.Join(root, folder))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Peek returns what a file of the first root that has it holds, without a note that it was read;
// not ok for one that cannot be read.
func (f *Files) Peek(ref string) (src []byte, ok bool) {
	for _, root := range f.roots() {
		if src, err := f.unnoted().read(path.Join(root, filepath.ToSlash(ref)), f.limits); err == nil {
			return src, true
		}
	}
	return nil, false
}

// listed lists the files in a folder of a store.
func listed(in store, abs string) (names []string) {
	switch s := in.(type) {
	case noted:
		return listed(s.store, abs)
	case held:
		return append(listed(s.store, abs), namesIn(abs, s.texts, s.abs)...)
	case disk:
		entries, _ := os.ReadDir(filepath.FromSlash(abs)) // no folder has no files
		return filesOf(entries)
	case embedded:
		entries, _ := fs.ReadDir(s.fsys, abs)
		return filesOf(entries)
	case memory:
		return namesIn(abs, s, path.Clean)
	case *source:
		return listed(s.now, abs)
	case *Archive:
		return s.list(abs)
	case sealed:
		return s.list(abs)
	case backed:
		return append(s.list(abs), listed(s.by, abs)...)
	case folder:
		if dir, ok := s.file(abs); ok {
			entries, _ := os.ReadDir(dir)
			names = filesOf(entries)
		}
		return append(names, listed(s.store, abs)...)
	case instead:
		if name := s.name(abs); name != "" {
			names = listed(s.by, name)
		}
		return append(names, listed(s.store, abs)...)
	}
	return nil
}

func filesOf(entries []fs.DirEntry) (names []string) {
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// namesIn are the last parts of the names that lie in a folder.
func namesIn[T any](folder string, texts map[string]T, abs func(string) string) (names []string) {
	for name := range texts {
		if full := abs(name); path.Dir(full) == folder {
			names = append(names, path.Base(full))
		}
	}
	return names
}

// list lists the files in a folder that were found.
func (a *Archive) list(folder string) (names []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name, i := range a.last {
		if rest, ok := strings.CutPrefix(name, folder+"/"); ok && !strings.Contains(rest, "/") && a.found[i].Read && !a.found[i].Gone {
			names = append(names, rest)
		}
	}
	return names
}
