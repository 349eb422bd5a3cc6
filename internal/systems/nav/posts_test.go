package nav

import (
	"testing"

	"github.com/thicket-sim/thicket/components"
)

// From the post for a position one can walk straight to it, or next to it and on from there.
// No position that a way leads to is without one, and most blocks need few.
func TestPostsOverlookTheirParts(t *testing.T) {
	found, beside, none := 0, 0, 0
	for seed := range seeds(40) {
		m, _, r := randomMap(t, uint64(seed), 20)
		posts := NewPosts(m, max(8, max(m.field.Width, m.field.Height)/32))
		for range 400 {
			p := randomPosition(r, m)
			if m.Blocked(p) {
				p = m.Free(p)
				if r.IntN(2) == 0 { // pressed against an obstacle
					p = m.Step(p, components.Position{X: p.X + r.Float32() - 0.5, Y: p.Y + r.Float32() - 0.5})
				}
			}
			post, on, ok := posts.For(p)
			if !ok {
				none++
				if g := m.ground(p); g.count > 0 {
					t.Fatalf("seed %d: no post for %v, which is on the ground", seed, p)
				}
				continue
			}
			found++
			if on != p {
				beside++
			}
			if s := posts.At(post); !m.Walks(s, on) {
				t.Fatalf("seed %d: from the post %v one cannot walk to %v, for %v", seed, s, on, p)
			}
			if !m.Walks(on, p) || m.Distance(on, p) > float32(64*m.hair) {
				t.Fatalf("seed %d: from %v one cannot walk on to %v", seed, on, p)
			}
			if root := posts.At(posts.Areas()[posts.Area(post)]); !m.Reaches(root, p) {
				t.Fatalf("seed %d: no way leads from %v to %v, which are in one area", seed, root, p)
			}
		}
	}
	if found < 1000 || beside < 20 {
		t.Errorf("%d positions have a post, %d a spot beside them, %d nothing", found, beside, none)
	}
}

// A goal inside of an obstacle between two areas is moved into the one that is asked for.
func TestFreeSpotsInAnArea(t *testing.T) {
	for seed := range seeds(20) {
		m, _, r := randomMap(t, uint64(seed), 20)
		posts := NewPosts(m, max(8, max(m.field.Width, m.field.Height)/32))
		for range 50 {
			p := randomPosition(r, m)
			for _, root := range posts.Areas() {
				own := m.Area(posts.At(root))
				got := m.FreeIn(own, p)
				switch {
				case !m.Blocked(p) && got != p:
					t.Fatalf("seed %d: %v is free and was moved to %v", seed, p, got)
				case m.Blocked(p) && (m.Blocked(got) || m.Area(got) != own):
					t.Fatalf("seed %d: %v was moved to %v, which is in area %d, wanted %d", seed, p, got, m.Area(got), own)
				case m.Blocked(p) && m.Area(m.Free(p)) == own && got != m.Free(p):
					t.Fatalf("seed %d: %v was moved to %v, and %v is nearer", seed, p, got, m.Free(p))
				}
			}
		}
	}
}
