package host

import "fmt"

func (c *Call) fault(format string, args ...any) Fault {
	tree, pos := c.Source.Origin(c.Node)
	return Fault{Tree: tree, Pos: pos, Bot: c.Bot, Tick: c.Tick, Text: fmt.Sprintf(format, args...)}
}

// Panicked makes a fault of what a leaf panicked with.
func (c *Call) Panicked(v any) Fault { return c.fault("panic: %v", v) }

// String is "FILE:LINE:COL: tree T, bot 7, tick 30: TEXT".
func (f Fault) String() string {
	return fmt.Sprintf("%s: tree %s, bot %d, tick %d: %s", f.Pos, f.Tree, f.Bot, f.Tick, f.Text)
}
