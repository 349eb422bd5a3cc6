package mbt_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// tells writes down the events of a path for the level.
const tells = `
function entity:note(what) said = (said or '') .. what .. ' ' print(what) end
function entity:ArrivedCloseToPathEnd() self:note('close') end
function entity:ArrivedAtPathEnd() self:note('end') end
function entity:PathFollowingStopped() self:note('stopped') end
`

// A machine flies along its path at the speed of the node, slows down before the end, and
// tells the level.
func TestFlyAlongAPath(t *testing.T) {
	g := play(t, soldier, "", `<Sequence><ExecuteLua code="AI.SetPathToFollow(entity.id, 'line')"/><Fly desiredSpeed="5" decelerateDistance="6"/>`+
		`<LuaGate code="return said == 'close end stopped '"><SetState key="is" value="there"/></LuaGate><StopMovement/><Halt/></Sequence>`, tells)
	g.Put(one, 8, 12, 1, 0)
	most, corner := 0.0, math.Inf(1)
	was := g.Bot(one)
	for range 60 {
		now := g.Steps(1).Bot(one)
		most = max(most, math.Hypot(float64(now.X-was.X), float64(now.Y-was.Y))*10)
		corner = min(corner, far(g, one, 30, 10))
		was = now
	}
	if most > 5.01 || most < 4.9 {
		t.Errorf("it flew at up to %.2f m/s, wanted 5", most)
	}
	if corner > 2.5 {
		t.Errorf("it passed the corner of its path %.2f m away", corner)
	}
	if g.Steps(80); far(g, one, 30, 30) > 1.6 || g.State(one, "is") != `"there"` {
		t.Errorf("it is %.2f m from the end of its path, and %s; %v", far(g, one, 30, 30), g.State(one, "is"), faults(g))
	}
}

// A path that is flown round and round is closed, also one that is not in the scene; fields
// of entity win over attributes, and the speed is read again and again.
func TestFlyRoundAndRound(t *testing.T) {
	g := play(t, soldier, "", `<Sequence><ExecuteLua code="AI.SetPathToFollow(entity.id, 'line') entity.Helicopter_Loop = 1 entity.Helicopter_Speed = 8"/><Fly desiredSpeed="1"/></Sequence>`, tells)
	g.Put(one, 10, 10, 1, 0)
	corners := [][2]float32{{30, 10}, {30, 30}, {10, 10}, {30, 10}}
	for i, at := range corners {
		near := false
		for range 60 {
			if near = far(g.Steps(1), one, at[0], at[1]) < 2.5; near {
				break
			}
		}
		if !near {
			t.Fatalf("it never came to point %d, %v", i, at)
		}
	}
}

// With goToRefPoint it ends where the path is nearest to the reference point, by the
// shorter way, which may be backwards.
func TestFlyToTheReferencePoint(t *testing.T) {
	for _, c := range []struct {
		path           string
		x, y, rx, ry   float32 // where it begins, and the reference point
		endX, endY     float32
		passes, avoids [2]float32
	}{
		{"line", 30, 28, 14, 12, 14, 10, [2]float32{30, 10}, [2]float32{90, 50}},
		{"ring", 12, 40, 10, 50, 10, 50, [2]float32{10, 42}, [2]float32{40, 40}},
	} {
		g := play(t, soldier, "", `<Sequence><ExecuteLua code="AI.SetPathToFollow(entity.id, '`+c.path+`') AI.SetRefPointPosition(entity.id, entity.to)"/>`+
			`<Fly desiredSpeed="6" goToRefPoint="1"/><SetState key="is" value="there"/><StopMovement/><Halt/></Sequence>`,
			"function game_point(x, y) return { x = x, y = y } end\nentity.to = "+luaPoint(c.rx, c.ry))
		g.Put(one, c.x, c.y, 1, 0)
		passed, avoided := math.Inf(1), math.Inf(1)
		for range 120 {
			g.Steps(1)
			passed, avoided = min(passed, far(g, one, c.passes[0], c.passes[1])), min(avoided, far(g, one, c.avoids[0], c.avoids[1]))
		}
		if far(g, one, c.endX, c.endY) > 1.6 || g.State(one, "is") != `"there"` || passed > 3 || avoided < 5 {
			t.Errorf("%s: %.1f m from (%v, %v), %s; it passed %v at %.1f m and %v at %.1f m; %v", c.path, far(g, one, c.endX, c.endY), c.endX, c.endY,
				g.State(one, "is"), c.passes, passed, c.avoids, avoided, faults(g))
		}
	}
}

func luaPoint(x, y float32) string {
	return "{ x = " + host.NumberValue(float64(x)).String() + ", y = " + host.NumberValue(float64(y)).String() + " }"
}

// A bot walks along a path that its node or its state names, and goes on when it is there.
func TestFollowPath(t *testing.T) {
	for node, bot := range map[string]string{
		`<FollowPath path="line" speed="Run"/>`:                                               soldier + "  - { id: other, name: Other, count: 1, speedMps: 0, initialState: { path: ring } }\n",
		`<Selector><FollowPath speed="Run"/><FollowPath path="line" speed="Run"/></Selector>`: soldier + "  - { id: other, name: Other, count: 1, speedMps: 0, initialState: { path: ring } }\n",
		`<FollowPath speed="Run"/>`:                                                           "  - { id: one, name: One, count: 1, speedMps: 2, behavior: { file: t.xml }, initialState: { is: none, path: line } }\n",
	} {
		g := play(t, bot, "", `<Sequence>`+node+`<SetState key="is" value="there"/><StopMovement/><Halt/></Sequence>`, "")
		g.Put(one, 10, 10, 1, 0)
		if g.Steps(90); far(g, one, 28, 10) > 2 {
			t.Errorf("%s: after 9 s it is at (%.1f, %.1f)", node, g.Bot(one).X, g.Bot(one).Y)
		}
		if g.Steps(120); far(g, one, 30, 30) > 0.8 || g.State(one, "is") != `"there"` {
			t.Errorf("%s: at the end it is at (%.1f, %.1f), %s", node, g.Bot(one).X, g.Bot(one).Y, g.State(one, "is"))
		}
	}
}

// passes steps until a bot was near each of some points, one after the other, and wants that
// to take no more ticks.
func passes(t *testing.T, g *arenatest.Game, most int, points ...[2]float32) {
	t.Helper()
	for i := 0; i < len(points); most-- {
		if most == 0 {
			t.Fatalf("it never came to point %d, %v: it is at (%.1f, %.1f); %v", i, points[i], g.Bot(one).X, g.Bot(one).Y, faults(g))
		}
		if far(g.Steps(1), one, points[i][0], points[i][1]) < 2 {
			i++
		}
	}
}

// It begins at the point of the path that is nearest, goes round a closed one once and round
// any for ever with loop, ends so near to the end as the node says, and tells the level.
func TestFollowPathAsTheNodeSays(t *testing.T) {
	const there = `<SetState key="is" value="there"/><StopMovement/><Halt/></Sequence>`
	g := play(t, soldier, "", `<Sequence><FollowPath path="line" speed="Run" stopWithinDistance="6"/><LuaGate code="return said == 'end stopped '">`+
		`<SetState key="is" value="there"/></LuaGate><StopMovement/><Halt/></Sequence>`, tells)
	least := math.Inf(1)
	g.Put(one, 29, 18, 1, 0)
	for range 60 {
		least = min(least, far(g.Steps(1), one, 10, 10))
	}
	if d := far(g, one, 30, 30); d < 4.5 || d > 6.3 || least < 19 || g.State(one, "is") != `"there"` {
		t.Errorf("it is %.1f m from the end and %s, and was %.1f m from the beginning; %v", d, g.State(one, "is"), least, faults(g))
	}

	g = play(t, soldier, "", `<Sequence><FollowPath path="ring" speed="Sprint"/>`+there, "")
	g.Put(one, 11, 40, 1, 0)
	passes(t, g, 900, [2]float32{40, 40}, [2]float32{40, 55}, [2]float32{10, 55}, [2]float32{10, 40})
	if g.Steps(20); g.State(one, "is") != `"there"` {
		t.Errorf("once round the ring it is %s", g.State(one, "is"))
	}

	g = play(t, soldier, "", `<Sequence><FollowPath path="line" speed="Sprint" loop="1"/>`+there, "")
	g.Put(one, 10, 10, 1, 0)
	passes(t, g, 900, [2]float32{30, 10}, [2]float32{30, 30}, [2]float32{10, 10}, [2]float32{30, 10}, [2]float32{30, 30})
	if g.Steps(20); g.State(one, "is") != `"none"` {
		t.Errorf("it ends after two rounds: %s", g.State(one, "is"))
	}
}

// Its way leads around what stands on the path; where no way leads, the node fails.
func TestFollowPathGoesAroundObstacles(t *testing.T) {
	field := strings.NewReplacer("obstacles: [", "obstacles: [{ rect: [80, 4, 1, 12] }, { rect: [90, 4, 1, 12] }, { rect: [80, 3, 11, 1] }, { rect: [80, 16, 11, 1] }, ",
		"paths:\n", "paths:\n  - { id: through, points: [[52, 25], [72, 25]] }\n  - { id: sealed, points: [[70, 10], [85, 10]] }\n").Replace(meadow)
	for path, want := range map[string]string{"through": `"there"`, "sealed": `"lost"`} {
		g := playOn(t, field, soldier, "", `<Sequence><Selector><Sequence><FollowPath path="`+path+`" speed="Sprint"/><SetState key="is" value="there"/></Sequence>`+
			`<SetState key="is" value="lost"/></Selector><StopMovement/><Halt/></Sequence>`, "")
		g.Put(one, 54, 25, 1, 0)
		if path == "sealed" {
			g.Put(one, 72, 10, 1, 0)
		}
		inside := 0
		for range 250 {
			if b := g.Steps(1).Bot(one); b.X > 60 && b.X < 62 && b.Y > 20 && b.Y < 30 {
				inside++
			}
		}
		if g.State(one, "is") != want || inside > 0 {
			t.Errorf("%s: it is %s at (%.1f, %.1f), wanted %s, and was in the wall for %d ticks", path, g.State(one, "is"), g.Bot(one).X, g.Bot(one).Y, want, inside)
		}
	}
}
