//go:build !js

package server

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// tell has a server carry commands out.
func tell(t *testing.T, url string, commands ...string) {
	t.Helper()
	for _, c := range commands {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/commands", bytes.NewBufferString(c))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+secret)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", c, text)
		}
	}
}

// hold presses a key of the page, or lets it go.
func (p tab) hold(code string, down bool) {
	p.Helper()
	kind := map[bool]string{true: "keydown", false: "keyup"}[down]
	p.ask(fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent(%q, {code: %q, bubbles: true, cancelable: true}))`, kind, code))
}

// Two people play a round of siege, on a desk and on a phone: they join, see what it is about, kill, are killed
// and told by whom, come back, see how it ended, and play again.
func TestARoundOfSiege(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a round in three pages")
	}
	scene, err := os.ReadFile("../internal/scenes/shipped/siege.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("score: 60, time: 300s", "score: 600, time: 120s", "again: 20s", "again: 40s").Replace(string(scene))
	tabs := browsertest.Start(t, 1280, 800)
	url := serveGame(t, text, Options{})
	still := func(p tab, what string) { // the round has to go on when the pages have been checked
		tell(t, url, `{"do":"pause"}`)
		p.looks(what)
		tell(t, url, `{"do":"resume"}`)
	}
	ann, bo := open(t, tabs, url+"/", 1280, 800), open(t, tabs, url+"/", 390, 844)
	for _, who := range []struct {
		tab
		name string
	}{{ann, "Ann"}, {bo, "Bo"}} {
		who.until(`document.querySelectorAll("select option").length`, "1")
		who.set("input[name=name]", who.name)
		who.click("form button")
		who.until(`document.querySelector(".hud")?.textContent.startsWith("You are")`, "true")
		who.until(`document.querySelector("#goal")?.textContent`, "600 points win, or most after 120 s: 2 for each ore that is delivered, 1 for each foe that falls.")
		camp := map[bool]string{true: "red-camp", false: "blue-camp"}[who.ask(`document.querySelector(".hud").textContent.includes("You are red")`) == "true"]
		who.until(`[...document.querySelectorAll("#hints p")].filter((p) => p.offsetHeight > 0).map((p) => p.textContent).slice(0, 4).join(" ")`, map[string]string{
			"Ann": "Walk with the arrow keys or W A S D; hold E to act.", "Bo": "Drag the circle to walk; hold the button to act.",
		}[who.name]+" Take ore and deliver it to "+camp+", where you begin. Rest in "+camp+" when you are hurt. In "+camp+" your team's money buys arrows for 2 or mail for 12.")
		if who.name == "Ann" { // with all that a newcomer is told, beside which it stands also at the edge
			tell(t, url, `{"do":"place","id":"Ann","at":[0.5,90]}`)
			ann.until(`+document.querySelector("[data-you]").dataset.you > document.querySelector(".hud").getBoundingClientRect().right`, "true")
			tell(t, url, `{"do":"place","id":"Ann","at":[80,90]}`)
		}
		who.until(`/your team's money \d/.test(document.querySelector(".hud").textContent)`, "true")
		who.until(`!!document.querySelector("#act")`, "true")
		still(who.tab, "begin-"+who.name)
	}
	team := map[bool]string{true: "red", false: "blue"}
	red := ann.ask(`document.querySelector(".hud").textContent.includes("You are red")`) == "true"
	foe := team[!red]
	Foe := strings.ToUpper(foe[:1]) + foe[1:]

	// Ann finds a hauler of the others beside it, and strikes until it falls.
	tell(t, url, `{"do":"hold","class":"`+foe+`-hauler"}`, `{"do":"place","id":"Ann","at":[80,90]}`, `{"do":"place","id":"`+Foe+` Hauler 1","at":[81,90]}`)
	ann.until(`document.querySelector("#act b").textContent + " " + document.querySelector("#act span").textContent`, "Attack "+Foe+" Hauler 1")
	ann.until(`/^➜Take ore, \d+ m$/.test(document.querySelector("#errand")?.textContent)`, "true")
	ann.until(`document.querySelector(".hud p")?.textContent`, "You are "+team[red]+", sword")
	still(ann, "attack-desk")
	ann.hold("KeyE", true)
	ann.until(`document.querySelector(".news").textContent.includes("Ann killed `+Foe+` Hauler 1")`, "true")
	ann.hold("KeyE", false)

	// Bo comes among the soldiers of the others.
	own := ann.ask(`1`) // keeps the pages in turn
	if own != "1" {
		t.Fatal(own)
	}
	bos := bo.ask(`document.querySelector(".hud").textContent.includes("You are red") ? "blue" : "red"`)
	others := strings.ToUpper(bos[:1]) + bos[1:]
	tell(t, url, `{"do":"place","id":"Bo","at":[80,12]}`)
	still(bo, "play-phone")
	bo.until(`+document.querySelector(".field canvas[data-top]").dataset.top >= document.querySelector(".hud").getBoundingClientRect().bottom - document.querySelector(".field").getBoundingClientRect().top`, "true")
	for i := 1; i <= 4; i++ {
		tell(t, url, fmt.Sprintf(`{"do":"place","id":"%s Soldier %d","at":[%d,11.5]}`, others, i, 77+i))
	}
	bo.until(`document.querySelector(".told h2")?.textContent.includes(" killed you")`, "true")
	still(bo, "killed-phone")
	bo.until(`!document.querySelector(".told")`, "true")

	// The game master has the round end soon.
	gm := open(t, tabs, url+"/gm.html#"+secret, 1280, 800)
	gm.until(`document.querySelector("#round")?.textContent.startsWith("Round 1")`, "true")
	gm.set("#speed", "8")
	for _, p := range []tab{ann, bo} {
		p.until(`/^(You won|You lost|A draw): /.test(document.querySelector(".ranks h2")?.textContent)`, "true")
	}
	tell(t, url, `{"do":"pause"}`) // the next round would begin by itself
	gm.set("#speed", "1")
	ann.looks("table-desk")
	bo.looks("table-phone")
	gm.looks("table-gm")
	if row := ann.ask(`document.querySelector(".ranks .you")?.textContent`); !strings.HasPrefix(row, "Ann (you)") {
		t.Errorf("the table has %q of Ann", row)
	}

	// The next one begins, at the game master's wish, with both in their seats.
	gm.click("#restart")
	gm.click("#restart")
	gm.until(`document.querySelector("#round")?.textContent.startsWith("Round 2")`, "true")
	ann.until(`document.querySelector(".told h2")?.textContent`, "Round 2 waits for the game master")
	ann.keep("waits-desk")
	gm.click("#begin")
	for _, p := range []tab{ann, bo} {
		p.until(`!document.querySelector(".ranks") && document.querySelector(".hud")?.textContent.startsWith("You are")`, "true")
		p.until(`/^0:/.test(document.querySelector("#status")?.textContent)`, "true")
	}
	tell(t, url, `{"do":"place","id":"Ann","at":[80,90]}`, `{"do":"place","id":"Bo","at":[80,88]}`)
	bo.do(chromedp.EmulateViewport(844, 390))
	bo.looks("play-lying-phone")
	if got := bo.ask(`document.querySelectorAll(".news p").length > 3 && document.querySelector(".hud").getBoundingClientRect().bottom < document.querySelector(".news").getBoundingClientRect().top`); got != "true" {
		t.Errorf("on a phone that lies down the news cover the panel: %s", bo.ask(`[".hud", ".news"].map((q) => JSON.stringify(document.querySelector(q).getBoundingClientRect())).join(" ")`))
	}

	// The legend is longer than what a phone shows of it, and is had by a tap.
	gm.do(chromedp.EmulateViewport(390, 844))
	gm.until(`document.querySelector(".field canvas[data-top]").dataset.top`, "48")
	gm.drawn() // what stands above the field is there
	gm.ask(`(() => { window.box = document.querySelector(".field canvas[data-top]").getBoundingClientRect(); return 1 })()`)
	var x, y float64
	if _, err := fmt.Sscan(gm.ask(`box.x + " " + box.y`), &x, &y); err != nil {
		t.Fatal(err)
	}
	gm.do(chromedp.MouseClickXY(x+100, y+20))
	gm.until(`+document.querySelector(".field canvas[data-top]").dataset.top > 60`, "true")
	gm.looks("legend-phone")
	gm.do(chromedp.MouseClickXY(x+100, y+20))
	gm.until(`document.querySelector(".field canvas[data-top]").dataset.top`, "48")
}
