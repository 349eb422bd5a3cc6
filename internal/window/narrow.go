package window

import "image"

// narrowWide is the width of a window, in units, below which the panel is a drawer over the
// field.
const narrowWide = 640

// menuHigh is the height of the row of buttons that a narrow window has, in units.
const menuHigh = 40

// drawer names the part that a narrow window shows over the field.
type drawer struct {
	narrow bool // the window is
	bot    bool // the drawer has the selected body, not the game
}

// fold closes the panel when a window becomes narrow, and opens it when it becomes wide.
func (g *Game) fold() {
	narrow := float64(g.screen.X) < narrowWide*g.unit()
	if narrow == g.drawer.narrow {
		return
	}
	g.drawer = drawer{narrow: narrow}
	g.hidden = narrow
	g.Refresh()
}

// menuRoom returns the height of the row of buttons of a narrow window, in pixels.
func (fr *frame) menuRoom() int {
	if !fr.drawer.narrow {
		return 0
	}
	return int(menuHigh * fr.unit())
}

// pull opens the drawer with the game or the selected body, or closes it.
func (g *Game) pull(bot bool) {
	open := g.hidden || g.drawer.bot != bot
	g.drawer.bot, g.hidden = bot, !open
	g.Refresh()
}

// drawMenu draws the row of buttons of a narrow window into a rectangle.
func (g *Game) drawMenu(r image.Rectangle) {
	p := &g.overlay
	p.Rect(panelColor, float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy()))
	type item struct {
		name, label string
		lit         bool
		do          func()
	}
	pause := "Pause"
	if g.still() {
		pause = "Go on"
	}
	items := []item{
		{"menu/pause", pause, false, g.togglePause},
		{"menu/panel", "Panel", !g.hidden && !g.drawer.bot, func() { g.pull(false) }},
	}
	if g.renderer.Selected != 0 {
		items = append(items, item{"menu/bot", "Bot", !g.hidden && g.drawer.bot, func() { g.pull(true) }})
	}
	if g.Past() {
		items = append(items, item{"time/branch", "Branch", false, g.branch})
	}
	items = append(items, item{"menu/help", "Keys", g.help, func() { g.help = !g.help }})
	gap := int(p.Px(6))
	wide := (r.Dx() - gap*(len(items)+1)) / len(items)
	x := r.Min.X + gap
	for _, it := range items {
		g.hotButton(it.name, it.label, image.Rect(x, r.Min.Y+int(p.Px(4)), x+wide, r.Max.Y-int(p.Px(6))), it.lit, it.do)
		x += wide + gap
	}
}

// drawerAt returns where the drawer lies.
func (fr *frame) drawerAt() image.Rectangle {
	r := image.Rectangle{Max: fr.screen}
	r.Max.Y -= fr.stripRoom()
	if fr.drawer.bot && fr.renderer.Selected != 0 {
		r.Max.X = int(fr.inspectWide() * fr.unit())
	} else {
		r.Min.X = r.Max.X - int(panelWidth*fr.unit())
	}
	return r
}
