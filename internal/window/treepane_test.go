package window

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/window/paint"
	"github.com/thicket-sim/thicket/session"
)

// selected returns a window of a scene with a bot selected.
func selected(t *testing.T, scene, bot string, ticks, w, h int) *table {
	t.Helper()
	tb := play(t, open(t, scene, 0, ticks), w, h)
	tb.game.selectNamed(bot)
	if tb.game.renderer.Selected == 0 {
		t.Fatalf("%s has no %s", scene, bot)
	}
	tb.frames(4)
	return tb
}

// row returns a point of the row of the first node with a text, or false where it has none.
func (tb *table) row(text string) (at image.Point, ok bool) {
	n, p := &tb.game.inspect, &tb.game.overlay
	for i, at := range n.rows() {
		w := &n.Nodes()[at]
		if strings.Contains(w.Kind+" "+w.Detail, text) {
			y := float32(tb.game.panel.list.Min.Y) + (float32(i)+0.5)*p.Px(paint.RowHigh) - n.top
			return image.Pt(int(p.RowLeft(w.Depth, tb.game.panel.list)+p.Px(paint.RowFold/2)), int(y)), true
		}
	}
	return image.Point{}, false
}

// texts returns the texts that were drawn into a rectangle of the panel.
func (tb *table) texts(r image.Rectangle) (all []string) {
	for _, p := range tb.game.overlay.Prims {
		if p.Kind == draw.Text && p.Str != "" && image.Pt(int(p.X), int(p.Y)).In(r) {
			all = append(all, p.Str)
		}
	}
	return all
}

func TestTheBorderOfTheTreeIsDragged(t *testing.T) {
	tb := selected(t, "skirmish", "Ivory Soldier 1", 60, 1280, 720)
	cut := func() (n int) {
		tb.frames(3)
		for _, s := range tb.texts(tb.game.panel.list) {
			if strings.HasSuffix(s, "…") {
				n++
			}
		}
		return n
	}
	before, left := cut(), tb.game.viewport().Min.X
	if before < 3 || left != inspectWidth {
		t.Fatalf("%d rows are cut at a width of %d", before, left)
	}
	camera := tb.game.renderer.Camera()
	tb.hand.at = image.Pt(left+1, 400)
	tb.frames(1)
	tb.hand.left = true
	tb.frames(1)
	tb.hand.at.X = 600
	tb.frames(2)
	tb.hand.left = false
	tb.frames(2)
	if got := tb.game.viewport().Min.X; got != 600 {
		t.Errorf("the border is at %d, wanted 600", got)
	}
	if after := cut(); after >= before {
		t.Errorf("%d rows are cut, %d before", after, before)
	}
	if tb.game.renderer.Camera().Scale >= camera.Scale {
		t.Error("the field did not get smaller")
	}
	tb.hand.at.X, tb.hand.left = 300, true
	tb.frames(2)
	tb.hand.left = false
	tb.frames(1)
	if got := tb.game.viewport().Min.X; got != 600 {
		t.Errorf("a press beside the border moved it to %d", got)
	}
}

// What answers rest on stands behind the nodes, takes no node's name away, and is whole in a
// wide pane.
func TestTheTreeShowsReasons(t *testing.T) {
	tb := selected(t, "siege", "Blue Hauler 1", 60, 1920, 1080)
	reasons := func() (all []string, cut int) {
		tb.frames(3)
		for _, s := range tb.texts(tb.game.panel.list) {
			if strings.HasPrefix(s, paint.WhySign) {
				all = append(all, s)
				if strings.HasSuffix(s, "…") {
					cut++
				}
			}
		}
		return all, cut
	}
	narrow, _ := reasons()
	for _, name := range []string{"distance_below", "room_below", "take", "move_to_item"} {
		if !slices.ContainsFunc(tb.texts(tb.game.panel.list), func(s string) bool { return strings.HasPrefix(s, name[:4]) }) {
			t.Errorf("no %s in %q", name, tb.texts(tb.game.panel.list))
		}
	}
	tb.hand.at = image.Pt(tb.game.viewport().Min.X+1, 400)
	tb.frames(1)
	tb.hand.left = true
	tb.frames(1)
	tb.hand.at.X = 1200
	tb.frames(2)
	tb.hand.left = false
	wide, cut := reasons()
	if len(wide) < 4 || cut > 0 || len(wide) < len(narrow) {
		t.Errorf("%d reasons in a wide pane, %d of them cut: %q; in a narrow one %q", len(wide), cut, wide, narrow)
	}
	if !slices.ContainsFunc(wide, func(s string) bool { return strings.HasPrefix(s, paint.WhySign+"room for items: ") }) {
		t.Errorf("no reason of room_below in %q", wide)
	}
}

func TestNodesFold(t *testing.T) {
	tb := selected(t, "skirmish", "Ivory Soldier 1", 60, 1280, 720)
	n := &tb.game.inspect
	whole := len(n.rows())
	at, _ := tb.row("unstick")
	tb.click(at)
	if _, ok := tb.row("resetStuckTime"); ok || len(n.rows()) >= whole {
		t.Errorf("%d of %d rows with a node folded", len(n.rows()), whole)
	}
	tb.game.selectNamed("Ivory Soldier 2") // has the same tree
	tb.frames(2)
	if _, ok := tb.row("resetStuckTime"); ok {
		t.Error("the tree of a mate is not folded")
	}
	tb.click(at)
	if len(n.rows()) != whole {
		t.Errorf("%d of %d rows unfolded", len(n.rows()), whole)
	}
	tb.click(tb.widget("fold"))
	if folded := len(n.rows()); folded >= whole/2 {
		t.Errorf("%d of %d rows with all folded", folded, whole)
	}
	tb.click(tb.widget("fold"))
	if len(n.rows()) != whole {
		t.Errorf("%d of %d rows with all unfolded", len(n.rows()), whole)
	}
}

// Folds stay when a number of the tree is tuned.
func TestFoldsStayWhereANumberIsTuned(t *testing.T) {
	s := start(t, "bots: [{ id: hare, name: Hare, count: 3, behavior: { kind: selector, children: [{ kind: sequence, children: [{ kind: action, name: roam, args: { every: 4 } }] }, { kind: wander }] }, tunable: [{ key: tree.roam.every, min: 1, max: 20 }] }]\n")
	tb := play(t, s, 1280, 720)
	tb.game.selectNamed("Hare 1")
	tb.frames(2)
	n := &tb.game.inspect
	whole := len(n.rows())
	at, ok := tb.row("sequence")
	if !ok {
		t.Fatal("no such row")
	}
	tb.click(at)
	folded := len(n.rows())
	if folded >= whole {
		t.Fatalf("%d of %d rows with a node folded", folded, whole)
	}
	if err := s.Do(&session.Tune{Class: "hare", Key: "tree.roam.every", Value: 13}); err != nil {
		t.Fatal(err)
	}
	tb.frames(4)
	if len(n.rows()) != folded {
		t.Errorf("%d rows with another number, wanted %d as before", len(n.rows()), folded)
	}
	tb.click(at)
	if len(n.rows()) != whole {
		t.Errorf("%d of %d rows unfolded", len(n.rows()), whole)
	}
}

func TestSearchingTheTree(t *testing.T) {
	tb := selected(t, "skirmish", "Ivory Soldier 1", 60, 1280, 720)
	n := &tb.game.inspect
	whole := len(n.rows())
	tb.game.panel.search.SetText("MOVEINDIR")
	tb.frames(2)
	rows := n.rows()
	found := 0
	for _, i := range rows {
		if w := &n.Nodes()[i]; strings.Contains(w.Detail, "moveInDir") {
			found++
		} else if len(w.Children) == 0 {
			t.Errorf("%s %s is shown", w.Kind, w.Detail)
		}
	}
	if found < 3 || len(rows) >= whole || rows[0] != 0 {
		t.Errorf("%d found in %d of %d rows, the first is node %d", found, len(rows), whole, rows[0])
	}
	tb.click(tb.widget("search"))
	tb.key(ebiten.KeyEscape)
	if len(n.rows()) != whole {
		t.Errorf("%d of %d rows after Esc", len(n.rows()), whole)
	}
}

// A click on a node opens its file with its line lit, and another file where that is another
// one's; the wheel over the source scrolls it and does not zoom.
func TestAClickOpensTheSource(t *testing.T) {
	tb := selected(t, "skirmish", "Ivory Soldier 1", 60, 1280, 720)
	g := tb.game
	for _, c := range []struct{ node, file, line string }{{"resetStuckTime", "unstick.bt", "resetStuckTime"}, {"behavior soldier", "soldier.bt", "{"}} {
		at, ok := tb.row(c.node)
		if !ok {
			t.Fatalf("no row with %s", c.node)
		}
		tb.click(at.Add(image.Pt(60, 0)))
		s := &g.source
		if !strings.HasSuffix(s.file, c.file) || s.lit < 1 || s.lit > len(s.lines) || !strings.Contains(s.lines[s.lit-1], c.line) && c.line != "{" {
			t.Fatalf("%s: %s:%d of %d lines", c.node, s.file, s.lit, len(s.lines))
		}
		lit := 0
		for _, p := range g.overlay.Prims {
			if p.Kind == draw.Rect && p.Color == hoverColor {
				lit++
			}
		}
		if lit != 1 {
			t.Errorf("%s: %d lines are lit", c.node, lit)
		}
		tb.save("source-" + c.file)
	}
	camera, top := g.renderer.Camera(), g.source.top
	tb.hand.at, tb.hand.scrolls = g.source.at.Min.Add(image.Pt(50, 60)), -2
	tb.frames(1)
	if g.source.top != top+6 || g.renderer.Camera() != camera {
		t.Errorf("line %d is on top, %d before", g.source.top, top)
	}
	tb.key(ebiten.KeyEscape)
	if g.source.lines != nil || g.renderer.Selected == 0 {
		t.Error("Esc did not close the source alone")
	}
}

// Each row says in which share of the last seconds its node ran.
func TestSharesOfNodes(t *testing.T) {
	tb := selected(t, "tag", "Tag Bot 3", 3, 1280, 720)
	tb.updates(120)
	tb.frames(1)
	if !slices.Contains(tb.texts(tb.game.panel.list), "100%") {
		t.Errorf("no node ran in every tick: %q", tb.texts(tb.game.panel.list))
	}
	root := &tb.game.inspect.Nodes()[0]
	if share := tb.game.inspect.classShare(root); share != 1 {
		t.Errorf("the root ran in %g of the looks at its class", share)
	}
	amber := 0
	for _, p := range tb.game.overlay.Prims {
		if p.Kind == draw.Rect && p.Color == pastColor {
			amber++
		}
	}
	if amber < 2 {
		t.Errorf("%d bars of shares of the class", amber)
	}
	if share := tb.game.inspect.share(root); share != 1 {
		t.Errorf("the root ran in %g of the ticks", share)
	}
	tb.game.selectNamed("Tag Bot 4")
	if share := tb.game.inspect.share(&tb.game.inspect.Nodes()[0]); share != 0 {
		t.Error("the shares of another bot are kept")
	}
}

// Every composite of the shipped trees has a sign that is its own, in all dialects, and no
// kind stands beside a sign that says it where there is something else to tell.
func TestSignsOfAllDialects(t *testing.T) {
	for scene, want := range map[string][]treedraw.Sign{
		"tag":      {treedraw.Selector, treedraw.Sequence, treedraw.Action},
		"skirmish": {treedraw.Selector, treedraw.Sequence, treedraw.Condition, treedraw.Action, treedraw.Decorator},
		"monsters": {treedraw.Selector, treedraw.Sequence, treedraw.Decorator},
		"camp":     {treedraw.Selector, treedraw.Parallel, treedraw.Condition, treedraw.Sequence},
		"cowardly": {treedraw.Selector, treedraw.Action},
	} {
		s := open(t, scene, 0, 0)
		seen := map[treedraw.Sign]bool{}
		for i := range s.Scene().Setup.Classes {
			if p := s.Scene().Setup.Classes[i].Program; p != nil {
				for _, n := range treedraw.Of(p).Nodes {
					seen[n.Sign()] = true
					if title, rest := n.Title(); title == "" || title == rest {
						t.Errorf("%s: %s %s has the title %q beside %q", scene, n.Kind, n.Detail, title, rest)
					}
				}
			}
		}
		for _, sign := range want {
			if !seen[sign] {
				t.Errorf("%s has no %v: %v", scene, sign, seen)
			}
		}
	}
}
