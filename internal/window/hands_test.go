package window

import (
	"image"
	"math"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// body returns who is selected, as the world has it now.
func (tb *table) body() *session.BodyView {
	tb.t.Helper()
	v := tb.game.snap.Body(tb.game.renderer.Selected)
	if v == nil {
		tb.t.Fatal("nobody is selected")
	}
	return v
}

// pixel returns where a point of the field is on the screen.
func (tb *table) pixel(x, y float32) image.Point {
	px, py := tb.game.renderer.Camera().Pixel(x, y)
	return image.Pt(int(px), int(py)).Add(tb.game.viewport().Min)
}

func TestTheSelectedBotIsDragged(t *testing.T) {
	tb := selected(t, "tag", "Tag Bot 7", 30, 1280, 720)
	tb.key(ebiten.KeySpace)
	tb.frames(2)
	from := tb.body()
	to := tb.pixel(20, 60)
	camera := tb.game.renderer.Camera()
	tb.hand.at = tb.pixel(from.X, from.Y)
	tb.frames(1)
	tb.hand.left = true
	tb.frames(2)
	tb.hand.at = to
	tb.frames(2)
	tb.save("dragging")
	tb.hand.left = false
	tb.frames(2)
	if v := tb.body(); math.Hypot(float64(v.X-20), float64(v.Y-60)) > 0.5 {
		t.Errorf("the bot is at %g, %g", v.X, v.Y)
	}
	if tb.game.renderer.Camera() != camera {
		t.Error("the camera moved with the bot")
	}
}

func TestBotsAreAddedHereAndRemoved(t *testing.T) {
	tb := play(t, open(t, "siege", 0, 5), 1280, 720)
	tb.key(ebiten.KeySpace)
	class := 1
	before := tb.game.session.World().Count(class)
	tb.click(tb.widget("red-archer/here"))
	at := tb.pixel(80, 20)
	tb.click(at)
	tb.click(tb.pixel(90, 20))
	if n := tb.game.session.World().Count(class); n != before+2 {
		t.Fatalf("%d archers, %d before", n, before)
	}
	newest := components.ID(0)
	for i := range tb.game.snap.Bots {
		newest = max(newest, tb.game.snap.Bots[i].ID)
	}
	if v := tb.game.snap.Body(newest); v.Class != "red-archer" || math.Abs(float64(v.X-90)) > 1 || math.Abs(float64(v.Y-20)) > 1 {
		t.Errorf("the newest is a %s at %g, %g", v.Class, v.X, v.Y)
	}
	tb.key(ebiten.KeyEscape)
	tb.click(tb.pixel(90, 20))
	if tb.game.renderer.Selected != newest {
		t.Errorf("after Esc a click selects %d, wanted %d", tb.game.renderer.Selected, newest)
	}
	tb.key(ebiten.KeyDelete)
	if tb.game.snap.Body(newest) != nil || tb.game.renderer.Selected != 0 {
		t.Error("the bot is still there")
	}
	tb.game.Select(newest - 1)
	tb.frames(2)
	tb.click(tb.widget("remove"))
	if n := tb.game.session.World().Count(class); n != before {
		t.Errorf("%d archers after both were removed, %d at first", n, before)
	}
}

func TestTheLineOfTheHands(t *testing.T) {
	tb := selected(t, "tag", "Tag Bot 7", 5, 1280, 720)
	tb.key(ebiten.KeySpace)
	tb.game.hand("state it true")
	tb.frames(2)
	if v := tb.body(); !v.Get("it").Bool() {
		t.Errorf("it is %v", v.Get("it"))
	}
	tb.game.hand("tree wander")
	tb.key(ebiten.KeyPeriod)
	tb.frames(2)
	if v := tb.body(); v.Action != "wander" {
		t.Errorf("with another tree it does %q", v.Action)
	}
	for line, want := range map[string]string{
		"evnt x": `did you mean "event"`, "tree": "tree: wanted what to do", "dance all night": `"dance" is nothing that can be done, wanted event, event-class, event-all, tree or state`,
	} {
		tb.game.hand(line)
		said := tb.game.journal.said
		if last := said[len(said)-1].text; !strings.Contains(last, want) {
			t.Errorf("%s: %q, wanted %q", line, last, want)
		}
	}
}

// A click on a truth of the state turns it around, and one on another value puts it into the line.
func TestStateIsEditedBySheet(t *testing.T) {
	tb := selected(t, "tag", "Tag Bot 7", 5, 1280, 720)
	tb.key(ebiten.KeySpace)
	tb.frames(2)
	at := func(name string) image.Point {
		for i := range tb.game.hots {
			if tb.game.hots[i].name == name {
				r := tb.game.hots[i].r
				return r.Min.Add(r.Max).Div(2)
			}
		}
		t.Fatalf("nothing is called %s", name)
		return image.Point{}
	}
	was := tb.body().Get("it").Bool()
	tb.click(at("state/it"))
	if got := tb.body().Get("it").Bool(); got == was {
		t.Errorf("it is still %v", got)
	}
	s := start(t, "bots: [{ id: a, name: A, count: 2, speedMps: 1, initialState: { mood: calm, n: 3 }, behavior: { kind: wander } }]\n")
	tb = play(t, s, 1280, 720)
	tb.key(ebiten.KeySpace)
	tb.game.Select(1)
	tb.frames(3)
	tb.click(at("state/n"))
	if text := tb.game.panel.line.GetText(); text != "state n 3" {
		t.Errorf("the line has %q", text)
	}
	tb.game.hand("state n 4.5")
	tb.game.hand("state mood very happy")
	tb.frames(2)
	if v := tb.body(); v.Get("n").Number() != 4.5 || v.Get("mood").Text() != "very happy" {
		t.Errorf("n is %v, mood is %v", v.Get("n"), v.Get("mood"))
	}
}

// The sheet has numbers, in two columns, and scrolls where they are many.
func TestTheSheetHasNumbers(t *testing.T) {
	tb := selected(t, "skirmish", "Ivory Soldier 1", 600, 1280, 720)
	tb.frames(4)
	told := strings.Join(tb.texts(tb.game.panel.facts.GetWidget().Rect.Inset(-4)), "\n")
	for _, want := range []string{"health", "136 of 136", "machinegun", "money", "goal"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %s in\n%s", want, told)
		}
	}
	tb.save("sheet")
}

// What was tuned is given to be written, once something was, with the button.
func TestTunedNumbersAreWritten(t *testing.T) {
	windowtest.Need(t)
	s := open(t, "siege", 0, 5)
	g, err := NewGame(s)
	if err != nil {
		t.Fatal(err)
	}
	var wrote []scenes.Number
	g.OnWrite = func(_ *Game, all []scenes.Number) error {
		wrote = all
		return nil
	}
	tb := playOn(t, g, 1280, 720)
	tb.click(tb.widget("write"))
	if wrote != nil {
		t.Errorf("%+v was written before anything was tuned", wrote)
	}
	tb.slide("red-soldier/health", 1/3.)
	v, over := s.Game().Tuning.Tuned(0, "health")
	if !over || v < 150 {
		t.Fatalf("health is %g, tuned %v", v, over)
	}
	tb.click(tb.widget("write"))
	if len(wrote) != 1 || wrote[0] != (scenes.Number{Class: "red-soldier", Key: "health", Value: v}) {
		t.Errorf("%+v was written", wrote)
	}
}

// slide takes the slider of a class's number at a share of its length, and drags it to its end.
func (tb *table) slide(name string, from float64) {
	slider := tb.game.panel.named[name].GetWidget().Rect
	tb.hand.at = image.Pt(slider.Min.X+int(from*float64(slider.Dx())), slider.Min.Y+slider.Dy()/2)
	tb.frames(2)
	tb.hand.left = true
	tb.frames(2)
	tb.hand.at.X = slider.Max.X - 2
	tb.frames(2)
	tb.hand.left = false
	tb.frames(2)
}

// The line sends an event to the selected bot, all of its class, or everybody.
func TestEventsAreSentByTheLine(t *testing.T) {
	s := start(t, "bots: [{ id: a, name: A, count: 3, behavior: { kind: wander } }, { id: b, name: B, count: 4, behavior: { kind: wander } }]\n")
	tb := play(t, s, 1280, 720)
	tb.key(ebiten.KeySpace)
	tb.game.Select(1)
	tb.frames(3)
	tb.click(tb.widget("hand"))
	if !tb.game.panel.typing() {
		t.Error("a click on the line does not begin to type")
	}
	for line, want := range map[string]string{"event one": "sent to 1; the trees of 1 take no events", "event-class some": "sent to 3; the trees of 3 take no events", "event-all every 5": "sent to 7; the trees of 7 take no events"} {
		tb.game.hand(line)
		said := tb.game.journal.said
		if len(said) == 0 || said[len(said)-1].text != want {
			t.Errorf("%s: %+v, wanted %q", line, said, want)
		}
	}
	if got := s.Game().Counts.EventCounts(); got["one"] != 1 || got["some"] != 3 || got["every"] != 7 {
		t.Errorf("%v were sent", got)
	}
}

// A number of a class's tree has a slider as the others have, which tunes it.
func TestNumbersOfTreesHaveSliders(t *testing.T) {
	s := start(t, "bots: [{ id: hare, name: Hare, count: 3, behavior: { kind: action, name: roam, args: { every: 4 } }, tunable: [{ key: tree.roam.every, label: patience, min: 1, max: 20 }] }]\n")
	tb := play(t, s, 1280, 720)
	tb.slide("hare/tree.roam.every", 1/6.)
	if v, over := s.Game().Tuning.Tuned(0, "tree.roam.every"); !over || v <= 4 {
		t.Errorf("it is %g, tuned %v", v, over)
	}
	tb.save("tree-slider")
}
