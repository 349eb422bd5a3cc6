package arena_test

import (
	"fmt"
	"testing"
)

func BenchmarkTick(b *testing.B) {
	for _, scene := range []string{"siege", "meadow", "skirmish"} {
		for _, bots := range []int{400, 10_000} {
			b.Run(fmt.Sprintf("scene=%s/bots=%d", scene, bots), func(b *testing.B) {
				g := shipped(b, scene, bots, 1, 2).steps(150)
				b.ReportAllocs()
				for b.Loop() {
					g.Step()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
			})
		}
	}
}
