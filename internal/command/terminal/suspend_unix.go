//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

const suspends = true

// heed is how long a system may take to stop a program. It does not stop one that no shell would
// let go on.
const heed = 200 * time.Millisecond

// stop stops the program, and those that the shell started with it, until the shell lets them go on.
func stop() {
	on := make(chan os.Signal, 1)
	signal.Notify(on, syscall.SIGCONT)
	defer signal.Stop(on)
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-on:
	case <-time.After(heed):
	}
}
