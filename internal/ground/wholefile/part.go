package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// parts is the number of names there are for what is not whole yet. The first that is free
// is taken, so that a name is the same from run to run, and what a killed one left is found.
const parts = 16

// partName returns the name of a file that is to have another one when it is whole. Past those
// that are looked through it is one that nobody has.
func partName(to string, i int) string {
	dir, base := filepath.Split(to)
	switch {
	case i == 0:
		return fmt.Sprintf("%s.%s.part", dir, base)
	case i < parts:
		return fmt.Sprintf("%s.%s.part-%d", dir, base, i)
	}
	return fmt.Sprintf("%s.%s.part-%08x", dir, base, rand.Uint32())
}

// errTaken is the error for a lock that somebody else has.
var errTaken = errors.New("another program writes it")

// createPart begins a file that is to be called to, and removes what was left of such files
// by programs that are gone. Each holds a lock while it is written: who gets the lock of
// one that is there has found one of which nobody knows any more.
func createPart(to string, mode fs.FileMode) (*os.File, error) {
	for i := range parts {
		removeLeft(partName(to, i))
	}
	for i := range parts + 100 {
		f, err := os.OpenFile(partName(to, i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, err
		}
		if err := lock(f); !errors.Is(err, errTaken) && still(f) {
			return f, nil
		}
		_ = f.Close() // another program has taken it for one that was left
	}
	return nil, &fs.PathError{Op: "create", Path: to, Err: fs.ErrExist}
}

// removeLeft removes a file that a program which is gone was writing.
func removeLeft(name string) {
	f, err := openLeft(name)
	if err != nil {
		return
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && lock(f) == nil && still(f) {
		_ = os.Remove(name) // it may belong to somebody else: then it stays
	}
	_ = f.Close()
}

// still reports whether an open file has its name.
func still(f *os.File) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(mine, named)
}
