package sweepreport

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

// mostPoints is the number of points that are told one by one.
const mostPoints = 30

// table is rows of cells: first what the runs of a row share, then numbers.
type table struct {
	title  string
	shared int // columns of what the runs of a row share
	counts int // columns of numbers of runs after them; the others are measures
	head   []string
	rows   [][]string
}

// tables returns the summary: by point where they are few, else by factor.
func (r *Report) tables() []table {
	points := r.points()
	slices.SortStableFunc(points, func(a, b group) int { // a search asks for them in another order
		return slices.Compare(r.Rows[a.rows[0]].At, r.Rows[b.rows[0]].At)
	})
	switch {
	case len(r.Rows) == 0:
		return nil
	case len(r.Factors) == 0:
		return []table{r.table("All runs", nil, []group{{rows: r.every()}}, func(*group) []string { return nil })}
	case len(points) <= mostPoints:
		var names []string
		columns := make([][]string, len(r.Factors))
		for f := range r.Factors {
			names = append(names, r.Factors[f].String())
			columns[f] = r.levels(points, f)
		}
		k := -1
		return []table{r.table(humanize.Count(int64(len(points)), "point"), names, points, func(*group) (all []string) {
			k++
			for _, c := range columns {
				all = append(all, c[k])
			}
			return all
		})}
	}
	var all []table
	for f := range r.Factors {
		groups := r.split(f)
		if len(groups) == 0 {
			continue
		}
		title := fmt.Sprintf("%s points by %s", humanize.Thousands(int64(len(points))), printable(r.Factors[f].Name))
		all = append(all, r.table(title, []string{r.Factors[f].String()}, groups, func(g *group) []string { return []string{g.label} }))
	}
	return all
}

// levels returns the levels of a factor at points.
func (r *Report) levels(points []group, factor int) []string {
	text := make([]string, len(points))
	var values []float64
	for i := range points {
		v := r.at(&r.Rows[points[i].rows[0]], factor)
		switch levels := r.Factors[factor].Levels; {
		case !finite(v):
			text[i] = "–"
		case levels != nil:
			text[i] = printable(levels[int(v)])
		default:
			values = append(values, v)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	names := labels(values)
	for i := range points {
		if text[i] == "" {
			k, found := slices.BinarySearch(values, r.at(&r.Rows[points[i].rows[0]], factor))
			if found {
				text[i] = names[k]
			}
		}
	}
	return text
}

// table has a row for each group. That runs gave no number of a measure, though they did not
// fail, is told beside it.
func (r *Report) table(title string, names []string, groups []group, shared func(*group) []string) table {
	t := table{title: title, shared: len(names), counts: 1, head: append(slices.Clone(names), "runs")}
	failed := r.failures(r.every()) > 0
	if failed {
		t.counts, t.head = 2, append(t.head, "failed")
	}
	for m := range r.Measures {
		t.head = append(t.head, r.Measures[m].String())
	}
	for i := range groups {
		g := &groups[i]
		lost := r.failures(g.rows)
		row := append(slices.Clone(shared(g)), strconv.Itoa(len(g.rows)))
		if failed {
			row = append(row, strconv.Itoa(lost))
		}
		for m := range r.Measures {
			e := r.estimate(g.rows, m)
			cell := e.String()
			if e.n > 0 && e.late == 0 && e.n < len(g.rows)-lost {
				cell += fmt.Sprintf(" of %d", e.n)
			}
			row = append(row, cell)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// reason says why runs failed.
type reason struct {
	Text string
	Runs int
}

// reasons says why runs failed, the most frequent first.
func (r *Report) reasons() (all []reason) {
	for i := range r.Rows {
		text := printable(r.Rows[i].Failed)
		if text == "" {
			continue
		}
		k := slices.IndexFunc(all, func(old reason) bool { return old.Text == text })
		if k < 0 {
			k = len(all)
			all = append(all, reason{Text: text})
		}
		all[k].Runs++
	}
	slices.SortStableFunc(all, func(a, b reason) int { return b.Runs - a.Runs })
	return all
}

// counted says how many runs there are, and how the numbers of tables are meant.
func (r *Report) counted() string {
	text := humanize.Count(int64(len(r.Rows)), "run")
	if n := r.failures(r.every()); n > 0 {
		text += ", of which " + humanize.Thousands(int64(n)) + " failed"
	}
	if len(r.Rows) == 0 || len(r.Measures) == 0 {
		return text + "."
	}
	text += ". Measures are means with their 95 % interval."
	late, over := false, false
	for m := range r.Measures {
		e := r.estimate(r.every(), m)
		_, most := r.Measures[m].Ends()
		late, over = late || e.late > 0, over || e.late > 0 && e.from < most
	}
	if late {
		text += " Runs that ended before a time came have as much as then or more (≥)."
	}
	if over {
		text += " Games that were over before are taken for like those that went on, and means are those of times up to where half of all games would (Kaplan and Meier)."
	}
	return text
}
