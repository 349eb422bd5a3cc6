package room

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// duel is a match in which red ones fall one after the other.
const duel = `
world: { width: 40, height: 40 }
tickRate: 20
teams: [{ id: red }, { id: blue }]
match: { time: 6s, kill: 1 }
weapons: [{ id: bow, damage: 30, range: 60, cooldown: 0.5s }]
places: [{ id: den, at: [20, 10], radius: 4 }]
bots:
  - { id: a, name: A, teamId: red, count: 2, speedMps: 0, health: 50, home: den, respawn: 1s, behavior: { kind: wander } }
  - { id: b, name: B, teamId: blue, count: 1, speedMps: 0, health: 50, weapons: [bow], sight: { radius: 60 }, behavior: { kind: action, name: fight } }
`

// ranked is the table that a guest read, by the names of those who killed or died.
func ranked(t *testing.T, texts []string) map[string][2]int64 {
	t.Helper()
	all := map[string][2]int64{}
	for _, text := range texts {
		if !strings.HasPrefix(text, `{"type":"table"`) {
			continue
		}
		var m tableMessage
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		for _, row := range m.List {
			if row.Kills+row.Deaths > 0 {
				all[row.Name] = [2]int64{row.Kills, row.Deaths}
			}
		}
	}
	return all
}

// duelIn plays the duel for three seconds.
func duelIn(t *testing.T, file string) table {
	t.Helper()
	s, err := live.Start("duel.yaml", []byte(duel), live.Options{History: session.History{Seconds: 60}})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Unix(1000, 0)}
	r, err := Open("field", s, keeping(t, c, file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close("the test is over", false) })
	room := table{t, r, c}
	room.enter(GameMaster, "gm", "").read()
	room.play(3 * time.Second)
	return room
}

// What happened before a server ended, and before the room went back, stands in the table once.
func TestTheTableKnowsTheWholeRound(t *testing.T) {
	whole := duelIn(t, filepath.Join(t.TempDir(), "whole.room"))
	gm := whole.enter(GameMaster, "gm", "")
	whole.play(4 * time.Second)
	want := ranked(t, gm.read())
	if want["B 1"][0] < 4 || want["B 1"][0] != want["A 1"][1]+want["A 2"][1] {
		t.Fatalf("the table of a round that went through has %v", want)
	}

	file := filepath.Join(t.TempDir(), "field.room")
	duelIn(t, file).Close("the server ends", false)
	back := reopen(t, file)
	gm = back.enter(GameMaster, "gm", "")
	back.play(4 * time.Second)
	if diff := cmp.Diff(want, ranked(t, gm.read())); diff != "" {
		t.Error("after the server began anew:", diff)
	}

	again := duelIn(t, filepath.Join(t.TempDir(), "again.room"))
	gm = again.enter(GameMaster, "gm", "")
	gm.say(`{"type":"seek","tick":20}`)
	again.play(100 * time.Millisecond)
	gm.say(`{"type":"branch"}`)
	again.play(6 * time.Second)
	if diff := cmp.Diff(want, ranked(t, gm.read())); diff != "" {
		t.Error("after the game went back:", diff)
	}
}

// Acts that are never taken back are counted together, and the others stay apart.
func TestManyActsAreCountedTogether(t *testing.T) {
	var all tally
	for i := range int64(maxLog) {
		all.happened(&session.Occurrence{Kind: session.Killed, Tick: i, From: 1, To: 2})
	}
	all.settle(999)
	if len(all.log) != maxLog-1000 {
		t.Errorf("%d acts stay apart, wanted %d", len(all.log), maxLog-1000)
	}
	all.branched(1999)
	if diff := cmp.Diff([]account{{ID: 1, Kills: 2000}, {ID: 2, Deaths: 2000}}, all.list()); diff != "" {
		t.Error(diff)
	}
}
