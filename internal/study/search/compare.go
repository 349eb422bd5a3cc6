package search

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/thicket-sim/thicket/internal/study/estimate"
)

// Compare plays every one of some against every other, each seed twice with the sides swapped.
// A place is who plays the first side and who the second; a run's value is the score of the
// first side, 0 to 1.
//
// What counts of a seed is the mean of both games, so that a side that is better is of no
// advantage to anybody. One is stronger when the interval of these means and the test of signs,
// which knows nothing of how scores are spread, both say so.
type Compare struct {
	n       int
	repeats int
	pairs   []*pair
	asked   bool
	runs    int // of each place
	count   Count
}

// pair is two of them, and the score of the first in both games of each seed.
type pair struct {
	a, b   int
	scores []float64
	none   int // seeds of which a game has no score
}

// score says what scores can be.
var score = estimate.Range{High: 1}

// resamples says how often the seeds are drawn again for the intervals of Elo.
const resamples = 400

// NewCompare compares n with so many seeds for each two.
func NewCompare(n, seeds int) *Compare {
	c := &Compare{n: n, repeats: max(2, seeds)}
	for a := range n {
		for b := a + 1; b < n; b++ {
			c.pairs = append(c.pairs, &pair{a: a, b: b})
		}
	}
	return c
}

// Next asks for all games at once; of a budget that is smaller for fewer seeds.
func (c *Compare) Next(budget int) (asks []Ask) {
	if c.asked {
		return nil
	}
	c.asked = true
	if c.runs = min(c.repeats, budget/(2*len(c.pairs))); c.runs < 1 {
		return nil
	}
	for _, p := range c.pairs {
		a, b := float64(p.a), float64(p.b)
		asks = append(asks, Ask{At: []float64{a, b}, Runs: c.runs}, Ask{At: []float64{b, a}, Runs: c.runs})
	}
	return asks
}

// Tell takes the scores.
func (c *Compare) Tell(values []Value) {
	var games sample
	games.add(values)
	c.count.add(games.Count)
	for _, p := range c.pairs {
		there, back := values[:c.runs], values[c.runs:2*c.runs]
		values = values[2*c.runs:]
		for i := range there {
			switch s := (there[i].X + 1 - back[i].X) / 2; {
			case !math.IsNaN(s):
				p.scores = append(p.scores, s)
			case !there[i].Unplayed && !back[i].Unplayed:
				p.none++
			}
		}
	}
}

// verdict returns the mean score of the first of a pair, its interval, and who is stronger: 1
// for the first, -1 for the second, 0 where there is no difference that can be told. Seeds
// without a score count against who is to be stronger.
func (p *pair) verdict(alpha float64) (mean, low, high float64, stronger int) {
	mean, low, high = score.Mean(p.scores, alpha)
	_, least, _ := score.Mean(slices.Concat(p.scores, slices.Repeat([]float64{0}, p.none)), alpha)
	_, _, most := score.Mean(slices.Concat(p.scores, slices.Repeat([]float64{1}, p.none)), alpha)
	won, lost := 0, 0
	for _, x := range p.scores {
		switch {
		case x > 0.5:
			won++
		case x < 0.5:
			lost++
		}
	}
	clear := func(won, lost int) bool { return won > lost && estimate.Rounded(signs(won, lost)) < alpha }
	switch {
	case least > 0.5 && clear(won, lost+p.none):
		stronger = 1
	case most < 0.5 && clear(lost, won+p.none):
		stronger = -1
	}
	return mean, low, high, stronger
}

// signs returns how likely it is, where both are equal, that the signs differ so much or
// more.
func signs(won, lost int) float64 {
	if won+lost == 0 {
		return 1
	}
	tail := distuv.Binomial{N: float64(won + lost), P: 0.5}.CDF(float64(min(won, lost)))
	return min(1, 2*tail)
}

// Answer tells who is stronger, with the scores of all.
func (c *Compare) Answer() Answer {
	out := Answer{Kind: "compare", Final: c.asked, Value: math.NaN(), Low: math.NaN(), High: math.NaN(), Count: c.count}
	enough := true
	for _, p := range c.pairs {
		enough = enough && len(p.scores) > 1
	}
	if !enough {
		out.Why = "there are too few games"
		return out
	}
	means := make([]float64, len(c.pairs))
	for k, p := range c.pairs {
		means[k] = mean(p.scores)
	}
	elo := c.elos(means)
	lows, highs := c.spread()
	alpha := level / float64(len(c.pairs))
	best, bested := 0, make([]bool, c.n)
	for i := range c.n {
		var own []float64
		for _, p := range c.pairs {
			for _, s := range p.scores {
				switch i {
				case p.a:
					own = append(own, s)
				case p.b:
					own = append(own, 1-s)
				}
			}
		}
		m, low, high := score.Mean(own, level)
		out.Arms = append(out.Arms, Arm{Mean: m, Low: low, High: high, Runs: 2 * len(own), Elo: elo[i], EloLow: lows[i], EloHigh: highs[i]})
		if elo[i] > elo[best] {
			best = i
		}
	}
	for _, p := range c.pairs {
		switch _, _, _, who := p.verdict(alpha); who {
		case 1:
			bested[p.b] = bested[p.b] || p.a == best
		case -1:
			bested[p.a] = bested[p.a] || p.b == best
		}
	}
	out.At = []float64{float64(best)}
	for i := range c.n {
		if i != best && !bested[i] {
			out.At = append(out.At, float64(i))
		}
	}
	if len(c.pairs) == 1 {
		out.Value, out.Low, out.High, _ = c.pairs[0].verdict(alpha)
	} else {
		out.Value, out.Low, out.High = out.Arms[best].Mean, out.Arms[best].Low, out.Arms[best].High
	}
	return out
}

func mean(all []float64) (m float64) {
	for _, x := range all {
		m += x
	}
	return m / float64(len(all))
}

// elos returns the ratings that fit the mean scores of all pairs best, 0 on average: strengths
// of Bradley and Terry, by the iteration of Hunter (2004). Half a point is added to both of each
// pair, so that who has won all games is not infinitely strong.
func (c *Compare) elos(means []float64) []float64 {
	strength := slices.Repeat([]float64{1}, c.n)
	for range 200 {
		won, over := make([]float64, c.n), make([]float64, c.n)
		for k, p := range c.pairs {
			n := float64(2 * len(p.scores))
			s := (float64(means[k]*n) + 0.5) / (n + 1)
			won[p.a] += s
			won[p.b] += 1 - s
			both := 1 / (strength[p.a] + strength[p.b])
			over[p.a] += both
			over[p.b] += both
		}
		for i := range strength {
			strength[i] = won[i] / over[i]
		}
	}
	sum := 0.0
	elo := make([]float64, c.n)
	for i, s := range strength {
		elo[i] = 400 * math.Log10(s)
		sum += elo[i]
	}
	for i := range elo {
		elo[i] = estimate.Rounded(elo[i] - sum/float64(c.n))
	}
	return elo
}

// spread returns the intervals of the ratings, from seeds that are drawn again with replacement.
func (c *Compare) spread() (lows, highs []float64) {
	r := rand.New(rand.NewPCG(1, 1))
	drawn := make([][]float64, c.n)
	for range resamples {
		means := make([]float64, len(c.pairs))
		for k, p := range c.pairs {
			for range p.scores {
				means[k] += p.scores[r.IntN(len(p.scores))]
			}
			means[k] /= float64(len(p.scores))
		}
		for i, e := range c.elos(means) {
			drawn[i] = append(drawn[i], e)
		}
	}
	for i := range drawn {
		slices.Sort(drawn[i])
		lows = append(lows, drawn[i][resamples/40])
		highs = append(highs, drawn[i][resamples-1-resamples/40])
	}
	return lows, highs
}
