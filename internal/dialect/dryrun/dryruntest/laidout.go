package dryruntest

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// RunLaidOut dry-runs each case of a dialect in XML that is not refused once more, with its tree
// laid out anew: it must show the same.
func RunLaidOut(t *testing.T, trace func(dryrun.Case) dryrun.Result, file string) {
	ran := 0
	for _, c := range Read(t, file) {
		out, err := markup.FormatXML(c.Name, []byte(c.Source), limit.Values{})
		was := trace(c.Case)
		if err != nil || was.Error != "" { // which names lines
			continue
		}
		ran++
		c.Case.Source = string(out)
		if diff := cmp.Diff(lineless(was.Ticks), lineless(trace(c.Case).Ticks)); diff != "" {
			t.Errorf("%s, as it is (-) and laid out (+) as\n%s\n%s", c.Name, out, diff)
		}
	}
	if ran < fewest {
		t.Errorf("%s: %d cases were laid out, wanted at least %d", file, ran, fewest)
	}
}

var lineNumber = regexp.MustCompile(`\(\d+\)|Text: +\d+`)

// lineless are ticks without numbers of lines, which logs and views have.
func lineless(ticks []dryrun.Tick) string {
	return lineNumber.ReplaceAllString(fmt.Sprintf("%+v", ticks), "()")
}
