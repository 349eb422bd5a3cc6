package feed

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/wire"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// crowd is ten thousand who play tag on a quarter of a square kilometre.
const crowd = `
seed: 3
tickRate: 30
world: { width: 500, height: 500, edges: bounce }
bots:
  - id: runner
    name: Runner
    initialState: { it: false }
    count: 10000
    start: [{ count: 100, state: { it: true } }]
    speedMps: 8
    behavior:
      kind: selector
      children:
        - kind: sequence
          children:
            - { kind: state_equals, key: it, value: true }
            - { kind: chase_nearest, where: { key: it, value: false } }
        - { kind: flee_nearest, where: { key: it, value: true } }
        - { kind: wander }
`

// Ten frames a second of a crowd that is in view as a whole take less than 200 kB a second,
// and show nearly what is.
func TestACrowdInABudget(t *testing.T) {
	s, err := live.Start("crowd.yaml", []byte(strings.TrimSpace(crowd)), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	camera := NewCamera(s.Scene())
	var snap session.Snapshot
	const budget = 18_000
	stream := Stream{Budget: budget}
	c := client{t: t}
	sum, told := 0.0, 0
	for frame := range 70 {
		for range 3 {
			s.Step()
		}
		s.SnapshotInto(&snap)
		v := camera.Look(&snap)
		stream.Look, stream.Error = everywhere(v), v.Field.Width/2000
		f := stream.Frame(nil, v)
		if len(f) > budget {
			t.Fatalf("a frame of %d bytes", len(f))
		}
		if err := stream.Acknowledge(c.take(f)); err != nil {
			t.Fatal(err)
		}
		if frame < 40 {
			continue
		}
		if len(c.now.Bodies) != len(v.Bodies) {
			t.Fatalf("frame %d has %d bodies", frame, len(c.now.Bodies))
		}
		for i, b := range c.now.Bodies {
			sum += off(v, b, v.Bodies[i])
			told++
		}
	}
	if mean := sum / float64(told); mean > 0.5 {
		t.Errorf("bodies are off by %.2f m in the mean, wanted half a metre at most: a pixel of a wide screen", mean)
	}
}

// off returns how far two bodies are from each other, in metres.
func off(v *View, a, b wire.Body) float64 {
	x, y := v.Field.Metres(a.X, a.Y)
	wantX, wantY := v.Field.Metres(b.X, b.Y)
	return math.Hypot(x-wantX, y-wantY)
}
