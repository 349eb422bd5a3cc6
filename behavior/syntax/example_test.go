package syntax_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// All errors of a file are told at once, in the order of their places.
func ExampleList() {
	var l syntax.List
	l.Errorf(syntax.Pos{File: "bot.tree", Line: 4, Col: 3}, "a sequence without children")
	l.Errorf(syntax.Pos{File: "bot.tree", Line: 2, Col: 1}, "unknown node %q", "selektor").
		Suggest("selektor", []string{"selector", "sequence"})
	fmt.Println(l.Err())
	// Output:
	// bot.tree:2:1: unknown node "selektor"; did you mean "selector"?
	// bot.tree:4:3: a sequence without children
}
