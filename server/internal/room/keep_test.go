package room

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
)

// openKept opens the room of field with a file.
func openKept(t *testing.T, file string) table {
	t.Helper()
	s, err := live.Start("field.yaml", []byte(field), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Unix(1000, 0)}
	r, err := Open("field", s, keeping(t, c, file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close("the test is over", false) })
	return table{t, r, c}
}

func keeping(t *testing.T, c *clock, file string) Options {
	return Options{
		Rate: 20, Bytes: 200_000, Sight: 30, Grace: 30 * time.Second, Guests: 6, Players: 3, Masters: 3, Clock: c.Now, Keep: file,
		Log: func(text string) { t.Log(text) },
	}
}

// reopen opens what a file has.
func reopen(t *testing.T, file string) table {
	t.Helper()
	c := &clock{now: time.Unix(5000, 0)}
	r, err := Reopen("field", live.Options{}, keeping(t, c, file))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close("the test is over", false) })
	return table{t, r, c}
}

// A room that was closed goes on where it was: the game, its players and its speed. A player
// gets its body back by its token alone.
func TestARoomComesBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "field.room")
	room := openKept(t, file)
	p, gm := room.enter(Player, "Ann", ""), room.enter(GameMaster, "g", "")
	gm.answer(`{"type":"speed","times":2}`)
	p.answer(`{"type":"steer","x":1,"y":0}`)
	room.play(2 * time.Second)
	room.Close("the server ends", false)
	tick, digest := room.snap.Tick, room.session.Digest()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), p.token) {
		t.Error("the file has the token of a player")
	}

	again := reopen(t, file)
	if again.snap.Tick != tick || again.session.Digest() != digest || again.speed != 2 {
		t.Errorf("came back at tick %d with speed %g, wanted %d and 2", again.snap.Tick, again.speed, tick)
	}
	other := again.enter(Player, "Bob", "a guess")
	back := again.enter(Player, "Ann", p.token)
	if back.body != p.body || other.body == p.body {
		t.Errorf("Ann has body %d, wanted %d; Bob has %d", back.body, p.body, other.body)
	}
	if n := told(back.read(), "notice"); len(n) != 0 {
		t.Errorf("nothing was lost, and a player was told %v", n)
	}
	if back.self() == nil {
		t.Error("a player that came back does not see itself")
	}
}

// Players who do not come back after a crash go when their grace is over; those who do are
// told what was lost.
func TestARoomComesBackAfterACrash(t *testing.T) {
	file := filepath.Join(t.TempDir(), "field.room")
	room := openKept(t, file)
	a, b := room.enter(Player, "Ann", ""), room.enter(Player, "Bob", "")
	room.play(time.Second)
	if err := room.save(false); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "field.room")
	data, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(copied, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	again := reopen(t, copied)
	back := again.enter(Player, "Ann", a.token)
	if n := told(back.read(), "notice"); len(n) != 1 || n[0]["text"] != "the server was started again: up to a second of the game was lost" {
		t.Errorf("told %v", n)
	}
	again.play(31 * time.Second)
	again.mu.Lock()
	defer again.mu.Unlock()
	if again.players[b.body] != nil || again.players[a.body] == nil || again.snap.Body(b.body) != nil {
		t.Errorf("after the grace the players are %v", again.players)
	}
}

// What is written is the room as it was when it was held, while it goes on, byte for byte.
func TestAHeldRoomIsWrittenWhileItGoesOn(t *testing.T) {
	room := openKept(t, filepath.Join(t.TempDir(), "field.room"))
	a, gm := room.enter(Player, "Ann", ""), room.enter(GameMaster, "g", "")
	room.enter(Player, "Bob", "")
	a.say(`{"type":"steer","x":1,"y":0}`)
	room.play(time.Second)
	h, err := room.hold(false)
	if err != nil {
		t.Fatal(err)
	}
	write := func() []byte {
		var to bytes.Buffer
		if err := h.write(&to); err != nil {
			t.Fatal(err)
		}
		return to.Bytes()
	}
	tick, digest, before := room.snap.Tick, room.session.Digest(), write()
	for range 20 { // players have no order of their own
		if h, err = room.hold(false); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(before, write()) {
			t.Fatal("what is written twice has other bytes")
		}
	}
	gm.say(`{"type":"do","n":1,"command":{"do":"add","class":"post"}}`)
	gm.say(`{"type":"speed","times":4}`)
	a.Leave(true)
	room.play(2 * time.Second)
	if !bytes.Equal(before, write()) {
		t.Error("what is written changes while the game goes on")
	}
	k, s, err := readKept(bytes.NewReader(before), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.World().Clock().Tick != tick || s.Digest() != digest || len(k.Players) != 2 || k.Speed != 1 {
		t.Errorf("the file has tick %d and %d players at speed %g, wanted tick %d, 2 and 1", s.World().Clock().Tick, len(k.Players), k.Speed, tick)
	}
}

// What saving a room takes: while nobody else has it, and in all.
func BenchmarkSave(b *testing.B) {
	for _, bots := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("bots=%d", bots), func(b *testing.B) {
			scene := fmt.Sprintf("world: { width: 1000, height: 600 }\nbots: [{ id: cat, name: Cat, count: %d, speedMps: 4, behavior: { kind: wander } }]\n", bots)
			s, err := live.Start("crowd.yaml", []byte(scene), live.Options{})
			if err != nil {
				b.Fatal(err)
			}
			r, err := Open("crowd", s, Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer r.Close("the end", false)
			var locked time.Duration
			var to bytes.Buffer
			for b.Loop() {
				s.Step()
				began := time.Now()
				h, err := r.hold(false)
				locked += time.Since(began)
				to.Reset()
				if err == nil {
					err = h.write(&to)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(locked.Microseconds())/1000/float64(b.N), "locked-ms")
			b.ReportMetric(float64(to.Len()), "bytes")
		})
	}
}

// The room saves itself while it is played, and not while it sleeps.
func TestARoomSavesItself(t *testing.T) {
	file := filepath.Join(t.TempDir(), "field.room")
	room := openKept(t, file)
	gm := room.enter(GameMaster, "g", "")
	written := func() time.Time {
		for range 6000 {
			if info, err := os.Stat(file); err == nil {
				return info.ModTime()
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatal("the room was not saved")
		return time.Time{}
	}
	written()
	gm.answer(`{"type":"do","n":1,"command":{"do":"add","class":"post"}}`)
	for range 6000 {
		if k, s, err := readFile(file); err == nil {
			n := s.World().Len()
			s.Close()
			if n == 4 && !k.Clean {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("what a command did was not saved")
}

func readFile(file string) (kept, *live.Session, error) {
	f, err := os.Open(file)
	if err != nil {
		return kept{}, nil, err
	}
	defer f.Close()
	return readKept(f, live.Options{})
}

// A file that cannot be written is told to all, and so is that it can be again.
func TestARoomThatCannotBeSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "rooms")
	room := openKept(t, filepath.Join(dir, "field.room"))
	w := room.enter(Watcher, "w", "")
	w.read()
	room.saved(room.save(false))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	room.saved(room.save(false))
	n := told(w.read(), "notice")
	if len(n) < 1 || n[len(n)-1]["text"] != "the game is saved again" {
		t.Errorf("told %v", n)
	}
}

func TestBadRoomFiles(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.room")
	openKept(t, good).Close("the end", false)
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	middle := append(append([]byte{}, data[:100]...), make([]byte, len(data)-100)...)
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, "byte 0: an empty file, wanted a room"},
		{"cut", data[:len(data)-20], "cut off"},
		{"damaged", middle, "a checksum is wrong"},
		{"more", append(data[:len(data):len(data)], 7), "something follows the end"},
		{"another", []byte("seed: 3"), "no room"},
	} {
		file := filepath.Join(dir, c.name+".room")
		if err := os.WriteFile(file, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Reopen("x", live.Options{}, keeping(t, &clock{}, file))
		if err == nil || !strings.HasPrefix(err.Error(), file+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, wanted %s", c.name, err, c.want)
		}
	}
}
