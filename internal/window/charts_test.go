package window

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
)

// The charts show how the selected bot fared at each moment, as the world was then, and the lanes
// are in the picture.
func TestChartsShowWhatWas(t *testing.T) {
	tb := play(t, remembered(t, "siege", 0), 1280, 720)
	g := tb.game
	g.selectNamed("Red Soldier 3")
	g.pace.speed = 4 // eight ticks in two updates
	tb.updates(300)
	g.togglePause()
	tb.frames(2)
	tb.key(ebiten.KeyQ)
	tb.frames(3)
	img := tb.save("charts-siege")
	_, end := g.session.Remembered()
	for i, m := range g.charts.Between(0, end) {
		if first := i == 0; m.Took > 0 == first || first && m.Took == 0 {
			t.Fatalf("moment %d of tick %d says %v for a tick, wanted nothing at first alone", i, m.Tick, m.Took)
		}
	}
	body := g.charts.Body(g.renderer.Selected, 0, end, nil)
	if len(body) < 100 {
		t.Fatalf("%d moments of %d ticks", len(body), end)
	}
	bar := tb.hot("time")
	lanes := image.Rect(bar.Min.X, bar.Min.Y-g.charts.chartRoom(), bar.Max.X, bar.Min.Y-8)
	for what, c := range map[string]color.NRGBA{"health": successColor, "tick time": pastColor, "what it did": g.charts.actionColor(body[3].Action)} {
		seen := 0
		for y := lanes.Min.Y; y < lanes.Max.Y; y++ {
			for x := lanes.Min.X; x < lanes.Max.X; x++ {
				if alike(img.RGBAAt(x, y), c) {
					seen++
				}
			}
		}
		if seen < 20 {
			t.Errorf("%d pixels are in the colour of %s", seen, what)
		}
	}
	g.hidden = true // so that the list is that of the field and the charts
	tb.frames(2)
	top := float32(tb.hot("time").Min.Y - g.charts.chartRoom() + 3*laneHigh) // of the lane of the classes
	lines := map[color.NRGBA]int{}
	for _, p := range g.overlay.Prims {
		if p.Kind == draw.Line && p.Y > top && p.Y < top+laneHigh {
			lines[p.Color]++
		}
	}
	red, blue := g.shown(g.renderer.colors.Team("red")), g.shown(g.renderer.colors.Team("blue"))
	if len(lines) != 2 || lines[red] < 100 || lines[blue] < 100 {
		t.Errorf("the lines of the classes are in %v, wanted the colours of both teams", lines)
	}
	g.hidden = false
	for _, i := range []int{len(body) / 3, len(body) / 2, len(body) - 2} {
		m := body[i]
		if err := g.session.Seek(int(m.Tick)); err != nil {
			t.Fatal(err)
		}
		v := g.session.Snapshot().Body(g.renderer.Selected)
		if v.Health != m.Health || v.Action != g.charts.Actions[m.Action] {
			t.Errorf("at tick %d health %g and %q, the chart has %g and %q", m.Tick, v.Health, v.Action, m.Health, g.charts.Actions[m.Action])
		}
		all := g.charts.Between(m.Tick, m.Tick)
		sides := g.session.Snapshot().Sides
		if len(all) != 1 || math.Abs(all[0].Scores[0]-sides[0].Score) > 0 {
			t.Errorf("at tick %d the score is %g, the chart has %+v", m.Tick, sides[0].Score, all)
		}
	}
}

// A jump over many ticks, played in a few updates, leaves no hole in the charts, and in the past the
// words are those of the moment that is shown.
func TestChartsSeeWhatAJumpPlays(t *testing.T) {
	tb := play(t, remembered(t, "siege", 0), 1280, 720)
	g := tb.game
	g.selectNamed("Red Soldier 3")
	tb.updates(30)
	tb.key(ebiten.KeyQ)
	for range 3 {
		g.runToChange()
		for g.search.on {
			tb.updates(1)
		}
	}
	g.togglePause()
	tb.frames(3)
	tb.save("charts-after-jumps")
	_, end := g.session.Remembered()
	all := g.charts.Between(0, end)
	for i := range all[1:] {
		if all[i+1].Gap || all[i+1].Tick-all[i].Tick > 3 {
			t.Errorf("nothing is known from tick %d to %d of %d", all[i].Tick, all[i+1].Tick, end)
		}
	}
	g.seek(end - 7)
	tb.arrive()
	tb.frames(2)
	tb.save("charts-past")
	m := g.charts.atMoment(axis{at: end - 7})
	if v := g.snap.Body(g.renderer.Selected); m == nil || m.Health != v.Health {
		t.Errorf("at tick %d the chart says %+v, the inspector %g", end-7, m, v.Health)
	}
}

// What was charted after a moment is forgotten when the game goes another way from there.
func TestChartsGoAnotherWay(t *testing.T) {
	tb := play(t, remembered(t, "tag", 0), 640, 480)
	tb.updates(200)
	tb.game.seek(40)
	tb.arrive()
	tb.key(ebiten.KeyEnter)
	if all := tb.game.charts.Between(0, 1000); len(all) == 0 || all[len(all)-1].Tick > 40 {
		t.Errorf("%d moments after another way from 40", len(all))
	}
	tb.game.togglePause()
	tb.updates(40)
	if all := tb.game.charts.Between(41, 1000); len(all) < 3 {
		t.Errorf("%d moments of the other way", len(all))
	}
}

// alike reports whether a pixel of a thin line may have a colour.
func alike(a color.RGBA, b color.NRGBA) bool {
	d := func(x, y uint8) bool { return max(x, y)-min(x, y) <= 70 }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B)
}
