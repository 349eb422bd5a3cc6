package window

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
)

// Every ink is read on everything that texts lie on, in both themes.
func TestInksHaveContrast(t *testing.T) {
	defer wear(false)
	for _, light := range []bool{false, true} {
		wear(light)
		for ink, c := range map[string]color.NRGBA{"bright": brightInk, "dim": dimInk, "success": successColor, "failure": failureColor, "running": runningColor, "alarm": alarmColor, "past": pastColor} {
			for ground, g := range map[string]color.NRGBA{"panel": panelColor, "card": cardColor, "track": trackColor, "off": offColor} {
				if k := facttest.Contrast(c, g); k < 4.5 {
					t.Errorf("light %v: %s on %s is %.1f to 1, wanted 4.5", light, ink, ground, k)
				}
			}
		}
		for ground, g := range map[string]color.NRGBA{"button": buttonColor, "hover": hoverColor, "down": downColor, "lit": litColor, "past": pastShade} {
			if k := facttest.Contrast(brightInk, g); k < 4.5 {
				t.Errorf("light %v: bright on %s is %.1f to 1, wanted 4.5", light, ground, k)
			}
		}
	}
}

// A key is the one that types its character, wherever it is; on a keyboard without Latin
// letters it is where a US one has it.
func TestKeysGoByWhatTheyType(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 3), 1280, 720)
	press := func(k ebiten.Key, types string) {
		t.Helper()
		tb.hand.keysFresh[k], tb.hand.runes = true, []rune(types)
		tb.frames(1)
	}
	press(ebiten.KeySlash, "-") // as on a German keyboard
	if tb.game.renderer.Selected != 0 {
		t.Error("a minus selected somebody")
	}
	if tb.game.renderer.layout.Camera == draw.Fit(tb.game.renderer.field, tb.game.renderer.Plot()) {
		t.Error("a minus did not zoom out")
	}
	press(ebiten.Key7, "/")
	if tb.game.renderer.Selected == 0 {
		t.Error("a slash of another key selected nobody")
	}
	press(ebiten.KeyH, "р")
	if !tb.game.help {
		t.Error("the key of H with a Cyrillic letter showed no help")
	}
	press(ebiten.KeyBackslash, ">")
	if tb.game.pace.times() != 2 {
		t.Errorf("%g times as fast after a >", tb.game.pace.times())
	}
}

func TestRebinding(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 3), 1280, 720)
	for _, c := range [][3]string{
		{"Z", "x", `no key "Z" does anything, wanted Space, ., Backspace`}, {"H", "Hyper", `"Hyper" is no key, wanted a character or Backspace, `},
		{"h", "T", "T does something already: trails"}, {"h", "f5", ""}, {"Space", "#", ""},
	} {
		if err := tb.game.Rebind(c[0], c[1]); (err == nil) != (c[2] == "") || err != nil && !strings.HasPrefix(err.Error(), c[2]) {
			t.Errorf("%s to %s: %v, wanted %q", c[0], c[1], err, c[2])
		}
	}
	tb.key(ebiten.KeyH)
	tb.key(ebiten.KeySpace)
	if tb.game.help || tb.game.session.Paused() {
		t.Error("old keys still do something")
	}
	tb.hand.runes = []rune("#")
	tb.frames(1)
	tb.key(ebiten.KeyF5)
	if !tb.game.help || !tb.game.session.Paused() {
		t.Errorf("help %v, paused %v by the new keys", tb.game.help, tb.game.session.Paused())
	}
	shown := false
	for _, p := range tb.game.overlay.Prims {
		shown = shown || p.Str == "F5"
	}
	if !shown {
		t.Error("the help does not show F5")
	}
}

// What layers leave out is gone from the pixels, and comes back.
func TestLayersByKey(t *testing.T) {
	tb := play(t, open(t, "siege", 0, 1500), 1280, 720)
	tb.key(ebiten.KeySpace)
	tb.frames(4)
	field := func() string {
		tb.frames(2)
		return string(windowtest.Pixels(tb.img).SubImage(image.Rect(0, 100, 900, 640)).(*image.RGBA).Pix)
	}
	for _, k := range []ebiten.Key{ebiten.KeyN, ebiten.KeyB, ebiten.KeyG, ebiten.KeyV, ebiten.KeyI} {
		before := field()
		tb.key(k)
		if field() == before {
			t.Errorf("%v changes nothing", k)
		}
		tb.key(k)
		if field() != before {
			t.Errorf("%v twice is not as before", k)
		}
	}
}

// The map in the corner shows where a crowd is dense, and who is it on top.
func TestTheMapShowsDensity(t *testing.T) {
	tb := play(t, open(t, "crowd", 10_000, 2), 1280, 720)
	seen := func() (shades map[uint8]bool, marks int) {
		shades = map[uint8]bool{}
		for _, p := range tb.game.overlay.Prims {
			if p.Kind == draw.Rect && p.U <= mapCell && p.V <= mapCell {
				shades[p.Color.A] = true
			}
			if p.Kind == draw.Disc && p.Color == color.NRGBA(palette.MarkColor) {
				marks++
			}
		}
		return shades, marks
	}
	tb.game.hidden = true // the list is the map's
	tb.frames(1)
	if shades, marks := seen(); len(shades)+marks != 0 {
		t.Errorf("the whole field is in view, and the map has %d shades and %d marks", len(shades), marks)
	}
	tb.game.zoomBy(6, tb.game.middle())
	tb.frames(2)
	shades, marks := seen()
	if len(shades) < 5 || marks == 0 {
		t.Errorf("%d shades, %d marks", len(shades), marks)
	}
}
