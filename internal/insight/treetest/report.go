package treetest

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Report tells what came of the tests of files.
type Report struct {
	OK      bool      `json:"ok"`
	Passed  int       `json:"passed"`
	Failed  int       `json:"failed"`
	Broken  int       `json:"broken"`  // files with errors
	Stopped bool      `json:"stopped"` // not all tests were played to their end
	Seconds float64   `json:"seconds"` // that it took
	Files   []*Result `json:"files"`
}

// ReportOf adds up the results of files.
func ReportOf(files []*Result, seconds float64) *Report {
	r := &Report{OK: true, Seconds: seconds, Files: files}
	for _, f := range files {
		r.OK = r.OK && f.OK
		if len(f.Errors) > 0 {
			r.Broken++
		}
		for _, t := range f.Tests {
			switch {
			case t.Stopped:
				r.Stopped = true
			case t.OK:
				r.Passed++
			case t.Runs > 0:
				r.Failed++
			}
		}
	}
	return r
}

// Tests returns how many tests there are, those that were not played included.
func (r *Report) Tests() (n int) {
	for _, f := range r.Files {
		n += len(f.Tests)
	}
	return n
}

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// WriteText writes the report for people; with all, of tests that pass too.
func (r *Report) WriteText(w io.Writer, all bool) error {
	var b strings.Builder
	for _, f := range r.Files {
		f.write(&b, all)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (res *Result) write(b *strings.Builder, all bool) {
	runs, stopped := 0, 0
	for _, t := range res.Tests {
		runs += t.Runs
		switch {
		case t.Stopped:
			stopped++
		case t.Runs == 0: // the file has errors
		case !t.OK:
			fmt.Fprintf(b, "--- FAIL: %s (%s)\n", t.Name, t.took())
			t.write(b)
		case all:
			fmt.Fprintf(b, "--- PASS: %s (%s)\n", t.Name, t.took())
		}
	}
	for _, e := range res.Errors {
		fmt.Fprintln(b, e)
	}
	if n := len(res.LeftOut); n > 0 {
		fmt.Fprintf(b, "      %s  %s left out, for the Go tests of the game: leaves: real\n", res.File, humanize.Count(int64(n), "test"))
	}
	of := humanize.Count(int64(len(res.Tests)), "test")
	if runs != len(res.Tests) {
		of += ", " + humanize.Count(int64(runs), "run")
	}
	switch {
	case len(res.Errors) > 0:
		fmt.Fprintf(b, "FAIL  %s  %s\n", res.File, humanize.Count(int64(len(res.Errors)), "error"))
	case stopped > 0:
		fmt.Fprintf(b, "cut   %s  %d of %s not played to the end\n", res.File, stopped, humanize.Count(int64(len(res.Tests)), "test"))
	case !res.OK:
		fmt.Fprintf(b, "FAIL  %s  %s\n", res.File, of)
	case len(res.Tests) == 0:
		fmt.Fprintf(b, "ok    %s  no tests to play\n", res.File)
	default:
		fmt.Fprintf(b, "ok    %s  %s\n", res.File, of)
	}
}

// took tells how many runs there were, where it is not one, and how long they took.
func (t *TestResult) took() string {
	time := fmt.Sprintf("%.2fs", t.Seconds)
	if t.Runs == 1 {
		return time
	}
	return fmt.Sprintf("%d of %d runs, %s", t.Passed, t.Runs, time)
}

// Text tells of the failures of a test, for people.
func (t *TestResult) Text() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

// write tells of the failures of a test.
func (t *TestResult) write(b *strings.Builder) {
	if len(t.Failed) > 0 && t.Runs > 1 {
		fmt.Fprintf(b, "    %d of %s fail, wanted %s of them to pass; seeds %s. The first:\n", len(t.Failed), humanize.Count(int64(t.Runs), "run"), share(t.Share), list(t.Failed))
	}
	again, why := "", ""
	for _, f := range t.Failures {
		f.write(b)
		if f.Replay != "" && f.Replay != again {
			fmt.Fprintf(b, "        again   %s\n", f.Replay)
		}
		if f.Explain != "" && f.Explain != why {
			fmt.Fprintf(b, "        why     %s\n", f.Explain)
		}
		again, why = f.Replay, f.Explain
	}
}

func share(v float64) string { return fmt.Sprintf("%g%%", math.Round(v*1e4)/1e2) }

// list names the first of some seeds.
func list(seeds []int64) string {
	const most = 10
	var all []string
	for i, s := range seeds {
		if i == most {
			all = append(all, fmt.Sprintf("and %d more", len(seeds)-i))
			break
		}
		all = append(all, fmt.Sprint(s))
	}
	return strings.Join(all, ", ")
}

func (f *Failure) write(b *strings.Builder) {
	fmt.Fprintf(b, "    %v: %s\n", f.At, f.Why)
	if f.Statement != "" {
		fmt.Fprintf(b, "        wanted  %s\n", f.Statement)
	}
	if f.Found != "" {
		fmt.Fprintf(b, "        found   %s\n", f.Found)
	}
	fmt.Fprintf(b, "        at      %s s, tick %d, seed %d", seconds(math.Round(f.Seconds*1000)/1000), f.Tick, f.Seed)
	if f.Name != "" {
		fmt.Fprintf(b, ": %s", f.Name)
		if f.Does != "" {
			fmt.Fprintf(b, " does %s", f.Does)
		}
	}
	fmt.Fprintln(b)
	if len(f.Nodes) > 0 {
		f.path(b)
	}
}

// path shows the nodes of the bot's tree that were asked.
func (f *Failure) path(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	file := ""
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.File != file {
			file = n.File
			fmt.Fprintf(w, "          %s\n", file)
		}
		because := n.Because
		if because != "" {
			because = "because " + because
		}
		line := fmt.Sprintf("          %d:%d\t%s%s\t%s\t%s", n.Line, n.Col, strings.Repeat("  ", n.Depth), n.Text, n.Answer, because)
		fmt.Fprintln(w, strings.TrimRight(line, "\t"))
	}
	_ = w.Flush() // of a builder
}
