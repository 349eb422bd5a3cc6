package core_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// TestGoalsInObstacles has a bot go to goals inside a wall, one after the other and in
// turns: each time to the free spot next to that one.
func TestGoalsInObstacles(t *testing.T) {
	g := arenatest.Open(t, `
world: { width: 100, height: 100 }
obstacles: [{ rect: [40, 0, 4, 60] }]
bots:
  - id: a
    name: A
    count: 1
    speedMps: 30
    health: 10
    behavior:
      kind: selector
      children:
        - { kind: sequence, children: [{ kind: state_equals, key: to, value: 1 }, { kind: action, name: move_to, args: { x: 41, y: 20, stop: 0 } }] }
        - { kind: sequence, children: [{ kind: state_equals, key: to, value: 2 }, { kind: action, name: move_to, args: { x: 43, y: 50, stop: 0 } }] }
        - { kind: action, name: move_to, args: { x: 0, y: 0, stop: 0 } }
`, 1)
	const body = 0.5 // and a hair
	for range 3 {
		for _, goal := range []struct {
			to   float64
			x, y float32
		}{{1, 40 - body, 20}, {2, 44 + body, 50}, {0, 0, 0}} {
			if err := g.Game().SetState(1, "to", host.NumberValue(goal.to)); err != nil {
				t.Fatal(err)
			}
			g.Steps(400).Near(1, goal.x, goal.y)
		}
	}
}
