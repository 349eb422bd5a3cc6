package check

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"

	"github.com/thicket-sim/thicket/scenes"
)

// Tunable is a number of a class that can be tuned while the scene is played.
type Tunable struct {
	Class string   `json:"class"`
	Key   string   `json:"key"`
	Label string   `json:"label"`
	Value *float64 `json:"value,omitempty"` // that of the scene; nil for none, as that of no ceiling
	Min   *float64 `json:"min,omitempty"`   // nil where there is none
	Max   *float64 `json:"max,omitempty"`
	Step  float64  `json:"step"`
	// Default: nothing in the files says the value; else Written is where it stands.
	Default bool      `json:"default"`
	Written *Location `json:"written,omitempty"`
}

// tunablesOf lists the tunables of a scene; never nil.
func tunablesOf(s *scenes.Scene) []Tunable {
	all := []Tunable{}
	for _, k := range s.Knobs() {
		t := Tunable{Class: k.Class, Key: k.Key, Label: k.Label, Value: finite(k.Value), Min: finite(k.Min), Max: finite(k.Max), Step: k.Step, Default: k.Written.Line == 0}
		if !t.Default {
			at := locationOf(s.File, k.Written)
			t.Written = &at
		} else if k.Key == "maxCount" {
			t.Value = nil // there is no ceiling
		}
		all = append(all, t)
	}
	return all
}

// finite is a number, or nil for one that is none.
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
		fmt.Fprintln(w, "  no class has a tunable number")
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  class\tkey\tvalue\tmin\tmax\tstep\twritten")
	number := func(v *float64) string {
		if v == nil {
			return "-"
		}
		return strconv.FormatFloat(*v, 'g', -1, 64)
	}
	for _, k := range list {
		written := "default"
		if k.Written != nil {
			written = k.Written.String()
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.Class, k.Key, number(k.Value), number(k.Min), number(k.Max), number(&k.Step), written)
	}
	_ = t.Flush() // of a writer for people
}
