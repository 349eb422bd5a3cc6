package script

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// WatchedFields is the entry of an object that holds its fields with setters, so
// that __newindex sees each assignment.
const WatchedFields = "_"

func Optional(have bool, v machine.Value) machine.Value {
	if have {
		return v
	}
	return machine.Nil
}

// Text returns a text, or a number as text; empty for any other value.
func Text(v machine.Value) string {
	if text, ok := v.Text(); ok {
		return text
	}
	if f, ok := v.Number(); ok {
		return number.Show(f)
	}
	return ""
}

// IsText reports whether a value is a text or a number.
func IsText(v machine.Value) bool {
	return v.Kind() == machine.KindText || v.Kind() == machine.KindNumber
}
