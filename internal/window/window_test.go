package window

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/insight/draw"
)

func TestIconsShowTwoBots(t *testing.T) {
	for _, img := range icons() {
		size := img.Bounds().Dx()
		if size != img.Bounds().Dy() {
			t.Errorf("an icon of %v", img.Bounds())
		}
		seen := map[color.Color]bool{}
		for y := range size {
			for x := range size {
				c := img.At(x, y)
				if _, _, _, a := c.RGBA(); a != 0xffff {
					t.Fatalf("size %d: a hole at (%d, %d)", size, x, y)
				}
				seen[c] = true
			}
		}
		for _, want := range []color.RGBA{{0xff, 0xb4, 0x2e, 0xff}, color.RGBA(runningColor), color.RGBA(panelColor)} {
			if !seen[want] {
				t.Errorf("size %d: nothing is %v", size, want)
			}
		}
	}
}

// TestACameraBeforeTheFirstFrameHolds sets one on a renderer that has drawn
// nothing yet.
func TestACameraBeforeTheFirstFrameHolds(t *testing.T) {
	s := start(t, two)
	r := renderer(t, s)
	want := draw.Camera{Scale: 20, X: -30, Y: 7}
	r.SetCamera(want)
	if got := r.Camera(); got != want {
		t.Errorf("camera %+v before the first frame, wanted %+v", got, want)
	}
	for range 2 {
		shot(t, r, s.Snapshot(), 1, 320, 240)
		if got := r.Camera(); got != want {
			t.Errorf("camera %+v, wanted %+v", got, want)
		}
	}
}

func TestBodyAtIsWhoIsNearThePoint(t *testing.T) {
	s := start(t, two)
	r := renderer(t, s)
	snap := s.Snapshot()
	shot(t, r, snap, 1, 320, 240)
	b := snap.Bots[1]
	x, y := r.Camera().Pixel(b.X, b.Y)
	if id := r.BodyAt(int(x)+3, int(y), 8); id != b.ID {
		t.Errorf("body %d at its own point, wanted %d", id, b.ID)
	}
	if id := r.BodyAt(int(x)+30, int(y), 8); id == b.ID {
		t.Error("a body 30 pixels away, where 8 were asked for")
	}
}

// TestSnapshotsFarApartMoveOneTickOnly draws the snapshot of every fourth tick, as
// a slow game does.
func TestSnapshotsFarApartMoveOneTickOnly(t *testing.T) {
	var m motion
	m.advance(moment(4, 1, draw.Body{ID: 1, X: 40}))
	s, bodies := moment(8, 1, draw.Body{ID: 1, X: 80})
	m.advance(s, bodies)
	m.blend(bodies, 0.5, 100)
	if bodies[0].X != 75 {
		t.Errorf("at %g, wanted 75: half a tick before 80, at 10 a tick", bodies[0].X)
	}
}

// F12 keeps what the next frame shows, or says why it cannot.
func TestPictures(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 3), 640, 480)
	g := tb.game
	tb.key(ebiten.KeyF12)
	if said := g.journal.said; len(said) == 0 || said[len(said)-1].text != "this program keeps no pictures" {
		t.Errorf("said %+v", said)
	}
	var kept image.Image
	fails := false
	g.OnPicture = func(_ *Game, img image.Image) (string, error) {
		if fails {
			return "", errors.New("no room on the disk")
		}
		kept = img
		return "here.png", nil
	}
	tb.game.togglePause()
	tb.frames(2)
	tb.key(ebiten.KeyF12)
	if shown := windowtest.Pixels(tb.img); kept == nil || !bytes.Equal(kept.(*image.RGBA).Pix, shown.Pix) {
		t.Error("the picture is not what the window shows")
	}
	if said := g.journal.said; said[len(said)-1].text != "the picture is in here.png" {
		t.Errorf("said %+v", said)
	}
	if kept = nil; kept != nil || g.shoot {
		t.Error("another picture is kept")
	}
	fails = true
	tb.key(ebiten.KeyF12)
	tb.frames(1)
	if a := g.journal.alarms; len(a) != 1 || a[0].Text != "no room on the disk" {
		t.Errorf("alarms %+v", a)
	}
}
