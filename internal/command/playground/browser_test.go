//go:build !js

package playground

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// tab is the playground in a browser.
type tab struct {
	testing.TB
	ctx     context.Context
	offline *atomic.Bool // errors of what cannot be fetched are none then
}

// open opens a game of the playground, from a server of files that knows nothing of it.
func open(t testing.TB, wide, high int64, game string) (tab, *httptest.Server) {
	t.Helper()
	p, files := start(t, wide, high)
	p.do(chromedp.Navigate(files.URL + "/" + game))
	return p, files
}

// start writes the playground for a server of files, and starts a browser. What the console of a page
// is told of errors fails the test.
func start(t testing.TB, wide, high int64) (tab, *httptest.Server) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program of the page, and opens a browser")
	}
	browser := browsertest.Start(t, int(wide), int(high))
	dir := filepath.Join(t.TempDir(), "site")
	if _, err := Write(t.Context(), source, dir); err != nil {
		t.Fatal(err)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(files.Close)
	p := tab{t, browser, &atomic.Bool{}}
	p.errors()
	p.do(chromedp.EmulateViewport(wide, high))
	return p, files
}

// errors fails the test at its end for each error that the console or nobody has caught.
func (p tab) errors() {
	var mu sync.Mutex
	var all []string
	add := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, text)
	}
	if err := chromedp.Listen(p.ctx, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			add(e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError {
				for _, a := range e.Args {
					add(string(a.Value) + a.Description)
				}
			}
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError && !p.offline.Load() {
				add(e.Entry.Text + " " + e.Entry.URL)
			}
		}
	}); err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, text := range all {
			p.Errorf("the console has the error %s", text)
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
const patience = 2 * time.Minute

// until waits until a script is true.
func (p tab) until(script string) {
	p.Helper()
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(100 * time.Millisecond) {
		if p.ask(script) == "true" {
			return
		}
	}
	p.picture("late")
	p.Fatalf("%s is not true; the page says %q", script, p.ask(`document.body.innerText.slice(0, 3000)`))
}

func (p tab) click(css string) {
	p.Helper()
	p.until(fmt.Sprintf(`!!document.querySelector(%q) && !document.querySelector(%q).disabled`, css, css))
	p.ask(fmt.Sprintf(`document.querySelector(%q).click()`, css))
}

// replace replaces a part of the text in the editor, as somebody who types does.
func (p tab) replace(old, with string) {
	p.Helper()
	p.until(`!!document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.cmTile`)
	p.until(fmt.Sprintf(`(() => {
		const view = document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.cmTile?.view;
		if (!view) return false; // another file is just opened
		const at = view.state.doc.toString().indexOf(%q);
		if (at < 0) return false;
		view.dispatch({ changes: { from: at, to: at + %q.length, insert: %q } });
		return true;
	})()`, old, old, with))
}

// completes asks for completions behind the first place of a text, and wants those by their names in
// order among what is offered; none where nothing may be offered.
func (p tab) completes(behind, want string) {
	p.Helper()
	p.ask(fmt.Sprintf(`(() => {
		const view = document.querySelector("#text").shadowRoot.querySelector(".cm-content").cmTile.view;
		view.focus();
		view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf(%q) + %q.length } });
		view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space", keyCode: 32, ctrlKey: true, bubbles: true, cancelable: true }));
		return 1;
	})()`, behind, behind))
	const offered = `[...(document.querySelector("#text").shadowRoot.querySelectorAll(".cm-completionLabel") ?? [])].map((e) => e.textContent).sort().join(" ")`
	if want == "" {
		time.Sleep(500 * time.Millisecond)
		if got := p.ask(offered); got != "" {
			p.Errorf("behind %q it offers %s", behind, got)
		}
		return
	}
	p.until(offered + ` !== ""`)
	got := strings.Fields(p.ask(offered))
	for _, w := range strings.Fields(want) {
		if !slices.Contains(got, w) {
			p.Errorf("behind %q it offers %q, without %s", behind, got, w)
		}
	}
	if slices.Contains(got, "sees") {
		p.Errorf("behind %q it offers %q, which the checker refuses", behind, got)
	}
	p.ask(`(document.querySelector("#text").shadowRoot.querySelector(".cm-content").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", keyCode: 27, bubbles: true })), 1)`)
}

// hovers moves the mouse over a word of the text, and wants to be told what it means.
func (p tab) hovers(word string) {
	p.Helper()
	place := p.ask(fmt.Sprintf(`(() => {
		const view = document.querySelector("#text").shadowRoot.querySelector(".cm-content").cmTile.view;
		const at = view.state.doc.toString().indexOf(%q) + 3;
		const b = view.coordsAtPos(at) ?? (view.dispatch({ selection: { anchor: at }, scrollIntoView: true }), view.coordsAtPos(at));
		return b ? b.left + " " + (b.top + b.bottom) / 2 : "";
	})()`, word))
	var x, y float64
	if _, err := fmt.Sscan(place, &x, &y); err != nil {
		p.Fatalf("%s is at %q: %v", word, place, err)
	}
	for i := range 3 {
		p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x+float64(i), y))
	}
	p.until(fmt.Sprintf(`document.querySelector("#text").shadowRoot.querySelector(".about")?.textContent.startsWith(%q)`, word))
	p.picture("hover")
}

// picture takes a screenshot, and keeps it among the artifacts of the test.
func (p tab) picture(name string) {
	p.Helper()
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.ArtifactDir(), name+".png"), shot, 0o644); err != nil {
		p.Fatal(err)
	}
}

// looks takes a picture of the page in a window of a size, which it has to fit, and checks it for
// those who see or hear it otherwise.
func (p tab) looks(name string, wide, high int64) {
	p.Helper()
	p.do(chromedp.EmulateViewport(wide, high))
	p.picture(name)
	if fits := p.ask(`document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight`); fits != "true" {
		p.Errorf("%s is larger than its window", name)
	}
	p.accessible(name)
}

// theme has the page look as somebody wants it: light or dark.
func (p tab) theme(name string) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	}))
}

// accessible checks the page, and fails for each serious finding.
func (p tab) accessible(what string) {
	p.Helper()
	axe, err := os.ReadFile(source + "/web/node_modules/axe-core/axe.min.js")
	if err != nil {
		if os.Getenv("VIEW_REQUIRE_GL") == "1" {
			p.Fatalf("VIEW_REQUIRE_GL=1, but axe-core is not installed: %v", err)
		}
		p.Logf("the accessibility check is left out: %v", err)
		return
	}
	p.ask(`(() => { ` + string(axe) + `; return 1 })()`)
	p.ask(`(() => { window.axeFound = ""; axe.run().then((r) => { window.axeFound = JSON.stringify(r.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => ({ rule: v.id, help: v.help, at: v.nodes.map((n) => n.html.slice(0, 200)) }))) }); return 1 })()`)
	p.until(`window.axeFound !== ""`)
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

// Somebody opens the page, changes a number and sees what is wrong with it, mends it, plays, asks
// why, and runs the tests; and then there is no network any more.
func TestThePlaygroundInABrowser(t *testing.T) {
	p, files := open(t, 1280, 800, "#tag")
	p.until(`/^\d+:\d\d/.test(document.querySelector("#clock")?.textContent)`)
	p.until(`!document.querySelector("#clock").textContent.startsWith("0:00")`)
	p.replace("speedMps: 8", "speedMps: -8")
	p.until(`document.querySelector("#findings").textContent === "1 error"`)
	p.click("#findings")
	p.until(`document.querySelector("#result")?.textContent.includes("tag.yaml:15")`)
	p.until(`!!document.querySelector("#text").shadowRoot.querySelector(".cm-lint-marker-error")`)
	p.replace("speedMps: -8", "speedMps: 2 # sp")
	p.completes("2 # sp", "")
	p.completes("kind: ", "action condition selector sequence state_equals")
	p.hovers("chase_nearest")
	p.until(`document.querySelector("#findings").textContent === "No errors"`)
	p.until(`document.querySelector("input[name=speedMps]")?.value === "2"`) // the game has it
	p.do(chromedp.Reload())
	p.until(`document.querySelector("#saved") !== null`)
	p.until(`document.querySelector("input[name=speedMps]")?.value === "2"`)

	p.click("#find")
	p.ask(`(() => { const i = document.querySelector("search input"); i.value = "Tag Bot 3"; i.dispatchEvent(new Event("input", { bubbles: true })); return 1 })()`)
	p.click(`search li button`)
	p.click("#why")
	p.until(`document.querySelector("pre#result")?.textContent.includes("Tag Bot 3")`)
	p.picture("why")

	p.click("#tests")
	p.until(`/^\d passed, /.test(document.querySelector("#result")?.textContent)`)
	p.until(`document.querySelector("#text").shadowRoot.querySelectorAll(".cm-margin .sign").length > 0`)
	for _, theme := range []string{"light", "dark"} {
		p.theme(theme)
		p.looks("tests-"+theme, 1280, 800)
		for _, side := range []string{"Game", "Files"} {
			p.do(chromedp.EmulateViewport(390, 844))
			p.ask(fmt.Sprintf(`[...document.querySelectorAll(".sides button")].find((b) => b.textContent === %q).click()`, side))
			p.looks("phone-"+side+"-"+theme, 390, 844)
		}
	}
	p.do(chromedp.EmulateViewport(1280, 800))

	p.until(`navigator.serviceWorker.controller !== null`)
	p.until(`(window.programKept = window.programKept ?? caches.open("thicket-program").then((c) => c.keys()).then((k) => { window.programKept = k.length > 0 }), window.programKept === true)`)
	p.offline.Store(true)
	files.Close()
	p.do(chromedp.Reload())
	p.until(`/^\d+:\d\d/.test(document.querySelector("#clock")?.textContent)`)
}

// Without a name in the address there is a game that plays. What it cannot take while it plays is
// told until it starts anew, tests that do not fit are told, and changes that were left for another
// game can be had back.
func TestTheGameOfThePlaygroundIsReplaced(t *testing.T) {
	p, _ := open(t, 1280, 800, "")
	p.until(`/^\d+:\d\d/.test(document.querySelector("#clock")?.textContent)`)
	p.until(`!document.querySelector("#clock").textContent.startsWith("0:00")`)
	p.theme("light")
	p.looks("first-light", 1280, 800)
	p.replace("width: 140", "width: 150")
	p.until(`document.querySelector("#waits")?.textContent.includes("still plays what the files were")`)
	p.replace("speedMps: 3.2", "speedMps: 3.5")
	p.until(`document.querySelector("input[name=speedMps]")?.value === "3.5"`)
	p.until(`document.querySelector("#waits")?.textContent.includes("still plays what the files were")`)
	p.picture("waits")
	p.click("#anew")
	p.until(`document.querySelector("#waits") === null`)
	p.ask(`(location.hash = "tag", 1)`)
	p.until(`document.querySelector("#back")?.textContent.includes("meadow.yaml")`)
	p.until(`document.querySelector(".names [aria-selected=true]")?.textContent === "tag.yaml"`)
	p.picture("back")
	p.click("#back button")
	p.until(`document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.cmTile?.view.state.doc.toString().includes("width: 150")`)
	p.ask(`([...document.querySelectorAll(".names [role=tab]")].find((b) => b.textContent === "meadow.test.yaml").click(), 1)`)
	p.replace("tests:", "tests: [{ name: x }]\nmore:")
	p.click("#tests")
	p.until(`/files? with errors/.test(document.querySelector("#result")?.textContent)`)
	p.picture("unfit")
}
