package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/vector"
)

// BenchmarkKernels plays every loop with and without vector instructions, on
// groups as full as those of a crowd.
func BenchmarkKernels(b *testing.B) {
	const n = 40
	rng := rand.New(rand.NewPCG(1, 2))
	var c [7][Lanes]float32
	for i := range c {
		for k := range c[i] {
			c[i][k] = rng.Float32()
		}
	}
	target := new([Lanes]uint32)
	r := Rivals{N: 4}
	for i := range r.X {
		r.X[i], r.Y[i] = rng.Float64()*10, rng.Float64()*10
	}
	for _, loop := range []struct {
		name string
		call func()
	}{
		{"Steer", func() { Steer(below(n), &c[0], &c[1], &r, 1, 1, &c[2], &c[3], target) }},
		{"Nearest/of=40", func() { Nearest(below(n), &c[0], &c[1], 0.5, 0.5) }},
		{"Nearest/of=4", func() { Nearest(0x1000200004008, &c[0], &c[1], 0.5, 0.5) }},
		{"Nearest/of=1", func() { Nearest(0x4000, &c[0], &c[1], 0.5, 0.5) }},
		{"Advance", func() { Advance(n, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5], &c[6], 1, 1) }},
		{"Bounds", func() { Bounds(n, &c[0], &c[1]) }},
		{"Outside", func() { Outside(n, &c[0], &c[1], 0, 1, 0, 1) }},
	} {
		for _, on := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/vectors=%v", loop.name, on), func(b *testing.B) {
				was := vector.Use(on)
				defer vector.Use(was)
				for b.Loop() {
					loop.call()
				}
			})
		}
	}
}
