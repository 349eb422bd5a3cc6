package nav

import (
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// What is said of all ways between two squares holds for those between any two of their
// points, their corners among them.
func TestLinesBetweenSquaresHoldForAllTheirPoints(t *testing.T) {
	var told [4]int
	for seed := range seeds(60) {
		m, _, r := randomMap(t, uint64(seed), 12)
		if m.field.Wrap {
			continue
		}
		for range 100 {
			a, _ := m.Square(randomPosition(r, m))
			b, _ := m.Square(randomPosition(r, m))
			line := m.Between(a, b)
			told[line]++
			for range 40 {
				p, q := inSquare(r, m, a), inSquare(r, m, b)
				switch walks := m.Walks(p, q); {
				case walks && line == Barred, !walks && line == Open:
					t.Fatalf("seed %d: from %v to %v: walks %v, but line %v", seed, p, q, walks, line)
				}
			}
		}
	}
	if longtest.On && (told[Open] < 500 || told[Barred] < 500 || told[Unasked] > 0) {
		t.Errorf("%d open, %d barred, %d unsure: too few to tell", told[Open], told[Barred], told[Unsure])
	}
}

// What is known between blocks holds for all points of their squares.
func TestLinesBetweenBlocksHoldForAllTheirPoints(t *testing.T) {
	known := map[Line]int{}
	for seed := range seeds(40) {
		m, _, r := randomMap(t, uint64(seed), 8)
		for range 200 {
			a, ok := m.Square(randomPosition(r, m))
			b, too := m.Square(randomPosition(r, m))
			if !ok || !too {
				continue
			}
			square := m.squares.box(a, 0)
			if in := m.squares.block(m.Block(a), m.hair); !in.contains(square.middle()) || in.maxX-in.minX > 4.1/m.squares.inv {
				t.Fatalf("seed %d: square %d, %+v, is in block %d, %+v", seed, a, square, m.Block(a), in)
			}
			line := m.BetweenBlocks(m.Block(a), m.Block(b))
			known[line]++
			for range 20 {
				p, q := inSquare(r, m, a), inSquare(r, m, b)
				if walks := m.Walks(p, q); line == Open && !walks || line == Barred && walks {
					t.Fatalf("seed %d: from %v to %v: %v, but between their blocks it is %v", seed, p, q, walks, line)
				}
			}
		}
	}
	if known[Open] == 0 || known[Barred] == 0 || known[Unsure] == 0 {
		t.Errorf("lines %v: too few to tell", known)
	}
}

// inSquare draws a position of a square, every other time one on its edge.
func inSquare(r *rand.Rand, m *Map, square int32) components.Position {
	b := m.squares.box(square, 0)
	for {
		along := func(lo, hi float64) float32 {
			return float32(lo + (hi-lo)*[]float64{0, 1, r.Float64(), r.Float64()}[r.IntN(4)])
		}
		p := m.confine(Point{float64(along(b.minX, b.maxX)), float64(along(b.minY, b.maxY))})
		if s, ok := m.Square(p); ok && s == square {
			return p
		}
	}
}

// A flow remembers what is straight from where, and forgets it with its goal.
func TestFlowsGoStraightWhereTheMapSaysSo(t *testing.T) {
	straight := 0
	for seed := range seeds(30) {
		m, _, r := randomMap(t, uint64(seed), 12)
		var f Flow
		for range 3 {
			f.Reset(m, randomPosition(r, m))
			for range 200 {
				p := m.Free(randomPosition(r, m))
				want := m.clear(at(p), m.delta(p, f.goal))
				if want {
					straight++
				}
				if next, far, ok := f.Toward(p); want != f.straight(p, m.delta(p, f.goal)) || want && (!ok || next != f.goal || far != float32(length(m.delta(p, f.goal)))) {
					t.Fatalf("seed %d: from %v to %v: straight %v, but goes to %v, %v m", seed, p, f.goal, want, next, far)
				}
			}
		}
	}
	if longtest.On && straight < 1000 {
		t.Errorf("%d straight ways: too few to tell", straight)
	}
}
