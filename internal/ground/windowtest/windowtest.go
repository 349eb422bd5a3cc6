// Package windowtest runs tests inside an Ebiten window, where images can be
// drawn and their pixels read.
//
// Where there is no display, tests that need one skip with a reason. With
// VIEW_REQUIRE_GL=1 in the environment they fail instead: a machine that is
// meant to have a display, such as one with a virtual one, says so that way.
package windowtest

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// The variables of the environment that decide whether there is a window.
const (
	needGL  = "VIEW_REQUIRE_GL"
	x11     = "DISPLAY"
	wayland = "WAYLAND_DISPLAY"
)

// absent says why there is no window; empty in one.
var absent = "the tests were not started by windowtest.Main"

// Main is to be called by TestMain.
func Main(m *testing.M) {
	r := &runner{m: m, code: -1, tests: make(chan struct{}), frame: make(chan struct{}), over: make(chan struct{})}
	window = r
	err := open(r)
	switch {
	case r.code >= 0:
		os.Exit(r.code)
	case r.begun:
		fmt.Fprintln(os.Stderr, "windowtest: the window was closed before the tests were over")
		os.Exit(1)
	case err == nil:
		err = fmt.Errorf("the window ended before the tests")
	}
	absent = err.Error()
	if os.Getenv(needGL) == "1" {
		fmt.Fprintln(os.Stderr, "windowtest: "+needGL+"=1, but", absent)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func open(r *runner) error {
	if runtime.GOOS == "linux" && os.Getenv(x11) == "" && os.Getenv(wayland) == "" {
		return fmt.Errorf("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
	}
	ebiten.SetWindowSize(320, 240)
	return ebiten.RunGameWithOptions(r, &ebiten.RunGameOptions{InitUnfocused: true})
}

// window is the runner of this process.
var window *runner

// runner is a game whose updates run the tests. An update ends where a test asks for
// a window, so that a frame ends between two tests: images and buffers that are no
// longer used are let go of at the end of a frame alone.
type runner struct {
	m     *testing.M
	code  int
	begun bool
	tests chan struct{} // an update lets the tests go on
	frame chan struct{} // a test lets the update end
	over  chan struct{} // closed when the tests are
}

func (r *runner) Update() error {
	if !r.begun {
		r.begun, absent = true, ""
		go func() {
			defer close(r.over)
			<-r.tests
			r.code = r.m.Run()
		}()
	}
	r.tests <- struct{}{}
	select {
	case <-r.frame:
		return nil
	case <-r.over:
		return ebiten.Termination
	}
}

func (r *runner) Draw(*ebiten.Image) {}

func (r *runner) Layout(int, int) (width, height int) { return 320, 240 }

// Need skips a test where there is no window. Where there is one, a frame of it ends
// before Need returns. Tests that need a window must not run in parallel.
//
// go test reuses a result for as long as the variables that tests read have not
// changed, and it notes those that are read inside m.Run. Main reads them
// earlier, so that Need reads them once more: a skip is not shown again where a
// display has appeared since.
func Need(t testing.TB) {
	t.Helper()
	for _, name := range []string{needGL, x11, wayland} {
		os.Getenv(name)
	}
	if absent != "" {
		t.Skip(absent)
	}
	runtime.GC() // finds the images of the test before: it is small in memory that Go sees, and large where images are
	window.frame <- struct{}{}
	<-window.tests
}

// Pixels copies the pixels of an image.
func Pixels(img *ebiten.Image) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	img.ReadPixels(out.Pix)
	return out
}

// Save keeps an image as a PNG among the artifacts of a test, to be looked at, where the tests are
// asked to keep them; see go help testflag, -artifacts.
func Save(t testing.TB, name string, img image.Image) {
	t.Helper()
	if asked := flag.Lookup("test.artifacts"); asked == nil || asked.Value.String() != "true" {
		return
	}
	path := filepath.Join(t.ArtifactDir(), name+".png")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	t.Log("wrote", path)
}
