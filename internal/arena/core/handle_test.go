package core_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// yardWithLogs has two berries, which come back, and a log to spare.
func yardWithLogs(t *testing.T) *arenatest.Game {
	t.Helper()
	return arenatest.Open(t, `
world: { width: 50, height: 50 }
items: [ { kind: berry, count: 2, food: 0.5, respawn: 1s }, { kind: log, count: 0, spare: 1 } ]
bots: [ { id: one, name: One, count: 1, health: 100, cargo: 1, hunger: { lasts: 1s, damage: 0 }, behavior: { kind: action, name: stay } } ]
`, 1)
}

func lying(g *arenatest.Game) []host.Thing { return g.Arena.Things(25, 25, 100, nil) }

func TestScriptsHoldLayAndSpend(t *testing.T) {
	g := yardWithLogs(t)
	a := g.Arena
	g.Steps(1)
	berries := lying(g)
	if len(berries) != 2 || !a.There(berries[0].ID) {
		t.Fatalf("%v lies", berries)
	}
	first, second := berries[0].ID, berries[1].ID
	body := a.BodyOf(one)
	a.Hold(first, body)
	a.Hold(second, body) // for which there is no room
	if !a.There(first) {
		t.Error("what is asked for is not done before the tick ends")
	}
	g.Steps(1)
	if a.There(first) || a.There(second) || a.Gone(second) || g.Bot(one).Cargo != 1 || len(lying(g)) != 0 {
		t.Errorf("%v lies, it carries %d", lying(g), g.Bot(one).Cargo)
	}
	g.Audit()
	a.Lay(first, 10, 11)
	a.Lay(second, 20, 21)
	g.Steps(1)
	if now := lying(g); len(now) != 2 || now[0].X != 10 || now[1].Y != 21 || g.Bot(one).Cargo != 0 {
		t.Errorf("%v lies", now)
	}
	g.Steps(60) // hungry now
	a.Spend(first, body)
	g.Steps(1)
	if h := g.Value("hunger").Number(); h < 0.4 || h > 0.6 {
		t.Errorf("its hunger is %v", h)
	}
	if !a.Gone(first) || a.There(first) {
		t.Error("it was eaten and is still there")
	}
	g.Steps(60)
	now := lying(g)
	if len(now) != 2 || now[0].ID == first || !a.Gone(first) {
		t.Errorf("%v lies: wanted another berry than %d", now, first)
	}
	g.Audit()
}

func TestScriptsMakeWhatIsSpare(t *testing.T) {
	g := yardWithLogs(t)
	a := g.Arena
	g.Steps(1)
	id, ok := a.Make("log", 5, 6)
	if _, again := a.Make("log", 7, 8); !ok || again {
		t.Errorf("a log: %v, a second one: %v", ok, again)
	}
	if _, odd := a.Make("stone", 5, 6); odd {
		t.Error("a stone, of which the scene knows nothing")
	}
	if a.There(id) {
		t.Error("it is there before the tick ends")
	}
	g.Steps(1)
	if now := lying(g); len(now) != 3 || now[2].ID != id || now[2].X != 5 || now[2].Kind != "log" {
		t.Errorf("%v lies", now)
	}
	a.Spend(id, -1)
	g.Steps(200)
	if a.There(id) || len(lying(g)) != 2 {
		t.Error("what is spare comes back only when it is made")
	}
	if next, ok := a.Make("log", 5, 6); !ok || next == id {
		t.Errorf("made again: %v, %d", ok, next)
	}
}
