package window

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/session"
)

// noKey is no place on a keyboard.
const noKey = ebiten.Key(-1)

// binding is a key and what it does.
type binding struct {
	key  ebiten.Key // where a US keyboard has it, or noKey
	name string     // of the key, for the help; a character stands for the key that types it
	help string
	do   func(*Game)
}

// bindings are all keys that act once when they are pressed. The help is made
// from them.
var bindings []binding

func init() {
	bindings = []binding{
		{ebiten.KeySpace, "Space", "pause, go on", (*Game).togglePause},
		{ebiten.KeyPeriod, ".", "one tick", (*Game).stepOnce},
		{ebiten.KeyBackspace, "Backspace", "one tick back", func(g *Game) { g.seekBy(-1) }},
		{ebiten.KeyPageUp, "Page Up", "a second back", func(g *Game) { g.seekSeconds(-1) }},
		{ebiten.KeyPageDown, "Page Down", "a second forward", func(g *Game) { g.seekSeconds(1) }},
		{ebiten.KeyHome, "Home", "to the oldest moment that is known", func(g *Game) { g.seek(0) }},
		{ebiten.KeyEnd, "End", "back to the present", (*Game).live},
		{ebiten.KeyEnter, "Enter", "in the past: go another way from here", (*Game).branch},
		{noKey, "<", "slower", func(g *Game) { g.pace.change(-1) }},
		{noKey, ">", "faster", func(g *Game) { g.pace.change(1) }},
		{ebiten.KeyQ, "Q", "charts", func(g *Game) { g.charts.toggle() }},
		{ebiten.KeyX, "X", "run until it does something else", (*Game).runToChange},
		{ebiten.KeyR, "R", "restart", (*Game).restart},
		{ebiten.KeyM, "M", "next round", (*Game).nextRound},
		{ebiten.KeyF, "F", "show the whole field", func(g *Game) { g.fit() }},
		{ebiten.KeyEqual, "+", "zoom in", func(g *Game) { g.zoomBy(1.25, g.middle()) }},
		{ebiten.KeyMinus, "-", "zoom out", func(g *Game) { g.zoomBy(0.8, g.middle()) }},
		{ebiten.KeySlash, "/", "select who is nearest to the middle", (*Game).selectMiddle},
		{ebiten.KeyTab, "Tab", "select the next one", (*Game).selectNext},
		{ebiten.KeyEscape, "Esc", "close the source, select nobody", (*Game).escape},
		{ebiten.KeyDelete, "Delete", "remove the selected one", (*Game).removeSelected},
		{ebiten.KeyL, "L", "follow the selected one", func(g *Game) { g.follow = !g.follow && g.renderer.Selected != 0 }},
		{ebiten.KeyJ, "J", "join the game, leave it", func(g *Game) { g.player.toggle(g) }},
		{ebiten.KeyC, "C", "colour by team, class or state", (*Game).recolor},
		{ebiten.KeyT, "T", "trails", func(g *Game) { g.renderer.Trails = !g.renderer.Trails }},
		{ebiten.KeyN, "N", "names", layer(draw.LayerNames)},
		{ebiten.KeyB, "B", "bars of health", layer(draw.LayerHealth)},
		{ebiten.KeyG, "G", "places and paths", layer(draw.LayerPlaces | draw.LayerPaths)},
		{ebiten.KeyK, "K", "what bots say", layer(draw.LayerSpeech)},
		{ebiten.KeyV, "V", "how far bots see", func(g *Game) { g.renderer.Sight = !g.renderer.Sight }},
		{ebiten.KeyI, "I", "light, dark", func(g *Game) { g.SetLight(!g.light) }},
		{ebiten.KeyF11, "F11", "full screen", (*Game).fullscreen},
		{ebiten.KeyF12, "F12", "keep a picture of the window", (*Game).picture},
		{ebiten.KeyP, "P", "panel", func(g *Game) { g.hidden = !g.hidden }},
		{ebiten.Key0, "0", "larger text, and small again", (*Game).resize},
		{ebiten.KeyH, "H", "this help", func(g *Game) { g.help = !g.help }},
	}
}

// reach is the distance from a body, in pixels of a small window, at which a click still
// means it.
const reach = 16

// keys handles the keyboard.
func (g *Game) keys() {
	typed := g.controls.typed()
	for i := range bindings {
		b := &bindings[i]
		if key := g.keyOf(b); !key.struck(g.controls, typed) {
			continue
		}
		if g.help && b.key == ebiten.KeyEscape {
			g.help = false
			continue
		}
		b.do(g)
	}
	const step = 9 // pixels an update
	for key, way := range map[ebiten.Key][2]float32{
		ebiten.KeyLeft: {step, 0}, ebiten.KeyRight: {-step, 0}, ebiten.KeyUp: {0, step}, ebiten.KeyDown: {0, -step},
	} {
		if g.controls.held(key) {
			g.pan(way[0]*float32(g.unit()), way[1]*float32(g.unit()))
		}
	}
}

// escape closes what is open: the source, else the selected one.
func (g *Game) escape() {
	switch {
	case g.source.lines != nil:
		g.source = sourcePane{}
		return
	case g.hands.adding != "":
		g.hands.adding = ""
		return
	}
	g.Select(0)
}

// layer switches parts of the picture off and on.
func layer(l draw.Layers) func(*Game) {
	return func(g *Game) { g.renderer.Hide ^= l }
}

func (g *Game) togglePause() {
	g.search.on = false
	if g.Past() {
		g.timeline.still, g.timeline.way.on = !g.still(), false
		return
	}
	if g.session.Paused() {
		g.do(&session.Resume{})
	} else {
		g.do(&session.Pause{})
	}
}

// recolor goes to the next way of colouring bodies.
func (g *Game) recolor() {
	ways := g.renderer.colors.Ways()
	g.way = (g.way + 1) % len(ways)
	g.renderer.colors.ColorBy(ways[g.way])
	g.Log("coloured by %v", ways[g.way])
	g.Refresh()
}

func (g *Game) resize() {
	if g.zoom += 0.25; g.zoom > 2 {
		g.zoom = 1
	}
	g.Refresh()
}

// wheelZoom is the factor by which a turn of the wheel enlarges the field.
const wheelZoom = 1.15

// drag is a press of the mouse that may become a move of the camera.
type drag struct {
	on    bool
	moved bool
	at    image.Point
}

// mouse handles the mouse: it zooms, moves the camera and selects.
func (g *Game) mouse() {
	c, at := g.controls, g.controls.cursor()
	g.renderer.Hovered = 0
	if g.dragBorder() || g.pressPanes() {
		g.drag.on = false
		return
	}
	if !g.help && g.pressHot() {
		return
	}
	over := at.In(g.viewport()) && !g.help
	if g.pressHands(over) {
		g.drag.on = false
		return
	}
	if over {
		g.renderer.Hovered = g.bodyAt(at)
		if w := c.wheel(); w != 0 {
			g.zoomBy(math.Pow(wheelZoom, math.Max(math.Min(w, 4), -4)), at)
		}
	}
	switch {
	case c.clicked(ebiten.MouseButtonLeft):
		g.drag = drag{on: over, at: at}
		if g.help {
			g.pressHelp(at)
		}
	case g.drag.on && c.released(ebiten.MouseButtonLeft):
		g.drag.on = false
		if !g.drag.moved {
			g.Select(g.bodyAt(at))
		}
	case g.drag.on && c.button(ebiten.MouseButtonLeft):
		by := at.Sub(g.drag.at)
		if !g.drag.moved && by.X*by.X+by.Y*by.Y < 16 {
			return
		}
		g.drag.moved, g.drag.at = true, at
		g.pan(float32(by.X), float32(by.Y))
	}
}

func (fr *frame) pan(dx, dy float32) {
	fr.follow = false
	fr.renderer.SetCamera(fr.renderer.Camera().Pan(dx, dy))
}

// zoomBy zooms around a point of the screen, between a field of half the window's size
// and a metre of a hundred pixels, or the whole field where that is smaller.
func (fr *frame) zoomBy(factor float64, at image.Point) {
	r := fr.renderer
	c, plot := r.Camera(), r.Plot()
	whole := min(float64(plot.Dx())/float64(r.field.Width), float64(plot.Dy())/float64(r.field.Height))
	factor = min(max(factor, whole/2/c.Scale), max(100*fr.unit(), whole)/c.Scale)
	at = at.Sub(fr.viewport().Min)
	r.SetCamera(c.Zoom(float32(at.X), float32(at.Y), factor))
}

// middle returns the middle of the viewport, on the screen.
func (fr *frame) middle() image.Point {
	v := fr.viewport()
	return v.Min.Add(v.Max).Div(2)
}

// at gives the point of the field, in metres, under a point of the screen.
func (fr *frame) at(p image.Point) (x, y float32) {
	p = p.Sub(fr.viewport().Min)
	return fr.renderer.Camera().World(float32(p.X), float32(p.Y))
}

// bodyAt gives the body nearest to a point of the screen, or 0 where none is near.
func (fr *frame) bodyAt(p image.Point) components.ID {
	p = p.Sub(fr.viewport().Min)
	return fr.renderer.BodyAt(p.X, p.Y, reach*fr.unit())
}

func (g *Game) selectMiddle() {
	x, y := g.at(g.middle())
	g.Select(g.renderer.nearest(x, y, math.MaxFloat32/2))
}

// selectNext selects the bot with the next higher id, after the last one the first.
func (g *Game) selectNext() {
	bots := g.snap.Bots
	if len(bots) == 0 {
		return
	}
	next := bots[0].ID
	for i := range bots {
		if bots[i].ID > g.renderer.Selected {
			next = bots[i].ID
			break
		}
	}
	g.Select(next)
}
