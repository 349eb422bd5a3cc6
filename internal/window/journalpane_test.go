package window

import (
	"image"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// lines returns the rows that the list shows, newest first.
func (tb *table) lines() string {
	var all []string
	for _, r := range tb.game.journal.rows {
		all = append(all, r.Line)
	}
	return strings.Join(all, "\n")
}

// told is a window whose session is played by the window, so that it has heard all of it.
func listened(t testing.TB, name string, ticks int) *table {
	t.Helper()
	tb := play(t, remembered(t, name, 0), 1280, 720)
	for range ticks {
		tb.game.session.Step()
	}
	tb.frames(2)
	return tb
}

func TestTheListTellsWhatHappensAndGoesThere(t *testing.T) {
	tb := listened(t, "siege", 1500)
	g := tb.game
	g.togglePause()
	tb.frames(1)
	all := tb.lines()
	if n := g.journal.Count(chronicle.Set(session.Killed), -1, g.snap.Tick); n == 0 || len(g.journal.rows) < 5 || strings.Contains(all, "nothing yet") {
		t.Fatalf("%d kills after 50 seconds of siege; the list says\n%s", n, all)
	}
	for k := range session.OccurrenceKinds {
		g.journal.hidden |= chronicle.Set(k)
	}
	tb.frames(1)
	tb.hit("events/kinds")
	tb.hit("kinds/kill")
	tb.hit("events/kinds")
	tb.frames(1)
	rows := g.journal.rows
	for _, r := range rows {
		if r.Kind != session.Killed && r.Kind != session.OccurrenceKinds {
			t.Fatalf("%q is shown, kills were asked for", r.Line)
		}
	}
	kill, at := rows[0], tb.hot("events")
	if kill.Kind != session.Killed {
		kill = rows[1]
	}
	row := 0
	for rows[row].Seq != kill.Seq {
		row++
	}
	y := at.Min.Y + entryHigh*row + entryHigh/2
	tb.click(image.Pt(at.Min.X+120, y))
	if g.renderer.Selected != kill.From {
		t.Errorf("%d is selected after a click on %q, wanted %d", g.renderer.Selected, kill.Line, kill.From)
	}
	tb.save("list-siege")
	tb.click(image.Pt(at.Min.X+20, y))
	tb.arrive()
	if now := g.session.World().Clock().Tick; now != kill.Tick {
		t.Errorf("at tick %d after a click on the time of %q, wanted %d", now, kill.Line, kill.Tick)
	}
	tb.frames(1)
	if first := g.journal.rows[0]; first.Tick > kill.Tick {
		t.Errorf("in the past the list tells %q of tick %d", first.Line, first.Tick)
	}
	tb.hit("events/own")
	tb.frames(1)
	for _, r := range g.journal.rows {
		if r.From != kill.From && r.To != kill.From {
			t.Errorf("%q is not about %s", r.Line, kill.FromName)
		}
	}
}

func TestTheListScrolls(t *testing.T) {
	tb := listened(t, "siege", 1500)
	tb.game.togglePause()
	tb.frames(2)
	first := tb.game.journal.rows[0].Seq
	r := tb.hot("events")
	tb.hand.at = r.Min.Add(r.Max).Div(2)
	tb.hand.scrolls = -2
	tb.frames(2)
	if j := &tb.game.journal; j.top != 6 || j.rows[0].Seq != first {
		t.Errorf("row %d is on top after the wheel", j.top)
	}
	tb.hand.scrolls = 9
	tb.frames(2)
	if top := tb.game.journal.top; top != 0 {
		t.Errorf("row %d is on top after the wheel was turned back", top)
	}
}

// Time stands still in the very tick in which something happens that was asked for.
func TestTimeStandsStillAtAnEvent(t *testing.T) {
	tb := play(t, remembered(t, "siege", 0), 1280, 720)
	g := tb.game
	g.journal.halts = chronicle.Set(session.Killed)
	g.pace.speed = len(speeds) - 1
	for range 400 {
		if tb.updates(1); g.session.Paused() {
			break
		}
	}
	now := g.session.World().Clock().Tick
	if n := g.journal.Count(chronicle.Set(session.Killed), now-1, now); n == 0 || !g.session.Paused() {
		t.Errorf("paused %v at tick %d, in which there were %d kills", g.session.Paused(), now, n)
	}
	tb.frames(1)
	if !strings.Contains(tb.lines(), "stopped at: ") {
		t.Errorf("nothing says why:\n%s", tb.lines())
	}
}

// A run to the next change of action ends in the tick of the change.
func TestARunToTheNextAction(t *testing.T) {
	tb := play(t, remembered(t, "siege", 300), 1280, 720)
	g := tb.game
	g.selectNamed("Blue Hauler 1")
	g.togglePause()
	tb.frames(2)
	was := g.snap.Body(g.renderer.Selected).Action
	tb.key(ebiten.KeyX)
	for range 200 {
		if tb.updates(1); !g.search.on {
			break
		}
	}
	now := g.session.World().Clock().Tick
	is := g.snap.Body(g.renderer.Selected).Action
	if is == was || !g.session.Paused() || now < 301 {
		t.Fatalf("it does %q at tick %d, it did %q; paused %v", is, now, was, g.session.Paused())
	}
	if err := g.session.Seek(int(now - 1)); err != nil {
		t.Fatal(err)
	}
	if before := g.session.Snapshot().Body(g.renderer.Selected).Action; before != was {
		t.Errorf("it did %q a tick before already, and %q at first", before, was)
	}
}

// Faults are shown whole until they are dismissed; so is what a program could not do.
func TestFaultsAreShownWholeUntilDismissed(t *testing.T) {
	tb := play(t, faulty(t), 1280, 720)
	tb.frames(60)
	if n := len(tb.game.journal.alarms); n == 0 {
		t.Fatal("no alarm of a brain that fails")
	}
	tb.save("alarm")
	text := tb.game.journal.alarms[0].Text
	if !strings.Contains(text, "nosuch") || !tb.has("alarm/0/dismiss") {
		t.Errorf("the alarm says %q", text)
	}
	tb.hit("alarm/0/dismiss")
	tb.frames(60)
	if len(tb.game.journal.alarms) != 0 || tb.has("alarm") {
		t.Errorf("%+v after it was dismissed, failing still", tb.game.journal.alarms)
	}
}

const faultyBrain = `return PriorityNode({
	WhileNode(function() return GetTime() > 0.5 and nosuch.field end, "Broken",
		HostNode(flee_nearest)),
	HostNode(wander),
}, 0.1)
`

// faulty returns a session with a brain that fails again and again.
func faulty(t testing.TB) *live.Session {
	return inFolder(t, "camp", map[string]string{
		"scene.yaml": "name: Camp\nbots: [{ id: bot, name: Bot, count: 12, speedMps: 3, behavior: { file: brain.lua } }]\n",
		"brain.lua":  faultyBrain,
	})
}
