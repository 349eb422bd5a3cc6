package judge

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Test is a question as a formula over comparisons of values with numbers.
type Test struct {
	Op   Op
	X, Y *Test // operands
	// Of a Compare:
	Name  string // of the value: two of one name are equal in one moment; empty for one that nobody knows
	Is    host.Relation
	Bound float64
	// Key is the state key whose value that is, where Steady; Bound is then a [host.Sym].
	// Such a value is that of the moment in which the tick began, whatever a bot does in it.
	Key    host.Key
	Steady bool
	Among  []float64 // all that the value can be; nil where that is not known
}

// Op is the operator of a Test.
type Op uint8

// The ops.
const (
	Compare Op = iota
	True
	False
	Not
	And
	Or
	Differ // one of the two holds
)

// Truth holds the knowledge of a test.
type Truth uint8

// The truths.
const (
	Unknown Truth = iota
	Holds
	Fails
)

// Literal returns a test without any comparison.
func Literal(holds bool) *Test {
	if holds {
		return &Test{Op: True}
	}
	return &Test{Op: False}
}

// Opposite returns the test that holds where another does not.
func Opposite(t *Test) *Test { return &Test{Op: Not, X: t} }

// IsLiteral reports whether a test compares nothing.
func (t *Test) IsLiteral() bool { return len(t.compares(nil)) == 0 }

// IsSteady reports whether nothing that a bot does in a tick changes the test.
func (t *Test) IsSteady() bool {
	return !slices.ContainsFunc(t.compares(nil), func(c *Test) bool { return !c.Steady })
}

// Shares reports whether two tests compare the same value.
func (t *Test) Shares(o *Test) bool {
	others := o.compares(nil)
	return slices.ContainsFunc(t.compares(nil), func(c *Test) bool {
		return slices.ContainsFunc(others, func(d *Test) bool { return c == d || c.Name != "" && c.Name == d.Name })
	})
}

func (t *Test) compares(list []*Test) []*Test {
	if t == nil || slices.Contains(list, t) {
		return list
	}
	if t.Op == Compare {
		return append(list, t)
	}
	return t.Y.compares(t.X.compares(list))
}

// Truth is Holds where the test holds whatever its values are, and Fails where it never
// does.
func (t *Test) Truth() Truth { return Given(nil, t, nil) }

// mostTries bounds how many combinations of values are tried.
const mostTries = 1 << 12

// Given is Holds where a test holds in each case in which all facts hold, and Fails where it
// does in none. It is Unknown where the facts contradict each other. values, where it is not
// nil, gives all values that a state key can have, or nil where that is not known.
func Given(facts []*Test, t *Test, values func(host.Key) []host.Sym) Truth {
	w := world{values: map[string]float64{}, unknown: map[*Test]float64{}}
	all := t.compares(nil)
	for _, f := range facts {
		all = f.compares(all)
	}
	tries := 1
	var choices []choice
	for _, c := range all {
		if c.Name == "" {
			choices = append(choices, choice{of: c, among: []float64{0, 1}})
			tries *= 2
		} else if !slices.ContainsFunc(choices, func(k choice) bool { return k.of.Name == c.Name }) {
			k := choice{c, samples(c, all, values)}
			choices = append(choices, k)
			tries *= len(k.among)
		}
		if tries > mostTries {
			return Unknown
		}
	}
	for i := range tries {
		for _, k := range choices {
			w.set(k.of, k.among[i%len(k.among)])
			i /= len(k.among)
		}
		if !slices.ContainsFunc(facts, func(f *Test) bool { return !w.holds(f) }) {
			w.count(w.holds(t))
		}
	}
	switch {
	case w.yes > 0 && w.no == 0:
		return Holds
	case w.no > 0 && w.yes == 0:
		return Fails
	}
	return Unknown
}

// choice is a value of a test and what it is tried as.
type choice struct {
	of    *Test
	among []float64
}

// samples are values of a name, one from each range in which all comparisons with it have
// the same answers: each bound, one between two, one at either end, and none, for which
// only Differs holds.
func samples(of *Test, all []*Test, values func(host.Key) []host.Sym) (list []float64) {
	if of.Steady && values != nil {
		if known := values(of.Key); known != nil {
			for _, y := range known {
				list = append(list, float64(y))
			}
			return list
		}
	}
	if of.Among != nil {
		return of.Among
	}
	var bounds []float64
	for _, c := range all {
		if c.Name == of.Name {
			bounds = append(bounds, c.Bound)
		}
	}
	slices.Sort(bounds)
	list = []float64{math.NaN(), math.Inf(-1), math.Inf(1)}
	for i, b := range slices.Compact(bounds) {
		list = append(list, b)
		if i > 0 {
			list = append(list, bounds[i-1]+float64((b-bounds[i-1])/2))
		}
	}
	return list
}

// world is one combination of values.
type world struct {
	values  map[string]float64
	unknown map[*Test]float64
	yes, no int
}

func (w *world) set(c *Test, v float64) {
	if c.Name == "" {
		w.unknown[c] = v
	} else {
		w.values[c.Name] = v
	}
}

func (w *world) count(holds bool) {
	if holds {
		w.yes++
	} else {
		w.no++
	}
}

func (w *world) holds(t *Test) bool {
	switch t.Op {
	case True, False:
		return t.Op == True
	case Not:
		return !w.holds(t.X)
	case And:
		return w.holds(t.X) && w.holds(t.Y)
	case Or:
		return w.holds(t.X) || w.holds(t.Y)
	case Differ:
		return w.holds(t.X) != w.holds(t.Y)
	}
	if t.Name == "" {
		return w.unknown[t] != 0
	}
	return host.Holds(t.Is, w.values[t.Name], t.Bound)
}
