//go:build unix

package command

import (
	"os/signal"
	"syscall"
)

// A reader that goes away is an error of the write, told like every other, and no signal
// that ends the program without a word.
func init() { signal.Ignore(syscall.SIGPIPE) }
