package window

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// hands lets a person handle bots with the mouse.
type hands struct {
	adding   string        // the class that a click on the field adds; empty: none
	carried  components.ID // who is being dragged; 0: nobody
	edit     string        // what the line of the hands has at first
	sheetTop int           // lines of the sheet above the visible part
}

// handWords lists the words that the line of the hands takes, with what follows each.
var handWords = []string{"event", "event-class", "event-all", "tree", "state"}

// handLine makes the line in which a person types what the selected body shall do.
func (p *panel) handLine() widget.PreferredSizeLocateableWidget {
	g := p.game
	p.line = p.widgets.input("event NAME (-class, -all), tree NAME, state KEY VALUE", g.hand)
	p.named["hand"] = p.line
	if g.hands.edit != "" {
		p.line.SetText(g.hands.edit)
		p.line.CursorMoveEnd()
		p.line.Focus(true)
	}
	return p.line
}

// hand does what the line of the hands says to the selected body.
func (g *Game) hand(text string) {
	if g.hands.edit != "" {
		g.hands.edit = ""
		defer g.Refresh()
	}
	who := session.Who{ID: g.renderer.Selected}
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	name, more, _ := strings.Cut(rest, " ")
	switch {
	case word != "" && rest == "":
		g.Log("%s: wanted what to do: %s, each with a name", word, markup.Or(handWords))
	case word == "event" || word == "event-class" || word == "event-all":
		c := &session.Event{Name: name}
		switch v := g.snap.Body(who.ID); {
		case word == "event-all":
			c.All = true
		case word == "event":
			c.Bot = &who
		case v == nil || v.Class == "":
			g.Log("%s: a player has no class", word)
			return
		default:
			c.Class = v.Class
		}
		if more = strings.TrimSpace(more); more != "" {
			c.Data = valueOf(more, host.Null)
		}
		g.do(c)
	case word == "tree":
		c := &session.Switch{Bot: &who, File: rest}
		for i := range g.session.Scene().Setup.Behaviors {
			if g.session.Scene().Setup.Behaviors[i].Name == rest {
				c.File, c.Behavior = "", rest
			}
		}
		g.do(c)
	case word == "state":
		kind := host.Null
		if st := g.sheetPane.stateOf(name); st != nil {
			kind = st.Value.Kind()
		}
		g.do(&session.SetState{Who: who, State: session.State{Key: name, Value: valueOf(strings.TrimSpace(more), kind)}})
	default:
		guess := ""
		if w := syntax.Closest(word, handWords); w != "" {
			guess = fmt.Sprintf("; did you mean %q", w)
		}
		g.Log("%q is nothing that can be done, wanted %s%s", word, markup.Or(handWords), guess)
	}
}

// valueOf reads a value that a person typed, of a kind, or of the kind that it looks like
// where that is host.Null.
func valueOf(text string, kind host.Kind) host.Value {
	number, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "true" || text == "false":
		if kind != host.String {
			return host.BoolValue(text == "true")
		}
	case text == "null" && kind != host.String:
		return host.NullValue
	case err == nil && kind != host.String:
		if whole, e := strconv.ParseInt(text, 10, 64); e == nil && kind != host.Number {
			return host.IntValue(whole)
		}
		return host.NumberValue(number)
	}
	if quoted, e := strconv.Unquote(text); e == nil {
		text = quoted
	}
	return host.StringValue(text)
}

// removeSelected takes the selected bot off the field, or the selected player.
func (g *Game) removeSelected() {
	v := g.snap.Body(g.renderer.Selected)
	if v == nil {
		return
	}
	who := session.Who{ID: v.ID}
	var c session.Command = &session.Remove{Bot: &who}
	if v.Class == "" {
		c = &session.Leave{Player: who}
	}
	if g.do(c) {
		g.Select(0)
	}
}

// arm lets clicks on the field add bots of a class, or no longer.
func (g *Game) arm(class string) {
	if g.hands.adding == class {
		class = ""
	}
	g.hands.adding = class
}

// pressHands lets presses on the field add bots and drag the selected one, and reports whether
// the mouse is the hands' now.
func (g *Game) pressHands(over bool) bool {
	c, at, h := g.controls, g.controls.cursor(), &g.hands
	if h.carried != 0 {
		if !c.button(ebiten.MouseButtonLeft) {
			g.drop(at, over)
		}
		return true
	}
	if !over || !c.clicked(ebiten.MouseButtonLeft) {
		return false
	}
	if h.adding != "" {
		x, y := g.onField(at)
		g.addHere(h.adding, x, y)
		return true
	}
	if id := g.bodyAt(at); id != 0 && id == g.renderer.Selected {
		h.carried = id
		g.drag = drag{at: at}
		return true
	}
	return false
}

// addHere adds a bot of a class at a point. Games that let bots appear at their homes are told
// to put it there.
func (g *Game) addHere(class string, x, y float64) {
	if !g.present(func() { g.addHere(class, x, y) }) {
		return
	}
	add := &session.Add{Class: class, At: session.Point(x, y)}
	if !g.do(add) || len(add.IDs) == 0 {
		return
	}
	if at := g.session.World().Position.Of(add.IDs[0]); math.Hypot(float64(at.X)-x, float64(at.Y)-y) > 0.01 {
		g.do(&session.Place{Who: session.Who{ID: add.IDs[0]}, At: session.Point(x, y)})
	}
}

// drop puts who is being dragged where the cursor is. Without a move it is a click, on who is
// selected already.
func (g *Game) drop(at image.Point, over bool) {
	who := g.hands.carried
	g.hands.carried = 0
	if by := at.Sub(g.drag.at); !over || by.X*by.X+by.Y*by.Y < 16 {
		return
	}
	x, y := g.onField(at)
	g.do(&session.Place{Who: session.Who{ID: who}, At: session.Point(x, y)})
}

// onField returns the point of the field under a point of the screen, or the nearest one.
func (fr *frame) onField(at image.Point) (x, y float64) {
	fx, fy := fr.at(at)
	f := &fr.renderer.field
	return float64(min(max(fx, f.X), f.X+f.Width)), float64(min(max(fy, f.Y), f.Y+f.Height))
}

// busy reports whether the hands have something in them.
func (h *hands) busy() bool { return h.carried != 0 || h.adding != "" }

// drawHands shows where who is being dragged will be put, or what a click adds.
func (g *Game) drawHands() {
	p, at := &g.overlay, g.controls.cursor()
	x, y := float32(at.X), float32(at.Y)
	label := ""
	switch {
	case g.hands.carried != 0:
		if by := at.Sub(g.drag.at); by.X*by.X+by.Y*by.Y < 16 {
			return
		}
		label = "put here"
	case g.hands.adding != "" && at.In(g.viewport()):
		label = "add " + g.hands.adding + ", Esc ends"
	default:
		return
	}
	p.Ring(successColor, x, y, p.Px(9), p.Px(1.8))
	wide := p.Width(label, 12)
	p.Rect(panelColor, x+p.Px(14), y-p.Px(9), wide+p.Px(8), p.Px(18))
	p.Text(brightInk, draw.Left, x+p.Px(18), y+p.Px(4), 12, label)
}

// classesHead makes the line over the classes, with a button that writes to the scene's file
// what was tuned.
func (p *panel) classesHead() widget.PreferredSizeLocateableWidget {
	g := p.game
	row := p.widgets.row(true, false)
	row.AddChild(p.widgets.text("Classes", 14, brightInk))
	if g.OnWrite == nil {
		return row
	}
	write := p.button("write", "Write to file", 100, g.write)
	row.AddChild(write)
	p.refresh = append(p.refresh, func() { write.GetWidget().Disabled = len(g.tuned()) == 0 })
	return row
}

// tuned returns the numbers of classes that were tuned.
func (fr *frame) tuned() (all []scenes.Number) {
	setup := fr.session.Game().Setup
	for class := range setup.Classes {
		c := &setup.Classes[class]
		for i := range c.Tunables {
			if v, over := fr.session.Game().Tuning.Tuned(class, c.Tunables[i].Key); over {
				all = append(all, scenes.Number{Class: c.ID, Key: c.Tunables[i].Key, Value: v})
			}
		}
	}
	return all
}

// write has what was tuned written to the scene's file.
func (g *Game) write() {
	all := g.tuned()
	if err := g.OnWrite(g, all); err != nil {
		for line := range strings.Lines(err.Error()) {
			g.Log("%s", strings.TrimSpace(line))
		}
		return
	}
	g.Log("%s written to the files of %s", humanize.Count(int64(len(all)), "number"), g.session.Scene().File)
}
