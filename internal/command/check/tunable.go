package check

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// Tunable is a number of a class that can be tuned while the scene is played, or that could
// be if the class declared it; of a tree without a scene, one of its numbers.
type Tunable struct {
	Class string   `json:"class,omitempty"`
	Key   string   `json:"key"`
	Label string   `json:"label,omitempty"`
	Value *float64 `json:"value,omitempty"` // that of the scene; nil for none, as that of no ceiling
	Min   *float64 `json:"min,omitempty"`   // nil where there is none
	Max   *float64 `json:"max,omitempty"`
	Step  float64  `json:"step,omitempty"` // of one that is declared
	// Declared: the class lists it as tunable. Fixed: why it cannot be; with the key `tree`,
	// why no number of the tree can be.
	Declared bool   `json:"declared"`
	Fixed    string `json:"fixed,omitempty"`
	// Default: nothing in the files says the value; else Written is where it stands.
	Default bool      `json:"default"`
	Written *Location `json:"written,omitempty"`
}

// tunablesOf lists the numbers of a scene or of a tree; never nil.
func tunablesOf(file string, knobs []scenes.Knob) []Tunable {
	all := []Tunable{}
	for _, k := range knobs {
		t := Tunable{
			Class: k.Class, Key: k.Key, Label: k.Label, Value: finite(k.Value), Step: k.Step, Declared: k.Declared, Fixed: k.Fixed,
			Default: k.Written.Line == 0 && !k.Tree,
		}
		if k.Declared {
			t.Min, t.Max = finite(k.Min), finite(k.Max)
		}
		switch {
		case k.Written.Line > 0:
			at := locationOf(file, k.Written)
			t.Written = &at
		case k.Key == "maxCount" || k.Tree:
			t.Value = nil // there is no ceiling, or it is about all numbers of a tree
		}
		all = append(all, t)
	}
	return all
}

// finite returns a number, or nil for one that is none.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func writeTunables(w io.Writer, list []Tunable) {
	if list == nil {
		return
	}
	if len(list) == 0 {
		fmt.Fprintln(w, "  it has no number that can be tuned")
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  class\tkey\tvalue\tmin\tmax\tstep\tdeclared\twritten")
	number := func(v *float64) string {
		if v == nil {
			return "-"
		}
		return strconv.FormatFloat(*v, 'g', -1, 64)
	}
	for _, k := range list {
		step, declared, written := "-", "no", "default"
		if k.Declared {
			step, declared = number(&k.Step), "yes"
		}
		switch {
		case k.Written != nil:
			written = k.Written.String()
		case !k.Default:
			written = "nowhere"
		}
		if k.Fixed != "" {
			written += ", cannot be tuned: " + k.Fixed
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", cmp.Or(k.Class, "-"), k.Key, number(k.Value), number(k.Min), number(k.Max), step, declared, written)
	}
	_ = t.Flush() // of a writer for people
}
