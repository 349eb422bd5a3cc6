package panel

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/mind"
)

func TestMain(m *testing.M) { windowtest.Main(m) }

// guard returns a view as minds give it, with a tree of n patrols below a fight.
func guard(n int) *mind.View {
	v := &mind.View{Name: "Guard with a name that is rather long", Tree: "ai/castle/guard.bt", Turns: 1042, Time: 17.5}
	add := func(depth int, kind, detail, role, answer string, why ...string) {
		v.Rows = append(v.Rows, mind.Row{Node: len(v.Rows), Depth: depth, Kind: kind, Detail: detail, Role: role, Answer: answer, Why: why,
			At: fmt.Sprintf("ai/castle/guard.bt:%d:2", len(v.Rows)+1), Ran: float64(len(answer)) / 10})
	}
	add(0, "behavior", "guard", "composite", "running")
	add(1, "selector", "", "composite", "running")
	add(2, "condition", "SeesFoe && Armour > 35", "condition", "failure", "SeesFoe: no", "Armour: 35.0000001 > 35 and a reason that goes on")
	add(3, "sequence", "", "composite", "")
	add(4, "action", "Aim", "action", "")
	add(4, "action", "Fire", "action", "")
	for i := range n {
		add(2, "action", fmt.Sprintf("Patrol( %d )", i), "action", []string{"failure", "running", "success"}[i%3])
	}
	for i := range 20 {
		v.Log = append(v.Log, fmt.Sprintf("event %d: heard steps behind the door of the northern tower", i))
	}
	for i := range 8 {
		v.Deeds = append(v.Deeds, mind.Deed{Action: []string{"Patrol", "FireAtTheNearestOfAllEnemies", ""}[i%3], Since: float64(2 * i), Turns: int64(i + 1)})
	}
	return v
}

// hand is a person at a panel.
type hand struct {
	t     *testing.T
	panel *Panel
	view  *mind.View
	in    image.Rectangle
	input Input
	used  bool
}

func at(t *testing.T, v *mind.View, w, h int) *hand {
	p := &hand{t: t, panel: &Panel{}, view: v, in: image.Rect(30, 20, 30+w, 20+h)}
	p.panel.Read = func() Input { return p.input }
	p.input.Cursor = p.in.Min.Add(image.Pt(40, h-40))
	p.update()
	return p
}

// update does what the input says, once.
func (p *hand) update() {
	p.used = p.panel.Update(p.view, p.in)
	p.input.Typed, p.input.Keys, p.input.Wheel = nil, nil, 0
}

func (p *hand) press(keys ...ebiten.Key) { p.input.Keys = keys; p.update() }
func (p *hand) typed(s string)           { p.input.Typed = []rune(s); p.update() }

func (p *hand) click(x, y int) {
	p.input.Cursor, p.input.Pressed = image.Pt(x, y), true
	p.update()
	p.input.Pressed = false
	p.update()
}

// middle of a rectangle.
func middle(r image.Rectangle) (x, y int) { return (r.Min.X + r.Max.X) / 2, (r.Min.Y + r.Max.Y) / 2 }

func (p *hand) geometry() geometry { return p.panel.place(p.in) }

// rows are the titles of the rows that have room, from the top.
func (p *hand) rows() (all []string) {
	g := p.geometry()
	first := int(p.panel.tops[treeSection])
	for line := range min(p.panel.fits(&g, treeSection), len(p.panel.seen)-first) {
		row, _ := p.panel.rowOf(p.view, p.panel.seen[first+line], "")
		all = append(all, row.Title)
	}
	return all
}

// row clicks on the row with a title.
func (p *hand) row(title string) {
	p.t.Helper()
	i := slices.Index(p.rows(), title)
	if i < 0 {
		p.t.Fatalf("no row %q in %q", title, p.rows())
	}
	g := p.geometry()
	p.click(g.list[treeSection].Min.X+60, g.list[treeSection].Min.Y+int((float64(i)+0.5)*p.panel.lineOf(treeSection)))
}

func TestNodesFold(t *testing.T) {
	t.Parallel()
	p := at(t, guard(2), 400, 600)
	all := p.rows()
	if len(all) != 8 {
		t.Fatalf("rows %q", all)
	}
	p.row("sequence")
	if got := p.rows(); len(got) != 6 || slices.Contains(got, "Aim") || !slices.Contains(got, "Patrol( 0 )") {
		t.Errorf("after a click on the sequence: %q", got)
	}
	p.row("Patrol( 0 )")
	if got := p.rows(); len(got) != 6 {
		t.Errorf("a leaf folds something: %q", got)
	}
	p.row("selector")
	if got := p.rows(); len(got) != 2 {
		t.Errorf("after a click on the selector: %q", got)
	}
	p.press(ebiten.KeyF) // some are folded: unfolds all
	if got := p.rows(); !slices.Equal(got, all) {
		t.Errorf("F unfolds to %q, wanted %q", got, all)
	}
	p.press(ebiten.KeyF)
	if got := p.rows(); len(got) != 6 {
		t.Errorf("F folds to %q", got)
	}
	p.click(middle(p.geometry().fold))
	if got := p.rows(); !slices.Equal(got, all) {
		t.Errorf("the button unfolds to %q", got)
	}
	g := p.geometry()
	p.input.Cursor = image.Pt(g.list[treeSection].Min.X+60, g.list[treeSection].Min.Y+int(1.5*p.panel.lineOf(treeSection)))
	p.press(ebiten.KeySpace)
	if got := p.rows(); len(got) != 2 {
		t.Errorf("the space bar over the selector leaves %q", got)
	}
	// Folds are those of the tree, not of the agent; another tree has its own.
	v := *p.view
	v.Name, p.view = "Another", &v
	if p.update(); len(p.rows()) != 2 {
		t.Errorf("another agent with the tree: %q", p.rows())
	}
	v.Tree = "other.bt"
	if p.update(); len(p.rows()) != 8 {
		t.Errorf("an agent with another tree: %q", p.rows())
	}
	p.press(ebiten.KeyF)
	p.press(ebiten.KeyF)
	v.Tree = "ai/castle/guard.bt"
	if p.update(); len(p.rows()) != 2 {
		t.Errorf("F unfolds another tree: %q", p.rows())
	}
}

func TestListsScroll(t *testing.T) {
	t.Parallel()
	p := at(t, guard(60), 400, 600)
	g := p.geometry()
	p.input.Cursor = image.Pt(middle(g.list[treeSection]))
	first := func() string { return p.rows()[0] }
	last := func() string { r := p.rows(); return r[len(r)-1] }
	p.input.Wheel = -1
	if p.update(); first() != "SeesFoe && Armour > 35" {
		t.Errorf("a notch down: %q", first())
	}
	p.input.Wheel = 50
	if p.update(); first() != "behavior" {
		t.Errorf("many notches up: %q", first())
	}
	for _, c := range []struct {
		key  ebiten.Key
		want string
	}{{ebiten.KeyArrowDown, "selector"}, {ebiten.KeyArrowUp, "behavior"}, {ebiten.KeyHome, "behavior"}} {
		if p.press(c.key); first() != c.want {
			t.Errorf("%v: %q, wanted %q", c.key, first(), c.want)
		}
	}
	page := last()
	if p.press(ebiten.KeyPageDown); first() != page {
		t.Errorf("page down: %q, wanted the last row of before, %q", first(), page)
	}
	if p.press(ebiten.KeyEnd); last() != "Patrol( 59 )" {
		t.Errorf("end: %q", last())
	}
	// The bar is dragged, also beyond the panel.
	list := g.list[treeSection]
	p.input.Cursor, p.input.Pressed = image.Pt(list.Max.X-3, list.Max.Y-2), true
	p.update()
	p.input.Cursor = image.Pt(list.Max.X+400, list.Min.Y-300)
	if p.update(); first() != "behavior" || !p.used {
		t.Errorf("the bar at the top: %q, used %t", first(), p.used)
	}
	p.input.Pressed = false
	if p.update(); p.used {
		t.Error("the mouse is the panel's beside it")
	}
	// Rows go along with a finger, and what is dragged is no click.
	p.input.Cursor, p.input.Pressed = list.Min.Add(image.Pt(60, 30)), true
	p.update()
	p.input.Cursor.Y -= 2 * 19
	p.update()
	p.input.Pressed = false
	if p.update(); first() != "SeesFoe && Armour > 35" || len(p.panel.folded) > 0 {
		t.Errorf("two rows dragged: %q, folded %v", first(), p.panel.folded)
	}
	// Each list has its own bar; the log is another one.
	p.input.Cursor, p.input.Wheel = image.Pt(middle(g.list[logSection])), -3
	if p.update(); p.panel.tops[logSection] != 6 || first() != "SeesFoe && Armour > 35" {
		t.Errorf("the log is at %v", p.panel.tops)
	}
	p.view = guard(0) // another one with the same name and tree, that is shorter
	if p.update(); first() != "behavior" {
		t.Errorf("of a tree that has room: %q", first())
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	p := at(t, guard(60), 400, 600)
	p.typed("/")
	p.typed("aim")
	if p.row("sequence"); len(p.panel.folded) > 0 || len(p.rows()) != 5 {
		t.Errorf("a click folds what is searched: %q", p.rows())
	}
	p.click(middle(p.geometry().field))
	for range "aim" {
		p.press(ebiten.KeyBackspace)
	}
	p.typed("PATROL( 1")
	want := []string{"behavior", "selector", "Patrol( 1 )", "Patrol( 10 )"}
	if got := p.rows(); !slices.Equal(got[:4], want) || len(p.panel.hits) != 11 {
		t.Fatalf("rows %q, %d hits", got, len(p.panel.hits))
	}
	hit := func() string {
		row, _ := p.panel.rowOf(p.view, p.panel.seen[p.panel.hits[p.panel.hit]], "")
		return row.Title
	}
	p.press(ebiten.KeyEnter)
	if hit() != "Patrol( 10 )" {
		t.Errorf("the next hit is %s", hit())
	}
	p.input.Shift = true
	p.press(ebiten.KeyEnter)
	p.press(ebiten.KeyEnter)
	if p.input.Shift = false; hit() != "Patrol( 19 )" {
		t.Errorf("the hit before the first one is %s", hit())
	}
	p.click(middle(p.geometry().next))
	if hit() != "Patrol( 1 )" {
		t.Errorf("the one after the last is %s", hit())
	}
	p.click(middle(p.geometry().field))
	for range "( 1" {
		p.press(ebiten.KeyBackspace)
	}
	if len(p.panel.hits) != 60 {
		t.Fatalf("%d hits of %q", len(p.panel.hits), p.panel.search)
	}
	for range 40 {
		p.press(ebiten.KeyEnter)
	}
	if hit() != "Patrol( 40 )" || !slices.Contains(p.rows(), "Patrol( 40 )") {
		t.Errorf("%s is not shown: %q", hit(), p.rows())
	}
	// Letters are for the field, wherever the cursor is.
	p.input.Cursor = image.Pt(0, 0)
	p.input.Typed = []rune("f")
	p.press(ebiten.KeyF)
	if p.panel.search != "PATROLf" || !p.used || len(p.panel.folded) > 0 {
		t.Errorf("search %q, used %t", p.panel.search, p.used)
	}
	p.press(ebiten.KeyEscape)
	if !p.used {
		t.Error("Escape ends the search, and is the game's")
	}
	if p.update(); p.used || len(p.panel.seen) != 66 {
		t.Errorf("after Escape %d rows, used %t", len(p.panel.seen), p.used)
	}
	p.typed("/")
	if p.panel.typing {
		t.Error("a slash beside the panel begins to search")
	}
}

func TestSmallPanelsHaveTabs(t *testing.T) {
	t.Parallel()
	p := at(t, guard(2), 220, 160)
	g := p.geometry()
	if g.list[logSection] != (image.Rectangle{}) || g.tabs[logSection].Empty() {
		t.Fatalf("a small panel: %+v", g)
	}
	p.click(middle(g.tabs[logSection]))
	if g = p.geometry(); g.list[logSection].Empty() || !g.list[treeSection].Empty() {
		t.Errorf("the tab of the log shows %+v", g.list)
	}
	p.typed("/")
	p.typed("Aim")
	if g = p.geometry(); g.list[treeSection].Empty() || !g.tabs[0].Empty() || !slices.Contains(p.rows(), "Aim") {
		t.Errorf("the search shows %+v", g)
	}
}

func TestMouseAndKeysAreTheGamesBesideThePanel(t *testing.T) {
	t.Parallel()
	p := at(t, guard(2), 400, 600)
	if !p.used {
		t.Error("the cursor is over the panel")
	}
	p.input.Cursor = image.Pt(5, 5)
	p.input.Wheel = -5
	p.press(ebiten.KeyF, ebiten.KeyArrowDown)
	p.click(5, 5)
	if p.used || len(p.panel.folded) > 0 || p.panel.tops != [sections]float64{} {
		t.Errorf("used %t", p.used)
	}
	// A press that began beside it does not become the panel's.
	p.input.Cursor, p.input.Pressed = image.Pt(5, 5), true
	p.update()
	p.input.Cursor = image.Pt(middle(p.geometry().fold))
	p.update()
	p.input.Pressed = false
	if p.update(); len(p.panel.folded) > 0 {
		t.Error("a press beside the panel folds")
	}
	p.typed("/")
	if p.view = nil; !p.panel.typing {
		t.Fatal("nobody types")
	}
	if p.update(); p.used || p.panel.typing {
		t.Error("a panel of nobody takes keys")
	}
}

// sizesSeen are those of a corner, a side and a whole screen.
var sizesSeen = []image.Point{{220, 160}, {320, 620}, {460, 620}, {1280, 720}, {700, 200}}

// TestTextsHaveRoom draws panels of all sizes: no text lies over another one or reaches beyond the
// panel, which paints nothing beside itself.
func TestTextsHaveRoom(t *testing.T) {
	windowtest.Need(t)
	screen := ebiten.NewImage(1360, 780)
	defer screen.Deallocate()
	back := color.RGBA{200, 0, 200, 255}
	for _, scale := range []float64{0.8, 1, 2} {
		for _, size := range append(sizesSeen, image.Pt(90, 60), image.Pt(20, 300), image.Pt(3, 2)) {
			for _, search := range []string{"", "Patrol"} {
				name := fmt.Sprintf("%dx%d-%g-%s", size.X, size.Y, scale, search)
				screen.Fill(back)
				p := at(t, guard(60), size.X, size.Y)
				p.panel.Scale, p.panel.search = scale, search
				p.input.Cursor = image.Point{}
				p.update()
				p.panel.Draw(screen, p.view, p.in)
				pixels := windowtest.Pixels(screen)
				if slices.Contains(sizesSeen, size) && scale != 2 {
					windowtest.Save(t, name, pixels.SubImage(p.in))
				}
				for y := range 780 {
					for x := range 1360 {
						if c := pixels.RGBAAt(x, y); !image.Pt(x, y).In(p.in) && c != back {
							t.Fatalf("%s: %v at %d, %d, beside the panel", name, c, x, y)
						}
					}
				}
				var boxes []image.Rectangle
				var texts []string
				for _, s := range p.panel.list.Prims {
					if s.Kind != draw.Text || s.Str == "" {
						continue
					}
					wide := p.panel.list.Width(s.Str, s.R/float32(scale))
					x := s.X - wide*float32(s.Align)/2
					box := image.Rect(int(x+1), int(s.Y-0.6*s.R), int(x+wide), int(s.Y)).Add(p.in.Min)
					if !box.In(p.in) {
						t.Errorf("%s: %q at %v reaches beyond the panel %v", name, s.Str, box, p.in)
					}
					for i := range boxes {
						if boxes[i].Overlaps(box) {
							t.Errorf("%s: %q lies over %q", name, s.Str, texts[i])
						}
					}
					boxes, texts = append(boxes, box), append(texts, s.Str)
				}
				if float64(size.X) > 200*scale && len(texts) < 4 {
					t.Errorf("%s: only the texts %q", name, texts)
				}
			}
		}
	}
}

// TestWhatIsCutIsWhole hovers a node whose row has no room: its text is drawn over all.
func TestWhatIsCutIsWhole(t *testing.T) {
	windowtest.Need(t)
	screen := ebiten.NewImage(800, 300)
	defer screen.Deallocate()
	p := at(t, guard(3), 220, 160)
	p.input.Cursor = p.geometry().list[treeSection].Min.Add(image.Pt(50, 2*19+8))
	p.update()
	p.panel.Draw(screen, p.view, p.in)
	windowtest.Save(t, "hover", windowtest.Pixels(screen))
	all := ""
	for _, s := range p.panel.list.Prims {
		all += s.Str + " "
	}
	if !strings.Contains(all, "SeesFoe: no; Armour: 35.0000001 > 35 and a reason that goes on") {
		t.Errorf("the texts over it are %q", all)
	}
}

// TestStatesOfAMind draws those who are held, gone and not there.
func TestStatesOfAMind(t *testing.T) {
	windowtest.Need(t)
	screen := ebiten.NewImage(400, 500)
	defer screen.Deallocate()
	for want, v := range map[string]*mind.View{"held": {Name: "A", Held: true}, "gone": {Name: "A", Gone: true, Held: true}, "turn 3": {Turns: 3}, "nobody is watched": nil} {
		p := Panel{Light: true}
		p.Draw(screen, v, image.Rect(10, 10, 390, 490))
		if !slices.ContainsFunc(p.list.Prims, func(s draw.Prim) bool { return s.Str == want }) {
			t.Errorf("%q is not drawn", want)
		}
		p.Draw(screen, v, image.Rect(-100, -50, 90, 70)) // partly beside the screen
		p.Draw(screen, v, image.Rect(600, 600, 700, 700))
		p.Draw(screen, v, image.Rectangle{})
	}
}
