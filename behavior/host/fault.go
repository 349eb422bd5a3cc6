package host

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Fault is a failure of host code at run time: a panic in an action, or what
// it reported through [Call.Warnf].
type Fault struct {
	Tree string
	Pos  string // file:line:col of the node
	Node string // what it is called; empty where only its place is known
	Bot  BotID
	// Name is what the bot is called; empty where the world has no names, and for
	// one that is gone.
	Name string
	Tick int64
	Text string
	Note bool // a notice and no failure
	// Panicked says that Go code panicked.
	Panicked bool
	// Stack tells where Go code panicked: a line for each function from the
	// panic down to the action, "FUNCTION FILE:LINE". It is empty where none
	// panicked, and in faults that the world did not keep. Of a script that failed
	// it tells the calls that led there, a line for each. It is for people:
	// digests leave it out.
	Stack string
}

// String is "FILE:LINE:COL: NODE of tree T, NAME, tick 30: TEXT", with "bot 7" for a bot without a name.
func (f Fault) String() string {
	of, who := "", f.Name
	if f.Node != "" {
		of = f.Node + " of "
	}
	if who == "" {
		who = fmt.Sprintf("bot %d", f.Bot)
	}
	return fmt.Sprintf("%s: %stree %s, %s, tick %d: %s", f.Pos, of, f.Tree, who, f.Tick, f.Text)
}

// maxFrames bounds a stack, so that a recursion without end stays readable.
const maxFrames = 64

// Unwind fills in the stack of a fault that is a panic. A stack costs more than
// all else of a fault, so a [World] asks for it within its Fault method, and only
// for the faults that it keeps.
func Unwind(f *Fault) {
	if !f.Panicked || f.Stack != "" {
		return
	}
	var b strings.Builder
	var pcs [maxFrames]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	// innermost first: this function, the world, the package that recovered, the
	// Go runtime's panic, host code, and the package that recovered again
	recoverer, panicking := "", false
	for {
		frame, more := frames.Next()
		switch {
		case strings.HasPrefix(frame.Function, "runtime."):
			panicking = panicking || frame.Function == "runtime.gopanic"
		case !panicking:
			recoverer = packageOf(frame.Function)
		case packageOf(frame.Function) == recoverer:
			f.Stack = b.String()
			return
		default:
			fmt.Fprintf(&b, "%s %s:%d\n", frame.Function, frame.File, frame.Line)
		}
		if !more {
			f.Stack = b.String()
			return
		}
	}
}

// packageOf is the import path in the full name of a function.
func packageOf(function string) string {
	dir, name := path.Split(function)
	name, _, _ = strings.Cut(name, ".")
	return dir + name
}
