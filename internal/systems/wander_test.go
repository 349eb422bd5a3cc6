package systems_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

const wanderers = `
seed: %d
world: { width: 500, height: 500, edges: wrap }
bots:
  - { id: a, name: A, count: %d, behavior: { kind: wander } }
  - { id: b, name: B, count: %d, behavior: { kind: wander } }
`

// headings returns where bots head after the first tick, by id.
func headings(s *live.Session) map[components.ID][2]float32 {
	s.Step()
	all := map[components.ID][2]float32{}
	for _, b := range s.Snapshot().Bots {
		all[b.ID] = [2]float32{b.HX, b.HY}
	}
	return all
}

func TestAWandererDrawsFromItsOwnStream(t *testing.T) {
	scene := func(seed, a, b int) string { return fmt.Sprintf(wanderers, seed, a, b) }
	few := headings(open(t, scene(5, 10, 0)))
	many := headings(open(t, scene(5, 10, 90)))
	other := headings(open(t, scene(5, 0, 10))) // of another class
	for id, h := range few {
		if many[id] != h || other[id] != h {
			t.Errorf("bot %d heads %v, among more bots %v, in another class %v", id, h, many[id], other[id])
		}
	}
	late := open(t, scene(5, 10, 0))
	for id := range few {
		late.Step()
		do(t, late, &session.Place{Who: who(id), Heading: &components.Heading{}})
	}
	for what, s := range map[string]map[components.ID][2]float32{
		"seed": headings(open(t, scene(6, 10, 0))),
		"tick": headings(late),
		"node": headings(open(t, `
seed: 5
bots: [{ id: a, name: A, count: 10, behavior: { kind: sequence, children: [{ kind: wander }] } }]`)),
	} {
		same := 0
		for id, h := range few {
			if s[id] == h {
				same++
			}
		}
		if want := map[string]int{"tick": 9}[what]; same > want {
			t.Errorf("%d of 10 bots head alike in spite of another %s", same, what)
		}
	}
}

func TestReseedingChangesWhatComes(t *testing.T) {
	fresh := func(seed int64) map[components.ID][2]float32 {
		s := open(t, fmt.Sprintf(wanderers, 1, 5, 0))
		do(t, s, &session.Seed{Seed: seed})
		return headings(s)
	}
	if diff := cmp.Diff(fresh(7), fresh(7)); diff != "" {
		t.Errorf("one seed, two worlds: %s", diff)
	}
	if cmp.Equal(fresh(7), fresh(8)) {
		t.Error("two seeds, one world")
	}
}

// TestWanderersGoEverywhere puts 10,000 directions into 36 sectors and asks
// whether they are even: chi-square with 35 degrees of freedom is below 66.6
// in 999 of 1000 cases. The seed is fixed, so the answer is.
func TestWanderersGoEverywhere(t *testing.T) {
	const n, sectors = 10_000, 36
	var hits [sectors]float64
	for _, h := range headings(open(t, fmt.Sprintf(wanderers, 3, n, 0))) {
		angle := math.Atan2(float64(h[1]), float64(h[0]))/(2*math.Pi) + 0.5
		hits[min(int(angle*sectors), sectors-1)]++
	}
	chi2 := 0.0
	for _, hit := range hits {
		const even = float64(n) / sectors
		chi2 += (hit - even) * (hit - even) / even
	}
	if chi2 > 66.6 || chi2 < 14 {
		t.Errorf("chi-square %.1f of %v", chi2, hits)
	}
}

func TestAWandererKeepsItsHeading(t *testing.T) {
	s := open(t, fmt.Sprintf(wanderers, 3, 50, 0))
	first := headings(s)
	for range 20 {
		if diff := cmp.Diff(first, headings(s)); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestAWandererTurnsBackAtAnEdge wants a bot that wanders to leave an edge that
// stops it in the tick after it came there.
func TestAWandererTurnsBackAtAnEdge(t *testing.T) {
	t.Parallel()
	const size = 20
	s := open(t, `
tickRate: 10
world: { width: 20, height: 20 }
bots: [{ id: a, name: A, count: 300, speedMps: 3, behavior: wander }]`)
	type edges [4]bool
	was := map[components.ID]edges{}
	left := 0
	for tick := range 600 {
		s.Step()
		for _, b := range s.Snapshot().Bots {
			at := edges{b.X <= 0, b.X >= size, b.Y <= 0, b.Y >= size}
			for i := range at {
				if was[b.ID][i] {
					left++
				}
				if was[b.ID][i] && at[i] {
					t.Fatalf("tick %d: bot %d stays at the edge, at (%v, %v), heading (%v, %v)", tick, b.ID, b.X, b.Y, b.HX, b.HY)
				}
			}
			was[b.ID] = at
		}
	}
	if left < 300 {
		t.Errorf("%d times a bot left an edge, wanted 300 or more for this to say anything", left)
	}
}
