// Package dryruntest holds dry runs to files of cases, one JSON object a line,
// each with a tree and what it must show. Every dialect keeps its cases beside
// its ops, in testdata/cases.jsonl, and runs them with [Run].
package dryruntest

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
)

// Case is a dry run with its expectation. A case that expects nothing must be
// refused, at a place in its source or in one of its files.
type Case struct {
	dryrun.Case
	Want Expectation
}

// Expectation holds the expectation of a case about its own outcome. Errors and warnings
// are written "LINE:COL TEXT", with TEXT a part of the message.
type Expectation struct {
	Expect   json.RawMessage `json:"expect"` // of the ticks
	Errors   []string        `json:"errors"`
	Warnings json.RawMessage `json:"warnings"` // a list, or how many there are
	Tree     string          `json:"tree"`     // as the dialect prints it
	Line     int             `json:"line"`     // of the first error or warning, give or take one; 0 for any
}

// fewest is the number of cases a dialect has at least.
const fewest = 20

// Run dry-runs each case of a dialect's file as a subtest. No two cases may have
// one name.
func Run(t *testing.T, trace func(dryrun.Case) dryrun.Result, file string) {
	cases := Read(t, file)
	if len(cases) < fewest {
		t.Errorf("%s: %d cases, wanted at least %d", file, len(cases), fewest)
	}
	names := map[string]bool{}
	for _, c := range cases {
		if names[c.Name] {
			t.Errorf("%s: two cases are called %s", file, c.Name)
		}
		names[c.Name] = true
		t.Run(c.Name, func(t *testing.T) { c.Check(t, trace(c.Case)) })
	}
}

// Read reads the cases of a file.
func Read(t testing.TB, file string) []Case {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []Case
	for line := range bytes.Lines(src) {
		c, err := dryrun.Parse(line)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var want Expectation
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatalf("%s: case %s: %v", file, c.Name, err)
		}
		cases = append(cases, Case{c, want})
	}
	return cases
}

// Check compares a result with what the case expects.
func (c *Case) Check(t *testing.T, got dryrun.Result) {
	t.Helper()
	want := &c.Want
	switch {
	case want.Errors != nil:
		sameMessages(t, got.Name, strings.Split(got.Error, "\n"), want.Errors)
		return
	case want.Expect == nil && want.Warnings == nil:
		c.refused(t, got.Error)
		return
	case got.Error != "" && !endsInError(got.Ticks):
		t.Fatalf("error %s", got.Error)
	}
	if want.Expect != nil {
		sameTicks(t, got.Ticks, want.Expect)
	}
	if want.Tree != "" && got.Tree != want.Tree {
		t.Errorf("tree (-want +got)\n%s", cmp.Diff(want.Tree, got.Tree))
	}
	if want.Warnings != nil {
		sameWarnings(t, got, want.Warnings)
	}
}

var place = regexp.MustCompile(`^([^\n]*?):(\d+):\d+: .`)

// refused wants an error with a place in the source or in one of the files, near
// the line that the case names.
func (c *Case) refused(t *testing.T, err string) {
	t.Helper()
	at := place.FindStringSubmatch(err)
	if at == nil {
		t.Fatalf("error %q, wanted one at a place", err)
	}
	if _, ok := c.Files[at[1]]; !ok && at[1] != c.Name {
		t.Errorf("error %q in no file of the case", err)
	}
	NearLine(t, err, c.Want.Line)
}

// NearLine wants a message that begins with a place to be at most one line away
// from the line that the original reports. Line 0 stands for any.
func NearLine(t *testing.T, message string, line int) {
	t.Helper()
	at := place.FindStringSubmatch(message)
	if at == nil || line == 0 {
		return
	}
	if n, _ := strconv.Atoi(at[2]); n < line-1 || n > line+1 {
		t.Errorf("%q, wanted it near line %d", at[0], line)
	}
}

// sameWarnings compares the warnings of a load with a list, or counts them.
func sameWarnings(t *testing.T, got dryrun.Result, want json.RawMessage) {
	t.Helper()
	if got.Loaded == nil || got.Warnings == nil || got.Ticks != nil {
		t.Errorf("got %+v, wanted a tree, a list of warnings and no ticks", got)
	}
	var list []string
	if json.Unmarshal(want, &list) == nil {
		sameMessages(t, got.Name, got.Warnings, list)
		return
	}
	if n, err := strconv.Atoi(string(want)); err != nil || n != len(got.Warnings) {
		t.Errorf("warnings %q, wanted %s of them", got.Warnings, want)
	}
}

// endsInError reports whether the last tick shows the error that ended the run,
// as a case may expect it.
func endsInError(ticks []dryrun.Tick) bool {
	if len(ticks) == 0 {
		return false
	}
	last := &ticks[len(ticks)-1]
	return last.More["error"] == true || last.Error != ""
}

// sameMessages compares messages by place and by a part of the text. The notes
// below a message are left out.
func sameMessages(t *testing.T, file string, got, want []string) {
	t.Helper()
	got = slices.DeleteFunc(slices.Clone(got), func(s string) bool { return strings.HasPrefix(s, "\t") })
	if len(got) != len(want) {
		t.Fatalf("messages %q, wanted %q", got, want)
	}
	for i, w := range want {
		at, text, _ := strings.Cut(w, " ")
		if !strings.HasPrefix(got[i], file+":"+at+": ") || !strings.Contains(got[i], text) {
			t.Errorf("message %q, wanted %s:%s: ...%s...", got[i], file, at, text)
		}
	}
}

// sameTicks compares ticks as JSON, key by key.
func sameTicks(t *testing.T, ticks []dryrun.Tick, want json.RawMessage) {
	t.Helper()
	text, err := json.Marshal(ticks)
	if err != nil {
		t.Fatal(err)
	}
	var w, g any
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Errorf("ticks (-want +got)\n%s", diff)
	}
}
