package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

// The files by which a folder is one server's alone: the first is locked, which ends with the
// process, and the second has the process's number. Both stay.
const (
	lockFile  = ".lock"
	ownerFile = ".pid"
)

// claim is the folders that a server writes to, which no other one does meanwhile.
type claim []*flock.Flock

// take adds a folder. One that is the server's already is so by any name.
func (c *claim) take(dir string) error {
	path := filepath.Join(dir, lockFile)
	if own, err := os.Stat(path); err == nil {
		for _, l := range *c {
			if has, err := l.Stat(); err == nil && os.SameFile(own, has) {
				return nil
			}
		}
	}
	lock, owner := flock.New(path, flock.SetPermissions(0o600)), filepath.Join(dir, ownerFile)
	switch free, err := lock.TryLock(); {
	case err != nil:
		return fmt.Errorf("%s cannot be locked, so that another server could write to it: %w", dir, err)
	case !free:
		return fmt.Errorf("another server%s writes to %s; end it, or take another folder", process(owner), dir)
	}
	*c = append(*c, lock)
	return os.WriteFile(owner, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o600)
}

// process names a process in a text, or is empty where a file has no number of one.
func process(owner string) string {
	text, err := os.ReadFile(owner)
	if err != nil {
		return ""
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (process %d)", pid)
}

// drop leaves the folders to others.
func (c *claim) drop() error {
	var all error
	for _, l := range *c {
		all = errors.Join(all, l.Close())
	}
	*c = nil
	return all
}
