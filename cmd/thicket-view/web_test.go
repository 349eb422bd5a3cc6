//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/window"
)

// browser opens the page in Chromium, in a window of a size, or skips the test where there is
// none.
func browser(t *testing.T, site http.Handler, query string, wide, high int) context.Context {
	t.Helper()
	ctx := browsertest.Start(t, wide, high)
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/"+query)); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// ask evaluates a script that gives JSON, as soon as it gives any.
func ask(t *testing.T, ctx context.Context, script string, out any) {
	t.Helper()
	for {
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`window.thicket ? `+script+` : ""`))
		switch {
		case err != nil:
			t.Fatalf("%s: %v", script, err)
		case text != "" && text != "null":
			if err := json.Unmarshal([]byte(text), out); err != nil {
				t.Fatal(err)
			}
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// until asks for the world until it is as wanted.
func until(t *testing.T, ctx context.Context, what string, ok func(world) bool) world {
	t.Helper()
	for {
		var w world
		ask(t, ctx, "thicket.world()", &w)
		if ok(w) {
			return w
		}
		if ctx.Err() != nil {
			t.Fatalf("%s: %v, tick %d", what, ctx.Err(), w.Tick)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// The page in a browser, which is built once for all that is tried with it.
func TestThePage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program for a browser")
	}
	site, err := newSite(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Run("plays, and its sliders work", func(t *testing.T) { playsAndItsSlidersWork(t, site) })
	t.Run("on a phone", func(t *testing.T) { onAPhone(t, site) })
}

func playsAndItsSlidersWork(t *testing.T, site http.Handler) {
	ctx := browser(t, site, "?scene=tag&bots=30&seed=3", 1280, 800)
	w := until(t, ctx, "ticks", func(w world) bool { return w.Tick >= 5 })
	if len(w.Bots) != 30 {
		t.Errorf("%d bots, the address says 30", len(w.Bots))
	}
	until(t, ctx, "later ticks", func(now world) bool { return now.Tick >= w.Tick+5 })

	var sent struct{ Packed, Whole float64 }
	ask(t, ctx, `(e => JSON.stringify({ Packed: e.encodedBodySize, Whole: e.decodedBodySize }))(performance.getEntriesByName(location.origin + "/view.wasm")[0])`, &sent)
	if sent.Packed == 0 || sent.Packed > sent.Whole/3 {
		t.Errorf("%.1f MB are sent for a program of %.1f MB", sent.Packed/1e6, sent.Whole/1e6)
	}
	icon := ""
	if ask(t, ctx, `JSON.stringify(document.querySelector("link[rel=icon]").href)`, &icon); !strings.HasPrefix(icon, "data:image/") {
		t.Errorf("the icon of the page is %q", icon)
	}

	img := screenshot(t, ctx, "page")
	if n := colors(img); n < 50 {
		t.Errorf("the page shows %d colours", n)
	}

	slider := find(t, ctx, "tag-bot/speedMps")
	if before := speed(t, ctx); before < 2 {
		t.Fatalf("bots go %.2f m/s before the slider is touched", before)
	}
	after := drag(t, ctx, slider)
	if after > 1.5 {
		t.Errorf("bots go %.2f m/s after their slider was dragged to the left", after)
	}
}

// find waits for a widget of the panel.
func find(t *testing.T, ctx context.Context, name string) window.Widget {
	t.Helper()
	for ctx.Err() == nil {
		var all []window.Widget
		ask(t, ctx, "thicket.widgets()", &all)
		for _, w := range all {
			if w.Name == name && w.W > 0 {
				return w
			}
		}
	}
	t.Fatalf("no widget %s: %v", name, ctx.Err())
	return window.Widget{}
}

// drag moves the grip of a slider from where 8 of 0.5 to 12 m/s is to the left
// end, and returns how fast bots are then. Where frames are slow, a press may be
// over before the window looks: then it tries again.
func drag(t *testing.T, ctx context.Context, w window.Widget) (after float64) {
	t.Helper()
	const grip, share = 12, (8 - 0.5) / (12 - 0.5)
	left, y := float64(w.X-w.W/2), float64(w.Y)
	from := left + grip/2 + (float64(w.W)-grip)*share
	for range 5 {
		mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, from, y)
		mouse(t, ctx, input.DispatchMouseEventTypeMousePressed, from, y)
		mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, left+2, y)
		mouse(t, ctx, input.DispatchMouseEventTypeMouseReleased, left+2, y)
		if after = speed(t, ctx); after < 2 {
			break
		}
	}
	return after
}

func mouse(t *testing.T, ctx context.Context, kind input.DispatchMouseEventType, x, y float64) {
	t.Helper()
	if err := chromedp.Do(ctx, chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))); err != nil {
		t.Fatal(err)
	}
	seen := until(t, ctx, "a world", func(world) bool { return true }).Tick
	until(t, ctx, "the window to see the mouse", func(w world) bool { return w.Tick > seen+3 })
}

// speed returns how fast the fastest bot is, in metres a second.
func speed(t *testing.T, ctx context.Context) (top float64) {
	t.Helper()
	a := until(t, ctx, "a world", func(world) bool { return true })
	b := until(t, ctx, "a later world", func(w world) bool { return w.Tick > a.Tick })
	for i := range a.Bots {
		d := math.Hypot(float64(b.Bots[i].X-a.Bots[i].X), float64(b.Bots[i].Y-a.Bots[i].Y))
		top = max(top, d/(b.Time-a.Time))
	}
	return top
}

// colors returns how many there are in an image.
func colors(img image.Image) int {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, bl >> 8}] = true
		}
	}
	return len(seen)
}

// On a phone the page shows the field over the whole width; the drawer opens by a finger. A
// scene that is not there is named with those that are.
func onAPhone(t *testing.T, site http.Handler) {
	ctx := browser(t, site, "?scene=nosuch", 500, 844)
	words := ""
	for !strings.Contains(words, "tag") && ctx.Err() == nil {
		var err error
		if words, err = chromedp.Run(ctx, chromedp.Evaluate[string](`document.getElementById("words").textContent`)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond)
	}
	if !strings.Contains(words, "no shipped scene of that name") || !strings.Contains(words, "siege") {
		t.Errorf("of a scene that is not there the page says %q", words)
	}
	links, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.querySelectorAll("#scenes a").length`))
	if err != nil || links < 10 {
		t.Errorf("%d links to scenes, %v", links, err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch)); err != nil {
		t.Fatal(err)
	}
	at, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.origin`))
	if err != nil {
		t.Fatal(err)
	}
	// Waits for the new page: a script that is asked for while the old one goes is an error.
	if err := chromedp.Do(ctx, chromedp.Navigate(at+"/?scene=tag&bots=12")); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, "ticks", func(w world) bool { return w.Tick >= 5 && len(w.Bots) == 12 })
	button := find(t, ctx, "menu/panel")
	screenshot(t, ctx, "phone")
	for range 5 {
		tap(t, ctx, float64(button.X), float64(button.Y))
		var all []window.Widget
		ask(t, ctx, "thicket.widgets()", &all)
		if slices.ContainsFunc(all, func(w window.Widget) bool { return w.Name == "tag-bot/more" && w.W > 0 }) {
			return
		}
	}
	t.Error("a finger does not open the drawer")
}

// screenshot takes a picture of the page, and saves it under a name.
func screenshot(t *testing.T, ctx context.Context, name string) image.Image {
	t.Helper()
	shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	windowtest.Save(t, name, img)
	return img
}

// tap puts a finger on a point, and lifts it once the window has seen it.
func tap(t *testing.T, ctx context.Context, x, y float64) {
	t.Helper()
	for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
		p := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		if kind == input.DispatchTouchEventTypeTouchStart {
			p.TouchPoints = append(p.TouchPoints, &input.TouchPoint{X: x, Y: y})
		}
		if err := chromedp.Do(ctx, func(ctx context.Context, at *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, at, input.DispatchTouchEvent, p)
			return chromedp.Void{}, err
		}); err != nil {
			t.Fatal(err)
		}
		seen := until(t, ctx, "a world", func(world) bool { return true }).Tick
		until(t, ctx, "the window to see the finger", func(w world) bool { return w.Tick > seen+3 })
	}
}

// Who takes gzip gets it, and who does not gets the program as it is.
func TestTheProgramIsSentPacked(t *testing.T) {
	name := filepath.Join(t.TempDir(), "some")
	text := bytes.Repeat([]byte("wasm "), 10_000)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	size, err := pack(name)
	if err != nil || size != int64(len(text)) {
		t.Fatalf("%d bytes, %v", size, err)
	}
	f, err := os.Open(name + packed)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if err != nil || !bytes.Equal(got, text) {
		t.Errorf("%d bytes come out, %v", len(got), err)
	}
	if page := string(indexPage()); !strings.Contains(page, `<a href="?scene=siege">siege</a>`) || strings.Contains(page, "tag.json") {
		t.Error("the page has no menu of the scenes")
	}
}
