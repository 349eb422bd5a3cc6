//go:build !js

package server

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// tab is a page in the browser.
type tab struct {
	*testing.T
	ctx context.Context
}

// open opens a page in a tab of its own, as large as a window or a phone. An error of its scripts
// fails the test.
func open(t *testing.T, browser context.Context, url string, wide, high int64) tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	p := tab{t, ctx}
	p.errors()
	p.do(chromedp.EmulateViewport(wide, high))
	p.do(chromedp.Navigate(url))
	return p
}

// leave empties a tab, which draws until the end of the test otherwise.
func (p tab) leave() { p.do(chromedp.Navigate("about:blank")) }

// errors fails the test at its end, where a script of the page has thrown what nobody caught.
func (p tab) errors() {
	var mu sync.Mutex
	var thrown []string
	if err := chromedp.Listen(p.ctx, func(ev any) {
		if e, ok := ev.(*runtime.EventExceptionThrown); ok {
			mu.Lock()
			defer mu.Unlock()
			text := fmt.Sprintf("%s, line %d: %s", e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber, e.ExceptionDetails.Text)
			if what := e.ExceptionDetails.Exception; what != nil {
				text += " " + what.Description
			}
			thrown = append(thrown, text)
		}
	}); err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, text := range thrown {
			p.Errorf("an error of the page: %s", text)
		}
	})
}

func (p tab) do(a chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, a); err != nil {
		p.Fatal(err)
	}
}

// ask evaluates a script that gives a text.
func (p tab) ask(script string) string {
	p.Helper()
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`String(`+script+`)`))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return text
}

// patience says how long a page may take for what a test waits for.
const patience = time.Minute

// until waits until a script gives what is wanted.
func (p tab) until(script, want string) {
	p.Helper()
	got := ""
	for begin := time.Now(); time.Since(begin) < patience; {
		if got = p.ask(script); got == want {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	p.Fatalf("%s is %q, wanted %q; the page says %q", script, got, want,
		p.ask(`[...document.querySelectorAll("[role=alert], [role=status]")].map((e) => e.textContent).join("; ")`))
}

// picture takes a screenshot, which is kept as keep does.
func (p tab) picture(name string) image.Image {
	p.Helper()
	img, err := png.Decode(bytes.NewReader(p.shot(name)))
	if err != nil {
		p.Fatal(err)
	}
	return img
}

// keep keeps a screenshot among the artifacts of the test, to be looked at, where the tests are asked to keep
// them; see go help testflag, -artifacts.
func (p tab) keep(name string) {
	p.Helper()
	if kept() {
		p.shot(name)
	}
}

func kept() bool {
	asked := flag.Lookup("test.artifacts")
	return asked != nil && asked.Value.String() == "true"
}

func (p tab) shot(name string) []byte {
	p.Helper()
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	if kept() {
		if err := os.WriteFile(filepath.Join(p.ArtifactDir(), name+".png"), shot, 0o644); err != nil {
			p.Fatal(err)
		}
	}
	return shot
}

// The game master's page and a player's, in one game: what one does the other sees.
func TestPagesInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 800)
	_, url := serve(t, Options{})
	gm := open(t, tabs, url+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-cat .counter input"), "4")
	if hash := gm.ask(`location.hash`); hash != "" {
		t.Errorf("the token is left in the address: %s", hash)
	}

	for _, want := range []string{"5", "6"} {
		gm.do(chromedp.Click(chromedp.CSS(`[aria-label="One Cat more"]`)))
		gm.until(text("#class-cat .counter input"), want)
	}
	gm.until(`document.querySelector('[aria-label="One Cat more"]').disabled`, "true")
	gm.do(chromedp.Click(chromedp.CSS(`[aria-label="One Cat fewer"]`)))
	gm.until(text("#class-cat .counter input"), "5")

	field := image.Rect(0, 60, 900, 720)
	gm.changes("game-master-later", gm.picture("game-master"), field, 100)
	gm.ask(`(() => { const s = document.querySelector("input[name=speedMps]"); s.value = 0; s.dispatchEvent(new Event("input", {bubbles: true})); return 1 })()`)
	gm.until(text("#class-cat .tunable .number"), "0")
	gm.rests("game-master-slow", field, 50) // nobody has a speed

	player := open(t, tabs, url+"/", 390, 844)
	player.until(`document.querySelectorAll("select option").length`, "1")
	player.do(chromedp.SendKeys(chromedp.CSS(`input[name=name]`), "Ann"))
	player.do(chromedp.Click(chromedp.CSS(`form button`)))
	player.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")
	player.keep("player")
	gm.until(`document.querySelector("#events").textContent.includes("Ann")`, "true")

	seat := player.ask(`sessionStorage.getItem("thicket.seat")`)
	player.do(chromedp.Reload())
	player.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")
	if again := player.ask(`sessionStorage.getItem("thicket.seat")`); again != seat {
		t.Errorf("after a reload the seat is %s, wanted %s", again, seat)
	}
	player.do(chromedp.Click(chromedp.CSS(`#leave`)))
	player.until(`document.querySelector("form h1")?.textContent`, "Join a game")
}

// changes waits until so many pixels of a part of a page are others than they were.
func (p tab) changes(name string, was image.Image, within image.Rectangle, atLeast int) {
	p.Helper()
	n := 0
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(200 * time.Millisecond) {
		if n = differ(was, p.picture(name), within); n >= atLeast {
			return
		}
	}
	p.Errorf("%s: %d pixels differ from those before, wanted %d or more", name, n, atLeast)
}

// rests waits until no more than so many pixels of a part of a page change within a second.
func (p tab) rests(name string, within image.Rectangle, atMost int) image.Image {
	p.Helper()
	was, n := p.picture(name), 0
	for begin := time.Now(); time.Since(begin) < patience; {
		time.Sleep(time.Second)
		now := p.picture(name)
		if n = differ(was, now, within); n <= atMost {
			return now
		}
		was = now
	}
	p.Errorf("%s: %d pixels change in a second, wanted %d at most", name, n, atMost)
	return was
}

// differ counts the pixels of a part of two pictures that are not alike.
func differ(a, b image.Image, within image.Rectangle) (n int) {
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

func TestAWrongTokenInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 800)
	_, url := serve(t, Options{})
	p := open(t, tabs, url+"/gm.html#wrong", 1280, 720)
	p.until(`document.querySelector("[role=alert]")?.textContent`, "the token is wrong")
}

// Who only watches sees the whole field, can move and enlarge it, and can do nothing else.
func TestAWatcherInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 800)
	s, url := serve(t, Options{})
	p := open(t, tabs, url+"/", 390, 844)
	p.click("#watch")
	p.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")
	if n := p.ask(`document.querySelectorAll(".stick, .say, input").length`); n != "0" {
		t.Errorf("a watcher has %s things to control", n)
	}
	field := image.Rect(0, 100, 390, 844)
	p.changes("watcher-later", p.picture("watcher"), field, 30)
	if f := s.room("chase").Figures(); f.Guests != 1 || f.Players != 0 || f.Bodies != 4 {
		t.Errorf("a watcher makes it %+v", f)
	}
	p.do(chromedp.Reload())
	p.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")
	ask(t, "POST", url+"/api/commands", secret, `{"do":"pause"}`)
	still := p.rests("watcher-again", field, 20)
	p.mouse(input.DispatchMouseEventTypeMouseWheel, 195, 450, -400)
	p.changes("watcher-near", still, field, 1000)
	p.click("#leave")
	p.until(`document.querySelector("form h1")?.textContent`, "Join a game")
	for range 1200 {
		if s.room("chase").Figures().Guests == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("one who has left is still a guest")
}
