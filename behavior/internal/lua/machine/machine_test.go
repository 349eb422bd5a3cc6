package machine

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// plenty is enough for every test that is meant to end.
var plenty = Budget{Steps: 20_000_000}

// output runs a source in a new state, and returns what it printed; the error last.
func output(src string, o Options) string {
	var b strings.Builder
	o.Print = func(_ syntax.Pos, text string) { b.WriteString(text + "\n") }
	c, err := Compile(syntax.Pos{File: "t.lua"}, src, Limits{})
	if err != nil {
		return err.Error()
	}
	s := NewState(o)
	if err := s.Protect(plenty, func() { s.Call(s.Function(c).V()) }); err != nil {
		b.WriteString("error: " + err.Error() + "\n")
	}
	return b.String()
}
