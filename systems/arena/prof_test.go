package arena_test

import "testing"

func BenchmarkSiege(b *testing.B) {
	g := shipped(b, "siege", 400, 1, 2).steps(900)
	b.ReportAllocs()
	for b.Loop() {
		g.Step()
	}
}
