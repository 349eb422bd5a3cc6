package main

import (
	"strings"
	"testing"
)

func TestPlayersAgree(t *testing.T) {
	for _, m := range matches {
		all, err := m.players(bots)
		if err != nil {
			t.Fatal(err)
		}
		if err := agree(all); err != nil {
			t.Errorf("%s: %v", m.tree, err)
		}
		// 100 ticks; the patrol begins anew after 25, which is half a second
		want := counts{100 * 100, 100 * 9890, 100 * 10}
		if m.tree == "patrol" {
			want = counts{4 * bots, 3 * bots, 3 * bots, 3 * bots, 4 * bots, 4 * bots, 4 * bots, 4 * bots}
		}
		if got := all[0].done(); got != want {
			t.Errorf("%s: bots did %v, wanted %v", m.tree, got, want)
		}
	}
}

func BenchmarkTick(b *testing.B) {
	for _, m := range matches {
		all, err := m.players(bots)
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range all {
			name := strings.NewReplacer(" ", "-", ",", "").Replace(p.name)
			b.Run("tree="+m.tree+"/bots=10000/player="+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p.tick()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/bots, "ns/bot")
			})
		}
	}
}
