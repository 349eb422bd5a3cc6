package core_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

func TestMoveTo(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("move_to", "{ x: 20, y: 60 }")).Steps(10).Is(runs)
	g.Near(one, 20, 52)
	g.Steps(40).Is(done)
	g.Near(one, 20, 59.5)
	g.Steps(20)
	g.Near(one, 20, 59.5)
	if b := g.Bot(one); math.Abs(float64(b.HY)-1) > 1e-3 {
		t.Errorf("heading (%v, %v), wanted down", b.HX, b.HY)
	}
}

func TestMoveToGoesAtItsPace(t *testing.T) {
	for pace, want := range map[string]float32{"walk": 51, "run": 52, "sprint": 53} {
		arenatest.In(t, arenatest.Act("move_to", "{ x: 20, y: 80, pace: "+pace+" }")).Steps(10).Near(one, 20, want)
	}
}

func TestMoveToGoesAroundObstacles(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("move_to", "{ x: 80, y: 25, stop: 0 }")).Put(one, 50, 25, 1, 0)
	for range 600 {
		g.Step()
		if b := g.Bot(one); b.X > 60 && b.X < 64 && b.Y > 10 && b.Y < 40 {
			t.Fatalf("in the wall at (%v, %v)", b.X, b.Y)
		}
	}
	g.Is(done).Near(one, 80, 25)
}

func TestMoveToPlace(t *testing.T) {
	arenatest.In(t, arenatest.Act("move_to_place", "{ place: well }")).Steps(200).Is(done).Near(one, 48, 50)
	arenatest.In(t, arenatest.Act("move_to_place", "{ place: heal }")).Put(one, 10, 20, 1, 0).Steps(200).Is(done).Near(one, 10, 13)
	arenatest.In(t, arenatest.Act("move_to_place", "{ place: heal, whose: theirs }")).Put(one, 90, 80, 1, 0).Steps(200).Is(done).Near(one, 90, 87)
	arenatest.In(t, arenatest.Act("move_to_place", "{ place: yours }")).Steps(2).Is(failed)
}

func TestGoHome(t *testing.T) {
	arenatest.In(t, arenatest.Act("go_home", "{}")).Put(one, 10, 20, 0, 1).Steps(200).Is(done).Near(one, 10, 13)
	arenatest.In(t, "{ kind: sequence, children: [{ kind: action, name: set_home, args: { place: well } }, "+arenatest.Act("go_home", "{}")+"] }").
		Steps(200).Is(done).Near(one, 48, 50)
}

func TestApproach(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("approach", "{ who: enemy, stop: 3 }")).Steps(10).Is(runs)
	g.Near(one, 22, 50)
	if b := g.Bot(one); b.Target != two || b.Action != "approach" {
		t.Errorf("target %d by %q, wanted %d by approach", b.Target, b.Action, two)
	}
	g.Steps(40).Is(done).Near(one, 27, 50)
	arenatest.In(t, arenatest.Act("approach", "{ who: player }")).Steps(2).Is(failed)
	arenatest.In(t, arenatest.Act("approach", "{ who: self }")).Steps(2).Is(failed)
}

func TestApproachLastSeen(t *testing.T) {
	arenatest.In(t, arenatest.Act("approach_last_seen", "{}")).Steps(3).Is(failed)
}

func TestMoveToItem(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("move_to_item", "{ item: ore }")).Steps(600).Is(done)
	if d := g.Value("distance_to_item", host.StringValue("ore")).Number(); d > 1.5 {
		t.Errorf("%v m from the ore", d)
	}
	arenatest.In(t, arenatest.Act("move_to_item", "{ item: bone }")).Steps(3).Is(failed)
	arenatest.In(t, arenatest.Act("move_to_item", "{ item: ore, radius: 0 }")).Steps(3).Is(failed)
}

func TestFollow(t *testing.T) {
	g := arenatest.In(t, "{ kind: sequence, children: [{ kind: action, name: set_leader, args: { who: enemy } }, "+arenatest.Act("follow", "{}")+"] }")
	g.Steps(60).Near(one, 27, 50)
	g.Put(two, 30, 70, 1, 0).Steps(120)
	if d := g.Value("distance", host.StringValue("leader")).Number(); math.Abs(d-3) > 0.1 {
		t.Errorf("%v m behind the leader, wanted 3", d)
	}
	arenatest.In(t, arenatest.Act("follow", "{}")).Steps(3).Is(failed)
}

func TestFlee(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("flee", "{ who: enemy, distance: 15 }")).Steps(20).Is(runs)
	g.Near(one, 16, 50)
	g.Steps(20).Is(done)
	arenatest.In(t, arenatest.Act("flee", "{ who: player }")).Steps(3).Is(failed)
}

// TestFleeFromTwo has a second foe that the bot runs toward as it runs from the first, and
// the other way round: it runs from both, past them.
func TestFleeFromTwo(t *testing.T) {
	for _, c := range []struct{ x, y float32 }{{50, 50}, {50, 0.01}} {
		src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("flee", "{ who: anybody, distance: 16 }"), 1), "turnRate: 90", "turnRate: 300\n    sight: { radius: 40, angle: 200 }", 1)
		g := arenatest.Open(t, src, 1).Put(one, c.x, c.y, 1, 0).Put(two, c.x-7, c.y, 1, 0).Put(three, c.x+6, c.y, 1, 0)
		var k tremor
		for range 150 {
			g.Step()
			if b := g.Bot(one); k.look(b.X, b.Y) > 5 {
				t.Fatalf("it trembles at (%v, %v)", b.X, b.Y)
			}
		}
		for _, id := range []components.ID{two, three} {
			if d := g.Value("distance", host.IntValue(int64(id))).Number(); d < 15.9 {
				t.Errorf("from (%v, %v): %v m from %d, wanted 16", c.x, c.y, d, id)
			}
		}
	}
}

// TestFleeIntoACorner: who cannot get farther away stands, and runs on when it must.
func TestFleeIntoACorner(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("flee", "{ who: enemy, distance: 15 }")).Put(one, 2, 2, -1, 0).Put(two, 6, 6, 1, 0).Put(three, 90, 90, 1, 0).Steps(40)
	at := g.Bot(one)
	if g.Steps(5); at.X > 0.5 || at.Y > 0.5 || g.Bot(one).X != at.X || g.Bot(one).Y != at.Y {
		t.Errorf("it is at (%v, %v) and then (%v, %v), wanted it to stand in the corner", at.X, at.Y, g.Bot(one).X, g.Bot(one).Y)
	}
	if g.Put(two, 0.6, 0.6, 1, 0).Steps(80); g.Bot(one).X < 5 && g.Bot(one).Y < 5 {
		t.Errorf("it is at (%v, %v), wanted it away", g.Bot(one).X, g.Bot(one).Y)
	}
}

func TestFleeFromTheEdgeOfTheField(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("flee", "{ who: enemy, distance: 25 }")).Put(one, 0, 50, -1, 0).Put(two, 10, 50, 1, 0).Steps(120).Is(done) // 23 m are between them where the edge is 20 m from its foe
	if d := g.Value("distance", host.IntValue(int64(two))).Number(); d < 24 {
		t.Errorf("%v m away in a corner, wanted 25", d)
	}
}

func TestRoam(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("roam", "{ every: 2 }"))
	spots := map[[2]int]bool{}
	for range 60 {
		b := g.Steps(10).Is(runs).Bot(one)
		spots[[2]int{int(b.X / 10), int(b.Y / 10)}] = true
	}
	if len(spots) < 4 {
		t.Errorf("roams over %d squares only", len(spots))
	}
}

func TestRoamNear(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("roam_near", "{ place: well, radius: 5 }")).Put(one, 50, 50, 1, 0)
	for range 60 {
		b := g.Steps(10).Is(runs).Bot(one)
		if d := math.Hypot(float64(b.X-50), float64(b.Y-50)); d > 7.1 {
			t.Fatalf("%v m from the well", d)
		}
	}
	arenatest.In(t, arenatest.Act("roam_near", "{ place: yours }")).Steps(3).Is(failed)
}

func TestStrafe(t *testing.T) {
	for side, y := range map[string]float32{"left": 48.5, "right": 51.5} {
		g := arenatest.In(t, arenatest.Act("strafe", "{ side: "+side+" }")).Steps(8).Is(runs)
		b := g.Bot(one)
		if math.Abs(float64(b.Y-y)) > 0.3 || b.HX < 0.9 {
			t.Errorf("%s: at y %v heading (%v, %v), wanted y %v and the face to the enemy", side, b.Y, b.HX, b.HY, y)
		}
	}
	g := arenatest.In(t, arenatest.Act("strafe", "{}")).Steps(40)
	if b := g.Bot(one); math.Abs(float64(b.Y-50)) > 3 {
		t.Errorf("alternates, and yet is at y %v", b.Y)
	}
	arenatest.In(t, arenatest.Act("strafe", "{ who: player }")).Steps(3).Is(failed)
}

func TestMoveDir(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("move_dir", "{ forward: -1 }")).Steps(10).Is(runs)
	g.Near(one, 18, 50)
	if b := g.Bot(one); b.HX != 1 {
		t.Errorf("heading %v, wanted to go backwards", b.HX)
	}
	arenatest.In(t, arenatest.Act("move_dir", "{ right: 1 }")).Steps(10).Near(one, 20, 52)
}

func TestGo(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("go", "{ x: 20, y: 60, within: 1.5, speed: 7 }")).Steps(10).Is(runs)
	g.Near(one, 20, 57)
	g.Steps(10).Is(done).Near(one, 20, 58.5)
	if b := g.Bot(one); math.Abs(float64(b.HY)-1) > 1e-3 {
		t.Errorf("heading (%v, %v), wanted down", b.HX, b.HY)
	}
	g = arenatest.In(t, arenatest.Act("go", "{ x: 80, y: 25, speed: 10 }")).Put(one, 50, 25, 1, 0)
	for range 300 {
		g.Step()
		if b := g.Bot(one); b.X > 60 && b.X < 64 && b.Y > 10 && b.Y < 40 {
			t.Fatalf("in the wall at (%v, %v)", b.X, b.Y)
		}
	}
	g.Is(done).Near(one, 80, 25)
	arenatest.In(t, arenatest.Act("go", "{ x: 20, y: 60, speed: 0 }")).Steps(10).Is(runs).Near(one, 20, 50)
}

func TestHead(t *testing.T) {
	for angle, want := range map[string][2]float32{"0": {25, 50}, "90": {20, 45}, "-90": {20, 55}, "540": {15, 50}, "-45": {23.5355, 53.5355}} {
		g := arenatest.In(t, arenatest.Act("head", "{ angle: "+angle+", speed: 5 }")).Put(one, 20, 50, 0, 0).Steps(10).Is(runs)
		g.Near(one, want[0], want[1])
		if b := g.Bot(one); math.Hypot(float64(b.HX)-float64(want[0]-20)/5, float64(b.HY)-float64(want[1]-50)/5) > 1e-3 {
			t.Errorf("%s: heading (%v, %v)", angle, b.HX, b.HY)
		}
	}
	g := arenatest.In(t, arenatest.Act("head", "{ angle: 180, speed: 5, face: 0 }")).Steps(10)
	g.Near(one, 15, 50)
	if b := g.Bot(one); b.HX != 1 {
		t.Errorf("heading %v, wanted to go backwards", b.HX)
	}
	g = arenatest.In(t, arenatest.Act("head", "{ angle: 90, speed: 0 }")).Put(one, 20, 50, 0, 0).Steps(3)
	g.Near(one, 20, 50)
	if b := g.Bot(one); b.HY != -1 {
		t.Errorf("heading %v, wanted up", b.HY)
	}
}

func TestStandAndWait(t *testing.T) {
	arenatest.In(t, arenatest.Act("stand", "{}")).Steps(10).Is(done).Near(one, 20, 50)
	g := arenatest.In(t, arenatest.Act("wait", "{ seconds: 1 }")).Steps(10).Is(runs)
	g.Steps(2).Is(done)
	g.Near(one, 20, 50)
	again := "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: time_at_least, args: { limit: 0.5 } }, " +
		"{ kind: condition, name: time_below, args: { limit: 0.6 } }] }, " + arenatest.Act("wait", "{ seconds: 1 }") + "] }"
	arenatest.In(t, again).Steps(14).Is(runs).Steps(3).Is(done)
}

func TestFaceTurnsAtARate(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("face", "{ who: friend }")).Put(three, 20, 60, 1, 0).Steps(5).Is(runs)
	if b := g.Bot(one); math.Abs(float64(b.HY)-math.Sin(math.Pi/4)) > 1e-3 {
		t.Errorf("after half a second at 90 degrees a second: heading (%v, %v)", b.HX, b.HY)
	}
	g.Steps(8).Is(done).Near(one, 20, 50)
	arenatest.In(t, arenatest.Act("face", "{ who: player }")).Steps(3).Is(failed)
}

func TestFacePoint(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("face_point", "{ x: 20, y: 0 }")).Steps(5).Is(runs).Steps(8).Is(done)
	if b := g.Bot(one); b.HY > -0.99 {
		t.Errorf("heading (%v, %v), wanted up", b.HX, b.HY)
	}
}

func TestLookAround(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("look_around", "{ every: 4 }")).Steps(10).Is(runs)
	if b := g.Bot(one); math.Abs(float64(b.HY)-1) > 1e-3 {
		t.Errorf("a quarter turn: heading (%v, %v)", b.HX, b.HY)
	}
	g.Near(one, 20, 50)
}

func TestTeleport(t *testing.T) {
	arenatest.In(t, arenatest.Act("teleport", "{ x: 70, y: 5 }")).Steps(2).Is(done).Near(one, 70, 5)
	g := arenatest.In(t, arenatest.Act("teleport", "{ x: 62, y: 25 }")).Steps(2)
	if b := g.Bot(one); b.X > 60 && b.X < 64 {
		t.Errorf("in the wall at x %v", b.X)
	}
}

func TestStuckTime(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("move_dir", "{ forward: 1 }")).Put(one, 100, 50, 1, 0).Steps(10)
	if s := g.Value("stuck_time").Number(); math.Abs(s-1) > 0.11 {
		t.Errorf("stuck for %v s, wanted 1", s)
	}
	g = arenatest.In(t, "{ kind: sequence, children: [{ kind: action, name: reset_stuck }, { kind: action, name: move_dir, args: { forward: 1 } }] }").
		Put(one, 100, 50, 1, 0).Steps(10)
	if s := g.Value("stuck_time").Number(); s > 0.11 {
		t.Errorf("stuck for %v s after a reset", s)
	}
}

// Whoever stays stands also in ticks in which its tree says nothing, until it
// goes somewhere.
func TestStay(t *testing.T) {
	first := func(tree string) string {
		return "{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.15 } }, " + tree + "] }"
	}
	arenatest.In(t, first(arenatest.Act("stay", "{}"))).Put(one, 10, 20, 0, 1).Steps(40).Near(one, 10, 20)
	g := arenatest.In(t, "{ kind: selector, children: ["+first(arenatest.Act("stay", "{}"))+", { kind: sequence, children: ["+
		"{ kind: condition, name: time_below, args: { limit: 2 } }, { kind: action, name: move_to, args: { x: 10, y: 30 } }] }] }").Put(one, 10, 20, 0, 1).Steps(20)
	if y := g.Bot(one).Y; y <= 20 {
		t.Errorf("at y %v, does not go although it wants to", y)
	}
}

func TestHomeIsAPoint(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("stand", "{}")).Steps(1)
	if x, y := g.Value("home_x").Number(), g.Value("home_y").Number(); x != 10 || y != 10 {
		t.Errorf("home at %v, %v", x, y)
	}
}

func TestSpeedAtAPace(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("move_to", "{ x: 60, y: 20, pace: walk }")).Put(one, 10, 20, 0, 1).Steps(30)
	g.Near(one, 13, 20)
	walk, run := g.Value("speed_at", host.StringValue("walk")).Number(), g.Value("speed_at", host.StringValue("run")).Number()
	if walk != 1 || run != 2 {
		t.Errorf("walks at %v and runs at %v m/s, wanted 1 and 2", walk, run)
	}
}
