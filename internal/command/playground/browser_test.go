//go:build !js

package playground

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// The page in a browser, which is written once for all that is tried with it.
func TestThePlaygroundInABrowser(t *testing.T) {
	s := write(t)
	t.Run("edits", s.edits)
	t.Run("replaces", s.replaces)
	t.Run("begins", s.begins)
	t.Run("completes", s.completes)
	t.Run("stops", s.stops)
	t.Run("links", s.links)
	t.Run("saves what is too long", s.savesLong)
	t.Run("takes folders", s.takesFolders)
	t.Run("zips", s.zips)
	t.Run("served", s.served)
}

// Somebody opens the page, changes a number and sees what is wrong with it, mends it, plays, asks
// why, and runs the tests; and then there is no network any more.
func (s site) edits(t *testing.T) {
	p, files := s.open(t, "#tag")
	p.replace("speedMps: 8", "speedMps: -8")
	p.until(`document.querySelector("#findings").textContent === "1 error"`)
	p.click("#findings")
	p.until(`document.querySelector("#result")?.textContent.includes("tag.yaml:15")`)
	p.until(`!!document.querySelector("#text").shadowRoot.querySelector(".cm-lint-marker-error")`)
	p.replace("speedMps: -8", "speedMps: 2 # sp")
	p.completes("2 # sp", "")
	if got := p.completes("kind: ", "action condition selector sequence state_equals"); slices.Contains(got, "sees") {
		p.Errorf("it offers %q, of which the checker refuses sees", got)
	}
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
	p.do(chromedp.EmulateViewport(390, 844))
	p.picture("why-phone")
	if high := p.number(`document.querySelector("#pane .grow").getBoundingClientRect().height`); high > 50 {
		t.Errorf("on a phone, where something was decided takes %.0f pixels of height, wanted a line or two", high)
	}
	p.do(chromedp.EmulateViewport(1280, 800))

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
	p.until(`(window.programKept = window.programKept ?? caches.open("thicket-program " + new URL("./", location.href).href).then((c) => c.keys()).then((k) => { window.programKept = k.length > 0 }), window.programKept === true)`)
	p.offline.Store(true)
	files.Close()
	p.do(chromedp.Reload())
	p.until(`/^\d+:\d\d/.test(document.querySelector("#clock")?.textContent)`)
}

// Without a name in the address there is a game that plays. What it cannot take while it plays is
// told until it starts anew, tests that do not fit are told, and changes that were left for another
// game can be had back.
func (s site) replaces(t *testing.T) {
	p, _ := s.open(t, "")
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
	p.until(`document.querySelector("#left")?.textContent.includes("meadow.yaml")`)
	p.until(`document.querySelector(".names [aria-selected=true]")?.textContent === "tag.yaml"`)
	p.picture("back")
	p.click("#left button")
	p.until(`document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.cmTile?.view.state.doc.toString().includes("width: 150")`)
	p.ask(`([...document.querySelectorAll(".names [role=tab]")].find((b) => b.textContent === "meadow.test.yaml").click(), 1)`)
	p.replace("tests:", "tests: [{ name: x }]\nmore:")
	p.click("#tests")
	p.until(`/files? with errors/.test(document.querySelector("#result")?.textContent)`)
	p.picture("unfit")
}

// What is to be tried first leads to its place, and a file that is begun tells how bots come to play it.
func (s site) begins(t *testing.T) {
	p, _ := s.open(t, "")
	p.until(`document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.cmTile !== undefined`)
	p.click("#pane li button")
	p.until(`document.querySelector("#text").shadowRoot.querySelector(".lit")?.textContent.includes("speedMps: 3.6")`)
	p.click("#pause")
	p.until(`document.querySelector("#pause").textContent === "Go on"`)
	p.ask(`(document.querySelector("#text").shadowRoot.querySelector(".cm-content").dispatchEvent(new KeyboardEvent("keydown", { key: "f", code: "KeyF", keyCode: 70, ctrlKey: true, bubbles: true, cancelable: true })), 1)`)
	p.until(`!!document.querySelector("#text").shadowRoot.querySelector(".cm-search input[name=search]")`)
	for _, theme := range []string{"light", "dark"} {
		p.theme(theme)
		p.looks("find-"+theme, 1280, 800)
	}

	p.ask(`(location.hash = "six-six", 1)`)
	p.until(`document.querySelector(".names [aria-selected=true]")?.textContent === "six.yaml"`)
	p.ask(`(window.prompt = () => "mine.bt", 1)`)
	p.click(`.names button[aria-label="A new file"]`)
	p.until(`document.querySelector("#text")?.shadowRoot?.querySelector(".cm-content")?.getAttribute("aria-label") === "Text of mine.bt"`)
	p.replace("", "selector { action stand } // at last\n")
	p.until(`document.querySelector("#text").shadowRoot.querySelectorAll(".cm-line span").length >= 2`) // it has colours
	p.click("#findings")
	p.until(`document.querySelector("#result")?.textContent.includes("mine.bt:1 no bot plays this yet: in six.yaml")`)
	p.until(`document.querySelector("#findings").textContent === "1 note"`)
	p.picture("begun")
	p.ask(`([...document.querySelectorAll(".names [role=tab]")].find((b) => b.textContent === "six.yaml").click(), 1)`)
	p.replace("{ file: rounds.bt }", "{ file: mine.bt }")
	p.until(`document.querySelector("#result").textContent === "Nothing is wrong."`)
	p.ask(`([...document.querySelectorAll(".names [role=tab]")].find((b) => b.textContent === "mine.bt").click(), 1)`)
	p.ask(`(window.confirm = () => true, 1)`)
	p.click("#delete")
	p.until(`/six\.yaml:\d+ .*mine\.bt/.test(document.querySelector("#result").textContent)`) // which is not there
	p.until(`![...document.querySelectorAll(".names [role=tab]")].some((b) => b.textContent === "mine.bt")`)
	p.picture("deleted")
}

// Mutants that are tried for too long are stopped, and then others can be tried.
func (s site) stops(t *testing.T) {
	p, _ := s.open(t, "#meadow")
	p.click("#mutants")
	p.click("#stop")
	p.until(`document.querySelector("#result")?.textContent === "stopped"`)
	p.until(`document.querySelector("#stop") === null && !document.querySelector("#mutants").disabled`)
	p.click("#tests")
	p.until(`/^\d+ passed, 0 failed\. /.test(document.querySelector("#result")?.textContent)`)
}

// Words are completed in trees, and not in their comments.
func (s site) completes(t *testing.T) {
	p, _ := s.open(t, "#six-six/rounds.bt")
	p.replace("selector {", "/* sel\n * sel */ selector { // sel\n/**/ ")
	for _, behind := range []string{"/* sel", " * sel", "{ // sel", "/*"} {
		p.completes(behind, "")
	}
	p.completes("/**/ ", "action condition selector sequence")
	p.replace("sees(", `sees( "// no comment /*" ) `)
	p.completes(`no comment /*" ) `, "action condition selector sequence")
}
