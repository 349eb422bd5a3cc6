package sweepreport

import (
	"math"
	"strings"
	"unicode"

	stats "github.com/thicket-sim/thicket/internal/study/estimate"
)

// Report tells what came of a sweep.
type Report struct {
	Title    string
	Answer   string   // a sentence; empty: there was no question
	Notes    []string // what else must be known, such as that the sweep was stopped
	Factors  []Factor
	Measures []Measure
	Rows     []Row // one for each run
	Steps    []Step
	StepOf   string      // what Value of a step is, such as "speedMps"
	Facts    [][2]string // name and text, such as the scene, and how long it took
}

// Factor says what was set for a run.
type Factor struct {
	Name, Unit string
	Levels     []string // labels of listed values; nil: a range of numbers
}

// Measure is a number that runs give.
type Measure struct {
	Name, Unit string
	stats.Range
}

// Row is a run.
type Row struct {
	Point    int       // those with the same factors have the same
	At       []float64 // by factor: a number, or the index of a level
	Values   []float64 // by measure; NaN: the run gave none
	Censored []bool    // by measure: the run ended before, at the value: it has that or more; nil: with none
	Failed   string    // why the run failed; empty: it did not
}

// Step is the answer as it was after a round of runs; what is not known is NaN.
type Step struct {
	Runs             int
	Value, Low, High float64
}

// titled returns a name with its unit.
func titled(name, unit string) string {
	if unit == "" {
		return printable(name)
	}
	return printable(name + " (" + unit + ")")
}

func (f *Factor) String() string  { return titled(f.Name, f.Unit) }
func (m *Measure) String() string { return titled(m.Name, m.Unit) }

// at returns the value of a factor in a row: NaN where the row has none, or no such level.
func (r *Report) at(row *Row, factor int) float64 {
	if factor >= len(row.At) || !finite(row.At[factor]) {
		return math.NaN()
	}
	v := row.At[factor]
	if all := r.Factors[factor].Levels; all != nil && (v != math.Trunc(v) || v < 0 || int(v) >= len(all)) {
		return math.NaN()
	}
	return v
}

// value returns a measure of a run: NaN where it failed or gave none.
func (r *Report) value(row *Row, measure int) float64 {
	if row.Failed != "" || measure >= len(row.Values) || !finite(row.Values[measure]) {
		return math.NaN()
	}
	return row.Values[measure]
}

// values returns the values of a measure in rows that have one, and whether the run ended there,
// before it came.
func (r *Report) values(rows []int, measure int) (all []float64, ended []bool) {
	for _, i := range rows {
		if v := r.value(&r.Rows[i], measure); finite(v) {
			all = append(all, v)
			ended = append(ended, measure < len(r.Rows[i].Censored) && r.Rows[i].Censored[measure])
		}
	}
	return all, ended
}

// every returns the numbers of all rows.
func (r *Report) every() []int {
	all := make([]int, len(r.Rows))
	for i := range all {
		all[i] = i
	}
	return all
}

// estimate returns the mean of a measure in some rows.
func (r *Report) estimate(rows []int, measure int) estimate {
	m := &r.Measures[measure]
	all, ended := r.values(rows, measure)
	_, most := m.Ends()
	c := stats.NewCurve(all, ended, most)
	e := meanOf(c.Least(), m.Range)
	e.upTo, e.left = c.Until, c.Left
	for i, end := range all {
		if !ended[i] {
			continue
		}
		if e.late++; e.late == 1 {
			e.from, e.to = end, end
		}
		e.from, e.to = min(e.from, end), max(e.to, end)
	}
	return e
}

// mean returns the mean of a measure in some rows, for a picture: NaN where too many of them are left
// at a time that is another one than that of other rows.
func (r *Report) mean(rows []int, measure int) estimate {
	e := r.estimate(rows, measure)
	if _, most := r.Measures[measure].Ends(); e.isLate() && e.upTo < most {
		e.n, e.mean = 0, math.NaN()
	}
	return e
}

// failures returns how many of the rows failed.
func (r *Report) failures(rows []int) (n int) {
	for _, i := range rows {
		if r.Rows[i].Failed != "" {
			n++
		}
	}
	return n
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// printable returns a text in one line without what would move a cursor or break XML.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsPrint(r):
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
