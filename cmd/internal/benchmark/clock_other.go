//go:build !linux

package benchmark

import "time"

func threadClock() time.Duration { return wallClock() }
