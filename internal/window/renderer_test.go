package window

import (
	"fmt"
	"image"
	"image/color"
	"runtime"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// two is a field with a still bot on the left and a moving one on the right.
const two = `
world: { width: 100, height: 100, edges: wrap }
bots:
  - { id: rock, name: Rock, count: 1, speedMps: 0 }
  - { id: walker, name: Walker, count: 1, speedMps: 30, behavior: { kind: wander }, tunable: [{ key: speedMps, min: 0, max: 50 }] }
`

func start(t testing.TB, src string) *live.Session {
	t.Helper()
	s, err := live.Start("test.yaml", []byte(src), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// open starts a shipped scene, with so many bots, and plays some ticks.
func open(t testing.TB, name string, bots, ticks int) *live.Session {
	t.Helper()
	scene, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if bots > 0 {
		if err := scene.Scale(bots); err != nil {
			t.Fatal(err)
		}
	}
	s, err := live.New(scene, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for range ticks {
		s.Step()
	}
	return s
}

func do(t testing.TB, s *live.Session, c session.Command) {
	t.Helper()
	if err := s.Do(c); err != nil {
		t.Fatalf("%T: %v", c, err)
	}
}

func renderer(t testing.TB, s *live.Session) *Renderer {
	t.Helper()
	windowtest.Need(t)
	r, err := NewRenderer(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// shot draws one frame and gives its pixels.
func shot(t testing.TB, r *Renderer, s *session.Snapshot, alpha float64, w, h int) *image.RGBA {
	t.Helper()
	img := ebiten.NewImage(w, h)
	defer img.Deallocate()
	if err := r.Draw(img, s, alpha); err != nil {
		t.Fatal(err)
	}
	return windowtest.Pixels(img)
}

func near(a, b color.RGBA) bool {
	d := func(x, y uint8) bool { return max(x, y)-min(x, y) <= 3 }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B)
}

func TestABotIsWhereTheCameraSays(t *testing.T) {
	s := start(t, two)
	do(t, s, &session.Place{Who: session.Who{ID: 1}, At: session.Point(25, 40)})
	do(t, s, &session.Place{Who: session.Who{ID: 2}, At: session.Point(75, 60)})
	r := renderer(t, s)
	snap := s.Snapshot()
	check := func(what string) {
		t.Helper()
		img := shot(t, r, snap, 1, 640, 480)
		for i, want := range []color.RGBA{palette.Palette[0], palette.Palette[1]} {
			b := snap.Bots[i]
			x, y := r.Camera().Pixel(b.X, b.Y)
			if got := img.RGBAAt(int(x), int(y)); !near(got, want) {
				t.Errorf("%s: %s at pixel (%g, %g) is %v, wanted %v", what, b.Name, x, y, got, want)
			}
		}
	}
	check("at first")
	r.SetCamera(r.Camera().Zoom(320, 240, 1.4).Pan(10, -7))
	check("zoomed")
}

func TestBodiesMoveBetweenTicks(t *testing.T) {
	s := start(t, two)
	do(t, s, &session.Place{Who: session.Who{ID: 2}, At: session.Point(40, 50)})
	r := renderer(t, s)
	r.Trails = false
	before := s.Snapshot()
	shot(t, r, before, 1, 640, 480)
	s.Step()
	after := s.Snapshot()
	was, is := before.Bots[1], after.Bots[1]
	if is.X == was.X && is.Y == was.Y {
		t.Fatal("the walker stood still")
	}
	for _, alpha := range []float64{0, 0.5, 1} {
		img := shot(t, r, after, alpha, 640, 480)
		x, y := r.Camera().Pixel(was.X+(is.X-was.X)*float32(alpha), was.Y+(is.Y-was.Y)*float32(alpha))
		if got := img.RGBAAt(int(x), int(y)); !near(got, palette.Palette[1]) {
			t.Errorf("alpha %g: the walker is not at (%g, %g) but %v is", alpha, x, y, got)
		}
	}
	do(t, s, &session.Place{Who: session.Who{ID: 2}, At: session.Point(95, 5)})
	s.Step()
	jumped := s.Snapshot()
	shot(t, r, jumped, 0, 640, 480)
	if b := r.bodies[1]; b.X != jumped.Bots[1].X || b.Y != jumped.Bots[1].Y {
		t.Errorf("a body that was put elsewhere is drawn at (%g, %g), on its way", b.X, b.Y)
	}
}

// TestACrowdIsOneDrawCall counts the marked ones, which are larger, as a second.
func TestACrowdIsOneDrawCall(t *testing.T) {
	for _, bots := range []int{1000, 10_000, 100_000} {
		s := open(t, "crowd", bots, 1)
		r := renderer(t, s)
		r.Trails = false
		shot(t, r, s.Snapshot(), 1, 1280, 720)
		r.Painter().Calls()
		r.list.Reset()
		r.layout.DrawBodies(&r.list, frameOf(r), nil)
		img := ebiten.NewImage(1280, 720)
		r.painter.Paint(img, r.list.Prims)
		if n := r.Painter().Calls(); n > 2 {
			t.Errorf("%d bots are %d draw calls", bots, n)
		}
		lit := 0
		for _, p := range windowtest.Pixels(img).Pix {
			if p > 0 {
				lit++
			}
		}
		if lit < bots/4 {
			t.Errorf("%d bots light %d bytes", bots, lit)
		}
		img.Deallocate()
	}
}

// frameOf returns what the last frame had of bodies.
func frameOf(r *Renderer) draw.Frame { return draw.Frame{Bodies: r.bodies} }

func TestTrailsFade(t *testing.T) {
	s := start(t, two)
	r := renderer(t, s)
	var snap session.Snapshot
	light := func(ticks int) (sum int) {
		for range ticks {
			s.SnapshotInto(&snap)
			shot(t, r, &snap, 1, 640, 480)
			s.Step()
		}
		for _, p := range windowtest.Pixels(r.trails.image).Pix {
			sum += int(p)
		}
		return sum
	}
	walking := light(30)
	do(t, s, &session.Tune{Class: "walker", Key: "speedMps", Value: 0})
	standing := light(30)
	if walking == 0 || standing >= walking {
		t.Errorf("trails are %d bright while a bot walks, %d a second after it stopped", walking, standing)
	}
	if gone := light(150); gone > 0 {
		t.Errorf("five seconds later they are still %d bright", gone)
	}
}

func TestScenesAsPictures(t *testing.T) {
	for _, tt := range []struct {
		name  string
		bots  int
		ticks int
	}{{"tag", 0, 200}, {"chase", 0, 200}, {"bots-vs-humans", 0, 200}, {"crowd", 10_000, 100}, {"crowd", 100_000, 20}} {
		name := tt.name
		if tt.bots > 0 {
			name = fmt.Sprint(name, "-", tt.bots)
		}
		t.Run(name, func(t *testing.T) {
			s := open(t, tt.name, tt.bots, tt.ticks)
			r := renderer(t, s)
			var snap session.Snapshot
			var img *image.RGBA
			for range 12 {
				s.SnapshotInto(&snap)
				img = shot(t, r, &snap, 1, 980, 720)
				s.Step()
				if tt.bots > 0 {
					break
				}
			}
			windowtest.Save(t, name, img)
		})
	}
}

// BenchmarkDraw is the time that the processor takes for a frame; what the
// graphics card does with it is left out.
func BenchmarkDraw(b *testing.B) {
	for _, bots := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint("bots=", bots), func(b *testing.B) {
			s := open(b, "crowd", bots, 2)
			r := renderer(b, s)
			img := ebiten.NewImage(1280, 720)
			snap := s.Snapshot()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			frames, took := 0, time.Duration(0)
			for b.Loop() {
				begin := cpuTime()
				if err := r.Draw(img, snap, 0.5); err != nil {
					b.Fatal(err)
				}
				took += cpuTime() - begin
				frames++
				img.At(0, 0) // hands the frame to the card
			}
			b.ReportMetric(float64(took.Microseconds())/1000/float64(frames), "ms/frame")
			b.ReportMetric(float64(took.Nanoseconds())/float64(frames)/float64(bots), "ns/bot")
		})
	}
}
