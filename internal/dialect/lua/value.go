package lua

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// FromHost converts a value of the game for scripts. Null is nil, and an opaque
// value is the text of its JSON.
func FromHost(v host.Value) machine.Value {
	switch v.Kind() {
	case host.Bool:
		return machine.Bool(v.Bool())
	case host.Int, host.Number:
		return machine.Number(v.Number())
	case host.String:
		return machine.String(v.Text())
	case host.Opaque:
		return machine.String(v.String())
	}
	return machine.Nil
}

// ToHost converts a value of a script for the game. Tables, functions and
// values of the program are null there.
func ToHost(v machine.Value) host.Value {
	switch v.Kind() {
	case machine.KindBool:
		return host.BoolValue(v.Truth())
	case machine.KindNumber:
		f, _ := v.Number()
		return host.NumberValue(f)
	case machine.KindText:
		text, _ := v.Text()
		return host.StringValue(text)
	}
	return host.NullValue
}

// Shown is a value of a script as reasons show it; a table or function is told by its kind.
func Shown(v machine.Value) host.Value {
	if given := ToHost(v); v.IsNil() || given != host.NullValue {
		return given
	}
	return host.OpaqueValue("a " + v.Kind().String())
}

// Compared notes a comparison that a script made in a reason, which is nil where nobody looks.
func Compared(r *host.Reason, c machine.Comparison) {
	if r != nil {
		r.Tilde = true
		r.IsValue(Shown(c.A), c.Relation, Shown(c.B)).Against(c.Right)
	}
}

// Arguments are those of a function of the game, from the arguments of a function of Go, from
// the one at first on. What does not fit ends the script with an error that calls the function
// by a name.
func Arguments(c *machine.Call, f *host.Func, name string, first int) []host.Value {
	args := make([]host.Value, len(f.Params))
	for i := range f.Params {
		p := &f.Params[i]
		args[i] = p.Default
		given := c.Get(first + i)
		switch {
		case p.Kind == host.Where:
			continue // whom it looks for cannot be said here: everyone
		case given.IsNil() && !p.Optional:
			c.S.Raise("%s without %s, wanted %v", name, p.Name, p.Kind)
		case given.IsNil():
			continue
		}
		v, err := p.Accept(ToHost(given))
		if err != nil {
			c.S.Raise("%s: %v", name, err)
		}
		args[i] = v
	}
	return args
}
