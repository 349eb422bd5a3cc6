package lua

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// FromHost converts a value of the game for scripts. Null is nil, and an opaque
// value is the text of its JSON.
func FromHost(v host.Value) glua.LValue {
	switch v.Kind() {
	case host.Bool:
		return glua.LBool(v.Bool())
	case host.Int, host.Number:
		return glua.LNumber(v.Number())
	case host.String:
		return glua.LString(v.Text())
	case host.Opaque:
		return glua.LString(v.String())
	}
	return glua.LNil
}

// ToHost converts a value of a script for the game. Tables, functions and
// userdata are null there.
func ToHost(v glua.LValue) host.Value {
	switch v := v.(type) {
	case glua.LBool:
		return host.BoolValue(bool(v))
	case glua.LNumber:
		return host.NumberValue(float64(v))
	case glua.LString:
		return host.StringValue(string(v))
	}
	return host.NullValue
}
