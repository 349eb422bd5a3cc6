//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Now returns the time that all threads of the process have computed.
func Now() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
