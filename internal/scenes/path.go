package scenes

import (
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/systems"
)

// paths reads the lines that trees can follow.
func (d *decoder) paths(o *markup.Object) {
	seen := map[string]syntax.Pos{}
	for p := range d.objects(o, "paths", "a path", "paths", maxPaths.In(d.limits)) {
		path := systems.Path{ID: p.ID(seen), Closed: p.Bool("closed", false)}
		if n := p.Node("points"); n != nil {
			path.Points = d.line(n)
			if k := len(path.Points) - 1; path.Closed && k > 0 && path.Points[0] == path.Points[k] {
				d.list.Errorf(n.Items[k].Span, "points: a closed path ends at its first point by itself: leave the last one out")
			}
		} else {
			d.list.Errorf(p.Span(), "a path has no key %q, wanted a list of points [x, y]", "points")
		}
		p.Done()
		d.scene.Setup.Paths = append(d.scene.Setup.Paths, path)
	}
}

// line reads the points of a path, of which no two neighbours are the same.
func (d *decoder) line(n *markup.Node) (points [][2]float32) {
	s := &d.scene.Setup
	for _, item := range d.pointList(n, "points", 2) {
		v := d.numbers(item, "points", "[x, y]", 2)
		if v == nil {
			continue
		}
		p := [2]float32{v[0], v[1]}
		switch {
		case !d.fieldless && !s.Has(p[0], p[1]):
			d.list.Errorf(item.Span, "points: (%v, %v) is off the field of %s", p[0], p[1], s.Extent())
		case len(points) > 0 && points[len(points)-1] == p:
			d.list.Errorf(item.Span, "points: the point (%v, %v) stands twice in a row", p[0], p[1])
		}
		points = append(points, p)
	}
	return points
}
