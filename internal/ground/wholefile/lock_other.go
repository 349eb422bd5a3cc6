//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package wholefile

import (
	"errors"
	"os"
)

// openLeft opens nothing: without locks nobody can tell whether a program is gone.
func openLeft(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// lock takes no lock.
func lock(*os.File) error { return errors.ErrUnsupported }
