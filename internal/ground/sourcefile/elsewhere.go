package sourcefile

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// source is an archive whose files are read from somewhere else from some moment on. Names
// stay as the archive has them.
type source struct {
	*Archive
	now store // the archive, or what took its place
}

var _ store = (*source)(nil)

func (s *source) exists(abs string) bool                             { return s.now.exists(abs) }
func (s *source) real(abs string) (string, error)                    { return s.now.real(abs) }
func (s *source) read(abs string, lim markup.Limits) ([]byte, error) { return s.now.read(abs, lim) }
func (s *source) searched() string                                   { return s.now.searched() }

// source returns the source of files of an archive, or nil.
func (f *Files) source() *source {
	from := f.unnoted()
	if h, ok := from.(held); ok {
		return (&Files{store: h.store}).source()
	}
	s, _ := from.(*source)
	return s
}

// unnoted returns where files are read from without a note of what is found.
func (f *Files) unnoted() store {
	if n, ok := f.store.(noted); ok {
		return n.store
	}
	return f.store
}

// Follow has files of an archive read, from now on, from where others are: those that the
// archive was made of. It does nothing where these are an archive, too, and no more.
func (f *Files) Follow(o *Files) {
	s, from := f.source(), o.unnoted()
	if other, ok := from.(*source); ok {
		if from = other.now; from == store(other.Archive) {
			return
		}
	}
	if s != nil {
		s.now = from
	}
}

// Seal says that files of an archive are read from there alone for good: errors tell so.
func (f *Files) Seal() {
	if s := f.source(); s != nil {
		s.now = sealed{s.Archive}
	}
}

// Behind has files of an archive read from others, from now on, where the archive does not
// have them.
func (f *Files) Behind(o *Files) {
	if s := f.source(); s != nil {
		s.now = backed{s.Archive, o.store}
	}
}

// ReadFrom has files of an archive read from a folder, from now on, which stands in the
// place of their root. What is not there is as it was, and so is what lies outside the root.
func (f *Files) ReadFrom(dir string) error {
	if err := CheckRoot(dir); err != nil {
		return err
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return err
	}
	if s := f.source(); s != nil {
		root := s.abs(s.Root)
		of := folder{store: s.now, named: filepath.ToSlash(dir), dir: full, realDir: real, root: root, realRoot: root}
		if was, err := s.Archive.real(root); err == nil {
			of.realRoot = was
		}
		s.now = of
	}
	return nil
}

// ReadIn has files of an archive read from a file system, from now on: by the names that they have
// there where the archive was made from one, otherwise it stands in the place of their root. What
// is not there is as it was.
func (f *Files) ReadIn(fsys fs.FS) {
	if s := f.source(); s != nil {
		root := "."
		if s.Folder != "" {
			root = s.abs(s.Root)
		}
		s.now = instead{s.now, embedded{fsys}, root}
	}
}

// OnDisk returns where a file that Find found would be on the disk now; empty where it cannot be
// there.
func (f *Files) OnDisk(name string) string {
	from := f.unnoted()
	s := f.source()
	if s != nil {
		from = s.now
	}
	switch of := from.(type) {
	case folder:
		file, _ := of.file(s.abs(name))
		return file
	case embedded, instead:
		return ""
	}
	return name
}

// Held returns what a file of an archive held when it was read last; not ok where it was not.
func (f *Files) Held(name string) (src []byte, ok bool) {
	if h, ok := f.store.(held); ok {
		if text, ok := h.texts[name]; ok {
			return text, true
		}
	}
	s := f.source()
	if s == nil {
		return nil, false
	}
	found, ok := s.at(s.abs(name))
	return found.Text, ok && found.Read && found.Err == ""
}

// instead is a file system in front of the files of an archive.
type instead struct {
	store
	by   embedded
	root string // in whose place it is, as the archive has it
}

func (i instead) name(abs string) string {
	if i.root == "." {
		return abs
	}
	if !within(i.root, abs) {
		return ""
	}
	return path.Clean(strings.TrimPrefix(strings.TrimPrefix(abs, i.root), "/"))
}

func (i instead) has(abs string) bool {
	name := i.name(abs)
	return name != "" && i.by.exists(name)
}

func (i instead) exists(abs string) bool { return i.has(abs) || i.store.exists(abs) }

func (i instead) real(abs string) (string, error) {
	if i.has(abs) {
		return abs, nil
	}
	return i.store.real(abs)
}

func (i instead) read(abs string, lim markup.Limits) ([]byte, error) {
	if i.has(abs) {
		return i.by.read(i.name(abs), lim)
	}
	return i.store.read(abs, lim)
}

func (instead) searched() string {
	return "in the file system that the program gave, and none among those that the game brought with it"
}

// sealed is an archive that says so.
type sealed struct{ *Archive }

func (sealed) searched() string { return "among those that the game brought with it" }

// backed is an archive, and other files behind it.
type backed struct {
	*Archive
	by store
}

func (b backed) exists(abs string) bool { return b.Archive.exists(abs) || b.by.exists(abs) }

func (b backed) real(abs string) (string, error) {
	if b.Archive.exists(abs) {
		return b.Archive.real(abs)
	}
	return b.by.real(abs)
}

func (b backed) read(abs string, lim markup.Limits) ([]byte, error) {
	if f, ok := b.at(abs); ok && f.Read {
		return b.Archive.read(abs, lim)
	}
	return b.by.read(abs, lim)
}

// folder is a folder of the disk in front of the files of an archive.
type folder struct {
	store
	named          string // as the user did
	dir, realDir   string // full names
	root, realRoot string // in whose place it is, as the archive has it
}

// file returns where a file would be in the folder; false for one that lies outside the
// root.
func (f folder) file(abs string) (string, bool) {
	if !within(f.root, abs) {
		return "", false
	}
	rel := abs
	if f.root != "." {
		rel = strings.TrimPrefix(strings.TrimPrefix(abs, f.root), "/")
	}
	return filepath.Join(f.dir, filepath.FromSlash(rel)), true
}

// has returns where a file is in the folder, if it is there.
func (f folder) has(abs string) (string, bool) {
	file, ok := f.file(abs)
	if !ok {
		return "", false
	}
	_, err := os.Stat(file)
	return file, err == nil
}

func (f folder) exists(abs string) bool {
	_, ok := f.has(abs)
	return ok || f.store.exists(abs)
}

// real returns the name that a file has in the root when symbolic links are resolved, so that it
// may be compared with those of the archive; a full name elsewhere where they lead out of
// the folder.
func (f folder) real(abs string) (string, error) {
	file, ok := f.has(abs)
	if !ok {
		return f.store.real(abs)
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "", err
	}
	dir := filepath.ToSlash(f.realDir)
	if real = filepath.ToSlash(real); !within(dir, real) {
		return real, nil
	}
	return path.Join(f.realRoot, strings.TrimPrefix(real, dir)), nil
}

func (f folder) read(abs string, lim markup.Limits) ([]byte, error) {
	file, ok := f.has(abs)
	if !ok {
		return f.store.read(abs, lim)
	}
	return markup.ReadFile(file, lim)
}

func (f folder) searched() string {
	return fmt.Sprintf("in the folder %q, and none among those that the game brought with it", f.named)
}
