package search

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/study/points"
)

// play asks a search for rounds until it is over, with what f gives for a place and the number
// of a repeat, and returns how many runs it took.
func play(t *testing.T, s Search, budget int, f func(at []float64, repeat int) float64) (runs int) {
	t.Helper()
	seen := map[string]bool{}
	for range 10_000 {
		asks := s.Next(budget - runs)
		if len(asks) == 0 {
			if !s.Answer().Final {
				t.Fatal("the search asks for nothing and is not over")
			}
			return runs
		}
		var values []Value
		for _, a := range asks {
			for i := range a.Runs {
				key := fmt.Sprint(a.At, a.First+i)
				if seen[key] {
					t.Fatalf("repeat %d of %v is asked for twice", a.First+i, a.At)
				}
				seen[key] = true
				values = append(values, Value{X: f(a.At, a.First+i)})
			}
		}
		if runs += len(values); runs > budget {
			t.Fatalf("%d runs of a budget of %d", runs, budget)
		}
		s.Tell(values)
	}
	t.Fatal("the search never ends")
	return 0
}

// noise returns a number for a trial, a place and a repeat: the same for the same.
func noise(trial int, at []float64, repeat int) *rand.Rand {
	sum := fnv.New64a()
	fmt.Fprint(sum, trial, at, repeat)
	return rand.New(rand.NewPCG(sum.Sum64(), 5))
}

// planted are responses whose root at the value is known.
var planted = []struct {
	name  string
	f     func(x float64, r *rand.Rand) float64
	value float64
	root  float64
}{
	{"a line", func(x float64, r *rand.Rand) float64 { return 10*x + 20*r.NormFloat64() }, 64, 6.4},
	{"one that saturates", func(x float64, r *rand.Rand) float64 { return 100*(1-math.Exp(-x/3)) + 8*r.NormFloat64() }, 80, -3 * math.Log(0.2)},
	{"a step that falls", func(x float64, r *rand.Rand) float64 { return 50/(1+math.Exp(8*(x-7.3))) + 5*r.NormFloat64() }, 25, 7.3},
	{"noise that grows", func(x float64, r *rand.Rand) float64 { return 2*x*x + 3*x*r.NormFloat64() }, 50, 5},
	{"a root that is a start place", func(x float64, r *rand.Rand) float64 { return (165 / x) * r.ExpFloat64() }, 60, 2.75},
	{"noise with a long tail", func(x float64, r *rand.Rand) float64 { return (60 / x) * r.ExpFloat64() }, 20, 3},
}

// The interval of a root has it in 95 of 100 trials or more, and says something.
func TestReachFindsWhatIsPlanted(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: searches for their statistics")
	}
	for _, p := range planted {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			hit, wide, runs := 0, 0.0, 0
			for trial := range 100 {
				s := NewReach(points.Factor{Low: 1, High: 12}, p.value, 20, Measure{})
				runs += play(t, s, 2000, func(at []float64, repeat int) float64 { return p.f(at[0], noise(trial, at, repeat)) })
				a := s.Answer()
				if a.At == nil {
					continue
				}
				if a.Low <= p.root && p.root <= a.High {
					hit++
				}
				if a.Value < a.Low || a.Value > a.High {
					t.Errorf("%v is out of its interval, %v to %v", a.Value, a.Low, a.High)
				}
				wide += a.High - a.Low
			}
			t.Logf("%d of 100, %.3f wide, %d runs", hit, wide/100, runs/100)
			if hit < 95 || wide/100 > 2.5 {
				t.Errorf("%d of 100 intervals have the root; they are %.3f wide on average, of a range of 11", hit, wide/100)
			}
		})
	}
}

// A value that is out of reach is said to be so.
func TestReachOutOfReach(t *testing.T) {
	for _, c := range []struct {
		value float64
		want  string
	}{
		{500, "no speed is known to make seconds 500: it is less than 500 in the whole range: "},
		{-3, "no speed is known to make seconds -3: it is more than -3 in the whole range: "},
	} {
		s := NewReach(points.Factor{Low: 1, High: 12}, c.value, 20, Measure{})
		runs := play(t, s, 4000, func(at []float64, repeat int) float64 { return 10*at[0] + noise(1, at, repeat).NormFloat64() })
		a := s.Answer()
		got := a.Sentence(Names{Factors: []string{"speed"}, Measure: "seconds", Goal: c.value})
		if a.At != nil || len(got) < len(c.want) || got[:len(c.want)] != c.want || runs > 200 {
			t.Errorf("%q after %d runs, wanted %q", got, runs, c.want)
		}
	}
}

// Where half of the runs have no measure nothing is said of the place.
func TestReachLeavesOutWhatIsMissing(t *testing.T) {
	s := NewReach(points.Factor{Low: 1, High: 12}, 30, 20, Measure{})
	play(t, s, 4000, func(at []float64, repeat int) float64 {
		if at[0] > 8 {
			return math.NaN()
		}
		return 10 * at[0]
	})
	if a := s.Answer(); a.None == 0 || a.Low > 3 || a.High < 3 || a.High > 8 {
		t.Errorf("%+v", a)
	}
}

// A factor that goes in steps gets an interval of one step.
func TestReachInSteps(t *testing.T) {
	s := NewReach(points.Factor{Low: 0, High: 10, Step: 0.5}, 33, 20, Measure{})
	play(t, s, 4000, func(at []float64, repeat int) float64 { return 10*at[0] + noise(3, at, repeat).NormFloat64() })
	if a := s.Answer(); a.Low != 3 || a.High != 3.5 || a.Value != 3.5 {
		t.Errorf("%+v, wanted 3 to 3.5", a)
	}
}

// One that is compared with itself is no different, whatever the game is like.
func TestCompareWithItself(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: searches for their statistics")
	}
	t.Parallel()
	games := map[string]func(r *rand.Rand) float64{
		"fair": func(r *rand.Rand) float64 { return float64(r.IntN(2)) },
		"mostly draws": func(r *rand.Rand) float64 {
			return []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0, 1}[r.IntN(11)]
		},
		"one side has an advantage": func(r *rand.Rand) float64 {
			return map[bool]float64{true: 1}[r.Float64() < 0.85]
		},
		"all draws": func(*rand.Rand) float64 { return 0.5 },
	}
	for name, game := range games {
		none := 0
		for trial := range 100 {
			c := NewCompare(2, 60)
			play(t, c, 1000, func(at []float64, repeat int) float64 { return game(noise(trial, at, repeat)) })
			if a := c.Answer(); len(a.At) == 2 {
				none++
			}
		}
		if t.Logf("%s: %d of 100", name, none); none < 93 {
			t.Errorf("%s: no difference in %d of 100", name, none)
		}
	}
}

// Who is stronger is found, also when one side has an advantage, and among several.
func TestCompareFindsTheStronger(t *testing.T) {
	strength := []float64{0, 1, 0.1}
	game := func(at []float64, repeat int) float64 { // the first side has an advantage of 0.8
		p := 1 / (1 + math.Exp(strength[int(at[1])]-strength[int(at[0])]-0.8))
		return map[bool]float64{true: 1}[noise(4, at, repeat).Float64() < p]
	}
	c := NewCompare(2, 100)
	play(t, c, 1000, game)
	a := c.Answer()
	if got := a.Sentence(Names{Arms: []string{"red.bt", "blue.bt"}}); len(a.At) != 1 || a.At[0] != 1 || a.High > 0.5 {
		t.Errorf("%q: %+v", got, a)
	}
	c = NewCompare(3, 100)
	play(t, c, 1000, game)
	a = c.Answer()
	if len(a.At) != 1 || a.At[0] != 1 {
		t.Errorf("the best of three is %v, wanted 1 alone", a.At)
	}
	// A difference of 1 in the exponent of e is 400/ln 10 of Elo.
	if d := a.Arms[1].Elo - a.Arms[0].Elo; math.Abs(d-400/math.Ln10) > 60 || !(a.Arms[1].EloLow < a.Arms[1].Elo && a.Arms[1].Elo < a.Arms[1].EloHigh) {
		t.Errorf("%v of Elo between them, wanted about %v; %+v", d, 400/math.Ln10, a.Arms)
	}
}

// A race drops no best point in 95 of 100 trials, and takes fewer runs than a table.
func TestRace(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: searches for their statistics")
	}
	t.Parallel()
	var all [][]float64
	for i := range 10 {
		all = append(all, []float64{float64(i)})
	}
	kept, runs := 0, 0
	for trial := range 100 {
		for _, least := range []bool{false, true} {
			s := NewRace(all, 10, Measure{Least: least})
			runs += play(t, s, 3000, func(at []float64, repeat int) float64 {
				best := -math.Abs(at[0] - 6)
				if least {
					best = -best
				}
				return best + 2*noise(trial, at, repeat).NormFloat64()
			})
			if a := s.Answer(); a.Arms[6].Dropped == 0 && a.At[0] == 6 {
				kept++
			}
		}
	}
	if kept < 190 || runs > 200*2000 {
		t.Errorf("the best is found in %d of 200 trials, with %d runs each", kept, runs/200)
	}
}

// With a budget that is too small for the rounds every point still has runs of its own, and its own
// values.
func TestRaceWithASmallBudget(t *testing.T) {
	all := [][]float64{{2}, {10}, {30}, {50}}
	same := func(at []float64, _ int) float64 { return at[0] }
	s := NewRace(all, 4, Measure{})
	if runs := play(t, s, 6, same); runs != 4 {
		t.Errorf("%d runs, wanted one of each", runs)
	}
	if a := s.Answer(); a.At[0] != 50 || a.Value != 50 {
		t.Errorf("the best is %v with %v, wanted 50", a.At, a.Value)
	}
	s = NewRace(all, 4, Measure{})
	play(t, s, 3, same)
	if a := s.Answer(); !strings.Contains(a.Why, "3 runs is not enough for 4 points") {
		t.Errorf("%q", a.Why)
	}
}

// The best of many that are equal is not said to be better than it is.
func TestTheBestOfEqualsIsNotOverrated(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: searches for their statistics")
	}
	t.Parallel()
	var all [][]float64
	for i := range 20 {
		all = append(all, []float64{float64(i)})
	}
	for name, make := range map[string]func() Search{
		"race":     func() Search { return NewRace(all, 10, Measure{}) },
		"maximise": func() Search { return NewMaximise([]points.Factor{{Levels: 20}}, all, 10, Measure{}) },
	} {
		in := 0
		for trial := range 200 {
			s := make()
			play(t, s, 250, func(at []float64, repeat int) float64 { return noise(trial, at, repeat).NormFloat64() })
			if a := s.Answer(); a.Low <= 0 && a.High >= 0 {
				in++
			}
		}
		if t.Logf("%s: %d of 200", name, in); in < 186 {
			t.Errorf("%s: %d of 200 intervals have the truth", name, in)
		}
	}
}

// Where the budget is not spent a place that is just there may have more runs.
func TestReachSpendsItsBudget(t *testing.T) {
	s := NewReach(points.Factor{Low: 0, High: 4}, 1, 20, Measure{})
	runs := play(t, s, 2000, func(at []float64, repeat int) float64 { return at[0] + 6*noise(1, at, repeat).NormFloat64() })
	if a := s.Answer(); runs < 1500 || a.Low > 1 || a.High < 1 {
		t.Errorf("%d of 2,000 runs for %v to %v: %s", runs, a.Low, a.High, a.Why)
	}
}

// What is largest is found near where it was planted, and its estimate is not better than it is.
func TestMaximise(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: searches for their statistics")
	}
	t.Parallel()
	factors := []points.Factor{{Low: 0, High: 10}, {Low: -5, High: 5}, {Levels: 2}}
	f := func(at []float64) float64 {
		return 20 - (at[0]-7)*(at[0]-7) - (at[1]+2)*(at[1]+2) + 3*at[2]
	}
	design, err := points.Sobol(factors, 32, 1)
	if err != nil {
		t.Fatal(err)
	}
	near, in := 0, 0
	for trial := range 50 {
		for _, least := range []bool{false, true} {
			s := NewMaximise(factors, design, 5, Measure{Least: least})
			play(t, s, 5000, func(at []float64, repeat int) float64 {
				y := f(at) + 2*noise(2*trial+map[bool]int{true: 1}[least], at, repeat).NormFloat64()
				if least {
					y = -y
				}
				return y
			})
			a := s.Answer()
			truth := f(a.At)
			if least {
				truth = -truth
			}
			if a.At[2] == 1 && f(a.At) > 22 {
				near++
			}
			if a.Low <= truth && truth <= a.High {
				in++
			}
		}
	}
	if t.Logf("near %d, in the interval %d of 100", near, in); near < 95 || in < 93 {
		t.Errorf("%d of 100 are within 1 of the largest, and %d intervals have the truth", near, in)
	}
}

// With a budget that is too small, and with runs that have no measure, every search ends with a
// reason or an answer.
func TestSearchesEnd(t *testing.T) {
	design := [][]float64{{1}, {2}, {3}}
	factor := points.Factor{Low: 1, High: 3}
	searches := map[string]func() Search{
		"table":    func() Search { return NewTable(design, 10) },
		"reach":    func() Search { return NewReach(factor, 2, 10, Measure{}) },
		"maximise": func() Search { return NewMaximise([]points.Factor{factor}, design, 10, Measure{}) },
		"race":     func() Search { return NewRace(design, 10, Measure{}) },
		"compare":  func() Search { return NewCompare(2, 10) },
	}
	names := Names{Factors: []string{"speed"}, Ranges: []bool{true}, Label: func(_ int, x float64) string { return short(x) }, Measure: "tags", Arms: []string{"a", "b"}}
	for name, make := range searches {
		for _, budget := range []int{0, 1, 2, 7, 50, 2000} {
			for _, v := range []float64{1, math.NaN()} {
				s := make()
				play(t, s, budget, func([]float64, int) float64 { return v })
				a := s.Answer()
				if text := a.Sentence(names); text == "" && name != "table" {
					t.Errorf("%s with a budget of %d and runs of %v says nothing", name, budget, v)
				}
			}
		}
	}
}

// A search that is told the same asks for the same.
func TestRoundsFollowFromResults(t *testing.T) {
	rounds := func() (all []string) {
		s := NewReach(points.Factor{Low: 1, High: 12}, 64, 20, Measure{})
		play(t, s, 2000, func(at []float64, repeat int) float64 {
			all = append(all, fmt.Sprint(at, repeat))
			return planted[0].f(at[0], noise(9, at, repeat))
		})
		return all
	}
	if a, b := rounds(), rounds(); !slices.Equal(a, b) {
		t.Error("two searches with the same results ask for other runs")
	}
}
