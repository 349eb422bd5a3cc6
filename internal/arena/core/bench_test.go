package core_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

func BenchmarkTick(b *testing.B) {
	for _, scene := range []string{"siege", "meadow", "skirmish", "bases"} {
		for _, bots := range []int{400, 10_000} {
			b.Run(fmt.Sprintf("scene=%s/bots=%d", scene, bots), func(b *testing.B) {
				g := arenatest.Shipped(b, scene, bots, 1, 2).Steps(150)
				b.ReportAllocs()
				for b.Loop() {
					g.Step()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
			})
		}
	}
}
