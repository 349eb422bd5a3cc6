package window

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/live"
)

// headline returns the text of how the game stands, in one line.
func (tb *table) headline() string {
	var all []string
	for _, p := range tb.game.banner.standing() {
		all = append(all, p.text)
	}
	return strings.Join(all, " | ")
}

// ended returns a session whose match is over.
func ended(t testing.TB, name string) *live.Session {
	t.Helper()
	s := remembered(t, name, 0)
	for range 9000 {
		if s.Step(); s.World().Clock().Tick%30 == 0 && s.Snapshot().Result != "" {
			return s
		}
	}
	t.Fatalf("%s has no end", name)
	return nil
}

func TestTheEndOfAMatchIsToldAndItStartsAgain(t *testing.T) {
	s := ended(t, "siege")
	tb := play(t, s, 1280, 720)
	g := tb.game
	started := 0
	g.OnRestart = func(g *Game) error {
		started++
		g.Play(remembered(t, "siege", 0))
		return nil
	}
	tb.frames(2)
	if line, won := tb.headline(), g.snap.Result; won == "" || !strings.Contains(line, won) || !strings.HasPrefix(line, "red ") {
		t.Errorf("the line says %q of %q", line, won)
	}
	img := tb.save("end-siege")
	frame := tb.hot("end")
	if got, want := img.RGBAAt(frame.Min.X+60, frame.Min.Y), color.RGBA(g.winnerColor()); got != want {
		t.Errorf("the banner has an edge of %v, wanted %v, the winner's", got, want)
	}
	tb.hit("end/on")
	if tb.has("end") {
		t.Error("the banner is there after Look on")
	}
	g.lookOn = false
	tb.frames(1)
	tb.hit("end/restart")
	if tick := g.session.World().Clock().Tick; started != 1 || g.session == s || tick > 20 || tb.has("end") {
		t.Errorf("started %d times again, tick %d, banner %v", started, tick, tb.has("end"))
	}
	tb.key(ebiten.KeyR)
	if started != 2 {
		t.Error("R does not start the game again")
	}
}

// The line above the field has the score and what is left of the match, and the clock of the day.
func TestTheLineSaysHowTheGameStands(t *testing.T) {
	tb := play(t, remembered(t, "siege", 600), 1280, 720)
	tb.game.togglePause()
	if line := tb.headline(); !strings.Contains(line, "blue ") || !strings.Contains(line, "60 wins, 4:40 left") {
		t.Errorf("siege after 20 seconds: %q", line)
	}
	tb = play(t, remembered(t, "meadow", 0), 1280, 720)
	day := tb.game.session.Scene().Arena.Day
	if line := tb.headline(); !strings.HasPrefix(line, "day 1, ") {
		t.Errorf("meadow at its beginning: %q", line)
	}
	for range int(day.Length * tb.game.rate()) {
		tb.game.session.Step()
	}
	tb.frames(1)
	if line := tb.headline(); !strings.HasPrefix(line, "day 2, ") {
		t.Errorf("meadow a day later: %q", line)
	}
	if tb = listened(t, "tag", 300); !strings.HasSuffix(tb.headline(), " tags") {
		t.Errorf("tag after ten seconds: %q", tb.headline())
	}
}

// In a narrow window, too, how the game stands is whole: in as many lines as it takes, above the
// field.
func TestHowTheGameStandsIsWholeInANarrowWindow(t *testing.T) {
	for _, size := range []image.Point{{320, 700}, {390, 844}, {900, 560}, {1280, 720}} {
		tb := play(t, remembered(t, "siege", 1500), size.X, size.Y)
		if size.X == 320 {
			tb.game.zoom = 1.5 // large texts
		}
		tb.game.selectNamed("Red Soldier 3")
		tb.frames(3)
		g, whole := tb.game, []string{}
		for _, p := range g.banner.standing() {
			whole = append(whole, p.text)
		}
		var shown []string
		rows := 0
		for _, p := range g.banner.flow() {
			shown, rows = append(shown, p.text), max(rows, p.row+1)
			if right := p.x + g.overlay.Width(p.text, 14); right > float32(g.viewport().Dx()) {
				t.Errorf("%v: %q ends at %v of %d pixels", size, p.text, right, g.viewport().Dx())
			}
		}
		if diff := cmp.Diff(whole, shown); diff != "" {
			t.Errorf("%v: %s", size, diff)
		}
		if bottom := int(g.overlay.Px(float32(66 + 18*(rows-1)))); g.renderer.Plot().Min.Y < bottom || size.X == 320 && rows < 2 || size.X == 1280 && rows > 1 {
			t.Errorf("%v: %d lines down to %d, the field begins at %v", size, rows, bottom, g.renderer.Plot().Min)
		}
	}
}

// The next round of a session begins by a button, a key and by itself; who plays stays.
func TestTheNextRoundBegins(t *testing.T) {
	s := ended(t, "siege")
	tb := play(t, s, 1280, 720)
	tb.key(ebiten.KeyJ)
	was := tb.game.player.id
	tb.frames(2)
	tb.hit("end/next")
	if v := tb.game.snap.Body(tb.game.player.id); live.Round(s) != 2 || tb.has("end") || v == nil || v.Name != "You" {
		t.Errorf("round %d, banner %v, who was %d is %+v", live.Round(s), tb.has("end"), was, v)
	}
	tb.key(ebiten.KeyM)
	if live.Round(s) != 3 || s.World().Clock().Tick > 20 {
		t.Errorf("round %d at tick %d after M, wanted the third", live.Round(s), s.World().Clock().Tick)
	}
	s = ended(t, "siege")
	tb = play(t, s, 1280, 720)
	tb.frames(1)
	for range 20 * 30 {
		s.Step()
	}
	if tb.frames(2); live.Round(s) != 2 {
		t.Errorf("round %d is played 20 s after the end", live.Round(s))
	}
}
