//go:build !js

package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// press presses a key of a page, or lets it go.
func (p tab) press(kind input.DispatchKeyEventType, code string) {
	p.Helper()
	if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Code: code, Key: code}); err != nil {
		p.Fatal(err)
	}
}

// A key that is held while somebody begins to type, or leaves the page, is let go.
func TestNoKeyStaysPressed(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	p := open(t, tabs, serveGame(t, still, Options{})+"/", 1280, 720)
	p.ask(`(() => {
		window.steered = [];
		const of = WebSocket.prototype, send = of.send;
		of.send = function (m) { const q = JSON.parse(m); if (q.type === "steer") steered.push(q.x + " " + q.y); return send.call(this, m) };
		return 1;
	})()`)
	p.set(`[name="name"]`, "Ann")
	p.click("button")
	p.later("#status")
	for name, away := range map[string]string{
		"a click into a text":     `document.querySelector("header input").focus()`,
		"another window":          `window.dispatchEvent(new FocusEvent("blur"))`,
		"a page that nobody sees": `(() => { Object.defineProperty(document, "hidden", { value: true, configurable: true }); document.dispatchEvent(new Event("visibilitychange")); delete document.hidden })()`,
	} {
		p.ask(`(() => { document.activeElement?.blur(); steered.length = 0; return 1 })()`)
		p.press(input.DispatchKeyEventTypeKeyDown, "ArrowRight")
		p.until(`steered.at(-1)`, "1 0")
		p.ask(`(() => { ` + away + `; return 1 })()`)
		p.until(`steered.at(-1)`, "0 0")
		p.press(input.DispatchKeyEventTypeKeyUp, "ArrowRight")
		p.press(input.DispatchKeyEventTypeKeyDown, "ArrowUp")
		p.press(input.DispatchKeyEventTypeKeyUp, "ArrowUp")
		want := "0 0"
		if got := p.ask(`steered.at(-1)`); got != want {
			t.Errorf("%s: the body goes %q", name, got)
		}
	}
	p.ask(`(() => { document.activeElement?.blur(); return 1 })()`)

	// The joystick lets go where the finger is taken away from it.
	p.ask(`(() => {
		const pad = document.querySelector(".stick"), box = pad.getBoundingClientRect();
		pad.setPointerCapture = () => {};
		pad.hasPointerCapture = () => true;
		pad.dispatchEvent(new PointerEvent("pointerdown", { pointerId: 7, clientX: box.x + box.width, clientY: box.y + box.height / 2, bubbles: true }));
		return 1;
	})()`)
	p.until(`steered.at(-1)`, "1 0")
	p.ask(`document.querySelector(".stick").dispatchEvent(new PointerEvent("lostpointercapture", { pointerId: 7, bubbles: true }))`)
	p.until(`steered.at(-1)`, "0 0")
}

// A server that ends and begins again has its people back, with their bodies, a game master too,
// and the door asks for the games again.
func TestAServerThatBeginsAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	o := Options{Token: secret, SaveDir: t.TempDir()}
	var now atomic.Pointer[Server]
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s := now.Load(); s != nil {
			s.ServeHTTP(w, r)
			return
		}
		http.Error(w, "down", http.StatusBadGateway)
	}))
	defer h.Close()
	begin := func() *Server {
		s, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		names, err := s.Restore(thicket.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(names) == 0 {
			game, err := thicket.Start("still.yaml", []byte(still), thicket.Options{})
			if err == nil {
				err = s.Open("still", game)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	end := func(s *Server) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
	}
	first := begin()
	now.Store(first)
	gm := open(t, tabs, h.URL+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-post .counter input"), "1")
	p := open(t, tabs, h.URL+"/", 390, 844)
	p.set(`[name="name"]`, "Ann")
	p.click("button")
	p.later("#status")
	_, before := ask(t, "GET", h.URL+"/api/state", secret, "")

	now.Store(nil)
	end(first)
	p.until(text("#status"), "The connection was lost; trying again ...")
	second := begin()
	now.Store(second)
	defer end(second)
	p.later("#status")
	gm.until(`document.querySelector("#note") === null`, "true")
	gm.later("#clock")
	_, after := ask(t, "GET", h.URL+"/api/state", secret, "")
	for _, state := range []string{before, after} {
		if !strings.Contains(state, `"players":[{"id":2,"name":"Ann"`) {
			t.Errorf("the people are not those who were there: %s", state)
		}
	}

	// The page is there, and the server answers no question for a while.
	down := http.NewServeMux()
	down.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { second.ServeHTTP(w, r) })
	var answers atomic.Bool
	down.HandleFunc("/api/rooms", func(w http.ResponseWriter, r *http.Request) {
		if !answers.Load() {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		second.ServeHTTP(w, r)
	})
	d := httptest.NewServer(down)
	defer d.Close()
	door := open(t, tabs, d.URL+"/", 390, 844)
	door.until(`document.querySelector("[role=alert]")?.textContent ?? ""`, "the server answers 502; trying again ...")
	answers.Store(true)
	door.until(`document.querySelector("select")?.value`, "still")
}
