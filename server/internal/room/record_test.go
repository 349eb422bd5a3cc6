package room

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/session"
)

// A game that fails ends its recording before that, and begins another one; both can be
// played again.
func TestARecordingOfAGameThatFails(t *testing.T) {
	dir := t.TempDir()
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
	room := table{t, r, c}
	p := room.enter(Player, "Ann", "")
	p.answer(`{"type":"steer","x":1,"y":0}`)
	room.play(2 * time.Second)
	gm := room.enter(GameMaster, "g", "")
	if a := gm.answer(`{"type":"seek","tick":1}`); a != `{"type":"refused","error":"a game that is being recorded goes forward alone"}` {
		t.Error(a)
	}
	room.trip()
	room.play(2 * time.Second)
	room.Close("the end")
	for name, least := range map[string]int{"field.rec": 15, "field-2.rec": 15} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if n := replayed(t, data); n < least {
			t.Errorf("%s has %d ticks, wanted %d at least", name, n, least)
		}
	}
}

// replayed plays a recording as far as it goes.
func replayed(t *testing.T, data []byte) (ticks int) {
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
			return ticks
		}
		s.Step()
		if err := play.After(); err != nil {
			t.Fatal(err)
		}
		ticks++
	}
}
