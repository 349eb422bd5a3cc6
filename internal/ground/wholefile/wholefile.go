// Package wholefile writes files that are whole or not there: it writes to a file of
// another name in the same folder, which replaces the old one when all of it is on the
// disk. A full disk, or a program that ends in between, leaves the old file as it was.
// The next program that writes the same file removes what a killed one has left.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// File is a file that is being written. Commit or Abort ends it; an Abort after that does
// nothing, so that it can be deferred. Errors name it as Create was told to.
type File struct {
	name   string // as it was asked for
	to     string // its final name; empty for what is no regular file and is written directly
	file   *os.File
	placed bool // it has its final name already
	ended  bool
}

// Create begins a file. What is at path already stays until Commit: its mode is taken
// over, and a symbolic link stays one. What is there and is no regular file, such as a
// device or a pipe, is written directly.
func Create(path string) (*File, error) {
	f, mode, to := &File{name: path}, fs.FileMode(0o666), path
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		f.file, err = os.OpenFile(path, os.O_WRONLY, 0)
		return f, f.failed(err)
	case err == nil:
		mode = info.Mode().Perm()
		if mode&0o200 == 0 {
			return nil, &fs.PathError{Op: "write", Path: path, Err: fs.ErrPermission}
		}
		if to, err = filepath.EvalSymlinks(path); err != nil {
			return nil, f.failed(err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	f.to = to
	if f.file, err = createPart(to, mode); err != nil {
		return nil, f.failed(err)
	}
	return f, nil
}

// failed says an error of the file that is written, whose name nobody knows, of the one that
// was asked for.
func (f *File) failed(err error) error {
	var path *fs.PathError
	var rename *os.LinkError
	switch {
	case errors.As(err, &path):
		return &fs.PathError{Op: path.Op, Path: f.name, Err: path.Err}
	case errors.As(err, &rename):
		return &fs.PathError{Op: rename.Op, Path: f.name, Err: rename.Err}
	}
	return err
}

// Write writes to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	return n, f.failed(err)
}

// moves tells that files can be renamed and removed while they are open. Then that is done
// before they are closed: what is closed and has not its name yet looks as if its program
// had gone.
const moves = runtime.GOOS != "windows"

// Place gives the file its name now, while it is being written: for files that are whole
// at every moment, each with more than before. It keeps the name, whatever comes. Where open
// files cannot be renamed, Commit does.
func (f *File) Place() error {
	if f.to == "" || f.placed || !moves {
		return nil
	}
	err := f.file.Sync()
	if err == nil {
		err = f.rename()
	}
	return f.failed(err)
}

func (f *File) rename() error {
	if err := os.Rename(f.file.Name(), f.to); err != nil {
		return err
	}
	f.placed = true
	syncFolder(filepath.Dir(f.to))
	return nil
}

// Commit closes the file and gives it its name. After an error nothing has changed,
// and what was written is gone, unless it was placed.
func (f *File) Commit() error {
	if f.to == "" {
		f.ended = true
		return f.failed(f.file.Close())
	}
	err := f.file.Sync()
	if !moves && err == nil {
		err = f.file.Close()
	}
	if err == nil && !f.placed {
		err = f.rename()
	}
	if err != nil {
		f.Abort()
		return f.failed(err)
	}
	f.ended = true
	if moves {
		err = f.file.Close()
	}
	return f.failed(err)
}

// Abort closes the file and removes what was written, unless it was placed.
func (f *File) Abort() {
	if f.ended {
		return
	}
	f.ended = true
	if !moves {
		_ = f.file.Close() // what it holds is not wanted
	}
	if f.to != "" && !f.placed {
		_ = os.Remove(f.file.Name())
	}
	_ = f.file.Close()
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
