package command

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/playback"
)

// stdin is the name of a file that means standard input, as that of one to write means
// standard output.
const stdin = playback.Stdout

// called returns a file that is read, as messages call it.
func called(name string) string {
	if name == stdin {
		return "stdin"
	}
	return name
}

// open opens a file that a command reads once.
func open(cmd *cobra.Command, name string) (io.ReadCloser, error) {
	if name == stdin {
		return io.NopCloser(cmd.InOrStdin()), nil
	}
	return openFile(name)
}

// openFile opens a file, and refuses a pipe: whoever opens one waits, deaf to signals, until
// somebody writes to it.
func openFile(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return nil, fmt.Errorf("%s is a pipe; - reads standard input", name)
	}
	return os.Open(name)
}

// onceOnly refuses standard input for two files.
func onceOnly(names ...string) error {
	n := 0
	for _, name := range names {
		if name == stdin {
			n++
		}
	}
	if n > 1 {
		return usagef("%d files are all -, and standard input is one", n)
	}
	return nil
}

// rereader opens files that a command reads more than once. Standard input is copied to a
// file for that, which close removes.
type rereader struct {
	in   io.Reader
	copy string // the name of the file; empty before it is there
}

func (r *rereader) open(name string) (io.ReadCloser, error) {
	if name != stdin {
		return openFile(name)
	}
	if r.copy == "" {
		f, err := os.CreateTemp("", "thicket-*")
		if err != nil {
			return nil, err
		}
		r.copy = f.Name()
		_, err = io.Copy(f, r.in)
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", called(name), err)
		}
	}
	return os.Open(r.copy)
}

func (r *rereader) close() {
	if r.copy != "" {
		_ = os.Remove(r.copy) // nobody reads it any more
	}
}
