package nav

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// plainSees tests a line of sight against every obstacle, on a torus in all
// images.
func plainSees(m *Map, shapes []Shape, a, b components.Position) bool {
	if b.X < a.X || b.X == a.X && b.Y < a.Y {
		a, b = b, a
	}
	p := at(a)
	q := p.add(m.delta(a, b))
	turns := []float64{0}
	if m.field.Wrap {
		turns = []float64{-1, 0, 1}
	}
	for _, s := range shapes {
		for _, x := range turns {
			for _, y := range turns {
				o := s.outline()
				o = o.moved(Point{x * float64(m.field.Width), y * float64(m.field.Height)})
				if o.contains(p) || o.meets(p, q) {
					return false
				}
			}
		}
	}
	return true
}

func TestSightIsThatOfAPlainTest(t *testing.T) {
	seen, hidden := 0, 0
	for seed := range seeds(60) {
		m, shapes, r := randomMap(t, uint64(seed), 20)
		for range 400 {
			a, b := randomPosition(r, m), randomPosition(r, m)
			switch r.IntN(4) {
			case 0: // to and along corners
				c := shapes[r.IntN(len(shapes))].outline().corners[0]
				b = m.confine(c)
			case 1:
				b.X = a.X
			case 2:
				b = a
			}
			want := plainSees(m, shapes, a, b)
			if got := m.Sees(a, b); got != want || m.Sees(b, a) != got {
				t.Fatalf("seed %d: %v sees %v: %v and back %v, want %v", seed, a, b, got, m.Sees(b, a), want)
			}
			if want {
				seen++
			} else {
				hidden++
			}
		}
	}
	if longtest.On && (seen < 1000 || hidden < 1000) {
		t.Errorf("%d seen and %d hidden: too few to tell", seen, hidden)
	}
}

func TestARayEndsWhereSightEnds(t *testing.T) {
	for seed := range seeds(60) {
		m, _, r := randomMap(t, uint64(seed), 12)
		reach := min(m.field.Width, m.field.Height) * 0.49
		for range 200 {
			a := randomPosition(r, m)
			sin, cos := math.Sincos(2 * math.Pi * r.Float64())
			dir := components.Heading{X: float32(cos), Y: float32(sin)}
			far, hit := m.Ray(a, dir, reach)
			if far < 0 || far > reach || !hit && far != reach {
				t.Fatalf("seed %d: a ray of %v m goes %v, %v", seed, reach, far, hit)
			}
			along := func(d float64) components.Position {
				p := at(a).plus(d, Point{float64(dir.X), float64(dir.Y)})
				if m.field.Wrap {
					return m.confine(p)
				}
				return components.Position{X: float32(p.X), Y: float32(p.Y)}
			}
			if short := float64(far) - 0.01; short > 0 && !m.Sees(a, along(short)) && m.within(along(short)) {
				t.Fatalf("seed %d: from %v to %v goes %v, %v, but cannot see as far", seed, a, dir, far, hit)
			}
			if hit && m.Sees(a, along(float64(far))) && m.Sees(a, along(float64(far)+0.01)) {
				t.Fatalf("seed %d: from %v to %v meets something at %v, but sees past it", seed, a, dir, far)
			}
		}
	}
}

func TestRaysThatMeetNothingEnd(t *testing.T) {
	for _, wrap := range []bool{false, true} {
		m, err := New(spatial.Field{Width: 20, Height: 10, Wrap: wrap}, []Shape{Rect{3, 3, 1, 1}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		endless := float32(math.Inf(1))
		if far, hit := m.Ray(components.Position{X: 1, Y: 8}, components.Heading{X: 1}, endless); hit || far != endless {
			t.Errorf("wrap %v: beside everything: %v, %v", wrap, far, hit)
		}
		if far, hit := m.Ray(components.Position{X: 5, Y: 3.5}, components.Heading{X: 1}, endless); hit != wrap || wrap && far != 18 {
			t.Errorf("wrap %v: around: %v, %v", wrap, far, hit)
		}
	}
}

// randomMap draws a field with obstacles.
func randomMap(t *testing.T, seed uint64, most int) (*Map, []Shape, *rand.Rand) {
	t.Helper()
	for ; ; seed += 1000 {
		r := rand.New(rand.NewPCG(seed, 2))
		w, h := 20+80*r.Float64(), 20+80*r.Float64()
		if r.IntN(4) == 0 {
			w, h = w*50, h*50
		}
		f := spatial.Field{Width: float32(w), Height: float32(h), Wrap: seed%3 == 2}
		shapes := randomShapes(r, w, h, 1+r.IntN(most))
		m, err := New(f, shapes, Options{Radius: float32(r.IntN(3)) * float32(w) * 0.01})
		if err == nil {
			return m, shapes, r
		}
	}
}

// plainBlocked tests a position against every body.
func plainBlocked(m *Map, p components.Position) bool {
	for i := range m.bodies {
		if m.bodies[i].depth(at(p)) > 0 {
			return true
		}
	}
	return false
}

func plainClear(m *Map, a, b components.Position) bool {
	for i := range m.bodies {
		if _, _, in := m.bodies[i].enter(at(a), m.delta(a, b), m.skin()); in {
			return false
		}
	}
	return true
}

// Walks, which asks few bodies of few cells, is asking all of them; and whoever can
// walk somewhere straight steps there.
func TestWalksIsThatOfAPlainTest(t *testing.T) {
	var free, not int
	for seed := range seeds(30) {
		m, shapes, r := randomMap(t, uint64(seed), 25)
		for range 300 {
			a, b := randomPosition(r, m), randomPosition(r, m)
			switch o := shapes[r.IntN(len(shapes))].outline(); r.IntN(5) {
			case 0: // a short way
				sin, cos := math.Sincos(2 * math.Pi * r.Float64())
				b = m.confine(at(a).plus(float64(m.field.Width)*math.Pow(10, -4*r.Float64()), Point{cos, sin}))
			case 1: // along an edge, or to a corner
				a = m.Free(m.confine(o.corners[r.IntN(len(o.corners))]))
				b = m.Free(m.confine(o.corners[r.IntN(len(o.corners))]))
			case 2: // along a grown edge
				c := &m.bodies[r.IntN(len(m.bodies))]
				k := r.IntN(len(c.corners))
				a, b = m.confine(c.corners[k]), m.confine(c.corners[(k+1)%len(c.corners)])
			case 3:
				b = a
			}
			want := !plainBlocked(m, a) && !plainBlocked(m, b) && plainClear(m, a, b)
			if got := m.Walks(a, b); got != want {
				t.Fatalf("seed %d: Walks(%v, %v) is %v, wanted %v", seed, a, b, got, want)
			}
			if got := m.Step(a, b); want && got != b {
				t.Fatalf("seed %d: a step from %v to %v gets to %v", seed, a, b, got)
			}
			if want {
				free++
			} else {
				not++
			}
		}
	}
	if free < 100 || not < 100 {
		t.Errorf("%d ways are free, %d are not", free, not)
	}
}

// A walker goes about at random: slowly and fast, on to where it went, into
// corners, at the edges. Wherever it gets it can stand, and the way there is free.
func TestStepsNeverEnterObstacles(t *testing.T) {
	slid, stuck := 0, 0
	for seed := range seeds(80) {
		m, shapes, r := randomMap(t, uint64(seed), 25)
		p := m.Free(randomPosition(r, m))
		var d Point
		for i := range 400 {
			if i%20 == 0 {
				p = m.Free(randomPosition(r, m))
			}
			if r.IntN(3) > 0 {
				sin, cos := math.Sincos(2 * math.Pi * r.Float64())
				speed := math.Pow(10, 5*r.Float64()-4) * float64(m.field.Width)
				d = Point{cos * speed, sin * speed}
				if r.IntN(4) == 0 {
					d.X = 0
				}
			}
			to := at(p).add(d)
			want := components.Position{X: float32(to.X), Y: float32(to.Y)}
			switch r.IntN(4) {
			case 0:
				want = m.confine(to)
			case 1:
				o := shapes[r.IntN(len(shapes))].outline()
				want = m.confine(o.corners[r.IntN(len(o.corners))])
			}
			got := m.Step(p, want)
			if !m.within(got) || plainBlocked(m, got) {
				t.Fatalf("seed %d: from %v to %v: got to %v, where nobody can stand", seed, p, want, got)
			}
			if !plainClear(m, p, got) {
				t.Fatalf("seed %d: from %v to %v: got to %v, through an obstacle", seed, p, want, got)
			}
			if got == p && want != p {
				stuck++
			} else if got != want {
				slid++
			}
			if m.Distance(p, got) > m.Distance(p, m.confine(at(want)))*1.01+float32(8*m.step) && m.within(want) {
				t.Fatalf("seed %d: from %v to %v: got to %v, farther than wanted", seed, p, want, got)
			}
			p = got
		}
	}
	t.Logf("slid %d, stuck %d", slid, stuck)
}

// Whoever follows a flow arrives, at any speed, after the way that it said.
func TestWhoFollowsAFlowArrives(t *testing.T) {
	for seed := range seeds(40) {
		m, _, r := randomMap(t, uint64(seed), 25)
		for range 6 {
			goal := m.Free(randomPosition(r, m))
			flow := m.Flow(goal)
			p := m.Free(randomPosition(r, m))
			speed := math.Pow(10, -3*r.Float64()-0.5) * float64(m.field.Width)
			_, far, ok := flow.Toward(p)
			if !ok {
				continue
			}
			start := p
			ticks := int(float64(far)/speed*1.1) + 200
			left := far
			for n := 0; p != goal; n++ {
				if n > ticks {
					t.Fatalf("seed %d: from %v to %v at %v m a tick: at %v after %d ticks, %v of %v m to go", seed, start, goal, speed, p, n, left, far)
				}
				way, d, ok := flow.Toward(p)
				if !ok {
					t.Fatalf("seed %d: from %v to %v: no way from %v", seed, start, goal, p)
				}
				if d > left+float32(m.hair) {
					t.Fatalf("seed %d: from %v to %v: %v m to go at %v, %v before", seed, start, goal, d, p, left)
				}
				left = d
				p = m.Step(p, stride(m, p, way, speed))
			}
		}
	}
}

// stride returns where a walker wants to get that goes straight to a point.
func stride(m *Map, p, way components.Position, speed float64) components.Position {
	d := m.delta(p, way)
	if l := length(d); l > speed {
		return m.confine(at(p).plus(speed/l, d))
	}
	return way
}

// Whoever stands on a corner goes on from there.
func TestCornersLeadOn(t *testing.T) {
	corners := 0
	for seed := range seeds(60) {
		m, _, r := randomMap(t, uint64(seed), 25)
		flow := m.Flow(m.Free(randomPosition(r, m)))
		for _, v := range m.mesh.verts {
			p := m.confine(v.at)
			if !v.corner || p == flow.Goal() {
				continue
			}
			corners++
			way, far, ok := flow.Toward(p)
			if !ok {
				continue
			}
			next := m.Step(p, way)
			if _, left, ok := flow.Toward(next); next == p || !ok || left >= far {
				t.Fatalf("seed %d: from corner %v to %v: by %v to %v, %v of %v m to go, %v", seed, p, flow.Goal(), way, next, left, far, ok)
			}
		}
	}
	if longtest.On && corners < 100 {
		t.Errorf("%d corners: too few to tell", corners)
	}
}

func TestPathsAreWalkable(t *testing.T) {
	for seed := range seeds(40) {
		m, _, r := randomMap(t, uint64(seed), 25)
		for range 8 {
			a, b := m.Free(randomPosition(r, m)), m.Free(randomPosition(r, m))
			_, far, ok := m.Flow(b).Toward(a)
			way, found := m.Path(a, b)
			if found != ok {
				t.Fatalf("seed %d: from %v to %v: path %v, flow %v", seed, a, b, found, ok)
			}
			if !ok {
				continue
			}
			sum := 0.0
			p := a
			for _, q := range way {
				if !m.Walks(p, q) {
					t.Fatalf("seed %d: from %v to %v by %v: no way from %v to %v", seed, a, b, way, p, q)
				}
				sum += float64(m.Distance(p, q))
				p = q
			}
			if p != b || math.Abs(sum-float64(far)) > 1e-4*sum+2*m.hair {
				t.Fatalf("seed %d: from %v to %v by %v: %v m, want %v", seed, a, b, way, sum, far)
			}
		}
	}
}
