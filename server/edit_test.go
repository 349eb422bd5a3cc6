//go:build !js

package server

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// written is trees that stand in the scene's file in many ways.
const written = `
world: { width: 40, height: 30 }
behaviors: { calm: &shared { kind: wander } }
bots:
  - id: block
    name: Block
    count: 1
    behavior:
      # don't stop here
      kind: selector
  # nor here }
      children:
        - kind: sequence
          children:
            - { kind: state_equals, key: "}", value: 'it''s {' }
        - kind: wander
    speedMps: 1
  - { id: flow, name: Flow, count: 1, speedMps: 1, behavior: { kind: selector, # don't
      children: [{ kind: state_equals, key: "a\"}", value: true }, { kind: wander }] }, description: "}" }
  - id: alias
    name: Alias
    count: 1
    behavior: { kind: selector, children: [*shared] }
  - id: outside
    name: Outside
    count: 1
    behavior: { kind: selector, children: [
{ kind: wander }
]}
`

// A tree that stands in the scene's file is cut out of it, whatever stands around it, and can be
// given as it is; of one that says something else by itself the reason is told.
func TestTreesOfTheSceneFileInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	gm := open(t, tabs, serveGame(t, written, Options{})+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-block .counter input"), "1")
	for _, c := range []struct{ name, nodes, first, last string }{
		{"Block 1", "4", "kind: selector", "  - kind: wander"},
		{"Flow 1", "3", "{ kind: selector, # don't", "{ kind: wander }] }"},
		{"Outside 1", "2", "{ kind: selector, children: [", "]}"},
		{"Alias 1", "2", "", "unknown anchor"},
	} {
		gm.click("#tab-body")
		gm.set("#find", c.name)
		gm.until(text("#found button"), c.name)
		gm.click("#found button")
		gm.until(text("#selected"), c.name)
		gm.until(`document.querySelectorAll("#tree li").length`, c.nodes)
		gm.click("#edit")
		if c.first == "" {
			gm.until(`document.querySelector("#note")?.textContent.includes("`+c.last+`")`, "true")
			gm.until(`document.querySelector("#source")`, "null")
			continue
		}
		const lines = `[...(document.querySelector("#source")?.shadowRoot?.querySelectorAll(".cm-line") ?? [])].map((l) => l.textContent).filter((l) => l.trim())`
		gm.until(lines+`[0]`, c.first)
		if last := gm.ask(lines + `.at(-1)`); !strings.HasSuffix(last, c.last) {
			t.Errorf("the tree of %s ends with %q, wanted %q", c.name, last, c.last)
		}
		gm.click("#apply-bot")
		gm.until(text("#said"), c.name+" has it now.")
		if n := gm.ask(`document.querySelectorAll("#tree li").length`); n != c.nodes {
			t.Errorf("the tree of %s has %s nodes after it was given as it is, wanted %s", c.name, n, c.nodes)
		}
		gm.click("#close-source")
	}
}
