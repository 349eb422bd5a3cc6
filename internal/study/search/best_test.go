package search

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/study/estimate"
	"github.com/thicket-sim/thicket/internal/study/points"
)

// told asks a search for rounds until it is over, with what f gives for a place and a repeat.
func told(t *testing.T, s Search, budget int, f func(at []float64, repeat int) Value) Answer {
	t.Helper()
	for asks := s.Next(budget); len(asks) > 0; asks = s.Next(budget) {
		var values []Value
		for _, a := range asks {
			for i := range a.Runs {
				values = append(values, f(a.At, a.First+i))
			}
		}
		budget -= len(values)
		s.Tell(values)
	}
	return s.Answer()
}

// cut returns a time that is known up to where runs end.
func cut(x, most float64) Value { return Value{X: min(x, most), Censored: x > most} }

// levels are places of one factor that is a list.
func levels(n int) (all [][]float64, factors []points.Factor) {
	for i := range n {
		all = append(all, []float64{float64(i)})
	}
	return all, []points.Factor{{Levels: n}}
}

// choices returns the searches that name a best, over n places, with how many runs each place
// has at last of a budget of 120 for each.
func choices(n, repeats int, m Measure) map[string]func() Search {
	all, factors := levels(n)
	most, least := m, m
	least.Least = true
	return map[string]func() Search{
		"maximise":           func() Search { return NewMaximise(factors, all, repeats, most) },
		"minimise":           func() Search { return NewMaximise(factors, all, repeats, least) },
		"race":               func() Search { return NewRace(all, repeats, most) },
		"race for the least": func() Search { return NewRace(all, repeats, least) },
	}
}

var labels = Names{Factors: []string{"tree"}, Ranges: []bool{false}, Measure: "red", Label: func(_ int, x float64) string { return string(rune('a' + int(x))) }}

// Of places that are equal none is called the best in more than 9 of 100 searches, whatever the
// values are like; and one that is better by two standard errors of the difference is found as
// often as it is to be, about every second time.
func TestABestIsNamedWhereItIsToldApart(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: searches for their statistics")
	}
	t.Parallel()
	for name, draw := range map[string]func(trial, place, repeat int) float64{
		"normal": func(trial, place, repeat int) float64 {
			return noise(trial, []float64{float64(place)}, repeat).NormFloat64()
		},
		"counts": func(trial, place, repeat int) float64 {
			return math.Floor(1.3 * noise(trial, []float64{float64(place)}, repeat).ExpFloat64())
		},
		"rare": func(trial, place, repeat int) float64 {
			return map[bool]float64{true: 1}[noise(trial, []float64{float64(place)}, repeat).Float64() < 0.03]
		},
	} {
		for kind, make := range choices(2, 40, Measure{}) {
			named, found := 0, 0
			for trial := range 200 {
				a := told(t, make(), 240, func(at []float64, repeat int) Value { return Value{X: draw(trial, int(at[0]), repeat)} })
				if len(a.Best.Equal) == 0 {
					named++
				}
			}
			if t.Logf("%s of equals, %s: a winner in %d of 200", kind, name, named); named > 18 {
				t.Errorf("%s of equals, %s: a winner in %d of 200", kind, name, named)
			}
			if name != "normal" {
				continue
			}
			runs, better := 120.0, 1 // of each place at last
			if strings.HasSuffix(kind, "imise") {
				runs = 80
			}
			if kind == "minimise" || kind == "race for the least" {
				better = 0
			}
			gain := 2 * math.Sqrt(2/runs)
			for trial := range 200 {
				a := told(t, make(), 240, func(at []float64, repeat int) Value { return Value{X: gain*at[0] + draw(trial, int(at[0]), repeat)} })
				if len(a.Best.Equal) == 0 && int(a.At[0]) == better {
					found++
				}
			}
			if t.Logf("%s of two that differ by two standard errors: found in %d of 200", kind, found); found < 85 || found > 121 {
				t.Errorf("%s: a difference of two standard errors is found in %d of 200", kind, found)
			}
		}
	}
}

// The best is among those that are named, and none of them is better than the first by more than is
// said, in 95 of 100 searches, also where points were dropped on the way.
func TestTheBestIsAmongThoseThatAreNamed(t *testing.T) {
	t.Parallel()
	worth := []float64{0, 0.2, 0.5, 0.5, 0.4, 0.1, -1}
	for kind, make := range choices(len(worth), 20, Measure{}) {
		if kind == "minimise" || kind == "race for the least" {
			continue // the same, mirrored
		}
		kept, bound, named := 0, 0, 0
		for trial := range 100 {
			a := told(t, make(), 1000, func(at []float64, repeat int) Value {
				return Value{X: worth[int(at[0])] + noise(trial, at, repeat).NormFloat64()}
			})
			best := worth[int(a.At[0])] == 0.5 && len(a.Best.Equal) == 0
			more := 0.0
			for _, at := range a.Best.Equal {
				best = best || worth[int(at[0])] == 0.5
				more = max(more, worth[int(at[0])]-worth[int(a.At[0])])
			}
			if best || worth[int(a.At[0])] == 0.5 {
				kept++
			}
			if more <= a.Best.More {
				bound++
			}
			named += len(a.Best.Equal)
		}
		if t.Logf("%s: %d of 100 have the best, %d a bound that holds; %d others named", kind, kept, bound, named); kept < 95 || bound < 95 || named > 500 {
			t.Errorf("%s: %d of 100 have the best, %d a bound that holds; %d others are named", kind, kept, bound, named)
		}
	}
}

// What places share by their seeds does not hide what differs.
func TestPlacesAreComparedByTheirSeeds(t *testing.T) {
	for kind, make := range choices(3, 30, Measure{}) {
		a := told(t, make(), 600, func(at []float64, repeat int) Value {
			common := 30 * noise(1, nil, repeat).NormFloat64()
			return Value{X: common + at[0] + 0.5*noise(2, at, repeat).NormFloat64()}
		})
		if len(a.Best.Equal) > 0 {
			t.Errorf("%s: %q", kind, a.Sentence(labels))
		}
	}
}

// Places that are the same in every run are no winners, and are said to be the same.
func TestTheSameIsNotTheBest(t *testing.T) {
	for kind, make := range choices(3, 30, Measure{Range: estimate.Range{High: 10}}) {
		a := told(t, make(), 600, func(_ []float64, repeat int) Value { return Value{X: 10 * noise(1, nil, repeat).Float64()} })
		if got := a.Sentence(labels); len(a.Best.Equal) != 2 || !strings.Contains(got, "the same in every run") {
			t.Errorf("%s: %q", kind, got)
		}
	}
}

// A run without a value helps nobody: a place whose bad runs have none, or all but a few, is not
// the best, and one whose good runs have none may be.
func TestMissingValuesHelpNobody(t *testing.T) {
	for kind, make := range choices(2, 40, Measure{}) {
		a := told(t, make(), 240, func(at []float64, repeat int) Value {
			x := noise(1, at, repeat).NormFloat64()
			if at[0] == 1 && math.Abs(x) > 0.4 { // it is better by what is left out of it
				x = math.NaN()
			} else if at[0] == 1 {
				x = map[bool]float64{true: -1, false: 1}[strings.Contains(kind, "min") || strings.Contains(kind, "least")]
			}
			return Value{X: x}
		})
		if len(a.Best.Equal) == 0 || a.None == 0 {
			t.Errorf("%s: %q", kind, a.Sentence(labels))
		}
	}
	race := choices(2, 40, Measure{})["race"]()
	a := told(t, race, 240, func(at []float64, repeat int) Value { return Value{X: math.Log(at[0]) * 0} }) // none at place 0
	if got := a.Sentence(labels); a.At[0] != 1 || !strings.HasSuffix(got, "with tree a no run has it") {
		t.Errorf("%q", got)
	}
}

// Where runs ended before in more than half of the runs of the best there is no answer, and a
// figure says of how many runs it is not known.
func TestCensoredRunsDecideNothing(t *testing.T) {
	within := Measure{Range: estimate.Range{High: 60}}
	time := func(mean ...float64) func(at []float64, repeat int) Value {
		return func(at []float64, repeat int) Value {
			return cut(mean[int(at[0])]*noise(1, at, repeat).ExpFloat64(), 60)
		}
	}
	for kind, make := range choices(2, 40, within) {
		a := told(t, make(), 240, time(5000, 400))
		if got := a.Sentence(labels); a.At != nil || !strings.Contains(got, "there is no answer: with tree") || !strings.Contains(got, "red is at least 60 in ") {
			t.Errorf("%s: %q", kind, got)
		}
		a = told(t, make(), 240, time(40, 20))
		got := a.Sentence(labels)
		wanted := map[bool]string{true: "tree b: ", false: "tree a: "}[a.Least]
		if len(a.Best.Equal) > 0 || !strings.Contains(got, wanted) || strings.Contains(got, " runs at least 60)") != (a.Of.Censored > 0) || a.High > 60 || a.Low < 0 {
			t.Errorf("%s: %q", kind, got)
		}
		// The one with less ended before in most of its runs: what it is decides.
		a = told(t, make(), 240, func(at []float64, repeat int) Value {
			if r := noise(2, at, repeat); r.Float64() < 0.6-0.2*at[0] {
				return cut(100, 60)
			} else {
				return Value{X: 59 * at[0]}
			}
		})
		if got := a.Sentence(labels); a.At != nil && len(a.Best.Equal) == 0 && !a.Least {
			t.Errorf("%s: %q", kind, got)
		}
	}
}

// over returns a time that comes, or at which a game was over before.
func over(x, end float64) Value { return Value{X: min(x, end), Censored: x > end} }

// Games that were over before, each at its time, are no games in which the time was longer or shorter:
// places that differ in what ends games alone are not told apart, though all that is seen of one is
// short, and those that differ are.
func TestGamesThatAreOver(t *testing.T) {
	within := Measure{Range: estimate.Range{High: 60}}
	won := map[string]int{}
	times := func(trial int, mean, end [2]float64) func(at []float64, repeat int) Value {
		return func(at []float64, repeat int) Value {
			r, i := noise(trial, at, repeat), int(at[0])
			return over(mean[i]*r.ExpFloat64(), min(60, end[i]*r.ExpFloat64()))
		}
	}
	for kind, make := range choices(2, 40, within) {
		for trial := range 40 {
			if a := told(t, make(), 240, times(trial, [2]float64{20, 20}, [2]float64{40, 400})); a.At != nil && len(a.Best.Equal) == 0 {
				won[kind]++
			}
		}
		if won[kind] > 5 {
			t.Errorf("%s: of 40 with equal times %d have a winner", kind, won[kind])
		}
		a := told(t, make(), 240, times(1, [2]float64{20, 6}, [2]float64{300, 300}))
		got := a.Sentence(labels)
		if wanted := map[bool]string{true: "tree b: ", false: "tree a: "}[a.Least]; a.At == nil || len(a.Best.Equal) > 0 || !strings.Contains(got, wanted) {
			t.Errorf("%s: %q", kind, got)
		}
		if a.Of.From < 60 && !strings.Contains(got, fmt.Sprintf("; of times up to 60; in %d of %d runs at least %s)", a.Of.Censored, a.Of.Runs, humanize.Ends(a.Of.From, a.Of.To))) && a.Of.Censored > 0 {
			t.Errorf("%s: %q", kind, got)
		}
		// All games of the second are over at 14: it may have less than the first, and more.
		second := func(mean float64) func(at []float64, repeat int) Value {
			return func(at []float64, repeat int) Value {
				return over(mean*noise(1, at, repeat).ExpFloat64()+1000*at[0], 60-46*at[0])
			}
		}
		a = told(t, make(), 240, second(30))
		if got = a.Sentence(labels); !strings.Contains(got, " with tree a or b, which are not told apart: ") {
			t.Errorf("%s: %q", kind, got)
		}
		// But it has more than one that has less than 14, whose mean alone is known.
		a = told(t, make(), 240, second(6))
		got = a.Sentence(labels)
		if wanted := map[bool]string{true: "tree a: ", false: "there is no answer: with tree b, "}[a.Least]; !strings.Contains(got, wanted) || len(a.At) > 0 && len(a.Best.Equal) > 0 {
			t.Errorf("%s: %q", kind, got)
		}
		// So are the so of both, and nobody knows anything.
		a = told(t, make(), 240, func([]float64, int) Value { return over(1000, 14) })
		if got := a.Sentence(labels); a.At != nil || !strings.HasSuffix(got, " runs, and only longer runs (for, until) can tell") || !strings.Contains(got, "red is at least 14 in ") {
			t.Errorf("%s: %q", kind, got)
		}
	}
	t.Log(won)
}

// The restricted mean of times that are cut is in its interval in 95 of 100, with few runs and with
// many, and no interval reaches beyond the range.
func TestRestrictedMeans(t *testing.T) {
	const most = 60.0
	for _, mean := range []float64{20, 85, 1500} {
		truth := mean * (1 - math.Exp(-most/mean))
		for _, runs := range []int{20, 90} {
			in := 0
			for trial := range 100 {
				all, factors := levels(1)
				a := told(t, NewMaximise(factors, all, runs, Measure{Range: estimate.Range{High: most}}), runs, func(at []float64, repeat int) Value {
					return cut(mean*noise(trial, at, repeat).ExpFloat64(), most)
				})
				if a.Late != nil { // no mean is told of it
					s := sample{}
					for i := range runs {
						s.add([]Value{cut(mean*noise(trial, []float64{0}, i).ExpFloat64(), most)})
					}
					_, a.Low, a.High = (estimate.Range{High: most}).Mean(s.values, level)
				}
				if a.Low <= truth && truth <= a.High {
					in++
				}
				if a.Low < 0 || a.High > most {
					t.Fatalf("%v to %v of times from 0 to %v", a.Low, a.High, most)
				}
			}
			if t.Logf("mean %v, %d runs: %d of 100", mean, runs, in); in < 93 {
				t.Errorf("mean %v, %d runs: %d of 100 intervals have the restricted mean", mean, runs, in)
			}
		}
	}
}

// A place is not below a value because runs ended before: the interval of a root has that of the
// whole mean, which runs are too short to show, and where these are too short to tell anything that
// is said.
func TestReachWithCensoredRuns(t *testing.T) {
	t.Parallel()
	factor := points.Factor{Low: 1, High: 8}
	search := func(trial int, value, most float64) Answer {
		s := NewReach(factor, value, 20, Measure{Range: estimate.Range{High: most}})
		return told(t, s, 1200, func(at []float64, repeat int) Value {
			return cut(170/at[0]*noise(trial, at, repeat).ExpFloat64(), most)
		})
	}
	in, answers := 0, 0
	for trial := range 40 {
		if a := search(trial, 38, 70); a.At != nil {
			if answers++; a.Low <= 170/38. && 170/38. <= a.High {
				in++
			}
			if text := a.Sentence(Names{Factors: []string{"speed"}, Measure: "seconds", Goal: 38}); !strings.Contains(text, " runs it is at least 70") {
				t.Errorf("%q", text)
			}
		}
	}
	if t.Logf("%d of %d", in, answers); answers < 20 || in < answers-2 {
		t.Errorf("%d of %d intervals have the root, of 40 searches", in, answers)
	}
	in, answers = 0, 0
	for trial := range 20 { // games that are over before
		a := told(t, NewReach(factor, 50, 20, Measure{Range: estimate.Range{High: 150}}), 1200, func(at []float64, repeat int) Value {
			r := noise(trial, at, repeat)
			return over(170/at[0]*r.ExpFloat64(), min(150, 200*r.ExpFloat64()))
		})
		if a.At != nil {
			if answers++; a.Low <= 170/50. && 170/50. <= a.High {
				in++
			}
		}
	}
	if t.Logf("%d of %d with games that are over", in, answers); answers < 8 || in < answers-1 {
		t.Errorf("%d of %d intervals have the root, of 20 searches", in, answers)
	}
	if a := search(1, 60, 62); a.At != nil || !strings.Contains(a.Why, "only longer ones (for) can tell where it is less than 60") {
		t.Errorf("%+v", a)
	}
}

// What was stopped before the best were played again tells nothing apart, and runs that were not
// played are no runs.
func TestWhatWasStoppedTellsNothingApart(t *testing.T) {
	all, factors := levels(12)
	s := NewMaximise(factors, all, 20, Measure{})
	for range 2 {
		asks := s.Next(4000)
		var values []Value
		for _, a := range asks {
			for i := range a.Runs {
				values = append(values, Value{X: a.At[0] + noise(1, a.At, i).NormFloat64()})
			}
		}
		s.Tell(values)
	}
	s.Next(0)
	if a := s.Answer(); !a.Final || !strings.HasPrefix(a.Sentence(labels), "so far red is largest with tree l: ") {
		t.Errorf("%q", a.Sentence(labels))
	}
	race := NewRace(all[:6], 20, Measure{})
	a := told(t, race, 120, func(at []float64, repeat int) Value {
		if repeat >= 15 {
			return Value{X: math.NaN(), Unplayed: true}
		}
		return Value{X: at[0]}
	})
	if a.Runs != 90 || a.None != 0 || len(a.Best.Equal) != 5 {
		t.Errorf("%d runs, %d without a value, %d not told apart: 15 runs are too few", a.Runs, a.None, len(a.Best.Equal))
	}
}
