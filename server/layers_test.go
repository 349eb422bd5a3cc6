//go:build !js

package server

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/browsertest"
	"github.com/thicket-sim/thicket/internal/insight/layers"
)

// layered is a scene with something in each layer but that of buildings, near its middle.
const layered = `
name: Layers
tickRate: 30
world: { width: 60, height: 40 }
mark: { key: it }
marks: [{ state: { hungry: true } }]
obstacles: [{ rect: [12, 8, 6, 6] }, { circle: [46, 10, 4] }, { polygon: [[26, 30], [34, 30], [30, 36]] }]
paths: [{ id: way, points: [[4, 20], [30, 22], [56, 20]] }]
places:
  - { id: den, at: [30, 12], radius: 5 }
items: [{ kind: berry, count: 5, at: den }]
bots:
  - { id: it, name: It, count: 1, speedMps: 1, initialState: { it: true }, behavior: { kind: wander } }
  - { id: crier, name: Crier, count: 1, speedMps: 1, behavior: { kind: action, name: say, args: { text: Hello, seconds: 5 } } }
  - { id: hungry, name: Hungry, count: 2, initialState: { hungry: true }, speedMps: 1, health: 1000, hunger: { lasts: 0.1s, damage: 1 }, behavior: { kind: wander } }
  - { id: starved, name: Starved, count: 2, speedMps: 1, health: 1, hunger: { lasts: 0.1s, damage: 50 }, respawn: 100h, behavior: { kind: wander } }
`

// Both pages draw each layer of a game.
func TestPagesDrawEachLayer(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 800)
	s, err := New(Options{Token: secret, Sight: 60})
	if err != nil {
		t.Fatal(err)
	}
	bases, err := thicket.Open("bases", thicket.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mixed, err := thicket.Start("layers.yaml", []byte(layered), thicket.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, game := range map[string]*thicket.Session{"bases": bases, "layers": mixed} {
		if err := s.Open(name, game); err != nil {
			t.Fatal(err)
		}
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close(t.Context())
		h.Close()
	})
	all := map[string][]string{"bases": {layers.Buildings.String()}}
	for _, l := range layers.All() {
		if l != layers.Buildings {
			all["layers"] = append(all["layers"], l.String())
		}
	}
	for _, room := range []string{"layers", "bases"} {
		for _, theme := range []string{"dark", "light"} {
			gm := open(t, tabs, h.URL+"/gm.html?room="+room+"#"+secret, 1280, 720)
			gm.theme(theme)
			gm.draws(all[room])
			gm.keep(room + "-master-" + theme)
			gm.leave()
		}
		watcher := open(t, tabs, h.URL+"/?room="+room, 390, 844)
		watcher.until(`document.querySelector("select")?.value`, room)
		watcher.click("#watch")
		watcher.draws(all[room])
		watcher.keep(room + "-watcher")
		watcher.leave()
		player := open(t, tabs, h.URL+"/?room="+room, 390, 844)
		player.until(`document.querySelector("select")?.value`, room)
		player.do(chromedp.SendKeys(chromedp.CSS(`input[name=name]`), "Ann"))
		player.do(chromedp.Click(chromedp.CSS(`form button`)))
		player.draws([]string{layers.Bodies.String()}) // it begins anywhere, and sees what is around it
		player.keep(room + "-player")
		player.leave()
	}
}

// A page asks for WebGL only to draw a crowd: without it all else is drawn.
func TestPagesDrawWithoutWebGL(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	gm := open(t, tabs, "about:blank", 1280, 720)
	if _, err := chromedp.Call(gm.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `(() => {
		const of = HTMLCanvasElement.prototype, get = of.getContext;
		of.getContext = function (kind, ...more) { return kind === "webgl2" ? null : get.call(this, kind, ...more) };
	})()`}); err != nil {
		t.Fatal(err)
	}
	gm.do(chromedp.Navigate(serveGame(t, touch, Options{}) + "/gm.html#" + secret))
	gm.draws([]string{layers.Bodies.String()})
}

// Pages begin to draw by the browser itself, and turn to a graphics card once they play, where there is one.
func TestPagesTurnToTheGraphicsCard(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	url := serveGame(t, touch, Options{}) + "/gm.html#" + secret
	tabs := browsertest.Start(t, 1280, 720)
	for name, card := range map[string]bool{"SwiftShader": false, "Some Card": true} {
		gm := open(t, tabs, "about:blank", 1280, 720)
		if _, err := chromedp.Call(gm.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `(() => {
			window.soft = [];
			const of = HTMLCanvasElement.prototype, get = of.getContext;
			of.getContext = function (kind, options) {
				if (kind === "webgl2") return { RENDERER: 1, getExtension: () => null, getParameter: () => (window.asked = true, "` + name + `") };
				if (this.className === "picture") (window.last = this), window.soft.push(options.willReadFrequently);
				return get.call(this, kind, options);
			};
		})()`}); err != nil {
			t.Fatal(err)
		}
		gm.do(chromedp.Navigate(url))
		gm.draws([]string{layers.Bodies.String()})
		gm.until(`window.asked`, "true")
		gm.ask(`document.querySelector("[data-layers]").dataset.layers = ""`)
		gm.draws([]string{layers.Bodies.String()})
		wanted := "true, shown"
		if card {
			wanted = "true,false, shown"
		}
		if got := gm.ask(`soft + (document.querySelector(".picture") === last ? ", shown" : ", hidden")`); got != wanted {
			t.Errorf("%s: pictures are drawn by the browser itself %s, wanted %s", name, got, wanted)
		}
		gm.until(`(() => {
			const { width, height } = document.querySelector(".picture"), copy = document.createElement("canvas");
			[copy.width, copy.height] = [width, height];
			const on = copy.getContext("2d");
			on.drawImage(document.querySelector(".picture"), 0, 0);
			return new Set(new Uint32Array(on.getImageData(0, 0, width, height).data.buffer)).size > 10;
		})()`, "true")
	}
}

// draws waits until a page has drawn something of each of some layers.
func (p tab) draws(wanted []string) {
	p.Helper()
	const drawn = `(document.querySelector(".field canvas[data-layers]")?.dataset.layers ?? "")`
	list := `"` + strings.Join(slices.Clone(wanted), `","`) + `"`
	p.until(`[`+list+`].filter((l) => !`+drawn+`.split(" ").includes(l)).join(" ")`, "")
}
