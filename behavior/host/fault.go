package host

import "fmt"

// Fault is a failure of host code at run time: a panic in an action, or what
// it reported through [Call.Warnf].
type Fault struct {
	Tree string
	Pos  string // file:line:col of the node
	Node string // what it is called; empty where only its place is known
	Bot  BotID
	Tick int64
	Text string
	Note bool // nothing failed: a notice, or what a script printed
}

// String is "FILE:LINE:COL: NODE of tree T, bot 7, tick 30: TEXT".
func (f Fault) String() string {
	of := ""
	if f.Node != "" {
		of = f.Node + " of "
	}
	return fmt.Sprintf("%s: %stree %s, bot %d, tick %d: %s", f.Pos, of, f.Tree, f.Bot, f.Tick, f.Text)
}
