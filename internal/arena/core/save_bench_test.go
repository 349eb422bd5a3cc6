package core_test

import (
	"fmt"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// BenchmarkSave is arenas written and read back: of a scene with few things to keep of each
// body, and of one of Unvanquished with most.
func BenchmarkSave(b *testing.B) {
	const bots = 10_000
	for _, scene := range []string{"siege", "skirmish"} {
		b.Run(fmt.Sprintf("scene=%s/bots=%d", scene, bots), func(b *testing.B) {
			g := arenatest.Shipped(b, scene, bots, 1, 0).Steps(150)
			saved, err := g.Arena.SaveState()
			if err != nil {
				b.Fatal(err)
			}
			z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
			if err != nil {
				b.Fatal(err)
			}
			small := z.EncodeAll(saved, nil)
			run := func(name string, f func() error) {
				b.Run(name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if err := f(); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/bots, "ns/bot")
					b.ReportMetric(float64(len(saved))/bots, "B/bot")
					b.ReportMetric(float64(len(small))/bots, "zstd-B/bot")
				})
			}
			run("save", func() error { _, err := g.Arena.SaveState(); return err })
			run("restore", func() error { return g.Arena.RestoreState(saved) })
		})
	}
}
