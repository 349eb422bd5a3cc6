package window

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ebitenui/ebitenui/input"
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// hand is a person who does what a test says, for the window and its widgets.
type hand struct {
	input.CursorUpdater
	at        image.Point
	left      bool
	wasLeft   bool
	right     bool
	wasRight  bool
	scrolls   float64
	keysHeld  map[ebiten.Key]bool
	keysFresh map[ebiten.Key]bool
	runes     []rune
}

func (h *hand) held(k ebiten.Key) bool    { return h.keysHeld[k] }
func (h *hand) pressed(k ebiten.Key) bool { return h.keysFresh[k] }
func (h *hand) look()                     {}
func (h *hand) typed() []rune             { return h.runes }
func (h *hand) cursor() image.Point       { return h.at }
func (h *hand) wheel() float64            { return h.scrolls }
func (h *hand) button(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && h.left || b == ebiten.MouseButtonRight && h.right
}
func (h *hand) clicked(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && h.left && !h.wasLeft || b == ebiten.MouseButtonRight && h.right && !h.wasRight
}
func (h *hand) released(b ebiten.MouseButton) bool {
	return b == ebiten.MouseButtonLeft && !h.left && h.wasLeft
}

// What follows is for the widgets.
func (h *hand) Update()                                          {}
func (h *hand) AfterUpdate()                                     {}
func (h *hand) Draw(*ebiten.Image)                               {}
func (h *hand) AfterDraw(*ebiten.Image)                          {}
func (h *hand) MouseButtonPressed(b ebiten.MouseButton) bool     { return h.button(b) }
func (h *hand) MouseButtonJustPressed(b ebiten.MouseButton) bool { return h.clicked(b) }
func (h *hand) MouseButtonJustReleased(b ebiten.MouseButton) bool {
	return h.released(b)
}
func (h *hand) CursorPosition() (x, y int)          { return h.at.X, h.at.Y }
func (h *hand) GetCursorImage(string) *ebiten.Image { return nil }
func (h *hand) GetCursorOffset(string) image.Point  { return image.Point{} }

// table is a game with a hand on it and a screen to draw on.
type table struct {
	t    testing.TB
	game *Game
	hand *hand
	img  *ebiten.Image
}

func play(t testing.TB, s *live.Session, w, h int) *table {
	t.Helper()
	brief(t)
	windowtest.Need(t)
	g, err := NewGame(s)
	if err != nil {
		t.Fatal(err)
	}
	return playOn(t, g, w, h)
}

// brief skips a test that draws whole windows where tests are to be short.
func brief(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("whole windows, which take minutes to draw without a graphics card")
	}
}

// playOn is play for a window that is there.
func playOn(t testing.TB, g *Game, w, h int) *table {
	t.Helper()
	brief(t)
	hd := &hand{at: image.Pt(w/2, h/2), keysHeld: map[ebiten.Key]bool{}, keysFresh: map[ebiten.Key]bool{}}
	g.controls = hd
	input.SetCursorUpdater(hd)
	tb := &table{t, g, hd, ebiten.NewImage(w, h)}
	t.Cleanup(func() {
		input.SetCursorUpdater(nil)
		tb.img.Deallocate()
	})
	tb.frames(1) // widgets find their places as they are drawn
	tb.frames(1)
	return tb
}

// resize makes the window another size, as who drags its edge does.
func (tb *table) resize(size image.Point) {
	if tb.img.Bounds().Size() == size {
		return
	}
	tb.img.Deallocate()
	tb.img = ebiten.NewImage(size.X, size.Y)
	tb.frames(2) // widgets find their places as they are drawn
}

// frames plays so many updates and draws a frame after the last: what a screen shows in between
// nobody looks at, and drawing is what takes time.
func (tb *table) frames(n int) {
	tb.t.Helper()
	tb.updates(n)
	tb.game.Draw(tb.img)
	if tb.game.err != nil {
		tb.t.Fatal(tb.game.err)
	}
}

// updates plays without drawing.
func (tb *table) updates(n int) {
	tb.t.Helper()
	for range n {
		if err := tb.game.Update(); err != nil {
			tb.t.Fatal(err)
		}
		tb.hand.wasLeft, tb.hand.wasRight, tb.hand.scrolls = tb.hand.left, tb.hand.right, 0
		clear(tb.hand.keysFresh)
		tb.hand.runes = nil
	}
}

func (tb *table) key(k ebiten.Key) {
	tb.t.Helper()
	tb.hand.keysFresh[k] = true
	tb.frames(1)
}

func (tb *table) click(at image.Point) {
	tb.t.Helper()
	tb.hand.at = at
	tb.frames(2)
	tb.hand.left = true
	tb.frames(2)
	tb.hand.left = false
	tb.frames(1) // a widget takes the focus as it is drawn
	tb.frames(2)
}

// widget returns the middle of one of the panel's.
func (tb *table) widget(name string) image.Point {
	tb.t.Helper()
	w := tb.game.panel.named[name]
	if w == nil {
		tb.t.Fatalf("the panel has no %q", name)
	}
	r := w.GetWidget().Rect
	return r.Min.Add(r.Max).Div(2)
}

func (tb *table) save(name string) *image.RGBA {
	img := windowtest.Pixels(tb.img)
	windowtest.Save(tb.t, name, img)
	return img
}

func TestButtonsPauseStepAndChangeThePace(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 0), 1280, 720)
	s := tb.game.session
	tb.click(tb.widget("pause"))
	if !s.Paused() {
		t.Fatal("the game goes on after a click on Pause")
	}
	was := s.World().Clock().Tick
	tb.frames(10)
	tb.click(tb.widget("step"))
	if now := s.World().Clock().Tick; now != was+1 || !s.Paused() {
		t.Errorf("%d ticks after a click on Step, paused %v", now-was, s.Paused())
	}
	tb.click(tb.widget("faster"))
	if got := tb.game.pace.times(); got != 2 {
		t.Errorf("%g times as fast after a click on faster", got)
	}
	tb.types("<")
	tb.types("<")
	if got := tb.game.pace.times(); got != 0.5 {
		t.Errorf("%g times as fast after two times slower", got)
	}
	tb.key(ebiten.KeySpace)
	if s.Paused() {
		t.Error("the game is paused after Space")
	}
}

func TestPaceFollowsTheClock(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 0), 640, 480)
	was := tb.game.session.World().Clock().Tick
	tb.updates(60)
	if n := tb.game.session.World().Clock().Tick - was; n < 29 || n > 31 {
		t.Errorf("%d ticks in sixty updates at 30 ticks a second", n)
	}
	tb.game.pace.speed = len(speeds) - 1
	was = tb.game.session.World().Clock().Tick
	tb.updates(60)
	if n := tb.game.session.World().Clock().Tick - was; n < 600 {
		t.Errorf("%d ticks in sixty updates at 64 times the speed", n)
	}
}

func TestASliderChangesHowFarABotGoesInTheNextTick(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 0), 1280, 720)
	g := tb.game
	g.togglePause()
	slider := g.panel.named["tag-bot/speedMps"].(*widget.Slider)
	r := slider.GetWidget().Rect
	tb.hand.at = image.Pt(r.Min.X+int(float64(r.Dx())*float64(slider.Current)/float64(slider.Max)), (r.Min.Y+r.Max.Y)/2)
	tb.hand.at.X = min(tb.hand.at.X, r.Max.X-4)
	tb.frames(2)
	tb.hand.left = true
	tb.frames(2)
	tb.hand.at.X = r.Min.X + 2
	tb.frames(3)
	tb.hand.left = false
	tb.frames(3)
	mps, over := g.session.Game().Tuning.Tuned(0, "speedMps")
	if !over || mps > 2 {
		t.Fatalf("speed %g, override %v, after the slider was dragged to its left end", mps, over)
	}
	before := g.session.Snapshot().Bots[10]
	g.stepOnce()
	after := g.session.Snapshot().Bots[10]
	went := math.Hypot(float64(after.X-before.X), float64(after.Y-before.Y)) * 30
	if went > mps+0.01 || went < mps*0.3 {
		t.Errorf("a bot went at %.2f m/s in the next tick, tuned to %g", went, mps)
	}
	tb.click(tb.widget("tag-bot/speedMps/reset"))
	if mps, over := g.session.Game().Tuning.Tuned(0, "speedMps"); over || mps != 8 {
		t.Errorf("speed %g, override %v, after reset", mps, over)
	}
	tb.frames(2)
	if want := scaleOf(&g.session.Scene().Setup.Classes[0].Tunables[0], 8).index(8); slider.Current != want {
		t.Errorf("the slider is at %d after reset, wanted %d", slider.Current, want)
	}
}

func TestPopulationButtonsKeepTheLimits(t *testing.T) {
	tb := play(t, open(t, "bots-vs-humans", 0, 0), 1280, 720)
	w := tb.game.session.World()
	tb.click(tb.widget("hunter/more"))
	if n := w.Count(0); n != 7 {
		t.Errorf("%d hunters after +1 of 6", n)
	}
	for range 9 {
		tb.click(tb.widget("hunter/less"))
	}
	if n := w.Count(0); n != 1 {
		t.Errorf("%d hunters after many times -1, wanted the floor of 1", n)
	}
}

func TestSelecting(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 30), 1280, 720)
	g := tb.game
	g.togglePause()
	tb.frames(1)
	b := g.snap.Bots[9]
	x, y := g.renderer.Camera().Pixel(b.X, b.Y)
	at := image.Pt(int(x), int(y))
	tb.click(at)
	if g.snap.Body(g.renderer.Selected) == nil {
		t.Fatal("nobody is selected after a click on a bot")
	}
	tb.key(ebiten.KeyEscape)
	if g.renderer.Selected != 0 {
		t.Error("somebody is selected after Esc")
	}
	tb.key(ebiten.KeySlash)
	id := g.renderer.Selected
	if id == 0 {
		t.Fatal("nobody is selected after /")
	}
	tb.key(ebiten.KeyTab)
	if g.renderer.Selected != id+1 {
		t.Errorf("%d is selected after Tab from %d", g.renderer.Selected, id)
	}
	g.selectNamed("Tag Bot 7")
	if v := g.snap.Body(g.renderer.Selected); v == nil || v.Name != "Tag Bot 7" {
		t.Errorf("%+v is selected by name", v)
	}
	g.togglePause()
	tb.frames(10)
	seen := 0
	nodes := g.inspect.Nodes()
	for _, n := range nodes {
		if _, asked := g.inspect.Answer(n.ID); asked {
			seen++
		}
	}
	if len(nodes) != 8 || seen < 3 {
		t.Errorf("%d of %d nodes of the tree were asked", seen, len(nodes))
	}
	tb.key(ebiten.KeyL)
	tb.frames(5)
	plot := g.renderer.Plot()
	body := find(g.renderer.bodies, len(g.snap.Bots), g.renderer.Selected)
	px, py := g.renderer.Camera().Pixel(body.X, body.Y)
	if mx, my := middle(plot); math.Hypot(float64(px-mx), float64(py-my)) > 12 {
		t.Errorf("the followed bot is at (%g, %g), not in the middle of %v", px, py, plot)
	}
}

func TestAPlayerJoinsAndSteers(t *testing.T) {
	tb := play(t, open(t, "bots-vs-humans", 0, 0), 1280, 720)
	g := tb.game
	tb.key(ebiten.KeyJ)
	tb.frames(3)
	if len(g.snap.Players) != 1 || g.snap.Players[0].Team != "blue" {
		t.Fatalf("players %+v, wanted one on team blue", g.snap.Players)
	}
	do(t, g.session, &session.Place{Who: session.Who{ID: g.player.id}, At: session.Point(75, 75)})
	was := g.session.Snapshot().Players[0]
	tb.hand.keysHeld[ebiten.KeyD] = true
	tb.frames(20)
	is := g.session.Snapshot().Players[0]
	if is.X <= was.X || is.Y != was.Y {
		t.Errorf("D moved the player from (%g, %g) to (%g, %g)", was.X, was.Y, is.X, is.Y)
	}
	clear(tb.hand.keysHeld)
	tb.hand.right = true
	tb.hand.at = image.Pt(int(g.viewport().Min.X)+40, g.viewport().Max.Y/2)
	tb.frames(10)
	if p := g.session.Snapshot().Players[0]; p.HX >= 0 {
		t.Errorf("the player heads (%g, %g), the mouse is on the left", p.HX, p.HY)
	}
	tb.hand.right = false
	tb.key(ebiten.KeyJ)
	tb.frames(2)
	if len(g.snap.Players) != 0 {
		t.Error("the player is there after leaving")
	}
}

func TestMouseMovesTheCamera(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 0), 1280, 720)
	g := tb.game
	tb.hand.at = image.Pt(300, 300)
	x0, y0 := g.at(tb.hand.at)
	tb.hand.scrolls = 2
	tb.frames(1)
	if x, y := g.at(tb.hand.at); math.Abs(float64(x-x0)) > 0.01 || math.Abs(float64(y-y0)) > 0.01 {
		t.Errorf("(%g, %g) is under the cursor after zooming, (%g, %g) was", x, y, x0, y0)
	}
	tb.hand.left = true
	tb.frames(1)
	tb.hand.at = image.Pt(360, 320)
	tb.frames(1)
	if x, y := g.at(tb.hand.at); math.Abs(float64(x-x0)) > 0.01 || math.Abs(float64(y-y0)) > 0.01 {
		t.Errorf("(%g, %g) is under the cursor after dragging, (%g, %g) was", x, y, x0, y0)
	}
	tb.hand.left = false
	tb.frames(1)
	if g.renderer.Selected != 0 {
		t.Error("a drag selected somebody")
	}
	tb.key(ebiten.KeyF)
	if !fits(g.renderer.layout, g.renderer.field) {
		t.Error("F does not show the whole field")
	}
}

func TestAWindowOfAnySizeIsDrawn(t *testing.T) {
	s := open(t, "tag", 0, 0)
	for _, size := range []image.Point{{1, 1}, {90, 60}, {300, 200}, {480, 360}, {200, 900}} {
		tb := play(t, s, size.X, size.Y)
		tb.game.selectMiddle()
		tb.frames(2)
		tb.game.zoomBy(3, tb.game.middle())
		tb.frames(2)
	}
}

func TestKeysAreLettersWhileSomebodyTypes(t *testing.T) {
	tb := play(t, open(t, "tag", 0, 0), 1280, 720)
	tb.click(tb.widget("find"))
	tb.key(ebiten.KeySpace)
	if !tb.game.panel.typing() || tb.game.session.Paused() {
		t.Errorf("typing %v, paused %v, after a click on the line and Space", tb.game.panel.typing(), tb.game.session.Paused())
	}
	tb.key(ebiten.KeyEscape)
	tb.key(ebiten.KeySpace)
	if !tb.game.session.Paused() {
		t.Error("Space does not pause after Esc")
	}
}

// TestTheWindowAsPictures draws windows to be looked at, and holds them to a
// few things that an eye would miss first.
func TestTheWindowAsPictures(t *testing.T) {
	for _, tt := range []struct {
		name string
		w, h int
		unit float64
		do   func(*table)
	}{
		{"window-plain", 1280, 720, 1, func(*table) {}},
		{"window-selected", 1280, 720, 1, func(tb *table) {
			tb.game.selectNamed("Tag Bot 1")
			tb.game.player.toggle(tb.game)
		}},
		{"window-zoomed", 1280, 720, 1, func(tb *table) {
			tb.game.selectNamed("Tag Bot 5")
			tb.game.zoomBy(4, tb.game.middle())
			tb.game.follow = true
		}},
		{"window-help", 1280, 720, 1, func(tb *table) { tb.game.help = true }},
		{"window-double", 2560, 1440, 2, func(tb *table) { tb.game.selectNamed("Tag Bot 1") }},
		{"window-hidden", 800, 600, 1, func(tb *table) { tb.game.hidden = true }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := play(t, open(t, "tag", 0, 222), tt.w, tt.h)
			tb.game.zoom = tt.unit
			tb.frames(2)
			tt.do(tb)
			tb.updates(30)
			tb.frames(12)
			img := tb.save(tt.name)
			lit := 0
			for x := range tt.w {
				for y := range tt.h {
					if near(img.RGBAAt(x, y), palette.MarkColor) {
						lit++
					}
				}
			}
			if lit < 20 && !tb.game.help {
				t.Errorf("%d pixels are in the colour of who is it", lit)
			}
		})
	}
	for _, name := range []string{"chase", "bots-vs-humans", "siege", "meadow", "crowd"} {
		t.Run(name, func(t *testing.T) {
			tb := play(t, open(t, name, 0, 60), 1280, 720)
			tb.game.selectMiddle()
			tb.frames(8)
			tb.save("window-" + name)
		})
	}
}

// TestANodeUnderTheCursorIsToldWhole points at a row that is too long.
func TestANodeUnderTheCursorIsToldWhole(t *testing.T) {
	tb := play(t, open(t, "siege", 0, 60), 1280, 720)
	tb.game.border.wide = leastInspect
	tb.game.selectNamed("Blue Hauler 1")
	tb.frames(4)
	told := func() (cut, whole bool) {
		for _, prim := range tb.game.overlay.Prims {
			cut = cut || strings.HasPrefix(prim.Str, "di") && strings.HasSuffix(prim.Str, "…")
			whole = whole || strings.HasPrefix(prim.Str, "distance_below") && !strings.HasSuffix(prim.Str, "…")
		}
		return cut, whole
	}
	if cut, whole := told(); !cut || whole {
		t.Fatalf("cut %v, whole %v, before the cursor is there", cut, whole)
	}
	tb.hand.at, _ = tb.row("distance_below")
	tb.frames(2)
	if _, whole := told(); !whole {
		t.Error("the node is not told whole under the cursor")
	}
	tb.save("window-whole")
}

// TestTreesOfEveryKindAsPictures looks at a bot with a tree in each syntax.
func TestTreesOfEveryKindAsPictures(t *testing.T) {
	for name, tree := range map[string]string{
		"tree.yaml": `{ kind: selector, children: [{ kind: sequence, children: [{ kind: state_equals, key: it, value: true }, { kind: chase_nearest }] }, { kind: wander }] }`,
		"tree.bt":   "selector\n{\n\tsequence\n\t{\n\t\taction flee_nearest\n\t\tcondition 1 > 2\n\t}\n\taction wander\n}\n",
		"tree.debt": "<behaviorTree>\n  <sequence>\n    <action name='flee_nearest'/>\n    <action name='wander'/>\n  </sequence>\n</behaviorTree>\n",
		"tree.lua":  "return PriorityNode({\n\tWhileNode(function() return GetTime() < 1 end, \"Early\",\n\t\tHostNode(flee_nearest)),\n\tHostNode(wander),\n}, 0.1)\n",
		"tree.xml":  "<BehaviorTree>\n  <Root>\n    <Sequence>\n      <Wait duration='2'/>\n      <Wander/>\n    </Sequence>\n  </Root>\n</BehaviorTree>\n",
	} {
		t.Run(name, func(t *testing.T) {
			windowtest.Need(t)
			dir := t.TempDir()
			for file, text := range map[string]string{
				"scene.yaml": "name: " + name + "\nbots: [{ id: bot, name: Bot, count: 30, speedMps: 3, initialState: { it: false }, behavior: { file: " + name + " } }]\n",
				name:         tree,
			} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s, err := live.Open(filepath.Join(dir, "scene.yaml"), live.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			tb := play(t, s, 1280, 720)
			tb.game.selectMiddle()
			tb.updates(20)
			tb.frames(4)
			tb.save("window-" + name)
			in := &tb.game.inspect
			nodes := in.Nodes()
			if len(nodes) < 3 {
				t.Errorf("the tree is drawn with %d nodes", len(nodes))
			}
			asked := func(n treedraw.Node) bool { _, ok := in.Answer(n.ID); return ok }
			if !slices.ContainsFunc(nodes, asked) && len(in.told.Nodes) == 0 {
				t.Error("nothing is known of the nodes")
			}
			for _, text := range in.texts {
				if strings.Trim(text, ">- ") != text {
					t.Errorf("%q beside a node repeats how deep it is", text)
				}
			}
		})
	}
}

// TestTheLogOfTheSelectedBot wants its last texts under its tree, the newest as the last line,
// where Drag[en]gine trees have the steps of the last tick.
func TestTheLogOfTheSelectedBot(t *testing.T) {
	for name, c := range map[string]struct {
		tree, title, want string
		most              int // lines
	}{
		"loud.xml":  {`<BehaviorTree><Root><Loop><Sequence><Log message="high"/><Log message="low"/><Wait duration="0.1"/></Sequence></Loop></Root></BehaviorTree>`, "Log", "low (1)", 20},
		"mute.xml":  {`<BehaviorTree><Root><Halt/></Root></BehaviorTree>`, "", "", 0},
		"duck.debt": {`<behaviorTree><sequence id='pond'><action id='.swim' name='wander'/></sequence></behaviorTree>`, "Steps", "pond", 20},
	} {
		t.Run(name, func(t *testing.T) {
			windowtest.Need(t)
			dir := t.TempDir()
			scene := "name: Log\nbots: [{ id: bot, name: Bot, count: 3, speedMps: 3, behavior: { file: " + name + " } }]\n"
			for file, text := range map[string]string{"scene.yaml": scene, name: c.tree} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s, err := live.Open(filepath.Join(dir, "scene.yaml"), live.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			tb := play(t, s, 1280, 720)
			tb.game.selectNamed("Bot 2")
			tb.updates(120)
			tb.frames(4)
			tb.save("window-" + name)
			r, lines, last := tb.game.panel.tree.GetWidget().Rect, 0, ""
			titled := c.title == ""
			for _, p := range tb.game.overlay.Prims {
				if p.Str == "" || !image.Pt(int(p.X), int(p.Y)).In(r) {
					continue
				}
				if p.Str == c.title {
					titled, lines, last = true, 0, ""
				} else {
					lines, last = lines+1, p.Str
				}
			}
			if !titled || c.title != "" && (lines == 0 || lines > c.most || !strings.Contains(last, c.want)) {
				t.Errorf("titled %v, %d lines, the last %q, wanted %q", titled, lines, last, c.want)
			}
		})
	}
}

// types presses keys that type something.
func (tb *table) types(s string) {
	tb.t.Helper()
	tb.hand.runes = []rune(s)
	tb.frames(1)
}
