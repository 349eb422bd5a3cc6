package herd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// benchBots is the number of bots a crowd of the benchmarks has.
const benchBots = 20_000

// benchCrowd has bots that walk at 5 m/s, one to a square of so many metres.
func benchCrowd(matches int, metres float32) *crowd {
	side := metres * float32(math.Sqrt(benchBots))
	c := newCrowd(spatial.Field{Width: side, Height: side})
	rng := rand.New(rand.NewPCG(1, 2))
	is := make([]uint32, benchBots)
	for i := range matches {
		is[i*benchBots/matches] = 1
	}
	for _, state := range is {
		c.add(0, rng.Float32()*side, rng.Float32()*side, state)
	}
	c.step = 5.0 / 30
	return c
}

// plan is sense, with a strategy for the first facet that is given.
func (c *crowd) plan(s strategy) {
	c.sense()
	p := &c.planes[facetOne]
	p.strategy = s
	if s == sparse {
		p.lists[0] = slices.Grow(p.lists[0], c.herds[0].numbers)[:c.herds[0].numbers]
	}
	c.build(p)
}

// seekAll has one in so many of the bots that match nothing ask for the nearest,
// and returns how many groups had a list.
func (c *crowd) seekAll(one int) (lists int) {
	k := c.seekOf(0)
	for gi := range c.herds[0].numbers {
		if !k.Enter(gi) {
			continue
		}
		list, ok := k.Rivals(facetOne, 0)
		if ok {
			lists++
		}
		bodies, mask := k.Bodies(), uint64(0)
		for lane, self := range bodies {
			if int(self)%one == 0 && c.State[0][self] == 0 {
				if ok {
					mask |= 1 << lane
				} else {
					c.Nearest(self, facetOne)
				}
			}
		}
		if mask != 0 && len(list) > 0 {
			k.Steer(mask, list, 1, 1)
		}
	}
	k.End()
	return lists
}

// BenchmarkNearest plays each strategy for many shares of matches and of bots that
// ask. The bots walk, so that lists of candidates age. A tick is what it takes to
// plan and to answer.
func BenchmarkNearest(b *testing.B) {
	for _, metres := range []float32{1, 10} {
		for _, matches := range []int{6, 12, 24, benchBots / 256, benchBots / 64, benchBots / 32, benchBots / 16, benchBots / 8, benchBots / 2} {
			for _, one := range []int{1, 12, 50} {
				for s, name := range []string{"few", "sparse", "scanned", "dense"} {
					if strategy(s) != few || matches <= maxFew {
						b.Run(fmt.Sprintf("apart=%vm/match=%d/ask=%d/strategy=%s", metres, matches, benchBots/one, name), func(b *testing.B) {
							benchNearest(b, benchCrowd(matches, metres), strategy(s), one)
						})
					}
				}
			}
		}
	}
}

func benchNearest(b *testing.B, c *crowd, s strategy, one int) {
	lists, groups := 0, 0
	for b.Loop() {
		c.walk(func(slot int32) (float64, float64) { return math.Sincos(float64(slot)) })
		c.plan(s)
		lists += c.seekAll(one)
		groups += c.herds[0].count
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N), "µs/tick")
	b.ReportMetric(float64(lists)/float64(groups), "lists/group")
}
