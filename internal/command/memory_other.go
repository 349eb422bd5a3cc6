//go:build !linux

package command

// memoryLeft is not known here.
func memoryLeft() (bytes int64, bounded bool) { return 0, false }
