//go:build !js

package server

import (
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/thicket-sim/thicket/internal/ground/browsertest"
)

// mouse moves the mouse of a page, with the left button held or not, or turns its wheel.
func (p tab) mouse(kind input.DispatchMouseEventType, x, y, wheel float64) {
	p.Helper()
	e := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, DeltaY: wheel}
	if kind == input.DispatchMouseEventTypeMouseWheel {
		e.DeltaX = 1e-6 // a 0 is not sent, and one that is not there refused
	} else {
		e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
	}
	if _, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, e); err != nil {
		p.Fatal(err)
	}
}

// drag presses the button at a point, moves and lets go at another one.
func (p tab) drag(x0, y0, x1, y1 float64) {
	p.Helper()
	p.mouse(input.DispatchMouseEventTypeMousePressed, x0, y0, 0)
	for i := 1.0; i <= 5; i++ {
		p.mouse(input.DispatchMouseEventTypeMouseMoved, x0+(x1-x0)*i/5, y0+(y1-y0)*i/5, 0)
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, x1, y1, 0)
}

func (p tab) clickAt(x, y float64) {
	p.Helper()
	p.drag(x, y, x, y)
}

// pinch puts two fingers beside a point and moves them apart, or together.
func (p tab) pinch(x, y, from, to float64) {
	p.Helper()
	touch := func(kind input.DispatchTouchEventType, apart float64) {
		e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		for i, side := range []float64{-apart / 2, apart / 2} {
			if id := float64(i); kind != input.DispatchTouchEventTypeTouchEnd {
				e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: x + side, Y: y, ID: &id})
			}
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, e); err != nil {
			p.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, from)
	for i := 1.0; i <= 20; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, from+(to-from)*i/20)
	}
	touch(input.DispatchTouchEventTypeTouchEnd, to)
}

// still is a game in which nobody moves by itself, 40 m by 30 m.
const still = `
world: { width: 40, height: 30 }
bots: [{ id: post, name: Post, count: 1, speedMps: 0, behavior: { kind: wander } }]
`

// A body is dragged to another place; the field is moved by dragging it, and enlarged by the
// wheel and by two fingers: a body is then found where it has to be.
func TestAFieldInTheHand(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a browser")
	}
	tabs := browsertest.Start(t, 1280, 720)
	gm := open(t, tabs, serveGame(t, still, Options{})+"/gm.html#"+secret, 1280, 720)
	gm.until(text("#class-post .counter input"), "1")
	var x, y, wide, high float64
	if _, err := fmt.Sscan(gm.ask(`(() => { const b = document.querySelector(".field canvas").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2, b.width, b.height].join(" ") })()`), &x, &y, &wide, &high); err != nil {
		t.Fatal(err)
	}
	var top float64 // which the legend takes
	gm.until(`Number(document.querySelector("[data-top]")?.dataset.top) > 0`, "true")
	if _, err := fmt.Sscan(gm.ask(`document.querySelector("[data-top]").dataset.top`), &top); err != nil {
		t.Fatal(err)
	}
	y += top / 2
	scale := 0.97 * min(wide/40, (high-top)/30) // pixels a metre, as long as the whole field is shown
	find := func() {
		gm.click("#tab-body")
		gm.set("#find", "")
		gm.set("#find", "post")
		gm.click("#found button")
		gm.until(text("#selected"), "Post 1")
	}
	letGo := func() {
		gm.ask(`[...document.querySelectorAll("button")].find((b) => b.textContent === "Let go").click()`)
		gm.until(`document.querySelector("#selected")`, "null")
	}
	at := func() (mx, my float64) {
		if _, err := fmt.Sscanf(gm.ask(`/[\d.]+, [\d.]+ m/.exec(document.querySelector("#sheet").textContent)[0]`), "%f, %f m", &mx, &my); err != nil {
			t.Fatal(err)
		}
		return mx, my
	}
	// found clicks where the body has to be, in pixels from the middle, and not beside that.
	found := func(what string, dx, dy float64) {
		t.Helper()
		letGo()
		gm.clickAt(x+dx+40, y+dy+40)
		gm.clickAt(x+dx, y+dy)
		gm.until(`document.querySelector("#selected")?.textContent ?? "nobody is there after `+what+`"`, "Post 1")
	}

	find()
	mx, my := at()
	gm.drag(x+(mx-20)*scale, y+(my-15)*scale, x+6*scale, y-4*scale)
	gm.until(`/[\d.]+, [\d.]+ m/.exec(document.querySelector("#sheet").textContent)[0].startsWith("26.")`, "true")
	if mx, my = at(); math.Abs(mx-26) > 0.2 || math.Abs(my-11) > 0.2 {
		t.Errorf("a body that was dragged is at %g, %g, wanted 26, 11", mx, my)
	}
	found("a drag of the body", 6*scale, -4*scale)

	letGo()
	gm.drag(x-100, y+100, x-100-60, y+100+30)
	gm.ask(`document.querySelector("#tab-game").click()`)
	find()
	found("a drag of the field", 6*scale-60, -4*scale+30)
	gm.ask(`document.querySelector("#whole").click()`)

	gm.mouse(input.DispatchMouseEventTypeMouseWheel, x, y, -400*math.Log(1.5))
	found("the wheel", 1.5*6*scale, -1.5*4*scale)
	gm.mouse(input.DispatchMouseEventTypeMouseWheel, x+1.5*6*scale, y-1.5*4*scale, 400*math.Log(3))
	found("the wheel back, around the body", 1.5*6*scale, -1.5*4*scale)
	gm.ask(`document.querySelector("#whole").click()`)

	gm.pinch(x, y, 100, 150)
	found("two fingers apart", 1.5*6*scale, -1.5*4*scale)
	gm.ask(`document.querySelector("#whole").click()`)
	gm.pinch(x, y, 200, 100)
	found("two fingers together", 3*scale, -2*scale)
	if mx, my = at(); math.Abs(mx-26) > 0.2 || math.Abs(my-11) > 0.2 {
		t.Errorf("the body is at %g, %g: it was moved with the field", mx, my)
	}
}
