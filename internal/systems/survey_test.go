package systems_test

import (
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// TestSurvey finds bodies by id and by where they are, with an index and
// without one.
func TestSurvey(t *testing.T) {
	for _, keys := range []string{"", ", health: 5"} {
		var found []int32
		var gone, there int32
		reg := arena.NewRegistry()
		err := reg.AddAction(host.Action{Name: "survey", Local: true, Tick: func(c *host.Call) host.Status {
			if c.Bot == 1 {
				w := c.World.(host.Surveyor)
				x, y := w.Position(c.Body)
				found = found[:0]
				for _, b := range w.Within(x, y, 20, nil) {
					found = append(found, int32(w.ID(b)))
				}
				gone, there = w.BodyOf(9999), w.BodyOf(2)
			}
			return host.Success
		}})
		if err != nil {
			t.Fatal(err)
		}
		s := openWith(t, `
world: { width: 100, height: 100 }
bots:
  - { id: a, name: A, count: 300`+keys+`, behavior: { kind: action, name: survey } }
`, live.Options{Registry: reg})
		do(t, s, &session.Join{At: session.Point(50, 50)})
		steps(s, 1)
		before := s.Snapshot()
		steps(s, 1)
		var want []int32
		for _, b := range append(before.Bots, before.Players...) {
			dx, dy := b.X-before.Bots[0].X, b.Y-before.Bots[0].Y
			if float64(dx)*float64(dx)+float64(dy)*float64(dy) <= 400 {
				want = append(want, int32(b.ID))
			}
		}
		if !slices.Equal(found, want) || gone != -1 || there < 0 {
			t.Errorf("found %d, wanted %d; 9999 is in row %d, 2 in %d", found, want, gone, there)
		}
	}
}
