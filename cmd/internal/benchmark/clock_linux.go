package benchmark

import (
	"syscall"
	"time"
)

const threadClockIsCPU, processClockIsCPU = true, true

// threadClock is the processor time of the calling thread. Other work on the machine
// does not lengthen it.
func threadClock() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	return used(thisThread)
}

// processClock is the processor time of all threads of the process.
func processClock() time.Duration { return used(syscall.RUSAGE_SELF) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return wallClock()
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
