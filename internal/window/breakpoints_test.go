package window

import (
	"image"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/session"
)

// nodeNamed returns the row of a node of the selected bot's tree, on the screen, and its place
// among the nodes.
func (tb *table) nodeNamed(kind string) (at image.Point, index int) {
	tb.t.Helper()
	g := tb.game
	for i, n := range g.inspect.rows() {
		if w := &g.inspect.Nodes()[n]; strings.HasPrefix(firstOf(w.Title()), kind) {
			r := g.panel.list
			return image.Pt(r.Max.X-80, r.Min.Y+int((float64(i)+0.5)*paint.RowHigh)), n
		}
	}
	tb.t.Fatalf("the tree has no %q", kind)
	return at, 0
}

func (tb *table) rightClick(at image.Point) {
	tb.t.Helper()
	tb.hand.at = at
	tb.frames(1)
	tb.hand.right = true
	tb.frames(1)
	tb.hand.right = false
	tb.frames(1)
}

// runUntilStill plays until time stands still.
func (tb *table) runUntilStill() (tick int64) {
	tb.t.Helper()
	for range 600 {
		if tb.updates(1); tb.game.still() {
			return tb.game.session.World().Clock().Tick
		}
	}
	tb.t.Fatal("time goes on")
	return 0
}

// A right click on a node makes time stand still in the tick in which this bot evaluates it; a
// second one in that in which any of its class does; a third one lets time go on.
func TestANodeThatSomebodyWaitsForStopsTime(t *testing.T) {
	tb := play(t, remembered(t, "siege", 100), 1280, 720)
	g := tb.game
	g.selectNamed("Red Soldier 5")
	g.togglePause()
	g.stepOnce()
	tb.frames(3)
	if s := g.journal.Count(1<<session.Refused, -1, 1<<40); s != 0 {
		t.Errorf("%d commands were refused", s)
	}
	at, index := tb.nodeNamed("fight")
	node := g.inspect.Nodes()[index].ID
	tb.rightClick(at)
	tb.rightClick(at)
	if all := g.breaks.List(); len(all) != 1 || all[0].Bot != 0 {
		t.Fatalf("breakpoints %+v after two right clicks on a node", all)
	}
	tb.save("breakpoint")
	g.pace.speed = 5
	g.togglePause()
	tick, first := tb.runUntilStill(), g.renderer.Selected
	if b := g.snap.Body(first); b == nil || b.Class != "red-soldier" || b.Action != "fight" || !g.session.Paused() {
		t.Errorf("time stands still at tick %d for %+v", tick, b)
	}
	tb.frames(2)
	if !strings.Contains(tb.lines(), "has come to siege.yaml:") {
		t.Errorf("nothing says why:\n%s", tb.lines())
	}
	at, _ = tb.nodeNamed("fight")
	tb.rightClick(at)
	if n := len(g.breaks.List()); n != 0 {
		t.Fatalf("%d breakpoints after the third click", n)
	}

	g.togglePause()   // so that the present goes on when the past has come to it
	g.seek(tick - 60) // in the past, for one that was not the first
	tb.arrive()
	g.selectNamed("Red Soldier 5")
	if g.renderer.Selected == first {
		g.selectNamed("Red Soldier 6")
	}
	me := g.renderer.Selected
	tb.frames(3)
	at, _ = tb.nodeNamed("fight")
	tb.rightClick(at)
	g.timeline.still = false
	own := tb.runUntilStill()
	if _, asked := g.inspect.Answer(node); !asked || own < tick || g.renderer.Selected != me {
		t.Errorf("time stands still at tick %d for %d, asked %v; wanted %d, and not before %d", own, g.renderer.Selected, asked, me, tick)
	}
}

func firstOf(a, _ string) string { return a }
