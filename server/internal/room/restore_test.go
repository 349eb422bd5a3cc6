package room

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// trip has the next tick panic.
func (t table) trip() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.session.World().Add(ecs.Rules, "trip", ecs.SystemFunc(func(*ecs.World) { panic("the game trips") }))
}

// told finds the messages of a type among texts.
func told(texts []string, kind string) (list []map[string]any) {
	for _, text := range texts {
		var m map[string]any
		if json.Unmarshal([]byte(text), &m) == nil && m["type"] == kind {
			list = append(list, m)
		}
	}
	return list
}

// A tick that panics costs the moments since the last key frame, and nobody has to go.
func TestAGameThatFailsGoesOnFromItsLastKeyFrame(t *testing.T) {
	room := open(t)
	w := room.enter(Watcher, "w", "")
	early := room.enter(Player, "early", "")
	left := room.enter(Player, "left", "")
	room.play(2 * time.Second)
	left.Leave(true)
	late := room.enter(Player, "late", "")
	late.read()
	room.play(50 * time.Millisecond)
	w.read()
	early.read()
	tick := w.now.Tick
	room.trip()
	room.play(50 * time.Millisecond)
	for _, g := range []*guest{w, early, late} {
		texts := g.read()
		if n := told(texts, "notice"); len(n) != 1 || !strings.HasPrefix(n[0]["text"].(string), "the game failed and goes on from ") {
			t.Errorf("told %v", texts)
		}
		welcomes := told(texts, "welcome")
		if len(welcomes) != 1 {
			t.Fatalf("%d welcomes in %v", len(welcomes), texts)
		}
		if you, _ := welcomes[0]["you"].(float64); g.role == Player && (you != float64(g.body) || g.self() == nil) {
			t.Errorf("a player was welcomed as %v, and its body is %d", you, g.body)
		}
	}
	if w.now.Tick > tick {
		t.Errorf("at tick %d, which is not before %d", w.now.Tick, tick)
	}
	if len(w.now.Bodies) != 5 {
		t.Errorf("%d bodies, wanted three bots and the two players who are there", len(w.now.Bodies))
	}
	tick = w.now.Tick
	room.play(time.Second)
	if w.read(); w.now.Tick <= tick {
		t.Error("time stands still after a failure")
	}
	early.answer(`{"type":"steer","x":1,"y":0}`)
	room.play(time.Second)
	if early.read(); early.self() == nil || early.self().VX <= 0 {
		t.Errorf("a player cannot walk after a failure: %+v", early.self())
	}
}

// A game that fails whenever it goes on ends, and its guests are told.
func TestAGameThatAlwaysFailsEnds(t *testing.T) {
	room := open(t)
	w := room.enter(Watcher, "w", "")
	for range maxFailures + 1 {
		if room.Closed() {
			t.Fatal("the room ended early")
		}
		room.trip()
		room.play(50 * time.Millisecond)
	}
	texts := w.read()
	if n := len(texts); n == 0 || texts[n-1] != `{"type":"bye","reason":"the game has failed and cannot go on","again":false}` || !room.Closed() {
		t.Errorf("told %v", texts)
	}
}

// An action that panics is no more than a fault of the game.
func TestAnActionThatPanicsEndsNothing(t *testing.T) {
	reg := arena.NewRegistry()
	if err := reg.AddAction(host.Action{Name: "stumble", Tick: func(*host.Call) host.Status { panic("stumbled") }}); err != nil {
		t.Fatal(err)
	}
	room := begin(t, strings.Replace(field, "{ kind: wander }", "{ kind: action, name: stumble }", 1), live.Options{
		Registry: reg, OnFault: func(host.Fault) {}, History: session.History{Seconds: 60},
	})
	w := room.enter(Watcher, "w", "")
	room.play(2 * time.Second)
	texts := w.read()
	if w.now.Tick < 15 || room.failures != nil {
		t.Errorf("at tick %d after two seconds, %d failures", w.now.Tick, len(room.failures))
	}
	if !strings.Contains(strings.Join(texts, "\n"), "stumbled") {
		t.Errorf("nobody was told of the fault: %v", texts)
	}
}
