package spatial_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// scan answers queries the plain way. It measures a torus by trying all images.
type scan struct {
	field   spatial.Field
	points  spatial.Points
	members []int32
}

func (s scan) dist2(x, y float32, slot int32) float64 {
	shortest := func(from, to, size float32) float64 {
		d := float64(to) - float64(from)
		if s.field.Wrap {
			for _, image := range []float64{d - float64(size), d + float64(size)} {
				if math.Abs(image) < math.Abs(d) {
					d = image
				}
			}
		}
		return d
	}
	dx := shortest(x, s.points.X[slot], s.field.Width)
	dy := shortest(y, s.points.Y[slot], s.field.Height)
	return float64(dx*dx) + float64(dy*dy)
}

func (s scan) nearest(x, y float32, self int32) int32 {
	order := func(a, b int32) bool {
		da, db := s.dist2(x, y, a), s.dist2(x, y, b)
		return da < db || da == db && s.points.ID[a] < s.points.ID[b]
	}
	best := int32(-1)
	for _, slot := range s.members {
		if slot != self && (best < 0 || order(slot, best)) {
			best = slot
		}
	}
	return best
}

func (s scan) within(x, y, r float32) []int32 {
	var found []int32
	for _, slot := range s.members {
		if s.dist2(x, y, slot) <= float64(r)*float64(r) {
			found = append(found, slot)
		}
	}
	slices.SortFunc(found, func(a, b int32) int { return int(s.points.ID[a]) - int(s.points.ID[b]) })
	return found
}

// arrangements place points on the unit square, in ways that trouble an index.
var arrangements = map[string]func(*rand.Rand) (x, y float64){
	"uniform": func(r *rand.Rand) (x, y float64) { return r.Float64(), r.Float64() },
	"crowds": func(r *rand.Rand) (x, y float64) {
		k := float64(r.IntN(3))
		return 0.1 + k*0.4 + r.Float64()*0.001, 0.9 - k*0.2 + r.Float64()*0.001
	},
	"crowd in a crowd": func(r *rand.Rand) (x, y float64) {
		size := math.Pow(0.1, float64(r.IntN(5)))
		return 0.3 + r.Float64()*size*0.7, 0.3 + r.Float64()*size*0.7
	},
	"one spot":  func(*rand.Rand) (x, y float64) { return 0.3, 0.7 },
	"few spots": func(r *rand.Rand) (x, y float64) { return float64(r.IntN(2)), float64(r.IntN(3)) / 2 },
	"lattice":   func(r *rand.Rand) (x, y float64) { return float64(r.IntN(17)) / 16, float64(r.IntN(17)) / 16 },
	"edges": func(r *rand.Rand) (x, y float64) {
		x, y = r.Float64(), float64(r.IntN(2))
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		return x, y
	},
	"corners": func(r *rand.Rand) (x, y float64) { return float64(r.IntN(2)), float64(r.IntN(2)) },
	"row":     func(r *rand.Rand) (x, y float64) { return r.Float64(), 0.5 },
	"column":  func(r *rand.Rand) (x, y float64) { return 0.25, r.Float64() },
	"ring with a hole": func(r *rand.Rand) (x, y float64) {
		sin, cos := math.Sincos(2 * math.Pi * r.Float64())
		return 0.5 + cos/2, 0.5 + sin/2
	},
	"halving around the origin": func(r *rand.Rand) (x, y float64) {
		x, y = math.Ldexp(1, -r.IntN(150)), math.Ldexp(1, -r.IntN(150))
		return x * float64(r.IntN(3)-1), y * float64(r.IntN(3)-1)
	},
	"partly outside": func(r *rand.Rand) (x, y float64) { return r.Float64()*2 - 0.5, r.Float64()*2 - 0.5 },
}

// drawScene draws a field, points with shuffled IDs, and members in any order.
func drawScene(t *rapid.T) (scan, *rand.Rand) {
	names := make([]string, 0, len(arrangements))
	for name := range arrangements {
		names = append(names, name)
	}
	slices.Sort(names)
	place := arrangements[rapid.SampledFrom(names).Draw(t, "arrangement")]
	size := rapid.SampledFrom([]float32{100, 1, 333.3, 0.001, 10_000, 1e-30, 1e9})
	field := spatial.Field{Width: size.Draw(t, "width"), Height: size.Draw(t, "height"), Wrap: rapid.Bool().Draw(t, "wrap")}
	n := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(30, 36), rapid.SampledFrom([]int{100, 300, 1000})).Draw(t, "points")
	share := rapid.SampledFrom([]float64{1, 0.9, 0.1}).Draw(t, "share of members")

	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	s := scan{field: field}
	for range n {
		x, y := place(r)
		s.points.X = append(s.points.X, float32(x)*field.Width)
		s.points.Y = append(s.points.Y, float32(y)*field.Height)
	}
	for _, i := range r.Perm(n) {
		s.points.ID = append(s.points.ID, uint32(i*3))
		if r.Float64() < share {
			s.members = append(s.members, int32(i))
		}
	}
	return s, r
}

// query returns where to ask, and for whom: a bot of the scene, or nobody somewhere in, on the edge of or outside the field.
func (s scan) query(r *rand.Rand) (x, y float32, self int32) {
	n := len(s.points.X)
	switch kind := r.IntN(6); {
	case kind < 3 && n > 0:
		i := int32(r.IntN(n))
		return s.points.X[i], s.points.Y[i], i
	case kind == 3 && n > 0:
		i := r.IntN(n)
		return s.points.X[i], s.points.Y[r.IntN(n)], -1
	case kind == 4:
		return s.field.Width * float32(r.IntN(3)) / 2, s.field.Height * float32(r.IntN(3)) / 2, -1
	case kind == 5:
		return s.field.Width * (r.Float32()*5 - 2), s.field.Height * (r.Float32()*5 - 2), -1
	}
	return s.field.Width * r.Float32(), s.field.Height * r.Float32(), -1
}

func TestNearestIsThatOfAScan(t *testing.T) {
	var ix spatial.Index // one for all: nothing of a scene may outlive it
	rapid.Check(t, func(t *rapid.T) {
		s, r := drawScene(t)
		ix.Build(s.field, s.points, s.members)
		if ix.Len() != len(s.members) {
			t.Fatalf("Len = %d; want %d", ix.Len(), len(s.members))
		}
		for range 100 {
			x, y, self := s.query(r)
			if got, want := ix.Nearest(x, y, self), s.nearest(x, y, self); got != want {
				t.Fatalf("%+v: Nearest(%v, %v, %d) = %d; want %d", s.field, x, y, self, got, want)
			}
		}
	})
}

func TestNearestWithinIsTheNearestIfItIsWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, r := drawScene(t)
		var ix spatial.Index
		ix.Build(s.field, s.points, s.members)
		for range 20 {
			x, y := r.Float32()*s.field.Width, r.Float32()*s.field.Height
			want := s.nearest(x, y, -1)
			radius := float32(math.Exp2(float64(r.IntN(20)-16))) * s.field.Width
			if want >= 0 && r.IntN(2) == 0 {
				radius = float32(math.Sqrt(s.dist2(x, y, want)))
			}
			if want >= 0 && s.dist2(x, y, want) > float64(radius)*float64(radius) {
				want = -1
			}
			if got := ix.NearestWithin(x, y, radius, -1); got != want {
				t.Fatalf("nearest to (%v, %v) within %v: slot %d, wanted %d", x, y, radius, got, want)
			}
		}
	})
}

func TestWithinIsThatOfAScan(t *testing.T) {
	var ix spatial.Index
	rapid.Check(t, func(t *rapid.T) {
		s, r := drawScene(t)
		ix.Build(s.field, s.points, s.members)
		size := max(s.field.Width, s.field.Height)
		for range 20 {
			x, y, _ := s.query(r)
			radii := []float32{0, size / 100, size / 10, size / 2, size * 2, float32(math.Inf(1))}
			if len(s.members) > 0 { // as far as a member, or just not as far
				d := float32(math.Sqrt(s.dist2(x, y, s.members[r.IntN(len(s.members))])))
				radii = append(radii, d, math.Nextafter32(d, 0))
			}
			radius := radii[r.IntN(len(radii))]
			if diff := cmp.Diff(s.within(x, y, radius), ix.Within(x, y, radius, nil)); diff != "" {
				t.Fatalf("%+v: Within(%v, %v, %v), -want +got:\n%s", s.field, x, y, radius, diff)
			}
		}
	})
}

func TestAroundFewFindsAllOfFew(t *testing.T) {
	var ix spatial.Index
	rapid.Check(t, func(t *rapid.T) {
		s, r := drawScene(t)
		ix.Build(s.field, s.points, s.members)
		for range 20 {
			x, y, _ := s.query(r)
			radius := max(s.field.Width, s.field.Height) * float32(math.Exp2(float64(-r.IntN(12))))
			want := s.within(x, y, radius)
			most := max(len(want)+r.IntN(5)-2, 0)
			given := []int32{9, 8}
			found, all := ix.AroundFew(x, y, radius, most, given)
			if all != (len(want) <= most) {
				t.Fatalf("AroundFew(%v, %v, %v, %d): %v, and there are %d", x, y, radius, most, all, len(want))
			}
			if !all {
				if len(found) > len(given)+most+1 {
					t.Fatalf("%d found, where %d are too many", len(found)-2, most)
				}
				continue
			}
			got := found[2:]
			slices.SortFunc(got, func(a, b int32) int { return int(s.points.ID[a]) - int(s.points.ID[b]) })
			if diff := cmp.Diff(want, append([]int32(nil), got...)); diff != "" {
				t.Fatalf("AroundFew(%v, %v, %v, %d), -want +got:\n%s", x, y, radius, most, diff)
			}
		}
	})
}

// picker keeps the nearest of those that it is told of whose ID is even, and narrows the search to it.
type picker struct {
	s    scan
	x, y float32
	told []int32
	best int32
	all  bool // never narrow
}

func (p *picker) Visit(slot int32, limit float64) float64 {
	p.told = append(p.told, slot)
	if p.all || p.s.points.ID[slot]%2 != 0 {
		return limit
	}
	if d := p.s.dist2(p.x, p.y, slot); p.best < 0 || d < p.s.dist2(p.x, p.y, p.best) ||
		d == p.s.dist2(p.x, p.y, p.best) && p.s.points.ID[slot] < p.s.points.ID[p.best] {
		p.best = slot
	}
	return min(limit, p.s.dist2(p.x, p.y, p.best))
}

// Who narrows the search is told of all that are as near, and who does not is told of all.
func TestVisitTellsOfAllWithinTheLimit(t *testing.T) {
	var ix spatial.Index
	rapid.Check(t, func(t *rapid.T) {
		s, r := drawScene(t)
		ix.Build(s.field, s.points, s.members)
		for range 20 {
			x, y := r.Float32()*s.field.Width, r.Float32()*s.field.Height
			radius := max(s.field.Width, s.field.Height) * float32(math.Exp2(float64(-r.IntN(12))))
			within := s.within(x, y, radius)
			p := picker{s: s, x: x, y: y, best: -1}
			ix.Visit(x, y, radius, &p)
			want := picker{s: s, x: x, y: y, best: -1}
			for _, slot := range within {
				want.Visit(slot, 0)
			}
			if p.best != want.best {
				t.Fatalf("%+v: nearest to (%v, %v) within %v: slot %d, wanted %d", s.field, x, y, radius, p.best, want.best)
			}
			p = picker{s: s, all: true}
			ix.Visit(x, y, radius, &p)
			slices.SortFunc(p.told, func(a, b int32) int { return int(s.points.ID[a]) - int(s.points.ID[b]) })
			if diff := cmp.Diff(within, p.told); diff != "" {
				t.Fatalf("%+v: Visit(%v, %v, %v), -want +got:\n%s", s.field, x, y, radius, diff)
			}
		}
	})
}

func TestWithinAppends(t *testing.T) {
	pts := spatial.Points{X: []float32{1, 2, 3}, Y: []float32{0, 0, 0}, ID: []uint32{30, 10, 20}}
	var ix spatial.Index
	ix.Build(spatial.Field{Width: 10, Height: 10}, pts, []int32{0, 1, 2})
	if diff := cmp.Diff([]int32{9, 0, 1, 2, 0}, ix.Within(2, 0, 1, []int32{9, 0})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What is no number is near nobody, and infinitely far is as far as can be.
func TestQueriesThatAreNoNumbers(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, wrap := range []bool{false, true} {
		sc := newScene(layouts[1].place, 2000, 2000, wrap)
		var ix spatial.Index
		ix.Build(sc.field, sc.points, sc.members)
		for _, q := range [][3]float32{{nan, 1, 5}, {1, nan, 5}, {nan, nan, inf}, {1, 1, nan}, {nan, inf, nan}} {
			if found := ix.Within(q[0], q[1], q[2], nil); len(found) != 0 {
				t.Errorf("Within%v = %d members; want none", q, len(found))
			}
			if got := ix.NearestWithin(q[0], q[1], q[2], -1); got != -1 {
				t.Errorf("NearestWithin%v = %d; want -1", q, got)
			}
		}
		for _, q := range [][3]float32{{inf, 1, 5}, {1, -inf, 1e30}, {math.MaxFloat32, -math.MaxFloat32, 1}} {
			if found := ix.Within(q[0], q[1], q[2], nil); len(found) != 0 {
				t.Errorf("Within%v = %d members; want none", q, len(found))
			}
		}
		if found := ix.Within(1, 1, inf, nil); len(found) != len(sc.members) {
			t.Errorf("%d members infinitely near; want %d", len(found), len(sc.members))
		}
	}
}

func TestZeroIndexIsEmpty(t *testing.T) {
	var ix spatial.Index
	if got := ix.Nearest(1, 2, -1); got != -1 {
		t.Errorf("Nearest = %d; want -1", got)
	}
	if got := ix.Within(1, 2, 3, nil); len(got) != 0 {
		t.Errorf("Within = %v; want none", got)
	}
	if got := ix.Len(); got != 0 {
		t.Errorf("Len = %d; want 0", got)
	}
}

// Coordinates are copied: a bot that moves after Build is still found where it stood.
func TestBuildTakesASnapshot(t *testing.T) {
	pts := spatial.Points{X: []float32{1, 9}, Y: []float32{0, 0}, ID: []uint32{1, 2}}
	var ix spatial.Index
	ix.Build(spatial.Field{Width: 10, Height: 10}, pts, []int32{0, 1})
	pts.X[0], pts.X[1] = 9, 1
	if got := ix.Nearest(0, 0, -1); got != 0 {
		t.Errorf("Nearest = %d; want 0", got)
	}
}

func TestQueriesRunConcurrently(t *testing.T) {
	sc := newScene(layouts[1].place, 2000, 2000, true)
	var ix spatial.Index
	ix.Build(sc.field, sc.points, sc.members)
	type answer struct {
		nearest int32
		within  []int32
	}
	ask := func() []answer {
		answers := make([]answer, len(sc.points.X))
		for i, x := range sc.points.X {
			y := sc.points.Y[i]
			answers[i] = answer{ix.Nearest(x, y, int32(i)), ix.Within(x, y, 3, nil)}
		}
		return answers
	}
	want := ask()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if diff := cmp.Diff(want, ask(), cmp.AllowUnexported(answer{})); diff != "" {
				t.Errorf("-alone +together:\n%s", diff)
			}
		})
	}
	wg.Wait()
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, layout := range layouts {
		sc := newScene(layout.place, 10_000, 10_000, true)
		var ix spatial.Index
		near := make([]int32, 0, 10_000)
		tick := func() {
			ix.Build(sc.field, sc.points, sc.members)
			for i, x := range sc.points.X {
				ix.Nearest(x, sc.points.Y[i], int32(i))
			}
			near = ix.Within(sc.points.X[0], sc.points.Y[0], 20, near[:0])
		}
		tick()
		if n := testing.AllocsPerRun(2, tick); n != 0 {
			t.Errorf("%s: %v allocations a tick; want 0", layout.name, n)
		}
	}
}
