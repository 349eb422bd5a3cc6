package draw

import (
	"slices"
	"testing"
)

// trailOf returns the alphas of the lines that body 1 leaves, newest first, after
// frames a quarter of a second apart, at the places xs (metres).
func trailOf(t *testing.T, bodies int, xs ...float32) []uint8 {
	t.Helper()
	a := layout(t, arena, Legend{}, Options{}, 0)
	trails := NewTrails()
	var fr Frame
	for i, x := range xs {
		fr = Frame{Time: float64(i) * 0.25, Bodies: spread(bodies, blue)}
		fr.Bodies[0].X, fr.Bodies[0].Y = x, 30
		trails.Add(arena, fr)
	}
	var l List
	a.DrawBodies(&l, fr, trails)
	_, y := a.Camera.Pixel(0, 30)
	var alphas []uint8
	for _, p := range l.Prims {
		if p.Kind == Line && p.Y == y && p.V == y && p.X != p.U {
			alphas = append(alphas, p.Color.A)
		}
	}
	return alphas
}

func TestTrailsFadeWithAge(t *testing.T) {
	var xs []float32
	for i := range 20 {
		xs = append(xs, 10+float32(i))
	}
	got := trailOf(t, 2, xs...)
	if len(got) != 11 { // 3 s of 0.25 s, less the one that is all faded
		t.Fatalf("%d lines, want 11: %v", len(got), got)
	}
	for i := range got[1:] {
		if got[i+1] >= got[i] {
			t.Errorf("line %d of %v is not fainter than the newer", i+1, got)
		}
	}
}

func TestTrailsBreakWhereABodyJumps(t *testing.T) {
	if got := trailOf(t, 2, 10, 11, 12, 90, 91); len(got) != 1 {
		t.Errorf("%d lines, want the one since the jump: %v", len(got), got)
	}
}

func TestCrowdsLeaveNoTrails(t *testing.T) {
	if got := trailOf(t, trailBodies+1, 10, 11, 12); len(got) != 0 {
		t.Errorf("%d lines, want none", len(got))
	}
}

func TestTrailsForgetBodiesThatLeft(t *testing.T) {
	trails := NewTrails()
	trails.Add(arena, Frame{Bodies: spread(5, blue)})
	trails.Add(arena, Frame{Time: 1, Bodies: spread(2, blue)})
	var ids []uint32
	for id := range trails.tracks {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	if !slices.Equal(ids, []uint32{1, 2}) {
		t.Errorf("remembers %v, want 1 and 2", ids)
	}
}
