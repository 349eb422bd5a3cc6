//go:build !unix

package cputime

import "time"

var began = time.Now()

// Now returns the time that has passed, where the system does not tell what was computed.
func Now() time.Duration { return time.Since(began) }
