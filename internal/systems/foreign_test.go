package systems_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/ecs"
)

// Bodies that others put elsewhere in every tick take no memory: groups of herds are made anew
// in what they had. Lists may still grow now and then.
func TestForeignMovesAllocateNothing(t *testing.T) {
	for _, test := range []struct {
		name string
		move func(tick, i int) float32
	}{
		{"all", func(tick, i int) float32 { return float32((tick+i*7)%2000) / 10 }},
		{"few", func(tick, i int) float32 { return float32((i/2900*tick+i*7)%2000) / 10 }},
	} {
		s := open(t, `
world: { width: 200, height: 200 }
bots: [{ id: sheep, name: Sheep, count: 3000, speedMps: 0, initialState: { side: sheep }, behavior: { kind: selector, children: [{ kind: flee_nearest, where: { key: side, value: wolf } }, { kind: wander }] } }]
`)
		tick := 0
		s.World().AddOwn(ecs.Rules, "foreign", ecs.SystemFunc(func(w *ecs.World) {
			tick++
			for _, table := range w.Tables() {
				at := w.Position.Column(table)
				for i := range at {
					at[i].X = test.move(tick, i)
				}
			}
		}))
		steps(s, 300)
		const ticks = 100
		if n := testing.AllocsPerRun(1, func() { steps(s, ticks) }); n > ticks/20 {
			t.Errorf("%s: %v allocations in %d ticks", test.name, n, ticks)
		}
	}
}
