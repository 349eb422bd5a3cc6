package terminal

import "io"

// Codes of a terminal for a program that draws on all of it: a screen of its own, without a cursor, on which
// long lines are cut, and back to what was there.
const (
	EnterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l"
	LeaveScreen = "\x1b[?7h\x1b[?25h\x1b[?1049l"
)

// Suspend has the shell take over, as Ctrl-Z does, until it lets the program go on, which has its
// keyboard and its screen again then. Where a system has no such thing, nothing happens.
func (k *Keyboard) Suspend(screen io.Writer) {
	if !suspends {
		return
	}
	_, _ = io.WriteString(screen, LeaveScreen) // the terminal may be gone, here and below
	k.restore()
	stop()
	k.takeOver()
	_, _ = io.WriteString(screen, EnterScreen)
}
