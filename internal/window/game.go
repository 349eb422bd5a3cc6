package window

import (
	"fmt"
	"image"
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/session"
)

// Game is a session in a window, with its panel: an ebiten.Game.
type Game struct {
	// OnUpdate, where set, is called at the beginning of each update, for
	// programs that feed the game from elsewhere.
	OnUpdate func(*Game) error
	// OnRestart, where set, starts the game again from its files, with the same seed, and
	// gives it to Play.
	OnRestart func(*Game) error
	// OnWrite, where set, writes numbers that were tuned to the scene's file.
	OnWrite func(*Game, []scenes.Number) error
	// OnPicture, where set, keeps a picture of the window that a person asked for, and says
	// where.
	OnPicture func(*Game, image.Image) (where string, err error)
	// Recorder, where set, is called after every tick.
	Recorder Recorder
	// Size is the window's first size, in the units of the display, unless it is
	// Fullscreen.
	Size       image.Point
	Fullscreen bool

	frame
	banner    banner
	fieldMap  fieldMap
	sheetPane sheetPane
	panel     *panel
	player    player
	rounds    rounds
	breaks    inspect.Breakpoints
	lookOn    bool              // the end of the match has been seen
	held      func(image.Point) // a hot part that is held by the mouse
	game      *systems.Game     // the session's, which is another one after it went back
	alpha     float64
	source    sourcePane
	hands     hands
	helps     []helpRow // where the keys are in the help
	drag      drag
	shoot     bool // the next frame is the picture that a person asked for
	way       int  // of colouring, among those of the palette
	err       error
}

// frame holds what the parts of the window share: the session, what of it is shown, and where
// on the screen the parts are.
type frame struct {
	session  *live.Session
	snap     session.Snapshot
	renderer *Renderer
	painter  *paint.Painter
	controls controls
	overlay  paint.List
	hots     []hot // of the last frame
	updates  int
	pace     pace
	search   search
	timeline timeline
	charts   charts
	journal  journalPane
	inspect  inspector
	rebound  map[string]stroke // by the name of a binding

	scale  float64 // of the display
	zoom   float64 // of text and panel, by the person
	screen image.Point
	border border
	drawer drawer
	follow bool // the camera follows the selected body
	help   bool
	light  bool
	hidden bool // the panel is
}

// Recorder records the world after each tick, for example as a film.
type Recorder interface {
	Add(s *live.Session) error
}

// Sizes of the window's parts at a unit of 1, in pixels.
const (
	panelWidth   = 300
	inspectWidth = 380 // at first
	leastInspect = 220
)

// NewGame makes a window for a session, to be run by Run or by Ebiten. The game steps
// the session; commands from elsewhere are given in OnUpdate.
func NewGame(s *live.Session) (*Game, error) {
	p, err := paint.NewPainter()
	if err != nil {
		return nil, err
	}
	g := &Game{frame: frame{painter: p, controls: &devices{}, pace: newPace(), scale: 1, zoom: 1}, Size: image.Pt(windowWidth, windowHeight)}
	g.journal.frame, g.charts.frame, g.banner.frame, g.fieldMap.frame, g.sheetPane.frame = &g.frame, &g.frame, &g.frame, &g.frame, &g.frame
	g.border.wide = inspectWidth
	g.overlay.Painter, g.overlay.Theme = p, paint.ThemeOf(false)
	wear(false)
	g.Play(s)
	return g, nil
}

// Play goes on with another session. It does not close the former one.
func (g *Game) Play(s *live.Session) {
	r := newRenderer(s.Scene(), g.painter)
	r.lines, r.endless = g.captions, func() bool { return systems.Asleep(s.Game()) }
	if old := g.renderer; old != nil {
		r.Trails, r.Light, r.Hide, r.Sight = old.Trails, old.Light, old.Hide, old.Sight
		old.trails.drop()
	}
	g.session, g.renderer, g.game = s, r, s.Game()
	g.rounds, g.banner.hand = rounds{}, ""
	g.player, g.follow, g.way, g.timeline, g.lookOn, g.source = player{}, false, 0, timeline{}, false, sourcePane{}
	g.journal, g.search, g.charts, g.banner.stands, g.banner.header = newJournalPane(&g.journal, s), search{}, charts{frame: &g.frame, open: g.charts.open}, nil, header{}
	g.breaks = inspect.Breakpoints{} // they were of the other session's trees
	g.breaks.Use(chronicle.Minds(s.Game()))
	clear(g.inspect.folded)
	g.Select(0)
	g.capture(s)
	g.charts.Add(&g.snap, chronicle.Unknown)
	g.Refresh()
}

// Refresh makes the panel again. Call it when the session's scene has changed.
func (g *Game) Refresh() {
	if g.panel != nil {
		g.panel.build()
	}
}

// capture takes the snapshot that is shown from now on.
func (fr *frame) capture(s *live.Session) { s.SnapshotInto(&fr.snap) }

// Session returns the session that is played.
func (fr *frame) Session() *live.Session { return fr.session }

// Renderer draws the field.
func (fr *frame) Renderer() *Renderer { return fr.renderer }

// Snapshot returns the world that is shown. It is good until the next update.
func (fr *frame) Snapshot() *session.Snapshot { return &fr.snap }

// Log shows a line among the events.
func (fr *frame) Log(format string, args ...any) {
	fr.journal.say(fr.snap.Tick, fr.snap.Time, fmt.Sprintf(format, args...))
}

// unit returns the size of text and panel; 1 is right for a small window.
func (fr *frame) unit() float64 { return fr.scale * fr.zoom }

// Layout is called by Ebiten, in units that LayoutF replaces.
func (g *Game) Layout(w, h int) (width, height int) { return w, h }

// LayoutF is called by Ebiten. It draws at the full resolution of the display.
func (g *Game) LayoutF(w, h float64) (width, height float64) {
	g.scale = ebiten.Monitor().DeviceScaleFactor()
	return math.Ceil(w * g.scale), math.Ceil(h * g.scale)
}

// Update is called by Ebiten sixty times a second.
func (g *Game) Update() error {
	if g.OnUpdate != nil {
		if err := g.OnUpdate(g); err != nil {
			return err
		}
	}
	if g.panel == nil {
		g.panel = newPanel(g)
	}
	if g.err != nil {
		return g.err
	}
	g.controls.look()
	g.panel.update()
	switch {
	case !g.panel.typing():
		g.keys()
	case g.controls.pressed(ebiten.KeyEscape):
		g.panel.stopTyping()
	}
	g.mouse()
	g.player.steer(g)
	g.walk()
	g.runOn()
	if g.alpha = 1; !g.still() && !g.search.on {
		g.pace.run(1/float64(ebiten.TPS()), g.rate(), g.step)
		g.alpha = g.pace.due
	}
	g.capture(g.session)
	g.goOn()
	g.timeline.look(g.session)
	g.banner.stand()
	if g.updates++; g.updates%alarmsEvery == 0 {
		g.journal.ring()
	}
	return g.err
}

func (fr *frame) rate() float64 { return fr.session.Scene().Setup.TickRate }

// step plays one tick: a new one, or again one of the past.
func (g *Game) step() {
	if g.still() && !g.search.on {
		return // it was stopped in the middle of an update
	}
	g.inspect.beginTick(g.game)
	again, start := g.Past(), time.Now()
	g.session.Step()
	if again {
		g.turnToGame()
	} else {
		g.charts.Tick(g.session, &g.snap, time.Since(start), g.renderer.Selected)
	}
	if again {
		return // it was noted when it was new
	}
	g.halt()
	g.breakAt()
	if g.Recorder != nil && g.err == nil && !again {
		g.err = g.Recorder.Add(g.session)
	}
}

// stepOnce plays one tick of a paused game.
func (g *Game) stepOnce() {
	if g.Past() {
		g.seekBy(1)
		return
	}
	if !g.session.Paused() {
		g.do(&session.Pause{})
	}
	_ = g.session.Do(&session.Resume{}) // it is paused
	g.step()
	if !g.session.Paused() {
		g.do(&session.Pause{})
	}
}

// do carries a command out, reports its error or note in the log, and tells whether it
// was done. In the past it asks first, and does it later.
func (g *Game) do(c session.Command) bool {
	if !g.present(func() { g.do(c) }) {
		return false
	}
	if err := g.session.Do(c); err != nil {
		return false // and the journal tells
	}
	if note := c.Answer().Note; note != "" {
		g.Log("%s", note)
	}
	return true
}

// Select shows the name, state and tree of a bot or player. Id 0 selects nobody.
func (g *Game) Select(id components.ID) {
	g.renderer.Selected = id
	if id == 0 {
		g.follow = false
	}
	g.inspect.turnTo(g.session.Game(), id)
	g.recall()
	g.hands.edit = ""
	clear(g.sheetPane.wideCells)
	g.Refresh()
}

// SelectNamed selects a bot or player by its name.
func (g *Game) SelectNamed(name string) error {
	id, many := g.session.Game().ByName(name)
	if many == 0 {
		return chronicle.Nobody(g.session.Game(), name)
	}
	g.Select(id)
	return nil
}

// selectNamed is SelectNamed for a person, who is told.
func (g *Game) selectNamed(name string) {
	if err := g.SelectNamed(name); err != nil {
		g.Log("%v", err)
	}
}

// viewport returns the part of the screen that shows the field.
func (fr *frame) viewport() image.Rectangle {
	r := image.Rectangle{Max: fr.screen}
	r.Max.Y -= fr.stripRoom()
	if fr.hidden || fr.drawer.narrow {
		return r
	}
	r.Max.X -= int(panelWidth * fr.unit())
	if fr.renderer.Selected != 0 {
		r.Min.X += int(fr.inspectWide() * fr.unit())
	}
	return r
}

// Draw is called by Ebiten for each frame.
func (g *Game) Draw(screen *ebiten.Image) {
	g.screen = screen.Bounds().Size()
	g.fold()
	view := g.viewport()
	g.hots = g.hots[:0]
	smallest := int(160 * g.unit())
	roomy := view.Dx() >= smallest && view.Dy() >= smallest
	if !roomy {
		view = image.Rectangle{Max: g.screen}
	}
	g.renderer.Unit = g.unit()
	if g.follow {
		g.center(g.renderer.Selected)
	}
	g.overlay.Unit = float32(g.unit())
	g.overlay.Reset()
	g.banner.measure(view)
	if err := g.renderer.Draw(screen.SubImage(view).(*ebiten.Image), &g.snap, g.alpha); err != nil {
		// A window can be made so small that nothing fits; it can be made larger.
		screen.Fill(panelColor)
		g.overlay.Text(brightInk, draw.Left, g.overlay.Px(6), g.overlay.Px(16), 12, "too small")
		g.painter.Paint(screen, g.overlay.Prims)
		return
	}
	g.banner.drawStanding(view)
	g.fieldMap.minimap(view)
	if under := image.Rect(view.Min.X, view.Max.Y, view.Max.X, g.screen.Y); roomy && !under.Empty() {
		if g.drawer.narrow {
			menu := under
			menu.Min.Y, under.Max.Y = menu.Max.Y-g.menuRoom(), menu.Max.Y-g.menuRoom()
			g.drawMenu(menu)
		}
		if g.timeline.kept {
			g.drawTimeline(under)
		}
	}
	if g.drawer.narrow && !g.hidden {
		g.hots = append(g.hots, hot{name: "drawer", r: g.drawerAt()})
	}
	free := g.drawAlarms(view)
	g.drawEnd(free)
	g.drawQuestion(free)
	g.painter.Paint(screen, g.overlay.Prims)
	if g.panel != nil && !g.hidden {
		g.panel.draw(screen)
	}
	if g.source.lines != nil {
		g.overlay.Reset()
		g.source.draw(&g.overlay, view)
		g.painter.Paint(screen, g.overlay.Prims)
	}
	if g.hands.busy() {
		g.overlay.Reset()
		g.drawHands()
		g.painter.Paint(screen, g.overlay.Prims)
	}
	if g.help {
		g.drawHelp(screen)
	}
	g.takePicture(screen)
}

// captions tells how many are there, in a line, and how time goes if not as usual.
func (g *Game) captions(line string) []string {
	switch {
	case g.Past():
		line += "  -  " + g.pastCaption()
	case g.session.Paused():
		line += "  -  paused"
	case g.pace.behind:
		line += "  -  as fast as this machine goes"
	case g.pace.times() != 1:
		line += fmt.Sprintf("  -  %g times as fast", g.pace.times())
	}
	g.banner.flow()
	return append([]string{line}, make([]string, g.banner.header.lines)...) // which drawStanding fills
}

// center moves the camera to a body.
func (fr *frame) center(id components.ID) {
	v := fr.snap.Body(id)
	if v == nil {
		fr.follow = false
		return
	}
	r := fr.renderer
	b := find(r.bodies, min(len(fr.snap.Bots), len(r.bodies)), id)
	x, y := v.X, v.Y
	if b != nil {
		x, y = b.X, b.Y // where it was drawn
	}
	r.SetCamera(r.Camera().Center(x, y, r.Plot()))
}

// fit shows the whole field.
func (fr *frame) fit() {
	fr.follow = false
	fr.renderer.SetCamera(draw.Fit(fr.renderer.field, fr.renderer.Plot()))
}
