package window

import (
	"fmt"
	"image"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// TestPicturesOfTheInstrument saves the window while its parts are in use, in each size, or
// in one where tests may not take long, to be looked at, and wants no part of the window outside it.
func TestPicturesOfTheInstrument(t *testing.T) {
	for i, tt := range []struct {
		name string
		open func(t testing.TB) *live.Session
		do   func(*table)
	}{
		{"tag", func(t testing.TB) *live.Session { return remembered(t, "tag", 0) }, func(tb *table) {
			tb.updates(1200)
		}},
		{"siege-end", func(t testing.TB) *live.Session { return remembered(t, "siege", 0) }, func(tb *table) {
			tb.game.OnRestart = func(*Game) error { return nil }
			tb.game.pace.speed = len(speeds) - 1
			for i := 0; i < 3000 && tb.game.snap.Result == ""; i++ {
				tb.updates(1)
			}
		}},
		{"timeline", func(t testing.TB) *live.Session { return remembered(t, "siege", 0) }, func(tb *table) {
			tb.game.selectNamed("Red Soldier 3")
			tb.game.pace.speed = 5
			tb.updates(500)
			tb.game.charts.toggle()
			tb.game.seek(1100)
			tb.arrive()
		}},
		{"question", func(t testing.TB) *live.Session { return remembered(t, "siege", 300) }, func(tb *table) {
			tb.game.seek(150)
			tb.arrive()
			tb.game.do(&session.Remove{Class: "red-soldier"})
			tb.game.journal.menu = true
		}},
		{"reasons", func(t testing.TB) *live.Session { return remembered(t, "siege", 0) }, func(tb *table) {
			tb.game.selectNamed("Red Soldier 3")
			tb.game.border = border{wide: 640, own: true}
			tb.game.Refresh()
			tb.updates(600)
		}},
		{"camp-faulty", faulty, func(tb *table) {
			tb.game.selectNamed("Bot 3")
			tb.updates(90)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			first := sizes[i%len(sizes)]
			tb := play(t, tt.open(t), first.X, first.Y)
			tt.do(tb)
			for _, size := range sizes {
				if size != first && !longtest.On {
					continue
				}
				tb.resize(size)
				if tb.game.drawer.narrow && (tt.name == "camp-faulty" || tt.name == "reasons") {
					tb.game.pull(true)
				}
				if tb.game.drawer.narrow && tt.name == "tag" {
					tb.game.pull(false)
				}
				tb.frames(3)
				tb.save(fmt.Sprintf("%s-%dx%d", tt.name, size.X, size.Y))
				window := image.Rectangle{Max: size}
				for _, h := range tb.game.hots {
					if h.name != "time" && !h.r.In(window) {
						t.Errorf("%v: %q is at %v, outside of the window", size, h.name, h.r)
					}
				}
			}
		})
	}
}
