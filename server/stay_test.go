//go:build !js

package server

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// cutter is a listener whose connections can be cut.
type cutter struct {
	net.Listener
	mu  sync.Mutex
	all []net.Conn
}

func (c *cutter) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, conn)
	return conn, err
}

// cut closes all connections, and says goodbye on none.
func (c *cutter) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.all {
		if conn != nil {
			conn.Close()
		}
	}
	c.all = nil
}

// serveCut starts a server as serveGame does, with connections that can be cut.
func serveCut(t *testing.T, scene string) (url string, c *cutter) {
	t.Helper()
	s, err := New(Options{Token: secret})
	if err != nil {
		t.Fatal(err)
	}
	game, err := thicket.Start("touch.yaml", []byte(scene), thicket.Options{History: thicket.History{Seconds: 60}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open("touch", game); err != nil {
		t.Fatal(err)
	}
	h := httptest.NewUnstartedServer(s)
	c = &cutter{Listener: h.Listener}
	h.Listener = c
	h.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = s.Close(ctx)
		h.Close()
	})
	return h.URL, c
}

// later waits until the clock of a page has gone on by a second.
func (p tab) later(clock string) {
	p.Helper()
	p.until(fmt.Sprintf(`/^\d+:\d\d/.test(%s)`, text(clock)), "true")
	now := p.ask(text(clock) + `.slice(0, 4)`)
	p.until(fmt.Sprintf(`%s.slice(0, 4) > %q`, text(clock), now), "true")
}

// A page whose connection is lost comes back, and goes on showing what it showed: the selected
// body, its charts, the source, what was looked for and what happened before.
func TestALostConnectionInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	url, c := serveCut(t, touch)
	gm := open(t, tabs, url+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-bot .counter input"), "5")
	gm.click("#tab-body")
	gm.set("#find", "bot 1")
	gm.click("#found button")
	gm.until(text("#selected"), "Bot 1")
	gm.click("#tree li:nth-child(3) button.line")
	gm.until(`document.querySelector("#source")?.shadowRoot?.querySelector(".lit")?.textContent.includes("state_equals")`, "true")
	gm.click("#tab-charts")
	gm.until(`document.querySelectorAll("#charts canvas").length`, "4")
	gm.until(`document.querySelectorAll("#events li").length > 0`, "true")
	gm.click("#pause")
	gm.until(text("#pause"), "Go on")
	happened := gm.ask(`document.querySelector("#events").textContent`)

	c.cut()
	gm.until(`document.querySelector("#note")?.textContent.includes("trying again") ?? false`, "true")
	gm.until(`document.querySelector("#note") === null`, "true")
	ask(t, "POST", url+"/api/commands", secret, `{"do":"place","id":1,"at":[20,15]}`)
	gm.until(`document.querySelector("#sheet").textContent.includes("20.0, 15.0 m")`, "true")
	if again := gm.ask(`document.querySelector("#events").textContent`); !strings.HasSuffix(again, happened) {
		t.Errorf("what happened is now %q, wanted what was before: %q", again, happened)
	}
	gm.click(`[aria-label="One Bot more"]`)
	gm.click("#pause")
	gm.later("#clock")
	gm.until(`document.querySelector('[aria-label="How many"] .u-legend')?.innerText.replace(/\s+/g, "").includes("Bot6") ?? false`, "true")
	if lit := gm.ask(`document.querySelector("#source").shadowRoot.querySelector(".lit").textContent.includes("state_equals")`); lit != "true" {
		t.Error("the source that was shown is gone")
	}

	watcher := open(t, tabs, url+"/", 390, 844)
	watcher.click("#watch")
	watcher.later("#status")
	c.cut()
	watcher.until(text("#status"), "The connection was lost; trying again ...")
	watcher.later("#status")
	gm.later("#clock")
}

// However many messages come, a page draws once a frame, a chart only when there is more of it,
// and a page that nobody sees, which has no frames, follows the game nevertheless.
func TestHowOftenPagesDraw(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	gm := open(t, tabs, serveGame(t, touch, Options{})+"/gm.html#"+secret, 1280, 720)
	gm.click("#tab-body")
	gm.set("#find", "bot 1")
	gm.click("#found button")
	gm.until(text("#selected"), "Bot 1")
	gm.click("#tab-charts")
	gm.until(`document.querySelectorAll("#charts canvas").length`, "4")
	gm.ask(`(() => {
		window.drawn = window.told = window.news = 0;
		const of = CanvasRenderingContext2D.prototype, clear = of.clearRect, parse = JSON.parse;
		of.clearRect = function (...at) { drawn++; return clear.apply(this, at) };
		JSON.parse = (t) => { const m = parse(t); if (m?.type === "charts") told++; else news++; return m };
		return 1;
	})()`)
	gm.until(`told >= 10`, "true")
	counts := gm.ask(`[drawn, told, news]`)
	if gm.ask(`drawn <= 8 * (told + 1)`) != "true" {
		t.Errorf("four charts were drawn, of charts and of other things told: %s times", counts)
	}

	const seen = `document.querySelector("#clock").textContent`
	gm.ask(`(() => {
		const next = requestAnimationFrame;
		window.requestAnimationFrame = () => 0;
		window.over = false; // until what had asked for a frame before was drawn
		next(() => next(() => { over = true }));
		return 1;
	})()`)
	gm.until(`over`, "true")
	before, told := gm.ask(seen), gm.ask(`told`)
	gm.until(`told >= 4 + `+told, "true")
	if now := gm.ask(seen); now != before {
		t.Errorf("without a frame the page goes on from %q to %q", before, now)
	}
	gm.ask(`(() => { Object.defineProperty(document, "hidden", { value: true }); return 1 })()`)
	gm.until(seen+` !== `+strconv.Quote(before), "true")
	gm.do(chromedp.Navigate("about:blank"))
}
