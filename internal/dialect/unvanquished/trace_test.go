package unvanquished

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
)

// A case that does not load begins with what the original stumbles over first.
func TestTheFirstErrorOfACase(t *testing.T) {
	for source, want := range map[string]string{
		"sequence {\nbehavior x\naction nosuch\n}":                                          "x.bt:3:8: ",
		"sequence {\naction nosuch\nbehavior x\n}":                                          "case:2:8: ",
		"sequence {\naction nosuch\n\n@\n}":                                                 "case:4:1: ",
		"sequence {\nbehavior x\n\n@\n}":                                                    "case:4:1: ",
		"sequence {\n\n\naction nosuch\n" + strings.Repeat("action A\n", maxChildren) + "}": "case:4:8: ",
	} {
		r := Trace(dryrun.Case{Name: "case", Source: source, Files: map[string]string{"x.bt": "\n\naction neither()"}})
		if !strings.HasPrefix(r.Error, want) {
			t.Errorf("%.60q\nbegins %s\nwanted %s", source, r.Error, want)
		}
	}
}
