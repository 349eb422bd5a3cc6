package spatial

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a query costs depends on this: however points are placed, leaves stay small, there are few cells, and none of them is
// wider than its points deserve.
func TestCellsFollowDensity(t *testing.T) {
	const n = 20_000
	for name, place := range map[string]func(r *rand.Rand) (x, y float32){
		"uniform": func(r *rand.Rand) (x, y float32) { return r.Float32(), r.Float32() },
		"crowd": func(r *rand.Rand) (x, y float32) {
			if r.IntN(100) == 0 {
				return r.Float32(), r.Float32()
			}
			return 0.5 + r.Float32()/1000, 0.25 + r.Float32()/1000
		},
		"row":    func(r *rand.Rand) (x, y float32) { return r.Float32(), 0.3 },
		"column": func(r *rand.Rand) (x, y float32) { return 0.3, r.Float32() },
		"spots":  func(r *rand.Rand) (x, y float32) { return float32(r.IntN(7)), float32(r.IntN(7)) },
		"one":    func(*rand.Rand) (x, y float32) { return 3, 4 },
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			var pts Points
			var members []int32
			for i := range n {
				x, y := place(r)
				pts.X, pts.Y, pts.ID = append(pts.X, x), append(pts.Y, y), append(pts.ID, uint32(i))
				members = append(members, int32(i))
			}
			var ix Index
			ix.Build(Field{}, pts, members)
			if len(ix.cells) > 2*n {
				t.Errorf("%d cells for %d points", len(ix.cells), n)
			}
			for _, g := range ix.grids {
				if g.across.n > g.along.n+2 {
					t.Errorf("%d rows of %d cells: a search would step over the longer side", g.across.n, g.along.n)
				}
				for i := range g.across.n {
					row := ix.row(&g, i)
					for j := range g.along.n {
						checkCell(t, &ix, &g, i, j, ix.points[row[j].first:row[j+1].first], row[j].link)
					}
				}
			}
		})
	}
}

func checkCell(t *testing.T, ix *Index, g *grid, row, column int32, points []point, link int32) {
	t.Helper()
	for _, p := range points {
		u, v := float64(p.x), float64(p.y)
		if g.tall {
			u, v = v, u
		}
		if u < g.along.edge(column) || u >= g.along.edge(column+1) || v < g.across.edge(row) || v >= g.across.edge(row+1) {
			t.Fatalf("%v is not in its cell, column %d, row %d", p, column, row)
		}
	}
	b := boundsOf(points)
	switch onOneSpot := b.minX == b.maxX && b.minY == b.maxY; {
	case len(points) > maxLeaf && onOneSpot != (link == spot):
		t.Fatalf("%d points have the link %d; all on one spot: %t", len(points), link, onOneSpot)
	case len(points) > maxLeaf && link != spot && ix.grids[link].along.n < 2:
		t.Fatalf("a crowd of %d is not divided", len(points))
	}
}

// A query looks at no more than two of a crowd on one spot: the others, moved behind the index's back, are not seen.
func TestSpotCostsTwoPoints(t *testing.T) {
	const n = 1000
	pts := Points{X: make([]float32, n), Y: make([]float32, n), ID: make([]uint32, n)}
	members := make([]int32, n)
	for i := range members {
		members[i] = int32(i)
		pts.ID[i] = uint32(n - i)
	}
	var ix Index
	ix.Build(Field{}, pts, members)
	for i := range ix.points[2:] {
		ix.points[2+i].x = 5
	}
	if got := ix.Nearest(5, 0, -1); got != n-1 {
		t.Errorf("Nearest = %d; want %d, which has the lowest ID", got, n-1)
	}
	if got := ix.Nearest(5, 0, n-1); got != n-2 {
		t.Errorf("Nearest for the lowest ID = %d; want %d", got, n-2)
	}
}

func TestLinkEmpty(t *testing.T) {
	for _, tt := range []struct {
		counts, want []int32 // points by cell, links; an occupied cell keeps its own, 77
	}{
		{[]int32{1}, []int32{77}},
		{[]int32{0, 0, 2, 0, 0, 0, 0, 1, 0}, []int32{2, 1, 77, 1, 2, 2, 1, 77, 1}},
		{[]int32{3, 0, 0}, []int32{77, 1, 2}},
		{[]int32{0, 0, 3}, []int32{2, 1, 77}},
	} {
		row := []cell{{0, 77}}
		for i, n := range tt.counts {
			row = append(row, cell{row[i].first + n, 77})
		}
		linkEmpty(row)
		var got []int32
		for _, c := range row[:len(tt.counts)] {
			got = append(got, c.link)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%v: -want +got:\n%s", tt.counts, diff)
		}
	}

	row := []cell{{first: 5}, {first: 5}, {first: 5}, {first: 5}}
	linkEmpty(row)
	for i, c := range row[:3] {
		if int(c.link) < 3 {
			t.Errorf("empty row: cell %d links %d cells on, into the row", i, c.link)
		}
	}
}
