package mbt

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/systems"
)

// route is a path of the scene, measured along itself from its first point, in metres.
type route struct {
	points [][2]float32
	at     []float64 // by point
	long   float64
	ring   bool // its end is its beginning
}

// pathNamed returns the number of a path of the scene, counted from 1; 0 for none.
func (s *agents) pathNamed(name string) int32 {
	return int32(slices.IndexFunc(s.arena.Game.Setup.Paths, func(p systems.Path) bool { return p.ID == name }) + 1)
}

// measurePaths measures the paths of the scene.
func (s *agents) measurePaths() {
	paths := s.arena.Game.Setup.Paths
	s.routes = make([][2]*route, len(paths))
	for i := range paths {
		s.routes[i] = [...]*route{routeOf(&paths[i], false), routeOf(&paths[i], true)}
	}
}

// routeAlong returns the route along a path, counted from 1; one that is flown round and round is closed.
func (s *agents) routeAlong(path int32, round bool) *route {
	if round {
		return s.routes[path-1][1]
	}
	return s.routes[path-1][0]
}

// routeOf measures a path, or the same closed.
func routeOf(p *systems.Path, round bool) *route {
	r := &route{points: p.Points, ring: p.Closed || round}
	if r.ring {
		r.points = append(slices.Clone(r.points), r.points[0])
	}
	for i, q := range r.points {
		if i > 0 {
			o := r.points[i-1]
			r.long += core.Length(float64(q[0]-o[0]), float64(q[1]-o[1]))
		}
		r.at = append(r.at, r.long)
	}
	return r
}

// point returns the point that is so far along the route; one that goes round goes on
// behind its end.
func (r *route) point(along float64) (x, y float64) {
	along = r.within(along)
	i := 1
	for i < len(r.at)-1 && r.at[i] < along {
		i++
	}
	from, to := r.points[i-1], r.points[i]
	share := 0.0
	if d := r.at[i] - r.at[i-1]; d > 0 {
		share = (along - r.at[i-1]) / d
	}
	return float64(from[0]) + float64(share*float64(to[0]-from[0])), float64(from[1]) + float64(share*float64(to[1]-from[1]))
}

// within brings a distance onto the route.
func (r *route) within(along float64) float64 {
	if !r.ring {
		return min(max(along, 0), r.long)
	}
	return along - float64(r.long*math.Floor(along/r.long))
}

// nearest returns how far along the route the point is that is nearest to (x, y), of those
// from one distance to another; the first of several.
func (r *route) nearest(x, y, from, to float64) float64 {
	best, d2 := from, math.Inf(1)
	look := func(lo, hi, by float64) { // a part of the route within itself
		for i := 1; i < len(r.at); i++ {
			a, b := max(lo, r.at[i-1]), min(hi, r.at[i])
			if a > b || r.at[i] == r.at[i-1] {
				continue
			}
			px, py := float64(r.points[i-1][0]), float64(r.points[i-1][1])
			ux, uy := (float64(r.points[i][0])-px)/(r.at[i]-r.at[i-1]), (float64(r.points[i][1])-py)/(r.at[i]-r.at[i-1])
			s := r.at[i-1] + float64((x-px)*ux) + float64((y-py)*uy)
			s = min(max(s, a), b)
			gx, gy := px+float64((s-r.at[i-1])*ux)-x, py+float64((s-r.at[i-1])*uy)-y
			if d := float64(gx*gx) + float64(gy*gy); d < d2 {
				best, d2 = s+by, d
			}
		}
	}
	if !r.ring {
		look(max(from, 0), min(to, r.long), 0)
		return best
	}
	for turn := math.Floor(from / r.long); turn*r.long <= to; turn++ {
		gone := float64(turn * r.long)
		look(from-gone, to-gone, gone)
	}
	return best
}
