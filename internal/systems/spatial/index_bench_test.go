package spatial_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// The scenes of the benchmarks: one bot per 25 square metres, bots in random order. In a clustered one half of the bots stand
// in ten crowds of 100 times that density. On a spot they all stand in one place.
var layouts = []struct {
	name  string
	place func(r *rand.Rand, n int, side float64) (x, y float64)
}{
	{"uniform", func(r *rand.Rand, n int, side float64) (x, y float64) {
		return r.Float64() * side, r.Float64() * side
	}},
	{"clustered", func(r *rand.Rand, n int, side float64) (x, y float64) {
		x, y = r.Float64()*side, r.Float64()*side
		if r.IntN(2) == 0 {
			crowd := side * math.Sqrt(0.5/10/100)
			k := float64(r.IntN(10))
			x = math.Mod(k*0.31*side, side-crowd) + r.Float64()*crowd
			y = math.Mod(k*0.47*side, side-crowd) + r.Float64()*crowd
		}
		return x, y
	}},
	{"spot", func(_ *rand.Rand, _ int, side float64) (x, y float64) {
		return side / 3, side / 3
	}},
}

type scene struct {
	field   spatial.Field
	points  spatial.Points
	members []int32
}

// newScene places bots, of which some are members of the index, evenly drawn.
func newScene(place func(*rand.Rand, int, float64) (x, y float64), bots, members int, wrap bool) scene {
	r := rand.New(rand.NewPCG(1, 2))
	side := 5 * math.Sqrt(float64(bots))
	sc := scene{field: spatial.Field{Width: float32(side), Height: float32(side), Wrap: wrap}}
	for i := range bots {
		x, y := place(r, bots, side)
		sc.points.X = append(sc.points.X, float32(x))
		sc.points.Y = append(sc.points.Y, float32(y))
		sc.points.ID = append(sc.points.ID, uint32(i+1))
	}
	for i := range members {
		sc.members = append(sc.members, int32(i*bots/members))
	}
	return sc
}

func BenchmarkNearest(b *testing.B) {
	for _, layout := range layouts {
		for _, members := range []int{1, 30, 100, 1000, 10_000, 100_000} {
			for _, wrap := range []bool{false, true} {
				const queries = 100_000
				sc := newScene(layout.place, queries, members, wrap)
				var ix spatial.Index
				ix.Build(sc.field, sc.points, sc.members)
				b.Run(fmt.Sprintf("layout=%s/members=%d/queries=%d/wrap=%t", layout.name, members, queries, wrap), func(b *testing.B) {
					var sum int32
					for b.Loop() {
						for i, x := range sc.points.X {
							sum += ix.Nearest(x, sc.points.Y[i], int32(i))
						}
					}
					perBot(b, queries)
				})
			}
		}
	}
}

func BenchmarkWithin(b *testing.B) {
	for _, layout := range layouts[:2] { // on a spot the answers themselves are quadratic
		const queries = 100_000
		sc := newScene(layout.place, queries, queries, false)
		var ix spatial.Index
		ix.Build(sc.field, sc.points, sc.members)
		b.Run(fmt.Sprintf("layout=%s/members=%d/queries=%d/radius=5", layout.name, queries, queries), func(b *testing.B) {
			var near []int32
			for b.Loop() {
				for i, x := range sc.points.X {
					near = ix.Within(x, sc.points.Y[i], 5, near[:0])
				}
			}
			perBot(b, queries)
		})
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, layout := range layouts {
		for _, members := range []int{1000, 100_000, 1_000_000} {
			sc := newScene(layout.place, members, members, false)
			b.Run(fmt.Sprintf("layout=%s/members=%d", layout.name, members), func(b *testing.B) {
				var ix spatial.Index
				for b.Loop() {
					ix.Build(sc.field, sc.points, sc.members)
				}
				perBot(b, members)
			})
		}
	}
}

func perBot(b *testing.B, bots int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
	b.ReportMetric(0, "ns/op")
}
