package judge

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

func of(name string, is host.Relation, bound float64) *Test {
	return &Test{Name: name, Is: is, Bound: bound}
}

func both(x, y *Test) *Test   { return &Test{Op: And, X: x, Y: y} }
func either(x, y *Test) *Test { return &Test{Op: Or, X: x, Y: y} }

// What follows from facts, and what does not.
func TestGiven(t *testing.T) {
	chance := &Test{}
	state := func(v float64) *Test { return &Test{Name: "state", Key: 3, Steady: true, Is: host.Equal, Bound: v} }
	for _, c := range []struct {
		name   string
		facts  []*Test
		test   *Test
		values func(host.Key) []host.Sym
		want   Truth
	}{
		{"nothing known", nil, of("x", host.Below, 3), nil, Unknown},
		{"literal", nil, Literal(true), nil, Holds},
		{"no value is both", nil, both(of("x", host.Below, 3), of("x", host.AtLeast, 3)), nil, Fails},
		{"one value is both", nil, both(of("x", host.AtMost, 3), of("x", host.AtLeast, 3)), nil, Unknown},
		{"between two bounds", nil, both(of("x", host.Above, 3), of("x", host.Below, 4)), nil, Unknown},
		{"a value that is none is neither", nil, either(of("x", host.Below, 3), of("x", host.AtLeast, 3)), nil, Unknown},
		{"the opposite of an opposite", nil, either(of("x", host.Below, 3), Opposite(of("x", host.Below, 3))), nil, Holds},
		{"two names", nil, both(of("x", host.Below, 3), of("y", host.AtLeast, 3)), nil, Unknown},
		{"more than enough", []*Test{of("x", host.Above, 10)}, of("x", host.Above, 5), nil, Holds},
		{"too little", []*Test{of("x", host.Above, 5)}, of("x", host.Above, 10), nil, Unknown},
		{"excluded", []*Test{of("x", host.Above, 5)}, of("x", host.Below, 5), nil, Fails},
		{"facts that exclude each other", []*Test{of("x", host.Above, 5), of("x", host.Below, 5)}, of("x", host.Equal, 5), nil, Unknown},
		{"a chance is its own", nil, either(chance, Opposite(chance)), nil, Holds},
		{"and no other's", []*Test{chance}, &Test{}, nil, Unknown},
		{"one of the two", []*Test{of("x", host.Differs, 0)}, &Test{Op: Differ, X: of("x", host.Differs, 0), Y: of("y", host.Differs, 0)}, nil, Unknown},
		{"not one of the two", nil, &Test{Op: Differ, X: of("x", host.Equal, 1), Y: of("x", host.Equal, 1)}, nil, Fails},
		{"all that it can be", nil, &Test{Name: "x", Is: host.Below, Bound: 3, Among: []float64{0, 2}}, nil, Holds},
		{"the values of a key", nil, state(7), func(k host.Key) []host.Sym { return []host.Sym{host.Sym(4 + k)} }, Holds},
		{"of which nothing is known", nil, state(7), func(host.Key) []host.Sym { return nil }, Unknown},
	} {
		if got := Given(c.facts, c.test, c.values); got != c.want {
			t.Errorf("%s: %d, wanted %d", c.name, got, c.want)
		}
	}
}

// Too many combinations are not tried.
func TestGivenUp(t *testing.T) {
	test := Literal(false)
	for i := range 20 {
		test = either(test, both(of(string(rune('a'+i)), host.Above, 1), of(string(rune('a'+i)), host.Below, 1)))
	}
	if got := test.Truth(); got != Unknown {
		t.Errorf("it is %d, wanted that nobody has tried", got)
	}
}
