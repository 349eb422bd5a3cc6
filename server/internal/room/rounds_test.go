package room

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// bout is a match of two seconds, after which the next round begins by itself.
const bout = `
world: { width: 100, height: 100 }
tickRate: 20
teams: [{ id: red }, { id: blue }]
match: { time: 2s, kill: 1 }
again: 3s
bots:
  - { id: a, name: A, teamId: red, count: 2, speedMps: 0, tunable: [{ key: speedMps, min: 0, max: 4 }], behavior: { kind: wander } }
  - { id: b, name: B, teamId: blue, count: 1, speedMps: 0, behavior: { kind: wander } }
`

// boutIn opens a room with it that is recorded in a folder.
func boutIn(t *testing.T, dir string, lobby bool) table {
	t.Helper()
	s, err := live.Start("field.yaml", []byte(bout), live.Options{History: session.History{Seconds: 60}})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Unix(1000, 0)}
	o := keeping(t, c, filepath.Join(dir, "field.room"))
	o.Record, o.Lobby = dir, lobby
	r, err := Open("field", s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close("the test is over", false) })
	return table{t, r, c}
}

func kinds(texts []string) (all []string) {
	for _, text := range texts {
		var m struct{ Type string }
		_ = json.Unmarshal([]byte(text), &m)
		all = append(all, m.Type)
	}
	return all
}

func TestRoundsOfARoom(t *testing.T) {
	dir := t.TempDir()
	room := boutIn(t, dir, false)
	bo := room.enter(Player, "Bo", "")
	ann := room.enter(Player, "Ann", "")
	gm := room.enter(GameMaster, "gm", "")
	bo.Leave(true)
	was := ann.body
	gm.answer(`{"type":"do","n":1,"command":{"do":"tune","class":"a","key":"speedMps","value":3}}`)
	room.play(2500 * time.Millisecond)
	texts := ann.read()
	at := slices.IndexFunc(texts, func(s string) bool { return strings.HasPrefix(s, `{"type":"table"`) })
	if at < 0 {
		t.Fatalf("no table in %v", texts)
	}
	var told tableMessage
	if err := json.Unmarshal([]byte(texts[at]), &told); err != nil {
		t.Fatal(err)
	}
	if told.Round != 1 || told.Result != "a draw, 0:0" || len(told.Sides) != 2 || len(told.List) != 4 || !slices.ContainsFunc(told.List, func(r tableRow) bool { return r.Player && r.Name == "Ann" && r.ID == was }) {
		t.Errorf("the table %s", texts[at])
	}
	if late := room.enter(Watcher, "late", ""); !slices.Contains(kinds(late.read()), "table") {
		t.Error("who comes after the end is not told the table")
	}
	if s := ann.state(); !s.Over || s.Again != 0 {
		room.play(time.Second)
		if s = ann.state(); !(s.Again > 0 && s.Again <= 2) || s.Round != 1 {
			t.Errorf("the end stands as %+v, wanted the seconds until the next round", s)
		}
	}
	room.play(3 * time.Second)
	texts = ann.read()
	at = slices.IndexFunc(texts, func(s string) bool { return strings.HasPrefix(s, `{"type":"welcome"`) })
	if at < 0 {
		t.Fatalf("nobody is welcomed in round 2: %v", kinds(texts))
	}
	var hello welcome
	if err := json.Unmarshal([]byte(texts[at]), &hello); err != nil {
		t.Fatal(err)
	}
	if hello.You == was || hello.You != ann.body || room.snap.Body(hello.You).Name != "Ann" {
		t.Errorf("Ann is body %d in round 2, and %d in the room", hello.You, ann.body)
	}
	if v := hello.Game.Classes[0].Tunables[0]; v.Value != 3 || !v.Over {
		t.Errorf("the tunable of round 1 is %+v in round 2", v)
	}
	if got := ann.answer(`{"type":"steer","x":1,"y":0}`); strings.Contains(got, "refused") {
		t.Error(got)
	}
	from := ann.self().X
	room.play(500 * time.Millisecond)
	if ann.read(); ann.self() == nil || ann.self().X == from {
		t.Error("Ann does not move in round 2")
	}
	room.Close("the end", false)
	for _, name := range []string{"field.rec", "field-2.rec"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if n, cut, err := replaytest.Play(t, data, 2, nil); n < 10 || cut != nil || err != nil {
			t.Errorf("%s: %d ticks, %v, %v", name, n, cut, err)
		}
	}
}

func TestALobbyWaitsForTheGameMaster(t *testing.T) {
	room := boutIn(t, t.TempDir(), true)
	ann, gm := room.enter(Player, "Ann", ""), room.enter(GameMaster, "gm", "")
	room.play(time.Second)
	if s := ann.state(); !s.Waits || s.Tick != 0 {
		t.Errorf("the first round stands as %+v, wanted one that waits", s)
	}
	gm.answer(`{"type":"do","n":1,"command":{"do":"resume"}}`)
	room.play(time.Second)
	if s := ann.state(); s.Waits || s.Tick == 0 {
		t.Errorf("the first round stands as %+v, wanted one that goes on", s)
	}
	if got := gm.answer(`{"type":"do","n":2,"command":{"do":"restart"}}`); !strings.Contains(got, `"note":"round 2, with the seed 2"`) {
		t.Errorf("restart is answered by %s", got)
	}
	room.play(time.Second)
	if s := ann.state(); !s.Waits || s.Round != 2 {
		t.Errorf("the second round stands as %+v, wanted one that waits", s)
	}
}

// Whoever is away when a round begins comes back into the same seat.
func TestASeatOutlastsARound(t *testing.T) {
	room := boutIn(t, t.TempDir(), false)
	ann := room.enter(Player, "Ann", "")
	gm := room.enter(GameMaster, "gm", "")
	ann.Leave(false)
	gm.answer(`{"type":"do","n":1,"command":{"do":"restart"}}`)
	back := room.enter(Player, "Ann", ann.token)
	if len(room.players) != 1 || room.snap.Body(back.body) == nil {
		t.Errorf("%d players, and Ann is back as %d", len(room.players), back.body)
	}
}
