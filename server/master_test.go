//go:build !js

package server

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// touch is a small game of tag.
const touch = `name: Touch
description: Whoever is it chases the others.
tickRate: 30
seed: 5
world: { width: 40, height: 30 }
playerJoinStates: { it: false }
bots:
  - id: bot
    name: Bot
    count: 5
    maxCount: 8
    initialState: { it: false }
    start: [{ count: 1, state: { it: true } }]
    speedMps: 3
    tunable: [{ key: speedMps, label: Speed, min: 0, max: 12, step: 0.5 }]
    behavior:
      kind: selector
      children:
        - kind: sequence
          children:
            - { kind: state_equals, key: it, value: true }
            - { kind: chase_nearest, where: { key: it, value: false } }
        - { kind: wander }
rules:
  - { on: contact, radius: 1.5, from: { it: true }, to: { it: false }, set: { from: { it: false }, to: { it: true } }, cooldown: 2s }
mark: { key: it, name: tag, past: tagged }
`

// serveGame starts a server with a room of a scene that remembers a minute.
func serveGame(t *testing.T, scene string, o Options) (url string) {
	t.Helper()
	o.Token = secret
	s, err := New(o)
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
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = s.Close(ctx) // tabs are closed after it
		h.Close()
	})
	return h.URL
}

func (p tab) click(css string) {
	p.Helper()
	p.until(fmt.Sprintf(`!!document.querySelector(%q) && !document.querySelector(%q).disabled`, css, css), "true")
	p.ask(fmt.Sprintf(`document.querySelector(%q).click()`, css))
}

// set gives an input a value as a person does.
func (p tab) set(css, value string) {
	p.Helper()
	p.ask(fmt.Sprintf(`(() => { const i = document.querySelector(%q); i.value = %q; i.dispatchEvent(new Event("input", {bubbles: true})); i.dispatchEvent(new Event("change", {bubbles: true})); return 1 })()`, css, value))
}

// key presses a key of the page, not of what stands in it.
func (p tab) key(key, code string, ctrl bool) {
	p.Helper()
	p.ask(fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: %q, code: %q, ctrlKey: %t, bubbles: true, cancelable: true}))`, key, code, ctrl))
}

// text returns the text of an element, or what stands in an input.
func text(css string) string {
	return fmt.Sprintf(`((e) => e instanceof HTMLInputElement ? e.value : e?.textContent)(document.querySelector(%q))`, css)
}

// A game master selects a bot and sees what its tree answers, and why; edits the tree, first with a
// mistake; goes back in time, and on from there.
func TestAGameMasterInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	gm := open(t, tabs, serveGame(t, touch, Options{})+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-bot .counter input"), "5")

	// A bot is put where the field is clicked, selected by a click, and taken away.
	gm.click("#pause")
	gm.until(text("#pause"), "Go on")
	gm.set("#adding", "bot")
	var x, y float64 // of the middle of the field, which is under the legend
	if _, err := fmt.Sscan(gm.ask(`(() => { const c = document.querySelector("[data-top]"), b = c.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2 + Number(c.dataset.top) / 2].join(" ") })()`), &x, &y); err != nil {
		t.Fatal(err)
	}
	gm.clickAt(x, y)
	gm.until(text("#class-bot .counter input"), "6")
	gm.set("#adding", "")
	gm.clickAt(x, y)
	gm.until(text("#selected"), "Bot 6")
	gm.until(`document.querySelector("#sheet").textContent.includes("20.0, 15.0 m")`, "true")
	gm.click("#remove")
	gm.until(text("#class-bot .counter input"), "5")
	gm.until(`document.body.textContent.includes("The body is not in the game at this moment.")`, "true")
	gm.click("#pause")
	gm.until(text("#pause"), "Pause")

	// Numbers can be typed, and what was done can be taken back; space pauses.
	gm.set("#class-bot .counter input", "2")
	gm.until(text("#class-bot .counter input"), "2")
	gm.click(`[aria-label="+5 Bot"]`)
	gm.until(text("#class-bot .counter input"), "7")
	gm.set(`[aria-label="Speed of Bot"]`, "4.5")
	gm.until(text("#class-bot input[type=range]"), "4.5")
	gm.click("#undo")
	gm.until(text("#class-bot input[type=range]"), "3")
	gm.until(`document.querySelector('[aria-label="Reset Speed of Bot"]').disabled`, "true")
	gm.click("#undo")
	gm.until(text("#class-bot .counter input"), "2")
	gm.key("z", "KeyZ", true)
	gm.until(text("#class-bot .counter input"), "5")
	gm.set("#class-bot .counter input", "50")
	gm.until(text("#class-bot .counter input"), "8")
	gm.until(`document.querySelector("#note") !== null`, "true")
	gm.click("#undo")
	gm.until(text("#class-bot .counter input"), "5")
	gm.key(" ", "Space", false)
	gm.until(text("#pause"), "Go on")
	gm.key(" ", "Space", false)
	gm.until(text("#pause"), "Pause")

	if join, want := gm.ask(text("#join")), gm.ask("location.origin")+"/?room=touch"; join != want {
		t.Errorf("players are told to join at %s, wanted %s", join, want)
	}
	gm.ask(`document.querySelector("#qr").closest("details").open = true`)
	if dark := gm.ask(`document.querySelector("#qr path").getAttribute("d").length > 1000`); dark != "true" {
		t.Error("the QR code is empty")
	}
	gm.until(`document.querySelector(".minimap").hidden`, "true")

	gm.click("#tab-body")
	gm.set("#find", "bot 1")
	gm.until(text("#found button"), "Bot 1")
	gm.click("#found button")
	gm.until(text("#selected"), "Bot 1")
	gm.until(`document.querySelectorAll("#tree li").length`, "5")
	gm.until(`document.querySelector("#tree li:nth-child(3) .why")?.textContent.startsWith("← ")`, "true")
	gm.keep("selected")
	line := gm.ask(`document.querySelector("#tree li:nth-child(3) button.line").textContent`)
	gm.click("#tree li:nth-child(3) button.line")
	const editor = `document.querySelector("#source").shadowRoot`
	gm.until(`document.querySelector("#source")?.shadowRoot?.querySelector(".lit")?.textContent.includes("state_equals")`, "true")
	if line != "21" {
		t.Errorf("the line of state_equals is %s, wanted 21", line)
	}
	gm.keep("source")
	gm.click("#close-source")

	gm.click("#edit")
	gm.until(`document.querySelector("#source")?.shadowRoot?.querySelector(".cm-content")?.textContent.startsWith("kind: selector")`, "true")
	write := func(text string) {
		gm.ask(editor + `.querySelector(".cm-content").focus()`)
		gm.ask(editor + `.querySelector(".cm-content").dispatchEvent(new KeyboardEvent("keydown", {key: "a", code: "KeyA", keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true}))`)
		gm.ask(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %q); return %s.querySelector(".cm-content").dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true, cancelable: true})) })()`, text, editor))
	}
	write("kind: selector\nchildren:\n  - { kind: wandr }\n")
	gm.click("#check")
	gm.until(`document.querySelector("#said")?.textContent.includes('unknown kind "wandr"')`, "true")
	gm.until(editor+`.querySelector(".lit").textContent`, "  - { kind: wandr }")
	gm.until(editor+`.querySelectorAll(".cm-lintRange-error").length > 0`, "true")
	gm.keep("mistake")
	gm.click("#apply-bot")
	if n := gm.ask(`document.querySelectorAll("#tree li").length`); n != "5" {
		t.Errorf("a tree with a mistake took the place of the bot's: it has %s nodes", n)
	}
	write("kind: selector\nchildren:\n  - { kind: wander }\n")
	gm.click("#check")
	gm.until(text("#said"), "It can be used.")
	gm.click("#apply-bot")
	gm.until(text("#said"), "Bot 1 has it now.")
	gm.until(`document.querySelectorAll("#tree li").length`, "2")
	gm.keep("edited")
	gm.click("#close-source")

	gm.click("#pause")
	gm.until(text("#pause"), "Go on")
	gm.set("#scrub", "20")
	gm.until(text("#moment"), "0:00")
	gm.until(`document.querySelectorAll("#tree li").length`, "5")
	gm.until(text("#players"), "0 players; the game waits at an earlier moment")
	gm.keep("past")
	gm.click("#branch")
	gm.until(text("#players"), "0 players")
	gm.until(text("#pause"), "Pause")
	gm.until(`document.querySelector("#clock").textContent.startsWith("0:02")`, "true")
	if n := gm.ask(`document.querySelectorAll("#tree li").length`); n != "5" {
		t.Errorf("from a moment before the edit the tree has %s nodes, wanted 5", n)
	}
}

// A person joins on a phone, is tagged by a bot, and is the same one after the page was loaded again.
func TestAPlayerIsTaggedInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	url := serveGame(t, strings.Replace(touch, "count: 5", "count: 1", 1), Options{})
	gm := open(t, tabs, url+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-bot .counter input"), "1")
	player := open(t, tabs, url+"/", 390, 844)
	player.until(`document.querySelectorAll("select option").length`, "1")
	player.set("input[name=name]", "Ann")
	player.click("form button")
	player.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")

	// She is put into the middle, where the bot soon is.
	gm.click("#tab-body")
	gm.set("#find", "Ann")
	gm.click("#found button")
	gm.until(text("#selected"), "Ann")
	gm.ask(`(() => { document.querySelector("details").open = true; return 1 })()`)
	gm.set("input[name=x]", "20")
	gm.set("input[name=y]", "15")
	gm.ask(`document.querySelector("input[name=y]").form.requestSubmit()`)
	gm.until(`document.querySelector("#sheet").textContent.includes("20.0, 15.0 m")`, "true")
	player.until(`document.querySelector("#status").textContent.includes("you are it")`, "true")
	player.keep("tagged")
	gm.until(`document.querySelector("#events").textContent.includes("Ann was tagged by Bot")`, "true")

	player.set("input[name=text]", "not fair")
	player.ask(`document.querySelector("form.say").requestSubmit()`)
	gm.until(`document.querySelector("#said-to-all")?.textContent`, "Ann: not fair")

	player.do(chromedp.Reload())
	player.until(`/^\d+:\d\d/.test(document.querySelector("#status")?.textContent)`, "true")
	gm.click("#tab-game")
	gm.until(`document.querySelectorAll("#people li").length`, "2")
	if n := gm.ask(text("#players")); n != "1 player" {
		t.Errorf("after she has loaded the page again there are %s", n)
	}
	gm.click(`[aria-label="Send away Ann"]`)
	player.until(`document.querySelector("[role=alert]")?.textContent.length > 0`, "true")
	gm.until(text("#players"), "0 players")
}
