package live_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// A digest is taken in every tick of many runs.
func BenchmarkDigest(b *testing.B) {
	for _, name := range []string{"crowd", "siege", "bases"} {
		b.Run(name, func(b *testing.B) {
			scene, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				b.Fatal(err)
			}
			s, err := live.New(scene, live.Options{Workers: 1, OnNotice: func(string) {}})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for range 300 {
				s.Step()
			}
			s.Digest() // bodies are listed
			b.ReportAllocs()
			for b.Loop() {
				s.Digest()
			}
		})
	}
}
