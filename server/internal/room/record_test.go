package room

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/session"
)

// recorded opens the room of field with recordings in a folder.
func recorded(t *testing.T, dir string) table {
	t.Helper()
	s, err := session.Start("field.yaml", []byte(field), session.Options{History: session.History{Seconds: 60}})
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
	t.Cleanup(func() { r.Close("the test is over") })
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
	room.Close("the end")
	for name, least := range map[string]int{"field.rec": 15, "field-2.rec": 15} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := replayed(t, data); n < least {
			t.Errorf("%s has %d ticks, wanted %d at least", name, n, least)
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
	room.Close("the end")
	for name, want := range map[string]int64{"field.rec": first, "field-2.rec": second - 15, "field-3.rec": end - second} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if n, whole := replayed(t, data); int64(n) != want || !whole {
			t.Errorf("%s has %d ticks, whole %v, wanted all of %d", name, n, whole, want)
		}
	}
}

// noticesOf are the texts of notices.
func noticesOf(messages []string) (all string) {
	for _, m := range told(messages, "notice") {
		all += m["text"].(string) + "\n"
	}
	return all
}

// replayed plays a recording as far as it goes, and reports whether its end is there.
func replayed(t *testing.T, data []byte) (ticks int, whole bool) {
	t.Helper()
	from, err := session.ReadRecording(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	s, err := from.Open(session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	play, err := session.NewReplay(from, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	for {
		more, err := play.Before()
		if d := (*session.Difference)(nil); errors.As(err, &d) {
			t.Fatal(err)
		}
		if err != nil || !more {
			return ticks, err == nil && from.Cut() == nil
		}
		s.Step()
		if err := play.After(); err != nil {
			t.Fatal(err)
		}
		ticks++
	}
}
