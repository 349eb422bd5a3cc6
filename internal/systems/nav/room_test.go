package nav

import (
	"testing"

	"github.com/thicket-sim/thicket/components"
)

// What is known of the room around squares saves looks at obstacles, and changes no answer.
func TestRoomChangesNoAnswer(t *testing.T) {
	type answers struct {
		sees, walks, blocked bool
		step                 components.Position
	}
	roomy, narrow := 0, 0
	for seed := range seeds(40) {
		m, _, r := randomMap(t, uint64(seed), 12)
		words := m.rooms.words
		for range 4000 {
			a := randomPosition(r, m)
			b := a
			switch far := 40 * r.Float64(); r.IntN(4) {
			case 0:
				b = randomPosition(r, m)
			case 1:
				far /= 40
				fallthrough
			default:
				b.X, b.Y = b.X+float32(far*(2*r.Float64()-1)), b.Y+float32(far*(2*r.Float64()-1))
			}
			ask := func() (got answers) {
				if m.within(b) {
					got.sees = m.Sees(a, b)
				}
				got.walks, got.blocked, got.step = m.Walks(a, b), m.Blocked(a), m.Step(a, b)
				return got
			}
			m.rooms.words = nil
			want := ask()
			m.rooms.words = words
			if got := ask(); got != want {
				t.Fatalf("seed %d: from %v to %v: %+v, want %+v", seed, a, b, got, want)
			}
			if m.inRoom(a, m.delta(a, b)) {
				roomy++
			} else if words != nil && want.walks {
				narrow++
			}
		}
	}
	if roomy < 100 || narrow < 100 {
		t.Errorf("%d ways with room around and %d without: too few to tell", roomy, narrow)
	}
}
