package room

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// state returns how the game stands, as the last message of it says.
func (g *guest) state() (s standing) {
	g.Helper()
	for _, text := range g.read() {
		var m standing
		if json.Unmarshal([]byte(text), &m) == nil && m.Type == "standing" {
			s = m
		}
	}
	return s
}

// A game master goes back: all see the earlier moment, and the game waits. Live goes on where
// it was.
func TestAGameMasterLooksBack(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 60}})
	gm := room.enter(GameMaster, "g", "")
	room.play(4 * time.Second)
	p := room.enter(Player, "Ann", "")
	room.play(4 * time.Second)
	before, at := room.session.Digest(), room.session.World().Clock().Tick
	gm.read()
	gm.say(`{"type":"seek","tick":20}`)
	room.play(time.Second)
	if s := gm.state(); !s.Past || s.Tick != 20 || s.From != 0 || s.To != at {
		t.Errorf("the game stands so: %+v", s)
	}
	if m := p.told("notice"); len(m) != 1 || m[0]["text"] != "the game master looks at an earlier moment; the game waits" {
		t.Errorf("the player is told %v", m)
	}
	if p.now.Tick != 20 || p.self() != nil {
		t.Errorf("the player sees tick %d, and itself before it came", p.now.Tick)
	}
	for _, message := range []string{`{"type":"steer","x":1,"y":0}`, `{"type":"do","n":1,"command":{"do":"add","class":"cat"}}`} {
		who := gm
		if message[9] == 's' {
			who = p
		}
		if a := who.answer(message); !json.Valid([]byte(a)) || a[:17] != `{"type":"refused"` {
			t.Errorf("%s is answered by %s", message, a)
		}
	}
	if _, err := room.Enter(Player, "Ben", "", ""); err != errPast {
		t.Errorf("a player who comes in the past: %v", err)
	}
	gm.say(`{"type":"step"}`)
	room.play(time.Second)
	if s := gm.state(); s.Tick != 21 {
		t.Errorf("a step goes to tick %d, wanted 21", s.Tick)
	}
	gm.say(`{"type":"live"}`)
	room.clock.on(50 * time.Millisecond)
	room.Turn()
	if now := room.session.World().Clock().Tick; now != at || room.session.Digest() != before {
		t.Errorf("at its present the game is at tick %d, wanted %d, or another game", now, at)
	}
	room.play(time.Second)
	if s := gm.state(); s.Past || s.Tick <= at {
		t.Errorf("the game does not go on: %+v", s)
	}
	if p.read(); p.self() == nil {
		t.Error("the player has no body any more")
	}
}

// From an earlier moment the game goes another way; a player who came later gets a body.
func TestAGameMasterBranches(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 60}})
	gm := room.enter(GameMaster, "g", "")
	room.play(4 * time.Second)
	p := room.enter(Player, "Ann", "")
	room.play(4 * time.Second)
	if a := gm.answer(`{"type":"branch"}`); a != `{"type":"refused","error":"the game is at no earlier moment"}` {
		t.Errorf("a branch of the present is answered by %s", a)
	}
	gm.say(`{"type":"seek","tick":20}`)
	room.play(time.Second)
	p.read()
	gm.say(`{"type":"branch"}`)
	if w := p.told("welcome"); len(w) != 1 || w[0]["you"] == nil {
		t.Errorf("the player is welcomed by %v", w)
	}
	room.play(time.Second)
	if p.read(); p.self() == nil {
		t.Error("the player has no body")
	}
	if s := gm.state(); s.Past || s.Tick < 25 || s.To > 60 {
		t.Errorf("the game stands so: %+v", s)
	}
}

// A player who leaves while the game master looks back has left when the game goes on.
func TestAPlayerLeavesInThePast(t *testing.T) {
	room := begin(t, hunt, live.Options{History: session.History{Seconds: 60}})
	gm, p := room.enter(GameMaster, "g", ""), room.enter(Player, "Ann", "")
	room.play(4 * time.Second)
	gm.say(`{"type":"seek","tick":20}`)
	room.play(time.Second)
	p.Leave(true)
	gm.say(`{"type":"live"}`)
	room.play(time.Second)
	if gm.read(); len(gm.now.Bodies) != 2 {
		t.Errorf("%d bodies, wanted the two cats", len(gm.now.Bodies))
	}
}

func TestAStep(t *testing.T) {
	room := open(t)
	gm := room.enter(GameMaster, "g", "")
	if a := gm.answer(`{"type":"step"}`); a != `{"type":"refused","error":"the game is not paused"}` {
		t.Errorf("a step of a game that is played is answered by %s", a)
	}
	gm.say(`{"type":"do","n":1,"command":{"do":"pause"}}`)
	at := room.session.World().Clock().Tick
	gm.say(`{"type":"step"}`)
	room.play(time.Second)
	if now := room.session.World().Clock().Tick; now != at+1 || !room.session.Paused() {
		t.Errorf("tick %d after a step from %d", now, at)
	}
	if a := gm.answer(`{"type":"seek","tick":999}`); a != `{"type":"refused","error":"tick 999 is not remembered, wanted 0 to 1"}` {
		t.Errorf("an unknown tick is answered by %s", a)
	}
}

// The file of a room that is at an earlier moment has its present, with its players.
func TestARoomInThePastIsSaved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hunt.room")
	s, err := live.Start("field.yaml", []byte(hunt), live.Options{History: session.History{Seconds: 60}})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Unix(1000, 0)}
	r, err := Open("field", s, keeping(t, c, file))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close("the test is over", false)
	room := table{t, r, c}
	gm := room.enter(GameMaster, "g", "")
	room.play(4 * time.Second)
	room.enter(Player, "Ann", "")
	room.play(4 * time.Second)
	at, digest := room.session.World().Clock().Tick, room.session.Digest()
	gm.say(`{"type":"seek","tick":20}`)
	room.play(time.Second)
	if err := room.save(false); err != nil {
		t.Fatal(err)
	}
	room.Close("the server ends", false)
	again := reopen(t, file)
	if tick := again.session.World().Clock().Tick; tick != at || again.session.Digest() != digest || len(again.players) != 1 {
		t.Errorf("came back at tick %d with %d players, wanted %d and 1", tick, len(again.players), at)
	}
}
