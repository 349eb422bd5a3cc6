package benchmark

import (
	"syscall"
	"time"
)

// threadClock is the time that the processor gave to the calling thread, which
// others on the machine do not lengthen.
func threadClock() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		return wallClock()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
