package junit

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/treetest"
)

func TestWrite(t *testing.T) {
	t.Parallel()
	tests := []*treetest.TestResult{
		{Name: "a", OK: true, Runs: 1},
		{Name: "b", Line: 7, Runs: 1, Failures: []*treetest.Failure{{Why: "it did not come", Found: "Hen 1 is 32.57 m away"}}},
		{Name: "c", Stopped: true},
		{Name: "d"}, // nobody has asked for it
	}
	report := treetest.ReportOf([]*treetest.Result{
		{File: "hens.test.yaml", Tests: tests},
		{File: "bad.test.yaml", Errors: []string{"bad.test.yaml:1:1: unknown key \"thne\""}},
	}, 1)
	var b bytes.Buffer
	if err := Write(&b, report); err != nil {
		t.Fatal(err)
	}
	var all suites
	if err := xml.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	cases := all.Suites[0].Cases
	if all.Tests != 4 || all.Failures != 1 || all.Errors != 1 || len(cases) != 3 || cases[0].Failure != nil || cases[1].Failure == nil || cases[2].Skipped == nil ||
		!strings.Contains(cases[1].Failure.Text, "found   Hen 1 is 32.57 m") || !strings.Contains(all.Suites[1].Cases[0].Error.Text, "thne") {
		t.Errorf("as XML it is %s", b.String())
	}
}
