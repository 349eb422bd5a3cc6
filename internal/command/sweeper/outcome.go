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

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/study/search"
	"github.com/thicket-sim/thicket/internal/study/sweep"
	"github.com/thicket-sim/thicket/internal/study/sweep/results"
	"github.com/thicket-sim/thicket/internal/study/sweepreport"
)

// Answer returns what is known at the end.
func (o *Outcome) Answer() search.Answer { return o.Plan.Answer() }

// Sentence returns the answer in one sentence; empty where nothing was asked.
func (o *Outcome) Sentence() string {
	a := o.Answer()
	text := a.Sentence(o.Plan.Names())
	if o.Written != "" {
		text += "; written to " + o.Written
	}
	return text
}

// Notes returns what people should know besides.
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
	a := o.Answer()
	if none := a.None - failed; none > 0 {
		all = append(all, fmt.Sprintf("%d of %d runs have no %s: they are in no mean, and none is better or worse by them", none, len(o.Rows), o.Plan.Measure()))
	}
	if a.Censored > 0 {
		all = append(all, o.censored(&a.Count))
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

// censored says of how many runs it is not known when what was asked for would have come, and what
// means are then.
func (o *Outcome) censored(n *search.Count) string {
	q, measures := &o.Plan.File.Question, o.Plan.File.Experiment.Measures
	if q.Kind == sweep.Compare {
		return fmt.Sprintf("%d of %d games ended before %s or %s came, and count as draws", n.Censored, len(o.Rows), q.By[0], q.By[1])
	}
	m := slices.IndexFunc(measures, func(m *treetest.Measure) bool { return m.Name == o.Plan.Measure() })
	most, over := o.Plan.Range(m).High, 0
	for i := range o.Rows {
		if v := o.Plan.Value(&o.Rows[i], m); v.Censored && v.X < most {
			over++
		}
	}
	text := fmt.Sprintf("%d of %d runs ended without %s, after %s", n.Censored, len(o.Rows), o.Plan.Measure(), humanize.Ends(n.From, n.To))
	if over == 0 {
		return text + ": means are those of times up to there"
	}
	return text + fmt.Sprintf("; in %d of them the game was over before (until), which is taken for one like those that went on, and means are those of times up to where half of all games would (Kaplan and Meier)", over)
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

// report returns what came of the sweep, for people.
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
	for i, m := range p.File.Experiment.Measures {
		r.Measures = append(r.Measures, sweepreport.Measure{Name: m.Name, Unit: m.Unit, Range: p.Range(i)})
	}
	took := time.Duration(0)
	for i := range o.Rows {
		row := &o.Rows[i]
		own := sweepreport.Row{Point: row.Point, At: row.At, Failed: row.Failed}
		for m := range row.Values {
			v := p.Value(row, m)
			own.Values, own.Censored = append(own.Values, v.X), append(own.Censored, v.Censored)
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

// Scene returns the scene with the answer in it, for a file of a name.
func (o *Outcome) Scene(file string) ([]byte, error) {
	a := o.Answer()
	if a.At == nil {
		return nil, fmt.Errorf("there is no answer to write")
	}
	return o.Plan.Scene(a.At, file)
}

// Result is the outcome for programs.
type Result struct {
	Event  string    `json:"event"`
	Answer string    `json:"answer,omitempty"`
	Final  bool      `json:"final"`
	At     []float64 `json:"at,omitempty"`
	Value  *float64  `json:"value,omitempty"`
	Low    *float64  `json:"low,omitempty"`
	High   *float64  `json:"high,omitempty"`
	// Censored are the runs that ended before the measure came, from the first time to the last, and
	// None those without it. Where there are such runs, Value is of times up to UpTo.
	Censored int         `json:"censored"`
	From     *float64    `json:"censoredFrom,omitempty"`
	To       *float64    `json:"censoredTo,omitempty"`
	UpTo     *float64    `json:"upTo,omitempty"`
	None     int         `json:"none"`
	Equal    [][]float64 `json:"notToldApart,omitempty"`   // points that may be better than At
	AtMost   *float64    `json:"betterByAtMost,omitempty"` // by how much, with 95 %
	Runs     int         `json:"runs"`
	Points   int         `json:"points"`
	Whole    bool        `json:"whole"`
	Seconds  float64     `json:"seconds"`
	Notes    []string    `json:"notes,omitempty"`
}

// Result returns the outcome as one value.
func (o *Outcome) Result() Result {
	a := o.Answer()
	r := Result{
		Event: "result", Answer: o.Sentence(), Final: a.Final, At: a.At, Value: finite(a.Value), Low: finite(a.Low), High: finite(a.High),
		Runs: len(o.Rows), Points: len(o.Plan.Points()), Whole: o.Whole, Seconds: o.Seconds, Notes: o.Notes(),
		Censored: a.Censored, None: a.None,
	}
	if a.Censored > 0 && o.Plan.File.Question.Kind != sweep.Compare {
		r.From, r.To = &a.From, &a.To
	}
	if a.Of.Censored > 0 && a.At != nil {
		r.UpTo = &a.UpTo
	}
	if a.Best != nil && len(a.Best.Equal) > 0 {
		r.Equal, r.AtMost = a.Best.Equal, finite(a.Best.More)
	}
	return r
}

func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// Text returns the table of the points, for a terminal.
func (o *Outcome) Text(w io.Writer, style terminal.Style) error { return o.report().Text(w, style) }
