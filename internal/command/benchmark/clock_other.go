//go:build !linux

package benchmark

import "time"

const threadClockIsCPU, processClockIsCPU = false, false

func threadClock() time.Duration { return wallClock() }

func processClock() time.Duration { return wallClock() }
