// Package vector says whether loops over lanes use the vector instructions of the
// processor. Where they do not, loops in Go give the same bits.
//
// A user turns them off with GODEBUG=cpu.avx2=off, tests and measurements with Use.
package vector

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// able is set where there is assembly for the processor.
var able = runtime.GOARCH == "amd64" && cpu.X86.HasAVX2

var on = able

// On reports whether vector instructions are used: on amd64, where processor and
// operating system have AVX2.
func On() bool { return on }

// Use turns vector instructions on, where the processor has them, or off, and
// reports what it was before. No game may be in a tick meanwhile.
func Use(want bool) (before bool) {
	before = on
	on = want && able
	return before
}
