package benchmark

import (
	"time"

	"golang.org/x/sys/unix"
)

const threadClockIsCPU, processClockIsCPU = true, true

// threadClock returns the processor time of the calling thread. Other work on the machine
// does not lengthen it.
func threadClock() time.Duration { return used(unix.CLOCK_THREAD_CPUTIME_ID) }

// processClock returns the processor time of all threads of the process.
func processClock() time.Duration { return used(unix.CLOCK_PROCESS_CPUTIME_ID) }

func used(clock int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		return wallClock()
	}
	return time.Duration(t.Nano())
}
