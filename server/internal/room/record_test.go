package room

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/insight/replaytest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// recorded opens the room of field with recordings in a folder.
func recorded(t *testing.T, dir string) table {
	t.Helper()
	s, err := live.Start("field.yaml", []byte(field), live.Options{History: session.History{Seconds: 60}})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Unix(1000, 0)}
	o := keeping(t, c, "")
	o.Record = dir
	r, err := Open("field", s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close("the test is over", false) })
	return table{t, r, c}
}

// A game that fails ends its recording before that, and begins another one; both can be
// played again.
func TestARecordingOfAGameThatFails(t *testing.T) {
	dir := t.TempDir()
	room := recorded(t, dir)
	p := room.enter(Player, "Ann", "")
	p.answer(`{"type":"steer","x":1,"y":0}`)
	room.play(2 * time.Second)
	room.trip()
	room.play(2 * time.Second)
	room.Close("the end", false)
	for name, least := range map[string]int64{"field.rec": 15, "field-2.rec": 15} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if n, _, err := replaytest.Play(t, data, 1, nil); n < least || errors.As(err, new(*live.Difference)) {
			t.Errorf("%s has %d ticks (%v), wanted %d at least", name, n, err, least)
		}
	}
}

// A game that goes back ends its recording, whole, and begins another one when it goes on, from
// the earlier moment or from where it was. Game masters are told.
func TestRecordingsOfARoomThatGoesBack(t *testing.T) {
	dir := t.TempDir()
	room := recorded(t, dir)
	p, gm := room.enter(Player, "Ann", ""), room.enter(GameMaster, "g", "")
	p.answer(`{"type":"steer","x":1,"y":0}`)
	room.play(2 * time.Second)
	first := room.snap.Tick
	gm.read()
	gm.say(`{"type":"seek","tick":15}`)
	if n := noticesOf(gm.read()); !strings.Contains(n, "the recording field.rec ends here") {
		t.Errorf("the game master was told %q", n)
	}
	room.play(time.Second)
	gm.read()
	gm.say(`{"type":"branch"}`)
	if n := noticesOf(gm.read()); !strings.Contains(n, "recorded from this moment on, in field-2.rec") {
		t.Errorf("the game master was told %q", n)
	}
	p.answer(`{"type":"steer","x":0,"y":1}`)
	room.play(2 * time.Second)
	second := room.snap.Tick
	gm.say(`{"type":"seek","tick":20}`)
	room.play(time.Second)
	gm.say(`{"type":"live"}`)
	for range 50 {
		room.Turn()
	}
	if n := noticesOf(p.read()); strings.Contains(n, "field") {
		t.Errorf("a player was told %q", n)
	}
	room.play(2 * time.Second)
	end := room.snap.Tick
	room.Close("the end", false)
	for name, want := range map[string]int64{"field.rec": first, "field-2.rec": second - 15, "field-3.rec": end - second} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if n, cut, err := replaytest.Play(t, data, 1, nil); n != want || cut != nil || err != nil {
			t.Errorf("%s has %d ticks (%v, %v), wanted all of %d", name, n, cut, err, want)
		}
	}
}

// noticesOf returns the texts of notices.
func noticesOf(messages []string) (all string) {
	for _, m := range told(messages, "notice") {
		all += m["text"].(string) + "\n"
	}
	return all
}
