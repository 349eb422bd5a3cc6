package benchmark_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/benchmark"
)

// BenchmarkTick is the matrix of `thicket bench` for those who compare two
// builds. -short leaves out a million bots.
func BenchmarkTick(b *testing.B) {
	s := source(b, "")
	bots := []int{1_000, 10_000, 100_000, 1_000_000}
	if testing.Short() {
		bots = bots[:3]
	}
	for _, c := range benchmark.Matrix(benchmark.Layouts, bots, []int{1, 2}) {
		b.Run(fmt.Sprintf("scene=%s/bots=%d/workers=%d", c.Layout, c.Bots, c.Workers), func(b *testing.B) {
			g, err := s.Build(c.Layout, c.Bots, c.Workers)
			if err != nil {
				b.Fatal(err)
			}
			defer g.Close()
			for range 10 {
				g.Step()
			}
			b.ReportAllocs()
			for b.Loop() {
				g.Step()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.Bots), "ns/bot")
		})
	}
}
