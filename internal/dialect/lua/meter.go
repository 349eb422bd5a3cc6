package lua

import (
	"context"
	"errors"
)

var (
	errBudget = errors.New("the script was stopped: it ran for too long")
	errMemory = errors.New("the script was stopped: it took too much memory")
)

var closed = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// meter is a context that the virtual machine asks before each instruction. Once
// its count is used up it stays expired until the next turn: every further
// instruction fails, so that nothing goes on under pcall.
type meter struct {
	context.Context
	left int64
	err  error
}

func newMeter() *meter { return &meter{Context: context.Background(), err: errBudget} }

// Done counts one instruction.
func (m *meter) Done() <-chan struct{} {
	m.left--
	if m.left >= 0 {
		return nil
	}
	return closed
}

// Err is what a script is stopped with.
func (m *meter) Err() error { return m.err }
