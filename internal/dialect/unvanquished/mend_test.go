package unvanquished

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// What is missing is written where nothing else can be meant, and nowhere else.
func TestMend(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ msg, text, good string }{
		{"the file ends within this selector", "#include \"a\"\nselector\n{\n\tdecorator timer( 1 )\n\t{\n\t\taction a // why\n\t\t// and\n\n\taction b\n}\n", "#include \"a\"\nselector\n{\n\tdecorator timer( 1 )\n\t{\n\t\taction a // why\n\t\t// and\n\t}\n\n\taction b\n}\n"},
		{"the file ends within this selector", "selector\r\n{\r\n\taction a\r\n", "selector\r\n{\r\n\taction a\r\n}\r\n"},
		{"the file ends within this selector", "selector\n{\n\taction a", "selector\n{\n\taction a\n}"},
		{"the file ends within this selector", "selector {\n\tsequence {\n\t\taction a\n}\n", "selector {\n\tsequence {\n\t\taction a\n\t}\n}\n"},
		{"the file ends within this selector", "selector {\n\tsequence {\n\taction a\n\t}\n", ""},
		{"the file ends within this selector", "selector {\nsequence {\naction a\n}\n", ""},
		{"a string without a closing quote on its line", "cvar( \"g_x )\n", "cvar( \"g_x\" )\n"},
		{"a string without a closing quote on its line", "cvar( \"g_x && y )\n", ""},
		{`the "(" of "cvar" without a ")"`, "a( 1, b( 2 )\n{\n", "a( 1, b( 2 ) )\n{\n"},
		{`the "(" of "cvar" without a ")"`, "a(1 // x\n}\n", "a(1) // x\n}\n"},
		{`the "(" of "cvar" without a ")"`, "a( 1\n2\n", ""},
	} {
		at := syntax.Pos{File: "f", Line: 1, Col: 2}
		if c.msg[0] == 'a' {
			at.Col = 7
		}
		e := &syntax.Error{Pos: at, Msg: c.msg}
		mend("f", c.text, syntax.ErrorList{e})
		got := ""
		if len(e.Fix) > 0 {
			got = string(syntax.Apply([]byte(c.text), e.Fix...))
		}
		if got != c.good {
			t.Errorf("%q: got %q, wanted %q", c.text, got, c.good)
		}
	}
}
