package nav

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

func TestShapesThatAreRefused(t *testing.T) {
	field := spatial.Field{Width: 100, Height: 50}
	nan, inf := math.NaN(), math.Inf(1)
	polygon := func(xy ...float64) Polygon {
		var p Polygon
		for i := 0; i < len(xy); i += 2 {
			p.Points = append(p.Points, Point{xy[i], xy[i+1]})
		}
		return p
	}
	for _, c := range []struct {
		shape Shape
		want  string // "" for a good one
	}{
		{Rect{0, 0, 100, 50}, ""},
		{Rect{1, 2, 0, 5}, "rectangle of 0 x 5 metres: wanted a width and a height above 0"},
		{Rect{1, 2, 3, -5}, "rectangle of 3 x -5 metres: wanted a width and a height above 0"},
		{Rect{1, 2, 1e-4, 1e-4}, "rectangle of 0.0001 x 0.0001 metres has no area: wanted at least 1e-06 square metres"},
		{Rect{nan, 2, 3, 4}, "rectangle {NaN 2 3 4}: wanted finite numbers"},
		{Rect{98, 2, 3, 4}, "rectangle reaches out of the field: its x goes from 98 to 101, the field's from 0 to 100"},
		{Rect{1, -2, 3, 4}, "rectangle reaches out of the field: its y goes from -2 to 2, the field's from 0 to 50"},
		{Circle{50, 25, 25}, ""},
		{Circle{50, 25, 0}, "circle of radius 0: wanted a radius above 0"},
		{Circle{50, 25, 1e-5}, "circle of radius 1e-05 has no area: wanted at least 1e-06 square metres"},
		{Circle{50, inf, 1}, "circle {50 +Inf 1}: wanted finite numbers"},
		{Circle{50, 25, 26}, "circle reaches out of the field: its y goes from -1 to 51, the field's from 0 to 50"},
		{polygon(1, 1, 9, 1, 5, 9), ""},
		{polygon(1, 1, 5, 9, 9, 1), ""},
		{polygon(1, 1, 9, 1, 5, 3, 5, 9), ""},
		{polygon(1, 1, 9, 1), "polygon of 2 corners: wanted 3 at least"},
		{polygon(1, 1, 9, nan, 5, 9), "corner 2 of the polygon is {9 NaN}: wanted finite numbers"},
		{polygon(1, 1, 9, 1, 5, 59), "polygon reaches out of the field: its y goes from 1 to 59, the field's from 0 to 50"},
		{polygon(1, 1, 9, 1, 5, 9, 1, 1), "corners 4 and 1 of the polygon are on one spot, {1 1}"},
		{polygon(1, 1, 9, 1, 5, 1), "polygon has no area: wanted at least 1e-06 square metres"},
		{polygon(1, 1, 9, 8, 9, 1, 1, 7), "the polygon crosses itself: its edges from corner 1, {1 1}, and from corner 3, {9 1}, meet"},
		{polygon(1, 1, 9, 1, 5, 1, 5, 9), "the polygon turns back on itself at corner 2, {9 1}"},
		{polygon(0, 0, 8, 0, 8, 8, 4, 0, 0, 8), "the polygon crosses itself: its edges from corner 1, {0 0}, and from corner 3, {8 8}, meet"},
	} {
		got := ""
		if err := c.shape.Check(field); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v:\n got %q\nwant %q", c.shape, got, c.want)
		}
	}
}

func TestMapsThatAreRefused(t *testing.T) {
	field := spatial.Field{Width: 100, Height: 50}
	nan := float32(math.NaN())
	few, err := limit.From(map[string]int64{"scene.obstacles": 1, "scene.corners": 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		field  spatial.Field
		shapes []Shape
		o      Options
		want   string
	}{
		{field, []Shape{Circle{9, 9, 1}, Rect{1, 2, 3, 0}}, Options{}, "obstacle 2: rectangle of 3 x 0 metres: wanted a width and a height above 0"},
		{spatial.Field{Width: 0, Height: 1}, nil, Options{}, "field of 0 x 1 metres: wanted sides of 0.001 to 1000000"},
		{spatial.Field{Width: 1, Height: nan}, nil, Options{}, "field of 1 x NaN metres: wanted sides of 0.001 to 1000000"},
		{field, nil, Options{Radius: -1}, "walkers of radius -1: wanted 0 to 1000000 metres"},
		{spatial.Field{Width: 9, Height: 5, Wrap: true}, nil, Options{Radius: 3}, "walkers of radius 3: wanted at most half of the shorter side of a torus of 9 x 5 metres"},
		{field, nil, Options{Cell: nan}, "cells of NaN metres: wanted a size above 0, or 0 for the default"},
		{field, nil, Options{Cell: 0.01}, "cells of 0.01 metres: a field of 100 x 50 metres has 50015001 of them, wanted 65536 at most"},
		{field, nil, Options{Flows: -1}, "-1 flows to keep: wanted 1 at least, or 0 for the default"},
		{field, make([]Shape, 10_001), Options{}, "10001 obstacles: wanted 10000 at most"},
		{field, []Shape{Polygon{Points: make([]Point, 1001)}}, Options{}, "obstacle 1: polygon of 1001 corners: wanted 1000 at most"},
		{field, []Shape{Circle{9, 9, 1}, Circle{9, 9, 1}}, Options{Limits: few}, "2 obstacles: wanted 1 at most"},
		{field, []Shape{Polygon{Points: make([]Point, 5)}}, Options{Limits: few}, "obstacle 1: polygon of 5 corners: wanted 4 at most"},
		{field, []Shape{Rect{0, 0, 100, 50}}, Options{}, "the obstacles leave no room on the field for walkers of radius 0"},
		{field, []Shape{Circle{50, 25, 20}}, Options{Radius: 40}, "the obstacles leave no room on the field for walkers of radius 40"},
	} {
		m, err := New(c.field, c.shapes, c.o)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: got %v, want %s", c.field, err, c.want)
		}
		if m != nil {
			t.Errorf("%v: a map in spite of %v", c.field, err)
		}
		if err := Check(c.field, c.shapes, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%v: Check says %v, wanted %s", c.field, err, c.want)
		}
	}
}

func TestOverlap(t *testing.T) {
	arrow := Polygon{Points: []Point{{10, 10}, {20, 15}, {10, 20}, {14, 15}}}
	for _, c := range []struct {
		a, b Shape
		want bool
	}{
		{Rect{0, 0, 4, 4}, Rect{4, 4, 2, 2}, true}, // touching
		{Rect{0, 0, 4, 4}, Rect{4.1, 0, 2, 2}, false},
		{Rect{0, 0, 40, 40}, arrow, true}, // inside
		{Rect{10, 14, 2, 2}, arrow, false},
		{Rect{10, 14, 5, 2}, arrow, true},
		{Circle{11, 15, 1}, arrow, false},
		{Circle{11, 15, 2.5}, arrow, true},
		{Circle{17, 15, 0.1}, arrow, true},
		{Circle{0, 0, 1}, Circle{2, 0, 1}, true},
		{Circle{0, 0, 1}, Circle{2, 0.1, 1}, false},
		{Rect{0, 0, 10, 1}, Rect{4, -5, 1, 20}, true}, // no corner in the other
	} {
		if got, back := Overlap(c.a, c.b), Overlap(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%v and %v: %v and %v, want %v", c.a, c.b, got, back, c.want)
		}
	}
}

// Parts of a polygon are convex and together have its area; what is in it is in
// one of them.
func TestParts(t *testing.T) {
	for seed := range seeds(300) {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		for _, s := range randomShapes(r, 100, 100, 4) {
			o := s.outline()
			if o.round() {
				continue
			}
			sum := 0.0
			divided := parts(o.corners)
			for _, part := range divided {
				sum += area2(part)
				if p := (&partition{at: part}); !p.convex(p.all()) {
					t.Fatalf("seed %d: %v has a part %v", seed, s, part)
				}
			}
			if math.Abs(sum-area2(o.corners)) > 1e-9*sum {
				t.Fatalf("seed %d: %v: area %v, that of its parts %v", seed, s, area2(o.corners)/2, sum/2)
			}
			for range 50 {
				p := Point{o.box.minX + r.Float64()*(o.box.maxX-o.box.minX), o.box.minY + r.Float64()*(o.box.maxY-o.box.minY)}
				in := false
				for _, part := range divided {
					c := grown(part, 0, 0)
					in = in || c.depth(p) >= 0
				}
				if in != o.contains(p) {
					t.Fatalf("seed %d: %v in %v: %v, in its parts %v", seed, p, s, !in, in)
				}
			}
		}
	}
}

// Nobody stands nearer to an obstacle than its radius, and nobody is kept off
// by more than what a round sticks out.
func TestBlockedIsNearAnObstacle(t *testing.T) {
	for seed := range seeds(60) {
		m, shapes, r := randomMap(t, uint64(seed), 10)
		for range 300 {
			p := randomPosition(r, m)
			o := shapes[r.IntN(len(shapes))].outline()
			c := o.corners[r.IntN(len(o.corners))]
			off := m.radius + o.radius + 4*m.hair
			if r.IntN(2) == 0 {
				p = m.confine(c.add(Point{(r.Float64()*2 - 1) * off, (r.Float64()*2 - 1) * off}))
			}
			near, tip := math.Inf(1), 0.0
			for i := range m.outlines {
				o := &m.outlines[i]
				d := math.Inf(1)
				if o.round() {
					d = dist(at(p), o.corners[0]) - o.radius
				} else if o.contains(at(p)) {
					d = 0
				} else {
					for k := range o.corners {
						a, b := o.edge(k)
						d = min(d, dist(nearestOn(a, b, at(p)), at(p)))
					}
				}
				near, tip = min(near, d), max(tip, o.radius)
			}
			switch allowed := m.hair + max(4*m.hair, min(tipLength, tipShare*(m.radius+tip))) + 0.001*(m.radius+tip); {
			case near < m.radius && !m.Blocked(p):
				t.Fatalf("seed %d: %v is %v m from an obstacle and free for radius %v", seed, p, near, m.radius)
			case near > m.radius+allowed && m.Blocked(p):
				t.Fatalf("seed %d: %v is %v m from an obstacle and blocked for radius %v", seed, p, near, m.radius)
			}
		}
	}
}

func TestFreeIsNearest(t *testing.T) {
	for seed := range seeds(60) {
		m, _, r := randomMap(t, uint64(seed), 30)
		for range 30 {
			p := randomPosition(r, m)
			got := m.Free(p)
			if !m.within(got) || m.Blocked(got) {
				t.Fatalf("seed %d: free from %v is %v, which is not", seed, p, got)
			}
			if !m.Blocked(p) && got != p {
				t.Fatalf("seed %d: %v is free, got %v", seed, p, got)
			}
			far := float64(m.Distance(p, got))
			for range 200 {
				sin, cos := math.Sincos(2 * math.Pi * r.Float64())
				l := far * r.Float64()
				q := m.confine(at(p).add(Point{cos * l, sin * l}))
				if d := float64(m.Distance(p, q)); !m.Blocked(q) && d < 0.95*far-8*m.hair {
					t.Fatalf("seed %d: free from %v is %v, %v m away; but %v is free, %v m away", seed, p, got, far, q, d)
				}
			}
		}
	}
	m, _, _ := randomMap(t, 1, 5)
	for _, p := range []components.Position{{X: float32(math.NaN())}, {X: float32(math.Inf(1)), Y: -1e30}, {X: -5, Y: 1e9}} {
		if got := m.Free(p); !m.within(got) || m.Blocked(got) {
			t.Errorf("free from %v is %v", p, got)
		}
	}
}

func TestErrorsNameTheObstacle(t *testing.T) {
	_, err := New(spatial.Field{Width: 9, Height: 9}, []Shape{Rect{1, 1, 1, 1}, Circle{1, 1, 5}}, Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "obstacle 2: circle") {
		t.Errorf("got %v", err)
	}
}
