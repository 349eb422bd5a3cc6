package sweeper

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/thicket-sim/thicket/cmd/internal/terminal"
	"github.com/thicket-sim/thicket/internal/humanize"
	"github.com/thicket-sim/thicket/internal/search"
	"github.com/thicket-sim/thicket/internal/sweep"
	"github.com/thicket-sim/thicket/internal/sweep/results"
	"github.com/thicket-sim/thicket/internal/sweepreport"
	"github.com/thicket-sim/thicket/internal/wholefile"
)

// Answer is what is known at the end.
func (o *Outcome) Answer() search.Answer { return o.Plan.Answer() }

// Sentence is the answer in one sentence; empty where nothing was asked.
func (o *Outcome) Sentence() string {
	a := o.Answer()
	text := a.Sentence(o.Plan.Names())
	if o.Written != "" {
		text += "; written to " + o.Written
	}
	return text
}

// Notes are what people should know besides.
func (o *Outcome) Notes() (all []string) {
	failed, why := 0, ""
	for i := range o.Rows {
		if o.Rows[i].Failed != "" {
			if failed++; why == "" {
				why = o.Rows[i].Failed
			}
		}
	}
	if failed > 0 {
		all = append(all, fmt.Sprintf("%d of %d runs failed, the first of them: %s", failed, len(o.Rows), why))
	}
	for _, dead := range o.Dead {
		all = append(all, "dead letter: "+dead)
	}
	if none := o.Answer().None - failed - o.Left; none > 0 {
		all = append(all, fmt.Sprintf("%d of %d runs have no %s, and are left out", none, len(o.Rows), o.Plan.Measure()))
	}
	if q := &o.Plan.File.Question; q.Kind == sweep.Compare && q.By == nil && len(o.Rows) > failed && !slices.ContainsFunc(o.Rows, func(r sweep.Row) bool { return r.Winner != "" }) {
		all = append(all, "no match has a winner, and all count as draws: let runs be longer (for), or say what counts (by)")
	}
	for i, f := range o.Plan.Factors {
		if o.isIdle(i) {
			all = append(all, f.Name+" changes nothing: runs that differ in it alone are the same game, tick by tick")
		}
	}
	if o.Spent != "" {
		all = append(all, o.Spent)
	}
	if !o.Whole {
		all = append(all, "the sweep was stopped: this is what there is so far")
	}
	return all
}

// isIdle reports whether there are runs that differ in a factor alone, and each of them has the
// digest of the others.
func (o *Outcome) isIdle(factor int) bool {
	type run struct {
		at     float64
		digest string
	}
	first, pairs := map[string]run{}, 0
	for i := range o.Rows {
		row := &o.Rows[i]
		if row.Failed != "" {
			continue
		}
		rest := slices.Clone(row.At)
		rest[factor] = 0
		key := fmt.Sprint(row.Seed, rest)
		switch old, ok := first[key]; {
		case !ok:
			first[key] = run{row.At[factor], row.Digest}
		case old.at == row.At[factor]:
		case old.digest != row.Digest:
			return false
		default:
			pairs++
		}
	}
	return pairs > 0
}

// Write writes the tables, the report and its plots.
func (o *Outcome) Write(folder string) error {
	if err := results.Write(folder, o.Plan, o.Rows); err != nil {
		return err
	}
	r := o.report()
	for _, p := range r.Plots() {
		if err := os.MkdirAll(filepath.Join(folder, results.Plots), 0o777); err != nil {
			return err
		}
		if err := wholefile.Write(filepath.Join(folder, results.Plots, p.Name+".svg"), p.SVG); err != nil {
			return err
		}
	}
	var page bytes.Buffer
	if err := r.HTML(&page); err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(folder, results.Report), page.Bytes())
}

// report is what came of the sweep, for people.
func (o *Outcome) report() *sweepreport.Report {
	p := o.Plan
	r := &sweepreport.Report{Title: p.File.Title, Answer: o.Sentence(), Notes: o.Notes(), StepOf: p.Measure()}
	if r.Title == "" {
		r.Title = filepath.Base(p.File.Name)
	}
	for i, f := range p.Factors {
		own := sweepreport.Factor{Name: f.Name, Unit: f.Unit}
		for _, l := range f.Levels {
			own.Levels = append(own.Levels, l.Label)
		}
		r.Factors = append(r.Factors, own)
		if i == 0 && p.File.Question.Kind == sweep.Reach {
			r.StepOf = f.Name
		}
	}
	for _, m := range p.File.Experiment.Measures {
		r.Measures = append(r.Measures, sweepreport.Measure{Name: m.Name, Unit: m.Unit, Share: m.IsShare()})
	}
	took := time.Duration(0)
	for i := range o.Rows {
		row := &o.Rows[i]
		own := sweepreport.Row{Point: row.Point, At: row.At, Failed: row.Failed}
		for _, v := range row.Values {
			own.Values = append(own.Values, float64(v))
		}
		r.Rows = append(r.Rows, own)
		took += row.Took
	}
	if p.File.Question.Kind != "" {
		for _, a := range o.Rounds {
			r.Steps = append(r.Steps, sweepreport.Step{Runs: a.Runs, Value: a.Value, Low: a.Low, High: a.High})
		}
	}
	r.Facts = [][2]string{
		{"sweep", filepath.Base(p.File.Name)},
		{"runs", humanize.Count(int64(len(o.Rows)), "run")},
		{"took", fmt.Sprintf("%.1f s, of workers together %.1f s", o.Seconds, took.Seconds())},
		{"build", o.Build},
	}
	return r
}

// Scene is the scene with the answer in it, for a file of a name.
func (o *Outcome) Scene(file string) ([]byte, error) {
	a := o.Answer()
	if a.At == nil {
		return nil, fmt.Errorf("there is no answer to write")
	}
	return o.Plan.Scene(a.At, file)
}

// Result is the outcome for programs.
type Result struct {
	Event   string    `json:"event"`
	Answer  string    `json:"answer,omitempty"`
	Final   bool      `json:"final"`
	At      []float64 `json:"at,omitempty"`
	Value   *float64  `json:"value,omitempty"`
	Low     *float64  `json:"low,omitempty"`
	High    *float64  `json:"high,omitempty"`
	Runs    int       `json:"runs"`
	Points  int       `json:"points"`
	Whole   bool      `json:"whole"`
	Seconds float64   `json:"seconds"`
	Notes   []string  `json:"notes,omitempty"`
}

// Result is the outcome as one value.
func (o *Outcome) Result() Result {
	a := o.Answer()
	return Result{
		Event: "result", Answer: o.Sentence(), Final: a.Final, At: a.At, Value: finite(a.Value), Low: finite(a.Low), High: finite(a.High),
		Runs: len(o.Rows), Points: len(o.Plan.Points()), Whole: o.Whole, Seconds: o.Seconds, Notes: o.Notes(),
	}
}

func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Text is the table of the points, for a terminal.
func (o *Outcome) Text(w io.Writer, style terminal.Style) error { return o.report().Text(w, style) }
