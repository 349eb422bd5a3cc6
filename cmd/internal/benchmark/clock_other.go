//go:build !linux

package benchmark

import "time"

const threadClockIsCPU = false

func threadClock() time.Duration { return wallClock() }
