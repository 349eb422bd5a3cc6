package treedraw

import "github.com/thicket-sim/thicket/behavior/run"

// colors lists the colors of a box: its inside, its line and its text.
type colors struct{ fill, line, ink string }

var palette = [...]colors{
	run.Composite: {"#eef2ff", "#6366f1", "#312e81"},
	run.Decorator: {"#faf5ff", "#a855f7", "#581c87"},
	run.Condition: {"#fffbeb", "#f59e0b", "#78350f"},
	run.Action:    {"#ecfdf5", "#10b981", "#064e3b"},
}

type answer struct {
	name   string
	colors colors
}

// answers lists the colors of the answers of nodes at a moment; the last is for those that
// have none.
var answers = [...]answer{
	{"success", colors{"#dcfce7", "#16a34a", ""}},
	{"failure", colors{"#fee2e2", "#dc2626", ""}},
	{"running", colors{"#dbeafe", "#2563eb", ""}},
	{"unasked", colors{}},
}
