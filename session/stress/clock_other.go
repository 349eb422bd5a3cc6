//go:build !linux

package stress

import "time"

func threadClock() time.Duration { return wallClock() }
