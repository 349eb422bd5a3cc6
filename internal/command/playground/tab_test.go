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
	"strconv"
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

// site is the playground as it was written, with a browser.
type site struct {
	dir     string
	browser context.Context
}

// write writes the playground, and starts a browser.
func write(t testing.TB) site {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program of the page, and opens a browser")
	}
	browser := browsertest.Start(t, 1280, 800)
	dir := filepath.Join(t.TempDir(), "site")
	if _, err := Write(t.Context(), source, dir, fast); err != nil {
		t.Fatal(err)
	}
	return site{dir, browser}
}

// fast is a quality of brotli for tests, which do not ask how short it gets.
const fast = 2

// files starts a server of files that knows nothing of the playground. Each has an address of its own, of which
// a browser has kept nothing yet.
func (s site) files(t testing.TB) *httptest.Server {
	t.Helper()
	files := httptest.NewServer(http.FileServer(http.Dir(s.dir)))
	t.Cleanup(files.Close)
	return files
}

// tab opens an empty tab. What the console of its pages is told of errors fails the test.
func (s site) tab(t testing.TB) tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(s.browser)
	t.Cleanup(stop)
	p := tab{t, ctx, &atomic.Bool{}}
	p.errors()
	p.do(chromedp.EmulateViewport(1280, 800))
	return p
}

// open opens a game of the playground, and waits until it plays.
func (s site) open(t testing.TB, game string) (tab, *httptest.Server) {
	t.Helper()
	p, files := s.tab(t), s.files(t)
	p.do(chromedp.Navigate(files.URL + "/" + game))
	p.plays()
	return p, files
}

// plays waits until a game plays.
func (p tab) plays() {
	p.Helper()
	p.until(`/^\d+:\d\d/.test(document.querySelector("#clock")?.textContent)`)
	p.until(`!document.querySelector("#clock").textContent.startsWith("0:00")`)
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

// number evaluates a script that gives a number.
func (p tab) number(script string) float64 {
	p.Helper()
	n, err := strconv.ParseFloat(p.ask(script), 64)
	if err != nil {
		p.Fatal(err)
	}
	return n
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

// completes asks for completions behind the first place of a text, wants those by their names among
// what is offered, and returns that; nothing where nothing may be offered.
func (p tab) completes(behind, want string) (got []string) {
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
		return nil
	}
	p.until(offered + ` !== ""`)
	got = strings.Fields(p.ask(offered))
	for _, w := range strings.Fields(want) {
		if !slices.Contains(got, w) {
			p.Errorf("behind %q it offers %q, without %s", behind, got, w)
		}
	}
	p.ask(`(document.querySelector("#text").shadowRoot.querySelector(".cm-content").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", keyCode: 27, bubbles: true })), 1)`)
	return got
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
