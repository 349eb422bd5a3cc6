package search

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// Names returns the names of an answer's numbers.
type Names struct {
	Factors []string
	Ranges  []bool                             // of each factor: there are places between those of a design
	Label   func(factor int, x float64) string // a coordinate, for people
	Measure string
	Goal    float64  // of Reach
	Arms    []string // of Compare
}

// Sentence returns the answer in one sentence.
func (a *Answer) Sentence(n Names) string {
	switch {
	case a.Kind == "table":
		return ""
	case a.Kind == "reach" && a.At == nil:
		if a.Why == "" {
			return fmt.Sprintf("it is not known yet where %s makes %s %s", n.Factors[0], n.Measure, short(n.Goal))
		}
		return fmt.Sprintf("no %s is known to make %s %s: %s", n.Factors[0], n.Measure, short(n.Goal), a.Why)
	case a.Why != "":
		return "there is no answer: " + a.Why
	case a.Kind == "reach":
		text := fmt.Sprintf("%s %s makes %s %s", n.Factors[0], about(a.Value, a.Low, a.High, Count{}, 0), n.Measure, short(n.Goal))
		if a.Censored > 0 {
			text += fmt.Sprintf("; %s it is at least %s", in(a.Censored, a.Runs-a.None), humanize.Ends(a.From, a.To))
		}
		return text
	case a.Kind == "compare":
		return a.comparison(n)
	case a.Late != nil:
		return fmt.Sprintf("there is no answer: with %s, the best so far, %s is %s, and only longer runs %s can tell", n.where(a.Late), n.Measure, late(a.Of), remedy(a.Of, a.Most))
	}
	return a.best(n)
}

// best says where a measure is largest, least or best, and which other points may be it.
func (a *Answer) best(n Names) string {
	what := map[string]string{"maximise": "largest", "minimise": "least", "race": "best"}[a.Kind]
	more, less := "more", "less"
	if a.Least {
		more, less = less, more
	}
	first, figure := n.where(a.At), about(a.Value, a.Low, a.High, a.Of, a.UpTo)
	text := fmt.Sprintf("%s is %s with %s: %s", n.Measure, what, first, figure)
	b := a.Best
	switch {
	case b == nil:
		return "so far " + text + "; what differs is told when the best were played again"
	case len(b.Equal) == 0 && b.Others == 1:
		text += "; it is clearly " + less + " with the other point"
	case len(b.Equal) == 0 && b.Others > 1:
		text += fmt.Sprintf("; it is clearly %s with each of the %d other points", less, b.Others)
	case len(b.Equal) > 0:
		others := "the others"
		if len(b.Equal) == 1 {
			others = "the other"
		}
		text = fmt.Sprintf("%s is %s with %s, which are not told apart: %s with %s", n.Measure, what, n.among(append([][]float64{a.At}, b.Equal...), b.Others+1), figure, first)
		switch {
		case b.Same:
			text += ", and the same in every run with " + others
		case math.IsInf(b.More, 0) || b.More == 0 && a.Censored == 0:
			text += ", of too few runs to tell more"
		case b.More == 0:
			text += ", and too many runs ended before it came"
		default:
			text += fmt.Sprintf(", and at most %s %s with %s", atMost(b.More), more, others)
		}
	}
	if k := len(b.Without); k > 0 {
		text += fmt.Sprintf("; %s no run has it", map[bool]string{true: "with " + n.where(b.Without[0]), false: fmt.Sprintf("with %d points", k)}[k == 1])
	}
	return text
}

// where returns a point in words.
func (n *Names) where(at []float64) string {
	var all []string
	for i, x := range at {
		all = append(all, n.Factors[i]+" "+n.Label(i, x))
	}
	if len(all) == 0 {
		return "the scene as it is"
	}
	return strings.Join(all, ", ")
}

// mostNamed is the number of points that are named one by one.
const mostNamed = 5

// among are points in words, of so many: each, or what their factors are.
func (n *Names) among(all [][]float64, of int) string {
	if len(all) <= mostNamed {
		var each []string
		between := "; "
		for i, at := range all {
			if text := n.where(at); i == 0 || len(at) != 1 {
				each = append(each, text)
			} else {
				between = ", "
				each = append(each, n.Label(0, at[0]))
			}
		}
		return strings.Join(each[:len(each)-1], between) + " or " + each[len(each)-1]
	}
	var factors []string
	for i, name := range n.Factors {
		var values []float64
		for _, at := range all {
			values = append(values, at[i])
		}
		slices.Sort(values)
		values = slices.Compact(values)
		last := len(values) - 1
		switch {
		case n.Ranges[i] && last > 0:
			factors = append(factors, fmt.Sprintf("%s %s to %s", name, n.Label(i, values[0]), n.Label(i, values[last])))
		case last < mostNamed:
			var labels []string
			for _, x := range values {
				labels = append(labels, n.Label(i, x))
			}
			factors = append(factors, name+" "+strings.Join(labels, " or "))
		default:
			factors = append(factors, fmt.Sprintf("%d values of %s", len(values), name))
		}
	}
	return fmt.Sprintf("%d of %d points (%s)", len(all), of, strings.Join(factors, ", "))
}

// comparison says who is stronger, or that nobody is.
func (a *Answer) comparison(n Names) string {
	best := int(a.At[0])
	if len(a.Arms) == 2 {
		score := fmt.Sprintf("scores %s against %s in %d games", about(a.Value, a.Low, a.High, Count{}, 0), n.Arms[1], a.Arms[0].Runs)
		if len(a.At) > 1 {
			return fmt.Sprintf("no difference: %s %s", n.Arms[0], score)
		}
		return fmt.Sprintf("%s is stronger: %s %s, %+.0f Elo", n.Arms[best], n.Arms[0], score, a.Arms[0].Elo-a.Arms[1].Elo)
	}
	if len(a.At) == 1 {
		return fmt.Sprintf("%s is stronger than each of the others: %+.0f Elo (95 %%: %+.0f to %+.0f)", n.Arms[best], a.Arms[best].Elo, a.Arms[best].EloLow, a.Arms[best].EloHigh)
	}
	var equal []string
	for _, i := range a.At[1:] {
		equal = append(equal, n.Arms[int(i)])
	}
	return fmt.Sprintf("%s is first, with no difference to %s: %+.0f Elo (95 %%: %+.0f to %+.0f)", n.Arms[best], strings.Join(equal, ", "), a.Arms[best].Elo, a.Arms[best].EloLow, a.Arms[best].EloHigh)
}

// short returns a number with the digits that people read.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// in is some of many runs in words.
func in(some, of int) string { return fmt.Sprintf("in %d of %d runs", some, of) }

// late returns what is known of runs too many of which ended before their measure came.
func late(of Count) string {
	return fmt.Sprintf("at least %s %s", humanize.Ends(of.From, of.To), in(of.Censored, of.Runs-of.None))
}

// remedy returns what makes runs longer that ended before: how long they are, and what ends them,
// where some were over before their time.
func remedy(of Count, most float64) string {
	if of.From < most {
		return "(for, until)"
	}
	return "(for)"
}

// said returns the mean of a place in words.
func (m *Measure) said(s *sample) string {
	c := m.curve(s)
	switch {
	case s.n() == 0:
		return "nothing"
	case m.isLate(s):
		return late(s.Count)
	}
	mean, low, high := m.Mean(c.Least(), level)
	return about(mean, low, high, s.Count, c.Until)
}

// about returns a number with as many digits as its interval supports, the interval, how many of
// the runs ended before, so that they have as much as then or more, or have no number, and up to
// where the number is that of times, where these are not where all such runs ended.
func about(x, low, high float64, of Count, upTo float64) string {
	var text string
	var beside []string
	switch {
	case math.IsInf(low, 0) || math.IsInf(high, 0):
		text, beside = short(x), append(beside, "of too few runs for an interval")
	case low == high && of.Runs > 0:
		text, beside = short(x), append(beside, "in each run")
	default:
		digits := places(high - low)
		f := func(v float64) string { return strconv.FormatFloat(v, 'f', digits, 64) }
		text, beside = f(x), append(beside, fmt.Sprintf("95 %%: %s to %s", f(low), f(high)))
	}
	if of.Censored > 0 && of.From < upTo {
		beside = append(beside, "of times up to "+short(upTo))
	}
	if of.Censored > 0 {
		beside = append(beside, fmt.Sprintf("%s at least %s", in(of.Censored, of.Runs-of.None), humanize.Ends(of.From, of.To)))
	}
	if of.None > 0 {
		beside = append(beside, in(of.None, of.Runs)+" none")
	}
	return text + " (" + strings.Join(beside, "; ") + ")"
}

// atMost returns a number above 0 with two digits, rounded up.
func atMost(x float64) string {
	unit := math.Pow10(int(math.Floor(math.Log10(x))) - 1)
	return short(math.Ceil(x/unit) * unit)
}

// places returns how many digits after the point a number has whose interval is so wide: two
// of the width.
func places(width float64) int {
	if !(width > 0) || math.IsInf(width, 0) {
		return 3
	}
	return min(max(1-int(math.Floor(math.Log10(width))), 0), 9)
}
