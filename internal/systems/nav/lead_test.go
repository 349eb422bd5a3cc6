package nav

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// bestOfAll is best by every cone, in no particular order.
func bestOfAll(f *Flow, g *ground) (best *root, far float64) {
	for _, piece := range g.pieces() {
		for i := f.first[piece]; i < f.first[piece+1]; i++ {
			c := &f.cones[i]
			if r := &f.roots[c.root]; c.sees(g.at.sub(r.at), f.m.near()) {
				if d := g.off + r.by(g.at); best == nil || d < far {
					best, far = r, d
				}
			}
		}
	}
	return best, far
}

// What a walker remembers of a square holds for all points of it, its edges and corners among
// them, and the order of cones takes none away that is better.
func TestWhoRemembersGoesAsOneWhoAsks(t *testing.T) {
	remembered, torn := 0, 0
	for seed := range seeds(40) {
		m, _, r := randomMap(t, uint64(seed), 12)
		for range 3 {
			var f Flow
			f.Reset(m, randomPosition(r, m))
			for i := range 60 {
				square, ok := m.Square(randomPosition(r, m))
				if !ok {
					continue
				}
				f.find()
				var l Lead
				for range 30 {
					p := inSquare(r, m, square)
					next, far, ok := f.Toward(p)
					gotNext, gotFar, gotOK := f.TowardBy(&l, p)
					if next != gotNext || far != gotFar || ok != gotOK {
						t.Fatalf("seed %d: from %v to %v: %v, %v m, %v, but who remembers %+v goes to %v, %v m, %v",
							seed, p, f.goal, next, far, ok, l, gotNext, gotFar, gotOK)
					}
					g := m.ground(p)
					best, d := f.best(&g, none)
					if all, most := bestOfAll(&f, &g); best != all || d != most {
						t.Fatalf("seed %d: from %v to %v: %v, %v m, but of all cones it is %v, %v m", seed, p, f.goal, best, d, all, most)
					}
				}
				switch {
				case l.root >= 0:
					remembered++
				case l.root == several:
					torn++
				}
				if i%12 != 0 {
					continue
				}
				f.Reset(m, randomPosition(r, m)) // and the walker stays where it is
				for _, found := range []bool{false, true} {
					if found {
						f.find()
					}
					p := inSquare(r, m, square)
					next, far, ok := f.Toward(p)
					if gotNext, gotFar, gotOK := f.TowardBy(&l, p); next != gotNext || far != gotFar || ok != gotOK {
						t.Fatalf("seed %d: the flow leads elsewhere, from %v to %v: %v, %v m, %v, but who remembers %+v goes to %v, %v m, %v",
							seed, p, f.goal, next, far, ok, l, gotNext, gotFar, gotOK)
					}
				}
			}
		}
	}
	if longtest.On && (remembered < 100 || torn < 100) {
		t.Errorf("%d squares with one root, %d with several: too few to tell", remembered, torn)
	}
}
