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

// Arguments are those of a function of the game, from the arguments of the function of Go
// that runs, from the one at first on. What does not fit ends the script with an error
// that calls the function by a name.
func (s *State) Arguments(f *host.Func, name string, first int) []host.Value {
	args := make([]host.Value, len(f.Params))
	for i := range f.Params {
		p := &f.Params[i]
		args[i] = p.Default
		given := s.L.Get(first + i)
		switch {
		case p.Kind == host.Where:
			continue // whom it looks for cannot be said here: everyone
		case given == glua.LNil && !p.Optional:
			s.Raise("%s without %s, wanted %v", name, p.Name, p.Kind)
		case given == glua.LNil:
			continue
		}
		v, err := p.Accept(ToHost(given))
		if err != nil {
			s.Raise("%s: %v", name, err)
		}
		args[i] = v
	}
	return args
}
