package behavior_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/internal/dryrun"
)

// shared holds the cases that were recorded from the original programs.
const shared = "../../shared/conformance"

// expectation is what a case says about its own outcome. Of errors and
// warnings it says "LINE:COL TEXT": where each is and what stands in it; of
// warnings perhaps no more than how many there are.
type expectation struct {
	Expect   json.RawMessage `json:"expect"` // of the ticks
	Errors   []string        `json:"errors"`
	Warnings json.RawMessage `json:"warnings"`
	Tree     string          `json:"tree"` // printed back
	Line     int             `json:"line"` // of the first error or warning, give or take one; 0 for any
}

// TestCases runs our own cases.
func TestCases(t *testing.T) {
	for i := range behavior.Dialects {
		name := behavior.Dialects[i].Name
		if n := runCases(t, filepath.Join("testdata", name+".jsonl")); n < 20 {
			t.Errorf("%d cases of dialect %s, wanted at least 20", n, name)
		}
	}
}

func TestConformance(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("no recorded cases beside the module: %v", err)
	}
	for i := range behavior.Dialects {
		files, err := filepath.Glob(filepath.Join(shared, behavior.Dialects[i].Name, "*.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 0 {
			t.Errorf("no recorded cases of dialect %s", behavior.Dialects[i].Name)
		}
		for _, file := range files {
			runCases(t, file)
		}
	}
}

// runCases runs the cases of a file and returns how many there are.
func runCases(t *testing.T, file string) int {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// Files that only the original's own reader refuses may be taken or refused.
	lenient := strings.HasSuffix(file, "_xml.jsonl")
	lines := bytes.Split(bytes.TrimSpace(src), []byte("\n"))
	for _, line := range lines {
		c, err := dryrun.Parse(line)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		t.Run(c.Name, func(t *testing.T) {
			var want expectation
			if err := json.Unmarshal(line, &want); err != nil {
				t.Fatal(err)
			}
			got := behavior.Trace(c)
			switch {
			case lenient && got.Error == "":
			case filepath.Base(file) == "warn.jsonl":
				warned(t, got, want.Line, strings.HasSuffix(c.Name, "silent"))
			default:
				holdAgainst(t, c, got, want)
			}
		})
	}
	return len(lines)
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
		nearLine(t, atPlace.FindStringSubmatch(got.Warnings[0]), line)
	}
}

// holdAgainst compares a result with what its case says. A case that says
// nothing must be refused at a place in its source or in one of its files.
func holdAgainst(t *testing.T, c dryrun.Case, got dryrun.Result, want expectation) {
	t.Helper()
	switch {
	case want.Errors != nil:
		sameMessages(t, got.Name, strings.Split(got.Error, "\n"), want.Errors)
		return
	case want.Expect == nil && want.Warnings == nil:
		refused(t, c, got.Error, want.Line)
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

var atPlace = regexp.MustCompile(`^([^\n]*?):(\d+):\d+: .`)

// refused holds an error to a place: in the source or in one of the files of
// its case, and near a line where the case has one.
func refused(t *testing.T, c dryrun.Case, err string, line int) {
	t.Helper()
	at := atPlace.FindStringSubmatch(err)
	if at == nil {
		t.Fatalf("error %q, wanted one at a place", err)
	}
	if _, ok := c.Files[at[1]]; !ok && at[1] != c.Name {
		t.Errorf("error %q in no file of the case", err)
	}
	nearLine(t, at, line)
}

// nearLine wants a message, matched by atPlace, within a line of where the
// original has it.
func nearLine(t *testing.T, at []string, line int) {
	t.Helper()
	if at == nil || line == 0 {
		return
	}
	if n, _ := strconv.Atoi(at[2]); n < line-1 || n > line+1 {
		t.Errorf("%q, wanted it near line %d", at[0], line)
	}
}

// sameWarnings holds the warnings of a load to a list, or to their number.
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

// endsInError reports whether the last tick is one that says of itself that an
// error stopped it, as the case may want.
func endsInError(ticks []dryrun.Tick) bool {
	return len(ticks) > 0 && ticks[len(ticks)-1].More["error"] == true
}

// sameMessages compares messages, without the notes below them, by place and
// by a part of the text.
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

func TestTraceOfUnknownDialect(t *testing.T) {
	got := behavior.Trace(dryrun.Case{Name: "x", Dialect: "wagr"})
	want := dryrun.Result{Name: "x", Error: `x:1:1: unknown dialect "wagr", wanted wage, unvanquished, dragengine, dst, mbt; did you mean "wage"?`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
