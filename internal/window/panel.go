package window

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"github.com/ebitenui/ebitenui"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/session"
)

// panel is the two sidebars: on the right the game's time and classes, on the left the
// selected body.
type panel struct {
	game      *Game
	ui        *ebitenui.UI
	widgets   widgets
	unit      float64                     // the game's, when the widgets were made
	high      int                         // the window's, likewise, in pixels
	refresh   []func()                    // bring the widgets up to date, in every update
	named     map[string]widget.HasWidget // see Game.Widgets
	cards     *widget.ScrollContainer     // of the classes; nil where they are not shown
	input     *widget.TextInput
	events    *widget.Container // where the log is drawn
	tree      *widget.Container // where the tree is drawn, or nil
	list      image.Rectangle   // where its nodes are
	search    *widget.TextInput // in the tree, or nil
	line      *widget.TextInput // what the selected one shall do, or nil
	facts     *widget.Container // where the sheet is drawn, or nil
	name      *widget.Text      // of the selected body, or nil
	title     string            // what it says
	factsHigh int               // of the sheet, in pixels, when the widgets were made
	carded    []bool            // by class: it has a card
}

func newPanel(g *Game) *panel {
	p := &panel{game: g}
	p.build()
	return p
}

// build makes all widgets again, for another size, selection or scene.
func (p *panel) build() {
	g := p.game
	p.unit, p.high = g.unit(), g.screen.Y
	p.widgets = widgets{unit: p.unit, painter: g.painter}
	p.refresh, p.named, p.tree, p.search, p.list = nil, map[string]widget.HasWidget{}, nil, nil, image.Rectangle{}
	p.line, p.facts, p.name, p.cards = nil, nil, nil, nil
	padding := &widget.Insets{}
	if g.drawer.narrow {
		padding.Bottom = g.stripRoom() // which lies under the drawer
	}
	root := widget.NewContainer(widget.ContainerOpts.Layout(widget.NewAnchorLayout(widget.AnchorLayoutOpts.Padding(padding))))
	right, one := p.right(), g.drawer.narrow && g.drawer.bot && g.renderer.Selected != 0
	if one {
		p.cards = nil
	} else {
		root.AddChild(right)
	}
	if g.renderer.Selected != 0 && (one || !g.drawer.narrow) {
		root.AddChild(p.left())
	}
	p.ui = &ebitenui.UI{Container: root, DisableDefaultFocus: true}
}

// sidebar makes a column at one side of the window, whose rows share its height.
func (p *panel) sidebar(at widget.AnchorLayoutPosition, width float64, stretch ...bool) *widget.Container {
	return widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(fillImage(panelColor)),
		widget.ContainerOpts.Layout(widget.NewGridLayout(
			widget.GridLayoutOpts.Columns(1),
			widget.GridLayoutOpts.Stretch([]bool{true}, stretch),
			widget.GridLayoutOpts.Spacing(0, p.widgets.px(8)),
			widget.GridLayoutOpts.Padding(widget.NewInsetsSimple(p.widgets.px(10))),
		)),
		widget.ContainerOpts.WidgetOpts(
			widget.WidgetOpts.MinSize(p.widgets.px(width), 0),
			widget.WidgetOpts.LayoutData(widget.AnchorLayoutData{HorizontalPosition: at, StretchVertical: true}),
		),
	)
}

// right makes the sidebar of the game.
func (p *panel) right() widget.PreferredSizeLocateableWidget {
	g := p.game
	side := p.sidebar(widget.AnchorLayoutPositionEnd, panelWidth, false, false, true, false, false, false)
	side.AddChild(p.transport())
	side.AddChild(p.classesHead())
	cards := p.widgets.column(8, nil, 0)
	p.carded = slices.Grow(p.carded[:0], len(g.session.Scene().Setup.Classes))
	for i := range g.session.Scene().Setup.Classes {
		p.carded = append(p.carded, p.wantsCard(i))
		if p.carded[i] {
			cards.AddChild(p.card(i))
		}
	}
	p.cards = p.widgets.scroll(cards)
	side.AddChild(p.cards)
	p.input = p.widgets.input("find by name, then Enter", func(name string) { g.selectNamed(strings.TrimSpace(name)) })
	p.named["find"] = p.input
	side.AddChild(p.input)
	p.events = widget.NewContainer(widget.ContainerOpts.WidgetOpts(widget.WidgetOpts.MinSize(0, max(p.widgets.px(170), g.screen.Y*3/10))))
	side.AddChild(p.events)
	foot := p.widgets.row(true, false)
	foot.AddChild(p.widgets.text("H shows all keys", 12, dimInk))
	if g.OnRestart != nil {
		foot.AddChild(p.button("restart", "Restart", 70, g.restart))
	}
	side.AddChild(foot)
	return side
}

// wantsCard reports whether a class gets a card: those of the scene's file, and of those
// that come with a game the ones that are there.
func (p *panel) wantsCard(class int) bool {
	g := p.game
	return !g.session.Scene().Setup.Classes[class].Implied || g.session.World().Count(class) > 0
}

// lacksCard reports whether a class that wants a card has none.
func (p *panel) lacksCard() bool {
	for i, has := range p.carded {
		if !has && p.wantsCard(i) {
			return true
		}
	}
	return false
}

// transport makes the row of buttons for the game's time: pause, step and speed.
func (p *panel) transport() widget.PreferredSizeLocateableWidget {
	g := p.game
	row := p.widgets.row(true, false, false, true, false)
	pause := p.button("pause", "Pause", 74, g.togglePause)
	speed := widget.NewText(
		widget.TextOpts.Text("1x", p.widgets.face(13), brightInk),
		widget.TextOpts.Position(widget.TextPositionCenter, widget.TextPositionCenter),
		widget.TextOpts.WidgetOpts(widget.WidgetOpts.MinSize(p.widgets.px(44), 0)),
	)
	row.AddChild(pause, p.button("step", "Step", 50, g.stepOnce),
		p.button("slower", "<<", 34, func() { g.pace.change(-1) }), speed,
		p.button("faster", ">>", 34, func() { g.pace.change(1) }))
	p.refresh = append(p.refresh, func() {
		label := "Pause"
		if g.still() {
			label = "Go on"
		}
		setText(pause.Text(), label)
		setText(speed, fmt.Sprintf("%gx", g.pace.times()))
	})
	return row
}

func (p *panel) button(name, label string, wide float64, do func()) *widget.Button {
	b := p.widgets.button(label, wide, do)
	p.named[name] = b
	return b
}

// setText sets a label, if it is there yet (a button makes its own when it is first
// drawn) and has another text.
func setText(t *widget.Text, s string) {
	if t != nil && t.Label != s {
		t.Label = s
	}
}

// classRoom says how wide the name of a class may be beside its buttons, in units.
const classRoom = panelWidth - 200

// card makes the box of a class: its name, its count and its tunables.
func (p *panel) card(class int) widget.PreferredSizeLocateableWidget {
	g := p.game
	c := &g.session.Scene().Setup.Classes[class]
	card := p.widgets.column(5, fillImage(cardColor), 8, across())
	head := p.widgets.row(false, true, false, false, false)
	swatch := widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(fillImage(p.hue(c))),
		widget.ContainerOpts.WidgetOpts(widget.WidgetOpts.MinSize(p.widgets.px(6), p.widgets.px(26))),
	)
	list := paint.List{Painter: g.painter, Unit: float32(p.unit)}
	name := p.widgets.text(strings.Join(list.Wrap(c.Name, 14, list.Px(classRoom)), "\n"), 14, brightInk)
	here := p.button(c.ID+"/here", "here", 44, func() { g.arm(c.ID) })
	less := p.button(c.ID+"/less", "-1", 44, func() { g.do(&session.Remove{Class: c.ID, Count: p.several(class)}) })
	more := p.button(c.ID+"/more", "+1", 44, func() { g.do(&session.Add{Class: c.ID, Count: p.several(class)}) })
	head.AddChild(swatch, name, here, less, more)
	count := p.widgets.text("", 12, dimInk)
	card.AddChild(head)
	if about := p.about(c); about != "" {
		card.AddChild(p.widgets.text(about, 12, dimInk))
	}
	card.AddChild(count)
	p.refresh = append(p.refresh, func() {
		n := g.session.World().Count(class)
		lo, hi := g.session.Game().Tuning.Limits(class)
		setText(count, fmt.Sprintf("%s, %s", humanize.Count(int64(n), "bot"), limits(lo, hi)))
		here.GetWidget().Disabled = n >= hi
		setText(here.Text(), map[bool]string{false: "here", true: "..."}[g.hands.adding == c.ID])
		less.GetWidget().Disabled, more.GetWidget().Disabled = n <= lo, n >= hi
		setText(less.Text(), "-"+short(p.several(class)))
		setText(more.Text(), "+"+short(p.several(class)))
	})
	for i := range c.Tunables {
		t := &c.Tunables[i]
		card.AddChild(p.tuner(tuner{
			name: c.ID + "/" + t.Key, tunable: t,
			now:   func() (float64, bool) { return g.session.Game().Tuning.Tuned(class, t.Key) },
			set:   func(v float64) { g.do(&session.Tune{Class: c.ID, Key: t.Key, Value: v}) },
			reset: func() { g.do(&session.Untune{Class: c.ID, Key: t.Key}) },
		}))
	}
	return card
}

// about returns the description of a class, in two lines at most.
func (p *panel) about(c *systems.Class) string {
	const room = panelWidth - 40
	list := paint.List{Painter: p.game.painter, Unit: float32(p.unit)}
	words := strings.Fields(c.Description)
	line := ""
	for i, w := range words {
		next := strings.TrimPrefix(line+" "+w, " ")
		if list.Fit(next, 12, list.Px(room)) != next {
			return line + "\n" + p.cut(strings.Join(words[i:], " "), 12, room)
		}
		line = next
	}
	return line
}

// hue gives the colour in which a class is drawn, by team while bodies are coloured by state.
func (p *panel) hue(c *systems.Class) color.NRGBA {
	hue, _ := p.game.renderer.colors.Line(c.ID)
	return p.game.shown(hue)
}

// several gives how many bots a click adds or removes: about a tenth of a large class.
func (p *panel) several(class int) int {
	n := p.game.session.World().Count(class)
	if n < 100 {
		return 1
	}
	return int(math.Pow10(int(math.Log10(float64(n))))) / 10
}

// left makes the sidebar of the selected body.
func (p *panel) left() widget.PreferredSizeLocateableWidget {
	g := p.game
	side := p.sidebar(widget.AnchorLayoutPositionStart, g.inspectWide(), false, false, false, false, false, true)
	side.AddChild(p.head())
	p.factsHigh = g.sheetPane.sheetHigh(g.sheetPane.cellsOf())
	p.facts = widget.NewContainer(widget.ContainerOpts.WidgetOpts(widget.WidgetOpts.MinSize(0, p.factsHigh)))
	side.AddChild(p.facts)
	side.AddChild(p.handLine())
	side.AddChild(p.own())
	side.AddChild(p.finder())
	p.tree = widget.NewContainer(
		widget.ContainerOpts.BackgroundImage(fillImage(cardColor)),
		widget.ContainerOpts.WidgetOpts(widget.WidgetOpts.MinSize(0, p.widgets.px(120))),
	)
	side.AddChild(p.tree)
	return side
}

// head makes the name of the selected body and the buttons for it: beside it, or under it
// where it is long.
func (p *panel) head() widget.PreferredSizeLocateableWidget {
	g := p.game
	var beside bool
	p.title, beside = p.titleOf(g.renderer.Selected)
	p.name = p.widgets.text(p.title, 16, successColor)
	box, row := p.widgets.column(4, nil, 0), p.widgets.row(true, true, false)
	if beside {
		row = p.widgets.row(true, false, false, false)
		row.AddChild(p.name)
	} else {
		box.AddChild(p.name)
	}
	row.AddChild(p.button("follow", "Follow", 60, func() { g.follow = !g.follow }), p.button("remove", "Remove", 64, g.removeSelected), p.button("nobody", "X", 26, func() { g.Select(0) }))
	box.AddChild(row)
	return box
}

// titleOf returns the name of a body in one or two lines, and whether it has room beside buttons.
func (p *panel) titleOf(id components.ID) (title string, beside bool) {
	v := p.game.snap.Body(id)
	if v == nil {
		return p.title, true
	}
	list := paint.List{Painter: p.game.painter, Unit: float32(p.unit)}
	wide := float32(p.game.inspectWide())
	if list.Width(v.Name, 16) <= list.Px(wide-210) {
		return v.Name, true
	}
	lines := list.Wrap(v.Name, 16, list.Px(wide-24))
	if len(lines) > 1 {
		rest := strings.TrimPrefix(v.Name, lines[0])
		lines = []string{lines[0], p.cut(strings.TrimSpace(rest), 16, wide-24)}
	}
	return strings.Join(lines, "\n"), false
}

// treeRect returns where the tree and what it logged are drawn.
func (p *panel) treeRect() image.Rectangle {
	return p.tree.GetWidget().Rect.Inset(int(p.game.overlay.Px(6)))
}

// finder makes the row over the tree: a field to search in it, and a button that folds it.
func (p *panel) finder() widget.PreferredSizeLocateableWidget {
	g := p.game
	row := p.widgets.row(true, false)
	p.search = p.widgets.field("search the tree", g.inspect.search, func(text string) { g.inspect.search = strings.TrimSpace(text) })
	p.named["search"] = p.search
	row.AddChild(p.search, p.button("fold", "Fold", 50, g.inspect.foldAll))
	return row
}

// cut shortens a text to so many pixels of a small window.
func (p *panel) cut(s string, size, room float32) string {
	list := paint.List{Painter: p.game.painter, Unit: float32(p.unit)}
	return list.Fit(s, size, list.Px(room))
}

// own makes the sliders for the selected bot alone.
func (p *panel) own() widget.PreferredSizeLocateableWidget {
	g, id := p.game, p.game.renderer.Selected
	box := p.widgets.column(4, nil, 0)
	game := g.session.Game()
	if class := game.World.ClassOf(id); class >= 0 && game.World.Alive(id) {
		c := &game.Setup.Classes[class]
		for i := range c.Tunables {
			if t := &c.Tunables[i]; t.Key == "speedMps" {
				who := session.Who{ID: id}
				box.AddChild(p.tuner(tuner{
					name: "bot/" + t.Key, tunable: t,
					now:   func() (float64, bool) { return g.session.Game().Tuning.TunedBot(id) },
					set:   func(v float64) { g.do(&session.Tune{Bot: &who, Key: t.Key, Value: v}) },
					reset: func() { g.do(&session.Untune{Bot: &who, Key: t.Key}) },
				}))
			}
		}
	}
	return box
}

// mistitled reports whether the selected body has another name than stands over it, or another
// room for it.
func (p *panel) mistitled() bool {
	title, _ := p.titleOf(p.game.renderer.Selected)
	return p.name != nil && title != p.title
}

// update brings the widgets up to date and lets them handle the mouse.
func (p *panel) update() {
	p.game.inspect.ask()
	p.game.sheetPane.sheet = chronicle.NewSheet(p.game.session, &p.game.snap, p.game.renderer.Selected, p.game.journal.Journal)
	if p.tall() || p.unit != p.game.unit() || p.high != p.game.screen.Y || p.lacksCard() || p.mistitled() {
		p.build()
	}
	for _, f := range p.refresh {
		f()
	}
	over := p.game.hotAt(p.game.controls.cursor())
	if !p.game.hidden && (over == nil || !over.over) {
		p.ui.Update()
	}
}

// typing reports whether somebody types into a field.
func (p *panel) typing() bool {
	return p.input != nil && p.input.IsFocused() || p.search != nil && p.search.IsFocused() || p.line != nil && p.line.IsFocused()
}

// stopTyping takes the cursor out of the fields, and empties the one of the tree if it was in
// that.
func (p *panel) stopTyping() {
	if p.search != nil && p.search.IsFocused() {
		p.game.inspect.search = ""
	}
	p.build() // nobody types into new widgets
}

// draw draws the widgets, and the tree and the log into the room for them.
func (p *panel) draw(screen *ebiten.Image) {
	p.ui.Draw(screen)
	g, list := p.game, &p.game.overlay
	list.List.Reset()
	if p.tree != nil {
		r := p.treeRect()
		if len(g.inspect.Nodes()) == 0 {
			list.Text(dimInk, draw.Left, float32(r.Min.X)+list.Px(4), float32(r.Min.Y)+list.Px(18), 13, "has no tree")
		}
		r, under := g.inspect.split(list, r)
		p.list = r
		g.inspect.draw(list, r, g.controls.cursor(), g.screen)
		g.drawBreaks(r)
		g.inspect.drawLog(list, under)
	}
	if p.cards != nil {
		view, all := p.cards.ViewRect(), float32(p.cards.ContentRect().Dy())
		list.Bar(view, float32(p.cards.ScrollTop)*max(all-float32(view.Dy()), 0), all)
	}
	if p.facts != nil {
		g.drawSheet(p.facts.GetWidget().Rect)
	}
	if g.border.lit {
		list.Rect(gripColor, float32(g.inspectWide()*g.unit())-list.Px(2), 0, list.Px(3), float32(screen.Bounds().Dy()))
	}
	if r := p.events.GetWidget().Rect; !r.Empty() {
		g.drawJournal(r)
	}
	g.painter.Paint(screen, list.List.Prims)
}
