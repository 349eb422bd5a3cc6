package render

import (
	"image"
	"math"
	"testing"
)

// What keys do is done with a finger, too: by the rows of the help.
func TestRowsOfTheHelpDoWhatKeysDo(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 5), 390, 844)
	g := tb.game
	g.help = true
	tb.frames(2)
	tb.save("help-phone")
	if len(g.helps) != len(bindings) {
		t.Fatalf("%d rows for %d keys", len(g.helps), len(bindings))
	}
	for i, r := range g.helps {
		if !r.r.In(image.Rect(0, 0, 390, 844)) {
			t.Errorf("the row of %s at %v is outside of the screen", bindings[i].name, r.r)
		}
	}
	for i := range bindings {
		if bindings[i].name == "J" {
			tb.click(g.helps[i].r.Min.Add(image.Pt(30, 8)))
		}
	}
	if g.help || len(g.session.Snapshot().Players) != 1 {
		t.Errorf("help %v, %d players after J by hand", g.help, len(g.session.Snapshot().Players))
	}
}

func TestPinching(t *testing.T) {
	var p pinch
	for _, c := range []struct{ gap, zoom float64 }{{0, 1}, {100, 1}, {150, 1.5}, {75, 0.5}, {0, 1}, {200, 1}} {
		if p.move(c.gap); math.Abs(math.Pow(wheelZoom, p.turn)-c.zoom) > 1e-9 {
			t.Errorf("fingers %g pixels apart make the field %g times as large, wanted %g", c.gap, math.Pow(wheelZoom, p.turn), c.zoom)
		}
	}
}
