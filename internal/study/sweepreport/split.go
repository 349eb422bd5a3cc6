package sweepreport

import (
	"math"
	"slices"

	stats "github.com/thicket-sim/thicket/internal/study/estimate"
)

// mostValues is the number of values of a range are told one by one; where there are more,
// the range is cut into bins.
const mostValues = 12

// group is runs that are told together.
type group struct {
	label string
	at    float64 // the mean of the factor in its runs; of a level, its index
	rows  []int
}

// split returns the runs by what a factor was: by level, value or bin, those without a run left
// out.
func (r *Report) split(factor int) []group {
	var all []group
	if levels := r.Factors[factor].Levels; levels != nil {
		for i, label := range levels {
			all = append(all, group{label: printable(label), at: float64(i)})
		}
		for i := range r.Rows {
			if v := r.at(&r.Rows[i], factor); finite(v) {
				all[int(v)].rows = append(all[int(v)].rows, i)
			}
		}
		return slices.DeleteFunc(all, func(g group) bool { return len(g.rows) == 0 })
	}
	var values []float64
	for i := range r.Rows {
		if v := r.at(&r.Rows[i], factor); finite(v) {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if len(values) <= mostValues {
		labels := labels(values)
		for i, v := range values {
			all = append(all, group{label: labels[i], at: v})
		}
		for i := range r.Rows {
			if k, ok := slices.BinarySearch(values, r.at(&r.Rows[i], factor)); ok {
				all[k].rows = append(all[k].rows, i)
			}
		}
		return all
	}
	edges := edges(values[0], values[len(values)-1], 8)
	names := labels(edges)
	for k := range edges[1:] {
		all = append(all, group{label: names[k] + " to " + names[k+1]})
	}
	sets := make([][]float64, len(all))
	for i := range r.Rows {
		if v := r.at(&r.Rows[i], factor); finite(v) {
			k := bin(edges, v)
			all[k].rows, sets[k] = append(all[k].rows, i), append(sets[k], v)
		}
	}
	for k := range all {
		all[k].at, _ = stats.Mean(sets[k])
	}
	return slices.DeleteFunc(all, func(g group) bool { return len(g.rows) == 0 })
}

// points returns the runs by point, in the order of their numbers.
func (r *Report) points() []group {
	var all []group
	nth := map[int]int{}
	for i := range r.Rows {
		p := r.Rows[i].Point
		k, ok := nth[p]
		if !ok {
			k = len(all)
			nth[p] = k
			all = append(all, group{at: float64(p)})
		}
		all[k].rows = append(all[k].rows, i)
	}
	slices.SortStableFunc(all, func(a, b group) int { return int(a.at) - int(b.at) })
	return all
}

// labels writes numbers with as many digits as tell them apart, six at least.
func labels(values []float64) []string {
	all := make([]string, len(values))
	for most := 6; most <= 17; most++ {
		seen := map[string]bool{}
		for i, v := range values {
			all[i] = digits(v, most)
			seen[all[i]] = true
		}
		if len(seen) == len(values) {
			break
		}
	}
	return all
}

// step returns the distance of round numbers of which about n cut a range: 1, 2 or 5 times a power
// of ten; 0 where the range is too short for numbers to tell it apart.
func step(low, high float64, n int) float64 {
	raw := (high/2 - low/2) * (2 / float64(n))
	if raw <= 0 {
		return 0
	}
	_, exponent := leading(raw)
	unit := math.Pow10(exponent)
	for _, times := range []float64{1, 2, 5, 10} {
		if s := unit * times; s >= raw && finite(s) && low+s != low && high-s != high {
			return s
		}
	}
	return 0
}

// edges cuts a range into about n bins at round numbers, the outer ones of which may reach
// beyond it.
func edges(low, high float64, n int) []float64 {
	s := step(low, high, n)
	if s == 0 {
		return []float64{low, high}
	}
	var all []float64
	for k := math.Floor(low / s); ; k++ {
		v := min(max(k*s, -math.MaxFloat64), math.MaxFloat64)
		if all = append(all, v); v >= high {
			return all
		}
	}
}

// bin returns the one of a number between the outer edges: the last one has its upper edge, too.
func bin(edges []float64, v float64) int {
	k, exact := slices.BinarySearch(edges, v)
	if !exact {
		k--
	}
	return min(max(k, 0), len(edges)-2)
}
