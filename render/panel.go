package render

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ebitenui/ebitenui"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/humanize"
	"github.com/thicket-sim/thicket/render/draw"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

// panel is what stands beside the field: on the right how the game goes and its
// classes, on the left whoever is selected.
type panel struct {
	game   *Game
	ui     *ebitenui.UI
	kit    kit
	unit   float64                     // that the widgets were made for
	live   []func()                    // bring widgets up to date
	named  map[string]widget.HasWidget // by what they are for
	input  *widget.TextInput
	events *widget.Container // where the log is drawn
	tree   *widget.Container // where the tree is drawn, or nil
}

func newPanel(g *Game) *panel {
	p := &panel{game: g}
	p.build()
	return p
}

// build makes all widgets anew, for another size, selection or scene.
func (p *panel) build() {
	g := p.game
	p.unit = g.unit()
	p.kit = kit{unit: p.unit, painter: g.painter}
	p.live, p.named, p.tree = nil, map[string]widget.HasWidget{}, nil
	root := widget.NewContainer(widget.ContainerOpts.Layout(widget.NewAnchorLayout()))
	root.AddChild(p.right())
	if g.renderer.Selected != 0 {
		root.AddChild(p.left())
	}
	p.ui = &ebitenui.UI{Container: root, DisableDefaultFocus: true}
}

// side is a column at one side of the window, whose rows share its height.
func (p *panel) side(at widget.AnchorLayoutPosition, width float64, stretch ...bool) *widget.Container {
	return widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(fillImage(panelColor)),
		widget.ContainerOpts.Layout(widget.NewGridLayout(
			widget.GridLayoutOpts.Columns(1),
			widget.GridLayoutOpts.Stretch([]bool{true}, stretch),
			widget.GridLayoutOpts.Spacing(0, p.kit.px(8)),
			widget.GridLayoutOpts.Padding(widget.NewInsetsSimple(p.kit.px(10))),
		)),
		widget.ContainerOpts.WidgetOpts(
			widget.WidgetOpts.MinSize(p.kit.px(width), 0),
			widget.WidgetOpts.LayoutData(widget.AnchorLayoutData{HorizontalPosition: at, StretchVertical: true}),
		),
	)
}

// right is the panel of the game.
func (p *panel) right() widget.PreferredSizeLocateableWidget {
	g := p.game
	side := p.side(widget.AnchorLayoutPositionEnd, panelWidth, false, false, true, false, false, false)
	side.AddChild(p.transport())
	side.AddChild(p.kit.text("Classes", 14, brightInk))
	cards := p.kit.column(8, nil, 0)
	for i := range g.session.Scene().Setup.Classes {
		cards.AddChild(p.card(i))
	}
	side.AddChild(p.kit.scroll(cards))
	p.input = p.kit.input("find by name, then Enter", func(name string) { g.SelectNamed(strings.TrimSpace(name)) })
	p.named["find"] = p.input
	side.AddChild(p.input)
	p.events = widget.NewContainer(widget.ContainerOpts.WidgetOpts(widget.WidgetOpts.MinSize(0, p.kit.px(150))))
	side.AddChild(p.events)
	side.AddChild(p.kit.text("H shows all keys", 12, dimInk))
	return side
}

// transport is the row of buttons that decide how time goes.
func (p *panel) transport() widget.PreferredSizeLocateableWidget {
	g := p.game
	row := p.kit.row(true, false, false, true, false)
	pause := p.button("pause", "Pause", 74, g.togglePause)
	speed := widget.NewText(
		widget.TextOpts.Text("1x", p.kit.face(13), brightInk),
		widget.TextOpts.Position(widget.TextPositionCenter, widget.TextPositionCenter),
		widget.TextOpts.WidgetOpts(widget.WidgetOpts.MinSize(p.kit.px(44), 0)),
	)
	row.AddChild(pause, p.button("step", "Step", 50, g.stepOnce),
		p.button("slower", "<<", 34, func() { g.pace.change(-1) }), speed,
		p.button("faster", ">>", 34, func() { g.pace.change(1) }))
	p.live = append(p.live, func() {
		label := "Pause"
		if g.session.Paused() {
			label = "Go on"
		}
		setText(pause.Text(), label)
		setText(speed, fmt.Sprintf("%gx", g.pace.times()))
	})
	return row
}

func (p *panel) button(name, label string, wide float64, do func()) *widget.Button {
	b := p.kit.button(label, wide, do)
	p.named[name] = b
	return b
}

// setText changes a label only where it is another one.
// A button has none before it is drawn.
func setText(t *widget.Text, s string) {
	if t != nil && t.Label != s {
		t.Label = s
	}
}

// card is a class: who they are, how many, and what can be tuned.
func (p *panel) card(class int) widget.PreferredSizeLocateableWidget {
	g := p.game
	c := &g.session.Scene().Setup.Classes[class]
	card := p.kit.column(5, fillImage(cardColor), 8, across())
	head := p.kit.row(false, true, false, false)
	swatch := widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(fillImage(p.hue(c))),
		widget.ContainerOpts.WidgetOpts(widget.WidgetOpts.MinSize(p.kit.px(6), p.kit.px(26))),
	)
	name := p.kit.text(c.Name, 14, brightInk)
	less := p.button(c.ID+"/less", "-1", 44, func() { g.do(&session.Remove{Class: c.ID, Count: p.several(class)}) })
	more := p.button(c.ID+"/more", "+1", 44, func() { g.do(&session.Add{Class: c.ID, Count: p.several(class)}) })
	head.AddChild(swatch, name, less, more)
	count := p.kit.text("", 12, dimInk)
	card.AddChild(head, count)
	p.live = append(p.live, func() {
		n := g.session.World().Count(class)
		lo, hi := g.session.Game().Limits(class)
		setText(count, fmt.Sprintf("%s bots, %s", humanize.Thousands(int64(n)), limits(lo, hi)))
		less.GetWidget().Disabled, more.GetWidget().Disabled = n <= lo, n >= hi
		setText(less.Text(), "-"+short(p.several(class)))
		setText(more.Text(), "+"+short(p.several(class)))
	})
	for i := range c.Tunables {
		t := &c.Tunables[i]
		card.AddChild(p.tuner(tuner{
			name: c.ID + "/" + t.Key, tunable: t,
			now:   func() (float64, bool) { return g.session.Game().Tuned(class, t.Key) },
			set:   func(v float64) { g.do(&session.Tune{Class: c.ID, Key: t.Key, Value: v}) },
			reset: func() { g.do(&session.Untune{Class: c.ID, Key: t.Key}) },
		}))
	}
	return card
}

// hue is the colour in which a class is drawn at first.
func (p *panel) hue(c *systems.Class) color.NRGBA {
	setup, colors := &p.game.session.Scene().Setup, p.game.renderer.colors
	team := c.Team
	if team == systems.NoTeam {
		team = setup.BotTeam
	}
	if team == systems.NoTeam {
		return color.NRGBA(colors.Class(c.ID))
	}
	return color.NRGBA(colors.Team(setup.Teams[team].ID))
}

// several is how many bots a click adds or takes: a tenth of a large class.
func (p *panel) several(class int) int {
	n := p.game.session.World().Count(class)
	if n < 100 {
		return 1
	}
	return int(math.Pow10(int(math.Log10(float64(n))))) / 10
}

// limits says between which numbers a population may be.
func limits(lo, hi int) string {
	switch {
	case hi >= systems.MaxBots && lo == 0:
		return "as many as you like"
	case hi >= systems.MaxBots:
		return fmt.Sprintf("%d or more", lo)
	}
	return fmt.Sprintf("%d to %d", lo, hi)
}

// short writes a power of ten in a few letters.
func short(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 1000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return strconv.Itoa(n)
}

// left is the panel of the selected one.
func (p *panel) left() widget.PreferredSizeLocateableWidget {
	g := p.game
	id := g.renderer.Selected
	side := p.side(widget.AnchorLayoutPositionStart, inspectWidth, false, false, false, true)
	head := p.kit.row(true, false, false)
	name := p.kit.text("", 16, successColor)
	head.AddChild(name, p.button("follow", "Follow", 60, func() { g.follow = !g.follow }), p.button("nobody", "X", 26, func() { g.Select(0) }))
	side.AddChild(head)
	facts := p.kit.text("", 13, brightInk)
	side.AddChild(facts)
	p.live = append(p.live, func() {
		v := g.snap.Body(id)
		if v == nil {
			setText(facts, "is gone")
			return
		}
		setText(name, p.cut(v.Name, 16, inspectWidth-130))
		setText(facts, p.facts(v))
	})
	side.AddChild(p.own())
	p.tree = widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(fillImage(cardColor)),
		widget.ContainerOpts.WidgetOpts(widget.WidgetOpts.MinSize(0, p.kit.px(120))),
	)
	side.AddChild(p.tree)
	return side
}

// cut shortens a text to so many pixels of a small window.
func (p *panel) cut(s string, size, room float32) string {
	pen := pen{painter: p.game.painter, unit: float32(p.unit)}
	return pen.fit(s, size, pen.px(room))
}

// facts is what is known of a body, a line each.
func (p *panel) facts(v *systems.BodyView) string {
	class := "a player"
	if v.Class != "" {
		class = v.Class
	}
	if v.Team != "" {
		class += ", team " + v.Team
	}
	lines := []string{
		class,
		fmt.Sprintf("at %.1f, %.1f m", v.X, v.Y),
	}
	if v.Action != "" {
		doing := "does " + v.Action
		if t := p.game.snap.Body(v.Target); t != nil {
			doing += ", " + t.Name
		}
		lines = append(lines, doing)
	} else {
		lines = append(lines, "does nothing")
	}
	lines = append(lines, condition(v)...)
	for _, s := range v.State {
		lines = append(lines, fmt.Sprintf("%s = %v", s.Key, s.Value))
	}
	for _, f := range p.game.inspect.told.Values {
		lines = append(lines, fmt.Sprintf("%s %s: %s", f.Kind, f.Name, f.Value))
	}
	const most = 9
	if len(lines) > most {
		lines = append(lines[:most-1], fmt.Sprintf("and %d more", len(lines)-most+1))
	}
	for i := range lines {
		lines[i] = p.cut(lines[i], 13, inspectWidth-24)
	}
	return strings.Join(lines, "\n")
}

// condition is how a body fares, as far as that is worth a line.
func condition(v *systems.BodyView) (lines []string) {
	switch {
	case v.Dead:
		lines = append(lines, "is dead")
	case v.Health < 1:
		lines = append(lines, fmt.Sprintf("health %.0f%%", 100*v.Health))
	}
	if v.Cargo > 0 {
		lines = append(lines, fmt.Sprintf("carries %d", v.Cargo))
	}
	if v.Pose != "" {
		lines = append(lines, "pose "+v.Pose)
	}
	if v.Speech != "" {
		lines = append(lines, fmt.Sprintf("says %q", v.Speech))
	}
	return lines
}

// own is what can be tuned of the selected bot alone.
func (p *panel) own() widget.PreferredSizeLocateableWidget {
	g, id := p.game, p.game.renderer.Selected
	box := p.kit.column(4, nil, 0)
	game := g.session.Game()
	if class := game.World.ClassOf(id); class >= 0 && game.World.Alive(id) {
		c := &game.Setup.Classes[class]
		for i := range c.Tunables {
			if t := &c.Tunables[i]; t.Key == "speedMps" {
				who := session.Who{ID: id}
				box.AddChild(p.tuner(tuner{
					name: "bot/" + t.Key, tunable: t,
					now:   func() (float64, bool) { return g.session.Game().TunedBot(id) },
					set:   func(v float64) { g.do(&session.Tune{Bot: &who, Key: t.Key, Value: v}) },
					reset: func() { g.do(&session.Untune{Bot: &who, Key: t.Key}) },
				}))
			}
		}
	}
	return box
}

// update lets the widgets do what the mouse says, and brings them up to date.
func (p *panel) update() {
	if p.unit != p.game.unit() {
		p.build()
	}
	for _, f := range p.live {
		f()
	}
	p.game.inspect.ask()
	if !p.game.hidden {
		p.ui.Update()
	}
}

// typing reports whether keys are letters now.
func (p *panel) typing() bool { return p.input != nil && p.input.IsFocused() }

// draw draws the widgets, and the tree and the log into the room for them.
func (p *panel) draw(screen *ebiten.Image) {
	p.ui.Draw(screen)
	g, pen := p.game, &p.game.pen
	pen.list.Reset()
	if p.tree != nil {
		r := p.tree.GetWidget().Rect.Inset(int(pen.px(6)))
		if len(g.inspect.Nodes()) == 0 {
			pen.text(dimInk, draw.Left, float32(r.Min.X)+pen.px(4), float32(r.Min.Y)+pen.px(18), 13, "has no tree")
		}
		g.inspect.draw(pen, r, g.controls.cursor())
	}
	p.drawLog(pen, p.events.GetWidget().Rect)
	g.painter.Paint(screen, pen.list.Prims)
}

// drawLog lists the newest events, the newest at the bottom.
func (p *panel) drawLog(pen *pen, r image.Rectangle) {
	line := pen.px(17)
	pen.text(brightInk, draw.Left, float32(r.Min.X), float32(r.Min.Y)+pen.px(13), 14, "Events")
	lines := p.game.log.last(int((float32(r.Dy()) - pen.px(20)) / line))
	y := float32(r.Min.Y) + pen.px(33)
	for _, s := range lines {
		pen.text(dimInk, draw.Left, float32(r.Min.X), y, 12, pen.fit(s, 12, float32(r.Dx())))
		y += line
	}
	if len(lines) == 0 {
		pen.text(dimInk, draw.Left, float32(r.Min.X), y, 12, "nothing yet")
	}
}

// Widget is where one of the panel's widgets is, in pixels of the window.
type Widget struct {
	Name string `json:"name"`
	X    int    `json:"x"` // of its middle
	Y    int    `json:"y"`
	W    int    `json:"w"`
	H    int    `json:"h"`
}

// Widgets lists what the panel has, by name, such as pause, hunter/more or
// hunter/speedMps: for programs that press its buttons, and for those who
// cannot see it.
func (g *Game) Widgets() []Widget {
	if g.panel == nil || g.hidden {
		return nil
	}
	var all []Widget
	for _, name := range slices.Sorted(maps.Keys(g.panel.named)) {
		r := g.panel.named[name].GetWidget().Rect
		at := r.Min.Add(r.Max).Div(2)
		all = append(all, Widget{name, at.X, at.Y, r.Dx(), r.Dy()})
	}
	return all
}
