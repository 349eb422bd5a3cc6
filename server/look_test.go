//go:build !js

package server

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// axe is the accessibility check: "npm ci" in web gets it.
const axe = "../web/node_modules/axe-core/axe.min.js"

// looks keeps a picture of a page in light and in dark, and checks that it is no wider than its window and that
// all can use it. In dark it asks again for contrasts alone: no other
// rule knows colours.
func (p tab) looks(what string) {
	p.Helper()
	for _, theme := range []struct{ name, rules string }{{"light", ""}, {"dark", `, runOnly: ["color-contrast", "link-in-text-block"]`}} {
		p.theme(theme.name)
		p.drawn() // charts, lists and the small field follow the window
		p.keep(what + "-" + theme.name)
		p.fits(what + "-" + theme.name)
		p.accessible(what+"-"+theme.name, theme.rules)
	}
}

// accessible checks a page by all rules or some, and fails for each serious finding.
func (p tab) accessible(what, rules string) {
	p.Helper()
	source, err := os.ReadFile(axe)
	if err != nil {
		if os.Getenv("VIEW_REQUIRE_GL") == "1" {
			p.Fatalf("VIEW_REQUIRE_GL=1, but axe-core is not installed: %v", err)
		}
		p.Logf("the accessibility check is left out: %v", err)
		return
	}
	if p.ask(`typeof axe`) == "undefined" {
		p.ask(`(() => { ` + string(source) + `; return 1 })()`)
	}
	// What passes is not asked for: to tell it takes longer than to find what does not.
	p.ask(`(() => { window.axeFound = ""; axe.run({ resultTypes: ["violations"]` + rules + ` }).then((r) => { window.axeFound = JSON.stringify(r.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => ({ rule: v.id, help: v.help, at: v.nodes.map((n) => n.html.slice(0, 200)) }))) }); return 1 })()`)
	p.until(`window.axeFound !== ""`, "true")
	var found []struct {
		Rule, Help string
		At         []string
	}
	if err := json.Unmarshal([]byte(p.ask(`window.axeFound`)), &found); err != nil {
		p.Fatal(err)
	}
	for _, f := range found {
		p.Errorf("%s: %s: %s: %q", what, f.Rule, f.Help, f.At)
	}
}

// theme has a page look as somebody wants it: light or dark.
func (p tab) theme(name string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	}))
}

// drawn waits until a page has drawn three frames.
func (p tab) drawn() {
	p.Helper()
	p.ask(`(() => {
		const page = document.documentElement.dataset;
		const count = () => { if (++page.frames < 3) requestAnimationFrame(count); };
		page.frames = 0;
		requestAnimationFrame(count);
	})()`)
	p.until(`document.documentElement.dataset.frames`, "3")
}

// fits fails where a page is wider than its window.
func (p tab) fits(what string) {
	p.Helper()
	if wide := p.ask(`document.documentElement.scrollWidth > document.documentElement.clientWidth`); wide != "false" {
		p.Errorf("%s is wider than its window", what)
	}
}

// All pages, large and small, light and dark: pictures to look at, and an accessibility check.
func TestHowPagesLook(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	url := serveGame(t, touch, Options{})
	player := open(t, tabs, url+"/", 390, 844)
	player.until(`document.querySelectorAll("select option").length`, "1")
	shoot := func(p tab, what string) {
		for _, size := range []struct {
			name       string
			wide, high int64
		}{{"desktop", 1280, 800}, {"phone", 390, 844}, {"lying-phone", 844, 390}} {
			p.do(chromedp.EmulateViewport(size.wide, size.high))
			p.looks(what + "-" + size.name)
		}
	}
	shoot(player, "door")
	player.set("input[name=name]", "Ann")
	player.click("form button")
	player.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")
	shoot(player, "player")
	watcher := open(t, tabs, url+"/", 390, 844)
	watcher.click("#watch")
	watcher.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")
	shoot(watcher, "watcher")

	gm := open(t, tabs, url+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-bot .counter input"), "5")
	gm.until(`document.querySelectorAll("#people li").length`, "3")
	gm.until(`document.querySelectorAll(".marks i").length > 0`, "true")
	gm.ask(`document.querySelector("#qr").closest("details").open = true`)
	shoot(gm, "game")
	for _, p := range []tab{player, watcher} { // three pages that draw take turns at the processor
		p.leave()
	}
	gm.click("#tab-body")
	gm.set("#find", "bot 1")
	gm.click("#found button")
	gm.until(`document.querySelectorAll("#tree li").length`, "5")
	shoot(gm, "body")
	gm.click("#tab-charts")
	gm.until(`document.querySelectorAll("#charts canvas").length`, "4")
	gm.until(`document.querySelectorAll(".band i").length > 0`, "true")
	shoot(gm, "charts")
	gm.click("#tab-body")
	gm.click("#edit")
	gm.until(`!!document.querySelector("#source")?.shadowRoot?.querySelector(".cm-content")`, "true")
	gm.click("#tab-news")
	shoot(gm, "news")
}
