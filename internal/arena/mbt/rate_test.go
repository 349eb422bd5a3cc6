package mbt_test

import (
	"math"
	"testing"
)

// Bodies look around every 0.13 seconds, whatever the tick rate: the first look after 1.5 s
// without a word of a close contact is the twelfth.
func TestBodiesLookAroundAtTheirRate(t *testing.T) {
	for _, rate := range []int{20, 25, 30, 40, 50, 60} {
		p := stage{tree: "<Halt/>", rate: rate}.open(t)
		p.Put(two, 21.5, 50, -1, 0).Steps(rate)
		first, last, times := 0, 0, -1
		had := p.Session.Game().Counts.EventCounts()["OnCloseContact"]
		for tick := range 120 * rate {
			p.Step()
			if n := p.Session.Game().Counts.EventCounts()["OnCloseContact"]; n > had {
				if had, last = n, tick; times < 0 {
					first = tick
				}
				times++
			}
		}
		if every := float64(last-first) / float64(times) / float64(rate); !(math.Abs(every/(12*0.13)-1) <= 0.01) {
			t.Errorf("at %d Hz: told every %v s, wanted %v", rate, every, 12*0.13)
		}
	}
}
