//go:build !linux

package window

import "time"

var began = time.Now()

// cpuTime returns the time that passed, where a thread's own is not known.
func cpuTime() time.Duration { return time.Since(began) }
