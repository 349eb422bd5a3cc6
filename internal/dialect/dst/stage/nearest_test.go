package stage

import (
	"math/rand/v2"
	"testing"
)

// The nearest come first, and of those that are as far the one with the lower order, however
// the list was.
func TestNearestComeInOneOrder(t *testing.T) {
	const all = 100
	list := make([]found, all)
	for range 20 {
		for i, n := range rand.Perm(all) {
			list[i] = found{far: float64(n / 10), order: int64(n % 10)}
		}
		n := 0
		for h := newNearest(list); len(h) > 0; h = h.next() {
			if h[0].far != float64(n/10) || h[0].order != int64(n%10) {
				t.Fatalf("number %d is %v far, and number %d of those", n, h[0].far, h[0].order)
			}
			n++
		}
		if n != all {
			t.Fatalf("%d of %d", n, all)
		}
	}
}
