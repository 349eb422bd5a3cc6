package window

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// Where bodies only walk and touch, nothing is shown that there is not: no edge of sight, no health.
func TestAGameOfTouch(t *testing.T) {
	for scene, arena := range map[string]bool{"tag": false, "siege": true} {
		tb := play(t, remembered(t, scene, 30), 1280, 720)
		g := tb.game
		g.selectMiddle()
		tb.key(ebiten.KeyV)
		tb.key(ebiten.KeyQ)
		tb.frames(2)
		if got := len(g.renderer.look(&g.snap)) > 0; got != arena {
			t.Errorf("%s: edges of sight %v", scene, got)
		}
		health := slices.ContainsFunc(g.charts.lanes(), func(l lane) bool { return l.name == "health" })
		if health != arena {
			t.Errorf("%s: a lane of health %v", scene, health)
		}
	}
}

// The field stays where it is when the first thing happens that is counted above it.
func TestTheFieldDoesNotJump(t *testing.T) {
	tb := play(t, remembered(t, "tag", 0), 1280, 720)
	if line := tb.headline(); line != "" {
		t.Fatalf("at the beginning the line says %q", line)
	}
	before := tb.game.renderer.Plot()
	for range 600 {
		tb.game.session.Step()
	}
	tb.frames(2)
	if line := tb.headline(); line == "" {
		t.Fatal("nothing has happened")
	}
	if after := tb.game.renderer.Plot(); after != before {
		t.Errorf("the field is at %v after the first tag, and was at %v", after, before)
	}
}
