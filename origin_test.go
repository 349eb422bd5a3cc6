package thicket_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/session"
)

// heath returns a scene whose field begins somewhere, with all that it has there.
func heath(x, y int, edges, tree string) []byte {
	return fmt.Appendf(nil, `tickRate: 10
world: { x: %d, y: %d, width: 64, height: 48, edges: %s }
places: [{ id: base, at: [%d, %d], radius: 3 }]
obstacles: [{ rect: [%d, %d, 4, 20] }, { circle: [%d, %d, 5] }]
bots: [{ id: hare, name: Hare, count: 40, speedMps: 3, initialState: { side: hare }, behavior: %s }]
`, x, y, edges, x+50, y+40, x+20, y+10, x+44, y+14, tree)
}

// The same scene elsewhere is played likewise, around obstacles, at edges and by everything that
// is random.
func TestOrigin(t *testing.T) {
	const x, y = -32, -16
	for _, edges := range []string{"clamp", "bounce", "wrap"} {
		for _, tree := range []string{
			"{ kind: wander }", "{ kind: flee_nearest, where: { key: side, value: hare } }", "{ kind: action, name: roam, args: { every: 1 } }",
			"{ kind: action, name: move_to_place, args: { place: base } }", "{ kind: action, name: roam_near, args: { place: base, every: 1 } }", "{ kind: action, name: flee, args: { who: anybody } }",
		} {
			open := func(x, y int) *thicket.Session {
				s, err := thicket.Start("heath.yaml", heath(x, y, edges, tree), quiet(thicket.Options{}))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(s.Close)
				return s
			}
			here, there := open(0, 0), open(x, y)
			for tick := range 40 {
				was, is := here.Snapshot(), there.Snapshot()
				for b := range is.All() {
					o := was.Body(b.ID)
					dx, dy := math.Abs(float64(o.X+x-b.X)), math.Abs(float64(o.Y+y-b.Y))
					if edges == "wrap" {
						dx, dy = min(dx, 64-dx), min(dy, 48-dy)
					}
					if dx > 0.01 || dy > 0.01 {
						t.Fatalf("%s, %s, tick %d: hare %d is at (%v, %v), and at (%v, %v) of a field that begins at (0, 0)", edges, tree, tick, b.ID, b.X, b.Y, o.X, o.Y)
					}
					if b.X < x || b.X > x+64 || b.Y < y || b.Y > y+48 {
						t.Fatalf("%s, %s, tick %d: hare %d is off the field at (%v, %v)", edges, tree, tick, b.ID, b.X, b.Y)
					}
				}
				here.Step()
				there.Step()
			}
			if f := there.Snapshot().Field; f.X != x || f.Y != y || f.Width != 64 || f.Height != 48 {
				t.Errorf("a field of %+v", f)
			}
		}
	}
}

// Commands, saves and movers have the coordinates of the field.
func TestOriginOutside(t *testing.T) {
	o := quiet(thicket.Options{Prepare: func(w *thicket.World) error {
		return w.SetMover("back", func(_ *thicket.World, bodies []thicket.Wish) { bodies[1].Position.X = -500 })
	}})
	s, err := thicket.Start("heath.yaml", heath(-32, -16, "clamp", "{ kind: wander }"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Do(&thicket.Place{Who: thicket.Who{ID: 1}, At: thicket.Point(-31, -15)}); err != nil {
		t.Fatal(err)
	}
	err = s.Do(&thicket.Place{Who: thicket.Who{ID: 1}, At: thicket.Point(40, 0)})
	if !errors.Is(err, session.OutOfBounds) || !strings.Contains(err.Error(), "(40, 0) is off the field of 64 x 48 m from (-32, -16)") {
		t.Errorf("placed off the field: %v", err)
	}
	s.Step()
	if at := places(s); at[1] != (thicket.Position{X: -31, Y: -15}) || at[2].X != -32 {
		t.Errorf("a hare at %v, and one that was put off the field at %v", at[1], at[2])
	}
	var saved bytes.Buffer
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	again, err := thicket.Restore(&saved, o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if again.Digest() != s.Digest() || again.Snapshot().Field != s.Snapshot().Field {
		t.Error("a restored session is another")
	}
	for _, test := range []struct{ with, want string }{
		{"places: [{ id: base, at: [50, 40] }]", "at: (50, 40) is off the field of 64 x 48 m from (-32, -16)"},
		{"obstacles: [{ rect: [-40, 0, 10, 10] }]", "rectangle reaches out of the field: its x goes from -40 to -30, the field's from -32 to 32"},
		{"paths: [{ id: way, points: [[0, 0], [0, 33]] }]", "points: (0, 33) is off the field of 64 x 48 m from (-32, -16)"},
	} {
		scene := "world: { x: -32, y: -16, width: 64, height: 48 }\nbots: []\n" + test.with
		if _, err := thicket.Start("heath.yaml", []byte(scene), thicket.Options{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.with, err)
		}
	}
}
