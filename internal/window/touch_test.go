package window

import (
	"image"
	"math"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
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

// A finger is the left button, and the right one once it was held where it is: it goes up as
// that, so that a node which somebody holds is not clicked, too.
func TestAFingerThatIsHeldIsTheRightButton(t *testing.T) {
	const left, right = ebiten.MouseButtonLeft, ebiten.MouseButtonRight
	type seen struct{ on, clicked, released bool }
	of := func(p *press, b ebiten.MouseButton) seen {
		return seen{p.on && p.button() == b, p.fresh && p.button() == b, p.ended && p.button() == b}
	}
	var p press
	at := image.Pt(50, 60)
	p.move(1, at)
	if of(&p, left) != (seen{true, true, false}) || of(&p, right) != (seen{}) {
		t.Errorf("down: %+v", p)
	}
	for range longPress - 1 {
		p.move(1, at.Add(image.Pt(3, 0)))
		if of(&p, left) != (seen{true, false, false}) {
			t.Fatalf("held: %+v", p)
		}
	}
	p.move(1, at)
	if of(&p, right) != (seen{true, true, false}) || of(&p, left) != (seen{}) {
		t.Errorf("held for long: %+v", p)
	}
	p.move(1, at.Add(image.Pt(90, 0))) // as one steers
	if of(&p, right) != (seen{true, false, false}) {
		t.Errorf("moved after that: %+v", p)
	}
	p.move(0, at)
	if of(&p, right) != (seen{false, false, true}) || of(&p, left) != (seen{}) {
		t.Errorf("up: %+v", p)
	}
	p.move(1, at)
	for range 2 * longPress {
		p.move(1, at.Add(image.Pt(20, 0)))
	}
	if of(&p, left) != (seen{true, false, false}) {
		t.Errorf("a finger that moves is still %+v", p)
	}
	p.move(0, at)
	if of(&p, left) != (seen{false, false, true}) {
		t.Errorf("up after a move: %+v", p)
	}
	for _, fingers := range []int{1, 2, 2, 1, 0, 0} { // a pinch clicks nothing
		if p.move(fingers, at); of(&p, left).released {
			t.Errorf("released with %d fingers", fingers)
		}
	}
	if p.move(1, at); of(&p, left) != (seen{true, true, false}) {
		t.Errorf("down after a pinch: %+v", p)
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
