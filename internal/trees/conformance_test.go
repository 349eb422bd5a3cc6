package trees_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/trees"
)

// shared holds the cases that were recorded from the original programs.
const shared = "../../../shared/conformance"

func TestConformance(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("no recorded cases beside the module: %v", err)
	}
	for _, d := range trees.Dialects() {
		if d.Name == "btcpp" {
			continue // its own test compares numbers and not their texts
		}
		files, err := filepath.Glob(filepath.Join(shared, d.Name, "*.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Errorf("no recorded cases of dialect %s", d.Name)
		}
		for _, file := range files {
			runRecorded(t, file)
		}
	}
}

// runRecorded runs the recorded cases of a file. Files that only the original's
// own reader refuses may be taken or refused, and those that are told to warn
// say no more than where.
func runRecorded(t *testing.T, file string) {
	for _, c := range dryruntest.Read(t, file) {
		t.Run(c.Name, func(t *testing.T) {
			got := trees.Trace(c.Case)
			switch {
			case strings.HasSuffix(file, "_xml.jsonl") && got.Error == "":
			case filepath.Base(file) == "warn.jsonl":
				warned(t, got, c.Want.Line, strings.HasSuffix(c.Name, "silent"))
			default:
				c.Check(t, got)
			}
		})
	}
}

// warned wants a case to load with a warning about a line, or in silence.
func warned(t *testing.T, got dryrun.Result, line int, silent bool) {
	t.Helper()
	switch {
	case got.Error != "":
		t.Errorf("error %s, wanted a warning", got.Error)
	case silent != (len(got.Warnings) == 0):
		t.Errorf("warnings %q, silent is %v", got.Warnings, silent)
	case !silent:
		dryruntest.NearLine(t, got.Warnings[0], line)
	}
}

func TestTraceOfUnknownDialect(t *testing.T) {
	got := trees.Trace(dryrun.Case{Name: "x", Dialect: "wagr"})
	want := dryrun.Result{Name: "x", Error: `x:1:1: unknown dialect "wagr", wanted wage, unvanquished, dragengine, dst, mbt, btcpp; did you mean "wage"?`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
