package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Main runs the command line of the program, and ends the program with its exit code.
func Main() { Run(nil, program, os.Args[1:]) }

// Run is Main of a program that offers the command for a game of its own, and is called by a name;
// see [Execute].
func Run(own *Game, name string, args []string) {
	os.Exit(Execute(untilSignal(), own, name, args, os.Stdout, os.Stderr))
}

// endedBy is the cause of a context that a signal has ended.
type endedBy struct{ os.Signal }

func (e endedBy) Error() string { return e.String() }

// untilSignal makes a context that Ctrl-C and SIGTERM end. A second one ends the program at
// once.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-c
		signal.Stop(c)
		cancel(endedBy{s})
	}()
	return ctx
}

// signalCode returns the exit code of a program that the end of a context has cut off, as shells
// have it: 130 for Ctrl-C, 143 for SIGTERM.
func signalCode(ctx context.Context) int {
	by := syscall.SIGINT
	if e, ok := context.Cause(ctx).(endedBy); ok {
		by, _ = e.Signal.(syscall.Signal)
	}
	return 128 + int(by)
}
