package window

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/live"
)

// edited returns a window of a scene of a file, and a function that writes the file and has it
// reloaded.
func edited(t *testing.T, text string) (tb *table, write func(text string) error) {
	t.Helper()
	windowtest.Need(t)
	path := filepath.Join(t.TempDir(), "cats.yaml")
	save := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save(text)
	s, err := live.Open(path, live.Options{OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	tb = play(t, s, 1280, 720)
	return tb, func(text string) error {
		t.Helper()
		save(text)
		_, err := s.Reload()
		tb.frames(alarmsEvery + 2)
		return err
	}
}

// red counts the pixels in a rectangle that are in the colour of what went wrong.
func (tb *table) red(r image.Rectangle) (n int) {
	img := windowtest.Pixels(tb.img)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.RGBAAt(x, y) == (color.RGBA{alarmColor.R, alarmColor.G, alarmColor.B, 0xff}) {
				n++
			}
		}
	}
	return n
}

const cat = "world: { width: 40, height: 30 }\nbots: [{ id: cat, name: Cat, count: 3, speedMps: 2, behavior: { kind: wander } }]\n"

// A file that cannot be read is told of in a red box, whole and with the guess, until it is
// dismissed or mended; another error comes again.
func TestAFileThatIsBrokenIsRed(t *testing.T) {
	tb, write := edited(t, cat)
	if tb.has("alarm") {
		t.Fatal("an alarm of a file that is right")
	}
	broken := strings.Replace(cat, "wander", "wandr", 1)
	if err := write(broken); err == nil {
		t.Fatal("the broken file was taken")
	}
	tb.game.hidden = true // so that the list is that of the field
	tb.frames(2)
	box := tb.hot("alarm")
	if n := tb.red(box); n < 2*(box.Dx()+box.Dy())-50 {
		t.Errorf("%d red pixels in a box of %v", n, box)
	}
	if !tb.told("not reloaded, the game goes on as it was") || !tb.told("cats.yaml:2:") || !tb.told(`"wander"`) {
		t.Errorf("the box does not say all: %+v", tb.game.journal.alarms)
	}
	tb.hit("alarm/0/dismiss")
	if tb.has("alarm") || tb.red(box) > 0 {
		t.Error("the box is there after it was dismissed")
	}
	if err := write(strings.Replace(cat, "speedMps", "speedMsp", 1)); err == nil || !tb.has("alarm") {
		t.Errorf("%v, another error shows no box", err)
	}
	if err := write(cat); err != nil || tb.has("alarm") || len(tb.game.journal.alarms) != 0 {
		t.Errorf("%v, the file is mended, and there is still an alarm: %+v", err, tb.game.journal.alarms)
	}
}

// A change that has to wait says so in red, offers to start the game again, and is gone then.
func TestAChangeThatWaitsOffersARestart(t *testing.T) {
	tb, write := edited(t, cat)
	started := 0
	tb.game.OnRestart = func(g *Game) error {
		started++
		g.Play(open(t, "tag", 0, 3))
		return nil
	}
	if err := write(strings.Replace(cat, "width: 40", "width: 60", 1)); err != nil {
		t.Fatal(err)
	}
	tb.game.hidden = true
	tb.frames(2)
	if box := tb.hot("alarm"); tb.red(box) < 2*(box.Dx()+box.Dy())-50 || !tb.told("this change waits until the game is started again") || !tb.told("world") {
		t.Errorf("the box does not say it: %+v", tb.game.journal.alarms)
	}
	tb.save("waiting")
	tb.hit("alarm/0/restart")
	if started != 1 || tb.has("alarm") {
		t.Errorf("started %d times, an alarm %v", started, tb.has("alarm"))
	}
}
