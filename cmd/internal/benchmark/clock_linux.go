package benchmark

import (
	"syscall"
	"time"
)

const threadClockIsCPU = true

// threadClock is the processor time of the calling thread. Other work on the machine
// does not lengthen it.
func threadClock() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		return wallClock()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
