package render

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
)

// A window narrower than that, in units, such as that of a phone held upright, shows the field
// alone, under a bar of buttons; the sidebars are drawers over it.
const (
	narrowBelow = 600
	barHigh     = 44
)

// drawer is a sidebar that a narrow window shows.
type drawer uint8

const (
	noDrawer drawer = iota
	gameDrawer
	botDrawer
)

func (g *Game) narrow() bool {
	return g.screen.X > 0 && float64(g.screen.X) < narrowBelow*g.unit()
}

// sides tells which sidebars are shown.
func (g *Game) sides() (game, bot bool) {
	if g.narrow() {
		return g.drawer == gameDrawer, g.drawer == botDrawer && g.renderer.Selected != 0
	}
	return !g.hidden, !g.hidden && g.renderer.Selected != 0
}

// covered reports whether a point of the screen is under the bar or a drawer.
func (g *Game) covered(at image.Point) bool {
	if !g.narrow() {
		return false
	}
	game, bot := g.sides()
	return float64(at.Y) < barHigh*g.unit() || game && at.X >= g.screen.X-int(panelWidth*g.unit()) || bot && float64(at.X) < g.inspectWide()*g.unit()
}

// open shows a drawer, or closes it.
func (g *Game) open(d drawer) {
	if g.drawer == d {
		d = noDrawer
	}
	g.drawer = d
	g.Refresh()
}

// togglePanel shows the panel, or hides it.
func (g *Game) togglePanel() {
	if g.narrow() {
		g.open(gameDrawer)
		return
	}
	g.hidden = !g.hidden
}

// drawButtons draws the bar of buttons of a narrow window.
func (g *Game) drawButtons(screen *ebiten.Image) {
	p := &g.overlay
	p.list.Reset()
	high := p.px(barHigh)
	p.rect(panelColor, 0, 0, float32(g.screen.X), high)
	pause := "Pause"
	if g.still() {
		pause = "Go on"
	}
	buttons := []struct {
		name, label string
		lit         bool
		do          func()
	}{
		{"bar/pause", pause, false, g.togglePause},
		{"bar/next", "Next", false, g.selectNext},
		{"bar/bot", "Bot", g.drawer == botDrawer, func() {
			if g.renderer.Selected == 0 {
				g.selectMiddle()
			}
			g.open(botDrawer)
		}},
		{"bar/panel", "Game", g.drawer == gameDrawer, func() { g.open(gameDrawer) }},
		{"bar/keys", "Keys", g.help, func() { g.help = !g.help }},
	}
	gap := p.px(6)
	wide := (float32(g.screen.X) - gap) / float32(len(buttons))
	for i, b := range buttons {
		x := gap + wide*float32(i)
		g.hotButton(b.name, b.label, image.Rect(int(x), int(gap), int(x+wide-gap), int(high-gap)), b.lit, b.do)
		g.hots[len(g.hots)-1].over = true
	}
	g.painter.Paint(screen, p.list.Prims)
}

// touches are the fingers on the screen: one is a mouse with its left button held, two zoom.
type touches struct {
	ids  []ebiten.TouchID
	last image.Point // of the finger, when it was there last
	gap  float64     // between two fingers in the last update; 0: there were not two
	turn float64     // of the wheel, as two fingers have it
}

// look takes up where the fingers are. It is called once in an update.
func (t *touches) look() {
	t.ids = ebiten.AppendTouchIDs(t.ids[:0])
	if len(t.ids) > 0 {
		t.last = image.Pt(ebiten.TouchPosition(t.ids[0]))
	}
	t.turn = 0
	if len(t.ids) < 2 {
		t.gap = 0
		return
	}
	other := image.Pt(ebiten.TouchPosition(t.ids[1]))
	gap := length(t.last.Sub(other))
	if t.gap > 0 && gap > 0 {
		t.turn = pinch(t.gap, gap)
	}
	t.gap = gap
	t.last = t.last.Add(other).Div(2)
}

// lifted reports whether the last finger has just left the screen.
func (t *touches) lifted() bool {
	return len(t.ids) == 0 && len(inpututil.AppendJustReleasedTouchIDs(nil)) > 0
}
