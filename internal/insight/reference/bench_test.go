package reference_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/internal/insight/reference"
	"github.com/thicket-sim/thicket/internal/scenes"
)

func BenchmarkTick(b *testing.B) {
	for _, bots := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("scene=uniform/bots=%d", bots), func(b *testing.B) {
			scene, err := scenes.Load("crowd", scenes.Options{})
			if err != nil {
				b.Fatal(err)
			}
			if err := scene.Scale(bots); err != nil {
				b.Fatal(err)
			}
			w, err := reference.New(&scene.Setup)
			if err != nil {
				b.Fatal(err)
			}
			for range 10 {
				w.Step()
			}
			b.ReportAllocs()
			for b.Loop() {
				w.Step()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
		})
	}
}
