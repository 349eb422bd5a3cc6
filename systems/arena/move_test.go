package arena_test

import (
	"math"
	"testing"
)

const (
	done   = `"done"`
	failed = `"failed"`
	runs   = ""
)

func TestMoveTo(t *testing.T) {
	g := in(t, act("move_to", "{ x: 20, y: 60 }")).steps(10).is(runs)
	g.near(one, 20, 52)
	g.steps(40).is(done)
	g.near(one, 20, 59.5)
	g.steps(20)
	g.near(one, 20, 59.5)
	if b := g.bot(one); math.Abs(float64(b.HY)-1) > 1e-3 {
		t.Errorf("heading (%v, %v), wanted down", b.HX, b.HY)
	}
}

func TestMoveToGoesAtItsPace(t *testing.T) {
	for pace, want := range map[string]float32{"walk": 51, "run": 52, "sprint": 53} {
		in(t, act("move_to", "{ x: 20, y: 80, pace: "+pace+" }")).steps(10).near(one, 20, want)
	}
}

func TestMoveToGoesAroundObstacles(t *testing.T) {
	g := in(t, act("move_to", "{ x: 80, y: 25, stop: 0 }")).put(one, 50, 25, 1, 0)
	for range 600 {
		g.Step()
		if b := g.bot(one); b.X > 60 && b.X < 64 && b.Y > 10 && b.Y < 40 {
			t.Fatalf("in the wall at (%v, %v)", b.X, b.Y)
		}
	}
	g.is(done).near(one, 80, 25)
}

func TestMoveToPlace(t *testing.T) {
	in(t, act("move_to_place", "{ place: well }")).steps(200).is(done).near(one, 48, 50)
	in(t, act("move_to_place", "{ place: heal }")).put(one, 10, 20, 1, 0).steps(200).is(done).near(one, 10, 13)
	in(t, act("move_to_place", "{ place: heal, whose: theirs }")).put(one, 90, 80, 1, 0).steps(200).is(done).near(one, 90, 87)
	in(t, act("move_to_place", "{ place: yours }")).steps(2).is(failed)
}

func TestGoHome(t *testing.T) {
	in(t, act("go_home", "{}")).put(one, 10, 20, 0, 1).steps(200).is(done).near(one, 10, 13)
	in(t, "{ kind: sequence, children: [{ kind: action, name: set_home, args: { place: well } }, "+act("go_home", "{}")+"] }").
		steps(200).is(done).near(one, 48, 50)
}

func TestApproach(t *testing.T) {
	g := in(t, act("approach", "{ who: enemy, stop: 3 }")).steps(10).is(runs)
	g.near(one, 22, 50)
	if b := g.bot(one); b.Target != two || b.Action != "approach" {
		t.Errorf("target %d by %q, wanted %d by approach", b.Target, b.Action, two)
	}
	g.steps(40).is(done).near(one, 27, 50)
	in(t, act("approach", "{ who: player }")).steps(2).is(failed)
	in(t, act("approach", "{ who: self }")).steps(2).is(failed)
}

func TestApproachLastSeen(t *testing.T) {
	in(t, act("approach_last_seen", "{}")).steps(3).is(failed)
}

func TestMoveToItem(t *testing.T) {
	g := in(t, act("move_to_item", "{ item: ore }")).steps(600).is(done)
	if d := g.value("distance_to_item", text("ore")).Number(); d > 1.5 {
		t.Errorf("%v m from the ore", d)
	}
	in(t, act("move_to_item", "{ item: bone }")).steps(3).is(failed)
	in(t, act("move_to_item", "{ item: ore, radius: 0 }")).steps(3).is(failed)
}

func TestFollow(t *testing.T) {
	g := in(t, "{ kind: sequence, children: [{ kind: action, name: set_leader, args: { who: enemy } }, "+act("follow", "{}")+"] }")
	g.steps(60).near(one, 27, 50)
	g.put(two, 30, 70, 1, 0).steps(120)
	if d := g.value("distance", text("leader")).Number(); math.Abs(d-3) > 0.1 {
		t.Errorf("%v m behind the leader, wanted 3", d)
	}
	in(t, act("follow", "{}")).steps(3).is(failed)
}

func TestFlee(t *testing.T) {
	g := in(t, act("flee", "{ who: enemy, distance: 15 }")).steps(20).is(runs)
	g.near(one, 16, 50)
	g.steps(20).is(done)
	in(t, act("flee", "{ who: player }")).steps(3).is(failed)
}

func TestFleeFromTheEdgeOfTheField(t *testing.T) {
	g := in(t, act("flee", "{ who: enemy, distance: 25 }")).put(one, 0, 50, -1, 0).put(two, 10, 50, 1, 0).steps(200).is(done)
	if d := g.value("distance", id(two)).Number(); d < 24 {
		t.Errorf("%v m away in a corner, wanted 25", d)
	}
}

func TestRoam(t *testing.T) {
	g := in(t, act("roam", "{ every: 2 }"))
	spots := map[[2]int]bool{}
	for range 60 {
		b := g.steps(10).is(runs).bot(one)
		spots[[2]int{int(b.X / 10), int(b.Y / 10)}] = true
	}
	if len(spots) < 4 {
		t.Errorf("roams over %d squares only", len(spots))
	}
}

func TestRoamNear(t *testing.T) {
	g := in(t, act("roam_near", "{ place: well, radius: 5 }")).put(one, 50, 50, 1, 0)
	for range 60 {
		b := g.steps(10).is(runs).bot(one)
		if d := math.Hypot(float64(b.X-50), float64(b.Y-50)); d > 7.1 {
			t.Fatalf("%v m from the well", d)
		}
	}
	in(t, act("roam_near", "{ place: yours }")).steps(3).is(failed)
}

func TestStrafe(t *testing.T) {
	for side, y := range map[string]float32{"left": 48.5, "right": 51.5} {
		g := in(t, act("strafe", "{ side: "+side+" }")).steps(8).is(runs)
		b := g.bot(one)
		if math.Abs(float64(b.Y-y)) > 0.3 || b.HX < 0.9 {
			t.Errorf("%s: at y %v heading (%v, %v), wanted y %v and the face to the enemy", side, b.Y, b.HX, b.HY, y)
		}
	}
	g := in(t, act("strafe", "{}")).steps(40)
	if b := g.bot(one); math.Abs(float64(b.Y-50)) > 3 {
		t.Errorf("alternates, and yet is at y %v", b.Y)
	}
	in(t, act("strafe", "{ who: player }")).steps(3).is(failed)
}

func TestMoveDir(t *testing.T) {
	g := in(t, act("move_dir", "{ forward: -1 }")).steps(10).is(runs)
	g.near(one, 18, 50)
	if b := g.bot(one); b.HX != 1 {
		t.Errorf("heading %v, wanted to go backwards", b.HX)
	}
	in(t, act("move_dir", "{ right: 1 }")).steps(10).near(one, 20, 52)
}

func TestStandAndWait(t *testing.T) {
	in(t, act("stand", "{}")).steps(10).is(done).near(one, 20, 50)
	g := in(t, act("wait", "{ seconds: 1 }")).steps(10).is(runs)
	g.steps(2).is(done)
	g.near(one, 20, 50)
	again := "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: time_at_least, args: { limit: 0.5 } }, " +
		"{ kind: condition, name: time_below, args: { limit: 0.6 } }] }, " + act("wait", "{ seconds: 1 }") + "] }"
	in(t, again).steps(14).is(runs).steps(3).is(done)
}

func TestFaceTurnsAtARate(t *testing.T) {
	g := in(t, act("face", "{ who: friend }")).put(three, 20, 60, 1, 0).steps(5).is(runs)
	if b := g.bot(one); math.Abs(float64(b.HY)-math.Sin(math.Pi/4)) > 1e-3 {
		t.Errorf("after half a second at 90 degrees a second: heading (%v, %v)", b.HX, b.HY)
	}
	g.steps(8).is(done).near(one, 20, 50)
	in(t, act("face", "{ who: player }")).steps(3).is(failed)
}

func TestFacePoint(t *testing.T) {
	g := in(t, act("face_point", "{ x: 20, y: 0 }")).steps(5).is(runs).steps(8).is(done)
	if b := g.bot(one); b.HY > -0.99 {
		t.Errorf("heading (%v, %v), wanted up", b.HX, b.HY)
	}
}

func TestLookAround(t *testing.T) {
	g := in(t, act("look_around", "{ every: 4 }")).steps(10).is(runs)
	if b := g.bot(one); math.Abs(float64(b.HY)-1) > 1e-3 {
		t.Errorf("a quarter turn: heading (%v, %v)", b.HX, b.HY)
	}
	g.near(one, 20, 50)
}

func TestTeleport(t *testing.T) {
	in(t, act("teleport", "{ x: 70, y: 5 }")).steps(2).is(done).near(one, 70, 5)
	g := in(t, act("teleport", "{ x: 62, y: 25 }")).steps(2)
	if b := g.bot(one); b.X > 60 && b.X < 64 {
		t.Errorf("in the wall at x %v", b.X)
	}
}

func TestStuckTime(t *testing.T) {
	g := in(t, act("move_dir", "{ forward: 1 }")).put(one, 100, 50, 1, 0).steps(10)
	if s := g.value("stuck_time").Number(); math.Abs(s-1) > 0.11 {
		t.Errorf("stuck for %v s, wanted 1", s)
	}
	g = in(t, "{ kind: sequence, children: [{ kind: action, name: reset_stuck }, { kind: action, name: move_dir, args: { forward: 1 } }] }").
		put(one, 100, 50, 1, 0).steps(10)
	if s := g.value("stuck_time").Number(); s > 0.11 {
		t.Errorf("stuck for %v s after a reset", s)
	}
}

// Whoever stays stands also in ticks in which its tree says nothing, until it
// goes somewhere.
func TestStay(t *testing.T) {
	first := func(tree string) string {
		return "{ kind: sequence, children: [{ kind: condition, name: time_below, args: { limit: 0.15 } }, " + tree + "] }"
	}
	in(t, first(act("stay", "{}"))).put(one, 10, 20, 0, 1).steps(40).near(one, 10, 20)
	g := in(t, "{ kind: selector, children: ["+first(act("stay", "{}"))+", { kind: sequence, children: ["+
		"{ kind: condition, name: time_below, args: { limit: 2 } }, { kind: action, name: move_to, args: { x: 10, y: 30 } }] }] }").put(one, 10, 20, 0, 1).steps(20)
	if y := g.bot(one).Y; y <= 20 {
		t.Errorf("at y %v, does not go although it wants to", y)
	}
}

func TestHomeIsAPoint(t *testing.T) {
	g := in(t, act("stand", "{}")).steps(1)
	if x, y := g.value("home_x").Number(), g.value("home_y").Number(); x != 10 || y != 10 {
		t.Errorf("home at %v, %v", x, y)
	}
}
