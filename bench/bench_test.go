package main

import (
	"strings"
	"testing"
)

func TestPlayersAgree(t *testing.T) {
	all, err := players(bots)
	if err != nil {
		t.Fatal(err)
	}
	if err := agree(all); err != nil {
		t.Error(err)
	}
	if got, want := all[0].done(), (counts{100, 9890, 10}); got != want {
		t.Errorf("bots chased, fled and wandered %v times, wanted %v", got, want)
	}
}

func BenchmarkTick(b *testing.B) {
	all, err := players(bots)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range all {
		name := strings.NewReplacer(" ", "-", ",", "").Replace(p.name)
		b.Run("tree=tag/bots=10000/player="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.tick()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/bots, "ns/bot")
		})
	}
}
