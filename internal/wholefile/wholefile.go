// Package wholefile writes files that are whole or not there: what is written goes
// to a file of another name in the same folder, which takes the place of the old one
// when all of it is on the disk. A full disk, or a program that ends in between, leaves
// the old file as it was.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
)

// File is a file that is being written. Commit or Abort ends it; an Abort after that does
// nothing, so that it can be deferred.
type File struct {
	*os.File
	to     string // its final name; empty for what is no regular file and is written directly
	placed bool   // it has that name already
	ended  bool
}

// Create begins a file. What is at path already stays until Commit: its mode is taken
// over, and a symbolic link stays one. What is there and is no regular file, such as a
// device or a pipe, is written directly.
func Create(path string) (*File, error) {
	mode := fs.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	case err == nil:
		mode = info.Mode().Perm()
		if mode&0o200 == 0 {
			return nil, &fs.PathError{Op: "write", Path: path, Err: fs.ErrPermission}
		}
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	dir, base := filepath.Split(path)
	for range 100 {
		part := fmt.Sprintf("%s.%s.part-%08x", dir, base, rand.Uint32())
		f, e := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(e, fs.ErrExist) {
			continue
		}
		if e != nil { // said of the file that was wanted
			var of *fs.PathError
			if errors.As(e, &of) {
				of.Path = path
			}
			return nil, e
		}
		return &File{File: f, to: path}, nil
	}
	return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
}

// Place gives the file its name now, while it is being written: for files that are whole
// at every moment, each with more than before. It keeps the name, whatever comes. Windows
// does not rename files that are open: there Commit does.
func (f *File) Place() error {
	if f.to == "" || f.placed || runtime.GOOS == "windows" {
		return nil
	}
	err := f.Sync()
	if err == nil {
		err = os.Rename(f.Name(), f.to)
	}
	if err != nil {
		return err
	}
	f.placed = true
	syncFolder(filepath.Dir(f.to))
	return nil
}

// Commit closes the file and gives it its name. After an error nothing has changed,
// and what was written is gone, unless it was placed.
func (f *File) Commit() error {
	f.ended = true
	if f.to == "" {
		return f.Close()
	}
	if f.placed {
		err := f.Sync()
		if e := f.Close(); err == nil {
			err = e
		}
		return err
	}
	err := f.Sync()
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), f.to)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error is the one to tell
		return err
	}
	syncFolder(filepath.Dir(f.to))
	return nil
}

// Abort closes the file and removes what was written, unless it was placed.
func (f *File) Abort() {
	if f.ended {
		return
	}
	f.ended = true
	_ = f.Close() // what it holds is not wanted
	if f.to != "" && !f.placed {
		_ = os.Remove(f.Name())
	}
}

// syncFolder puts a new name on the disk. Some systems cannot do that for folders, and
// need not: the file itself is there.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Write writes all of a file at once.
func Write(path string, content []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Commit()
}
