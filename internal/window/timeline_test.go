package window

import (
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// remembered returns a scene of so many ticks that a window remembers.
func remembered(t testing.TB, name string, ticks int) *live.Session {
	t.Helper()
	windowtest.Need(t)
	scene, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := live.New(scene, live.Options{OnNotice: func(string) {}, History: session.History{Seconds: 600}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for range ticks {
		s.Step()
	}
	return s
}

// hot returns the rectangle of a part of the screen that the window draws itself.
func (tb *table) hot(name string) image.Rectangle {
	tb.t.Helper()
	for _, h := range tb.game.hots {
		if h.name == name {
			return h.r
		}
	}
	tb.t.Fatalf("the screen has no %q", name)
	return image.Rectangle{}
}

// hit clicks in the middle of a part of the screen.
func (tb *table) hit(name string) {
	tb.t.Helper()
	r := tb.hot(name)
	tb.click(r.Min.Add(r.Max).Div(2))
}

// arrive plays until the window is where it was bound for.
func (tb *table) arrive() {
	tb.t.Helper()
	for range 500 {
		if tb.frames(1); !tb.game.timeline.way.on {
			tb.frames(1) // lays the panel out, which is made again
			return
		}
	}
	tb.t.Fatalf("not at tick %d after 500 updates", tb.game.timeline.way.to)
}

// has reports whether the screen has a part of that name.
func (tb *table) has(name string) bool {
	return slices.ContainsFunc(tb.game.hots, func(h hot) bool { return h.name == name })
}

// told reports whether a text of the last frame has a part.
func (tb *table) told(part string) bool {
	for _, p := range tb.game.overlay.Prims {
		if strings.Contains(p.Str, part) {
			return true
		}
	}
	for _, p := range tb.game.renderer.list.Prims {
		if strings.Contains(p.Str, part) {
			return true
		}
	}
	return false
}

func TestScrubbingGoesToTheTickUnderTheMouse(t *testing.T) {
	for _, name := range []string{"tag", "siege"} {
		t.Run(name, func(t *testing.T) {
			s := remembered(t, name, 0)
			var digests []uint64
			for range 300 {
				digests = append(digests, s.Digest())
				s.Step()
			}
			tb := play(t, s, 1280, 720)
			tb.frames(2)
			bar := tb.hot("time")
			from, to := tb.game.timeline.span(tb.game.rate())
			at := func(tick int) image.Point {
				inner := bar.Inset(4)
				return image.Pt(inner.Min.X+inner.Dx()*tick/int(to-from), bar.Min.Y+bar.Dy()/2)
			}
			if from != 0 {
				t.Fatalf("the strip begins at %d", from)
			}
			tb.hand.at = at(250)
			tb.frames(1)
			tb.hand.left = true
			for _, tick := range []int{250, 200, 40, 100} {
				tb.hand.at = at(tick)
				tb.frames(1)
				tb.arrive()
				tb.frames(3)
				now := s.World().Clock().Tick
				if now < int64(tick)-2 || now > int64(tick)+2 || s.Digest() != digests[now] {
					t.Errorf("at tick %d, digest %016x, under the mouse is %d", now, s.Digest(), tick)
				}
			}
			tb.hand.left = false
			tb.frames(5)
			now := s.World().Clock().Tick
			if !tb.game.Past() || !tb.told("the past, ") {
				t.Error("nothing says that this is the past")
			}
			if _, asked := tb.game.inspect.Answer(0); tb.game.renderer.Selected != 0 && !asked {
				t.Error("the tree of the selected bot is not known")
			}
			tb.save("timeline-" + name)
			tb.key(ebiten.KeyBackspace)
			tb.arrive()
			if got := s.World().Clock().Tick; got != now-1 || s.Digest() != digests[got] {
				t.Errorf("at tick %d after a step back from %d", got, now)
			}
			tb.key(ebiten.KeyPeriod)
			tb.arrive()
			tb.hit("time/on")
			tb.arrive()
			if got := s.World().Clock().Tick; got != now+1 || s.Digest() != digests[got] {
				t.Errorf("at tick %d after two steps on from %d", got, now-1)
			}
			tb.key(ebiten.KeySpace)
			tb.frames(20)
			if got := s.World().Clock().Tick; got < now+8 || s.Digest() != digests[got] {
				t.Errorf("at tick %d after playing on from %d", got, now+1)
			}
			tb.hit("time/live")
			tb.arrive()
			if tb.game.Past() || tb.game.still() {
				t.Errorf("in the past %v, still %v, after Live", tb.game.Past(), tb.game.still())
			}
			tb.frames(10)
			if _, end := s.Remembered(); end < 304 {
				t.Errorf("the game does not go on in the present: tick %d", end)
			}
		})
	}
}

// A command in the past asks first; going another way carries it out and forgets what came after.
func TestACommandInThePastAsks(t *testing.T) {
	s := remembered(t, "bots-vs-humans", 200)
	tb := play(t, s, 1280, 720)
	tb.game.seek(100)
	tb.arrive()
	was := s.World().Count(0)
	tb.click(tb.widget("hunter/more"))
	if n := s.World().Count(0); n != was || !tb.has("ask") {
		t.Fatalf("%d bots, %d before, and nothing is asked", n, was)
	}
	tb.hit("ask/no")
	if _, to := s.Remembered(); tb.has("ask") || to < 200 {
		t.Errorf("it is asked still, or the past ends at %d", to)
	}
	tb.click(tb.widget("hunter/more"))
	tb.hit("ask/yes")
	if n, now := s.World().Count(0), s.World().Clock().Tick; n != was+1 || now != 100 || tb.game.Past() || !s.Paused() {
		t.Errorf("%d bots at tick %d, in the past %v, paused %v; wanted %d at 100 in a present that stands", n, now, tb.game.Past(), s.Paused(), was+1)
	}
	tb.key(ebiten.KeySpace)
	tb.frames(20)
	if s.World().Clock().Tick < 105 {
		t.Error("the game does not go on")
	}
}

// Who is selected has a tree with answers at a moment of the past, while time stands there.
func TestTheTreeOfAMomentOfThePast(t *testing.T) {
	tb := play(t, remembered(t, "tag", 200), 1280, 720)
	tb.game.selectNamed("Tag Bot 3")
	tb.game.seek(77)
	tb.arrive()
	asked := 0
	for _, n := range tb.game.inspect.Nodes() {
		if _, ok := tb.game.inspect.Answer(n.ID); ok {
			asked++
		}
	}
	if asked < 3 || !tb.game.still() {
		t.Errorf("%d nodes have answers, still %v", asked, tb.game.still())
	}
}

// Updates stay short while the window is on its way to a tick far off.
func TestAWayIsWalkedInSlices(t *testing.T) {
	s := remembered(t, "crowd", 400)
	tb := play(t, s, 320, 240)
	walk := func(to int64) (updates int) {
		tb.game.seek(to)
		for tb.game.timeline.way.on {
			tb.updates(1)
			updates++
		}
		return updates
	}
	walk(0)
	updates := walk(380)
	if now := s.World().Clock().Tick; updates < 2 || now != 380 {
		t.Errorf("tick %d after %d updates", now, updates)
	}
}

// A session that remembers nothing has no strip, and says so when it is asked to go back.
func TestAGameWithoutAPast(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 50), 1280, 720)
	tb.key(ebiten.KeyBackspace)
	if tb.game.hotAt(image.Pt(600, 700)) != nil || tb.game.Past() || !tb.told("no past to go to") {
		t.Error("a strip, or nothing is told")
	}
	if tb.game.viewport().Max.Y != 720 {
		t.Errorf("the field ends at %v", tb.game.viewport())
	}
}

// inFolder returns a remembered session of the file scene.yaml among others.
func inFolder(t testing.TB, name string, files map[string]string) *live.Session {
	t.Helper()
	windowtest.Need(t)
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.Open(filepath.Join(dir, "scene.yaml"), live.Options{OnNotice: func(string) {}, OnFault: func(host.Fault) {}, History: session.History{Seconds: 600}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}
