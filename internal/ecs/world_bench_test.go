package ecs_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
)

func perBot(b *testing.B, bots int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bots), "ns/bot")
}

func BenchmarkSpawn(b *testing.B) {
	for _, bots := range []int{1_000, 1_000_000} {
		for how, spawn := range map[string]func(w *ecs.World){
			"one": func(w *ecs.World) {
				for i := range bots {
					w.Spawn(0, ecs.At(float32(i), 0))
				}
			},
			"batch": func(w *ecs.World) {
				w.SpawnBatch(0, bots, nil, func(i int, b *ecs.Body) { b.Position.X = float32(i) })
			},
		} {
			b.Run(fmt.Sprintf("how=%s/bots=%d", how, bots), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					w := ecs.New(ecs.Options{Classes: 1})
					w.StateColumn(3)
					spawn(w)
				}
				perBot(b, bots)
			})
		}
	}
}

func BenchmarkRead(b *testing.B) {
	const bots = 100_000
	w := ecs.New(ecs.Options{Classes: 1})
	w.SpawnBatch(0, bots, nil, func(i int, b *ecs.Body) { b.Position.X = float32(i) })
	var sum float32
	b.Run("how=column/bots=100000", func(b *testing.B) {
		for range b.N {
			for _, p := range w.Position.Column(w.Tables()[0]) {
				sum += p.X
			}
		}
		perBot(b, bots)
	})
	b.Run("how=id/bots=100000", func(b *testing.B) {
		for range b.N {
			for id := components.ID(1); id <= bots; id++ {
				p := *w.Position.Of(id)
				sum += p.X
			}
		}
		perBot(b, bots)
	})
}

func BenchmarkRun(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			w := ecs.New(ecs.Options{Workers: workers})
			defer w.Close()
			job := &lift{make([]components.Position, 2)}
			for range b.N {
				w.Workers().Run(2, 1, job)
			}
		})
	}
}
