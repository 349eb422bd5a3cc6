//go:build !js

package server

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// duel is a match in which the red team scores, to which its bots are assigned.
const duel = `name: Duel
tickRate: 30
world: { width: 40, height: 30 }
teams: [{ id: red, name: Red }, { id: blue, name: Blue }]
teamAssignment: { humanTeamId: blue, botTeamId: red }
match: { score: 1000, kill: 1 }
weapons: [{ id: bow, damage: 30, range: 60, cooldown: 0.5s }]
bots:
  - { id: hen, name: Hen, teamId: blue, count: 3, speedMps: 3, health: 100, respawn: 1s, behavior: { kind: wander } }
  - { id: fox, name: Fox, count: 2, speedMps: 3, health: 100, sight: { radius: 60 }, weapons: [bow], behavior: { kind: action, name: fight } }
`

// drawn returns a script that tells of the canvas of a chart how high the line of a colour is, in
// pixels from the top, in the middle of the columns of a quarter of it; -1 where it has none.
func drawn(title string, quarter int, rgb [3]int) string {
	return fmt.Sprintf(`(() => {
		const c = document.querySelector('[aria-label=%q] canvas'), wide = c.width / 4;
		const p = c.getContext("2d").getImageData(%d * wide, 0, wide, c.height).data;
		let sum = 0, n = 0;
		for (let i = 0; i < p.length; i += 4) {
			if (Math.abs(p[i] - %d) + Math.abs(p[i + 1] - %d) + Math.abs(p[i + 2] - %d) > 60 || p[i + 3] < 200) continue;
			sum += Math.floor(i / 4 / Math.floor(wide));
			n++;
		}
		return n < 10 ? -1 : sum / n;
	})()`, title, quarter, rgb[0], rgb[1], rgb[2])
}

// What is drawn follows the game: how many there are, how the selected bot fares and what it
// does, and how the teams stand.
func TestChartsInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	gm := open(t, tabs, serveGame(t, touch, Options{})+"/gm.html#"+secret, 1280, 720)
	gm.theme("dark")
	gm.until(text("#class-bot .counter input"), "5")
	gm.set("#speed", "4")
	gm.click("#tab-body")
	gm.set("#find", "bot 1")
	gm.click("#found button")
	gm.until(text("#selected"), "Bot 1")
	gm.click("#tab-charts")
	legend := func(title string) string {
		return fmt.Sprintf(`[...document.querySelectorAll('[aria-label=%q] .u-legend tr')].slice(1).map((r) => r.innerText.replace(/\s+/g, "")).join(" ")`, title)
	}
	gm.until(legend("How many"), "Bot5")
	gm.until(legend("Health"), "health100%")
	gm.until(legend("Measured speed")+`.startsWith("m/s3.0")`, "true")
	gm.until(`document.querySelector("#actions").textContent.includes("wander")`, "true")
	gm.until(`document.querySelectorAll(".band i").length > 0`, "true")
	blue, yellow := [3]int{0x4f, 0xb3, 0xff}, [3]int{0xff, 0xb0, 0}
	class := [3]int{0x6f, 0xb1, 0xff}
	gm.until(drawn("How many", 2, class)+` > 0`, "true")
	gm.until(drawn("Measured speed", 2, yellow)+` > 0`, "true")
	gm.until(drawn("Time of a tick", 2, blue)+` > 0`, "true")
	if n := gm.ask(`document.querySelectorAll('[aria-label="Score"]').length`); n != "0" {
		t.Error("a game without scores has a chart of them")
	}
	for range 3 {
		gm.click(`[aria-label="One Bot more"]`)
	}
	gm.until(legend("How many"), "Bot8")
	gm.until(drawn("How many", 0, class)+` - `+drawn("How many", 3, class)+` > 10`, "true")
	gm.keep("charts")
}

func TestAChartOfScoresInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	gm := open(t, tabs, serveGame(t, duel, Options{})+"/gm.html#"+secret, 1280, 720)
	gm.theme("dark")
	gm.until(text("#class-fox .counter input"), "2")
	swatch := func(of string) string {
		return gm.ask(`getComputedStyle(document.querySelector('` + of + ` .swatch')).backgroundColor`)
	}
	if fox, hen := swatch("#class-fox"), swatch("#class-hen"); fox != "rgb(111, 177, 255)" || hen != "rgb(240, 64, 128)" {
		t.Errorf("the cards of the first and of the second team are %s and %s, wanted the first two colours", fox, hen)
	}
	gm.set("#speed", "4")
	gm.click("#tab-charts")
	gm.until(`/Red[1-9]/.test(document.querySelector('[aria-label="Score"]')?.innerText.replace(/\s+/g, ""))`, "true")
	gm.keep("scores")
}
