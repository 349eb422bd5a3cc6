package syntax

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Files finds and reads the files that sources refer to. All loaders share
// this one set of rules: a reference is looked up in the folder of the file
// that refers, then in the root; a leading / means the root. What lies outside
// the root, also by a symbolic link, is refused.
type Files struct {
	root string // slash-separated, clean
	stat func(name string) error
	read func(name string) ([]byte, error)
	// real resolves symbolic links
	real func(name string) (string, error)
}

// DiskFiles reads from disk on behalf of a file. An empty root is the file's
// folder, or that folder's parent where it is called bots or brains.
func DiskFiles(file, root string) *Files {
	if root == "" {
		root = filepath.Dir(file)
		if abs, err := filepath.Abs(root); err == nil {
			if base := filepath.Base(abs); base == "bots" || base == "brains" {
				root = filepath.Join(root, "..")
			}
		}
	}
	return &Files{
		root: filepath.ToSlash(filepath.Clean(root)),
		stat: func(name string) error { _, err := os.Stat(filepath.FromSlash(name)); return err },
		read: func(name string) ([]byte, error) { return ReadFile(filepath.FromSlash(name), DefaultLimits) },
		real: func(name string) (string, error) {
			abs, err := filepath.Abs(filepath.FromSlash(name))
			if err != nil {
				return "", err
			}
			abs, err = filepath.EvalSymlinks(abs)
			return filepath.ToSlash(abs), err
		},
	}
}

// EmbeddedFiles reads from a file system, with root as its root.
func EmbeddedFiles(fsys fs.FS, root string) *Files {
	return &Files{
		root: root,
		stat: func(name string) error { _, err := fs.Stat(fsys, name); return err },
		read: func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) },
		real: func(name string) (string, error) { return name, nil },
	}
}

// Find is the name of the file that a reference at a position means.
func (f *Files) Find(at Pos, ref string) (string, *Error) {
	ref = filepath.ToSlash(ref)
	candidates := []string{path.Join(f.root, ref)}
	if !strings.HasPrefix(ref, "/") {
		beside := path.Join(path.Dir(filepath.ToSlash(at.File)), ref)
		candidates = []string{beside, candidates[0]}
	}
	outside := false
	for _, name := range candidates {
		if !within(f.root, name) {
			outside = true
			continue
		}
		if f.stat(name) != nil {
			continue
		}
		real, err := f.real(name)
		root, rootErr := f.real(f.root)
		if err != nil || rootErr != nil || !within(root, real) {
			outside = true
			continue
		}
		return name, nil
	}
	if outside {
		return "", &Error{Pos: at, Msg: "file " + quote(ref) + " is outside the root " + quote(f.root), Hint: "name a wider root with --root"}
	}
	return "", &Error{Pos: at, Msg: "no file " + quote(ref) + " here or in the root " + quote(f.root)}
}

// Read reads a file that Find found. Errors are at the position that refers.
func (f *Files) Read(at Pos, name string) ([]byte, *Error) {
	src, err := f.read(name)
	if err == nil {
		return src, nil
	}
	var e *Error
	if errors.As(err, &e) {
		return nil, &Error{Pos: at, Msg: "file " + quote(name) + ": " + e.Msg}
	}
	return nil, &Error{Pos: at, Msg: "file " + quote(name) + ": " + err.Error()}
}

// within reports whether a clean name lies in a clean root.
func within(root, name string) bool {
	if root == "." {
		return name != ".." && !strings.HasPrefix(name, "../") && !path.IsAbs(name)
	}
	return name == root || strings.HasPrefix(name, strings.TrimSuffix(root, "/")+"/")
}

func quote(s string) string { return `"` + s + `"` }
