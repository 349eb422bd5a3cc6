package window

import (
	"fmt"
	"image"
	"testing"

	"github.com/thicket-sim/thicket/session"
)

// sizes lists the sizes of a small and a large window, and of a phone.
var sizes = []image.Point{{1280, 720}, {1920, 1080}, {390, 844}}

// TestPicturesOfEverySize saves the window in each of its looks and sizes, to be looked at,
// and wants the field and what is beside it in each.
func TestPicturesOfEverySize(t *testing.T) {
	for _, tt := range []struct {
		name, scene string
		bots, ticks int
		do          func(*table)
	}{
		{"skirmish", "skirmish", 0, 600, func(tb *table) { tb.game.selectMiddle() }},
		{"night", "meadow", 0, 1, func(tb *table) {
			for s := new(session.Snapshot); !s.Night; tb.game.session.SnapshotInto(s) {
				tb.game.session.Step()
			}
			tb.game.Renderer().Sight = true
		}},
		{"crowd", "crowd", 20_000, 3, func(tb *table) { tb.game.zoomBy(6, tb.game.middle()) }},
		{"light", "siege", 0, 1500, func(tb *table) {
			tb.game.SetLight(true)
			tb.game.selectMiddle()
		}},
		{"help", "tag", 0, 30, func(tb *table) { tb.game.help = true }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := play(t, open(t, tt.scene, tt.bots, tt.ticks), sizes[0].X, sizes[0].Y)
			tt.do(tb)
			for _, size := range sizes {
				tb.resize(size)
				tb.frames(6)
				img := tb.save(fmt.Sprintf("%s-%dx%d", tt.name, size.X, size.Y))
				seen := map[[3]uint8]bool{}
				for i := 0; i < len(img.Pix); i += 4 {
					seen[[3]uint8(img.Pix[i:i+3])] = true
				}
				if len(seen) < 30 {
					t.Errorf("the picture of %v has %d colours", size, len(seen))
				}
			}
		})
	}
}
