package command

import (
	"fmt"
	"os"
	"syscall"
)

// memoryLeft returns how many bytes the process may still take, where its address space is
// bounded, as by ulimit -v. Go ends a program that gets no memory without asking it.
func memoryLeft() (bytes int64, bounded bool) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur >= 1<<60 {
		return 0, false
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, false
	}
	var pages int64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		return 0, false
	}
	return max(0, int64(limit.Cur)-pages*int64(os.Getpagesize())), true
}
