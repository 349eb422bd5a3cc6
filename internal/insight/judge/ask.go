package judge

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// Asks returns the test that compares what a function of the game gives with a number. Of one
// that may give another at the next moment, nothing is known.
func Asks(leaf *tree.Leaf, is host.Relation, bound float64) *Test {
	if !leaf.Func.Steady {
		return &Test{}
	}
	return &Test{Name: nameOf(leaf), Is: is, Bound: bound}
}

// nameOf names a use of a function with all that it is given.
func nameOf(leaf *tree.Leaf) string {
	var b strings.Builder
	b.WriteString(leaf.Func.Name)
	for _, v := range leaf.Args {
		fmt.Fprintf(&b, " %d:%v", v.Kind(), v)
	}
	for _, p := range leaf.Texts {
		fmt.Fprintf(&b, " %q=%q", p.Name, p.Value)
	}
	fmt.Fprintf(&b, " where %d", leaf.Facet)
	return b.String()
}
