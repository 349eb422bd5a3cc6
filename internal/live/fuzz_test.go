package live_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// muted are options that print nothing.
var muted = live.Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}}

// mostTaken limits the memory, in bytes, that reading a short file may take in all: a
// machine for scripts included.
const mostTaken = 300 << 20

func wantBounded(t *testing.T, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > mostTaken {
		t.Fatalf("it took %d MB", taken>>20)
	}
}

// seeded plays a small game, saves and records it.
func seeded(f *testing.F, src string) (save, record []byte) {
	f.Helper()
	s, err := live.Start("scene.yaml", []byte(src), muted)
	if err != nil {
		f.Fatal(err)
	}
	defer s.Close()
	var saved, recorded bytes.Buffer
	r, err := s.Record(&recorded)
	if err != nil {
		f.Fatal(err)
	}
	for tick := range 20 {
		if tick == 7 {
			_ = s.Do(&session.Join{Name: "Ann"})
			_ = s.Do(&session.Add{Class: "nobody"})
		}
		s.Step()
	}
	if err := r.Close(); err != nil {
		f.Fatal(err)
	}
	if err := s.Save(&saved); err != nil {
		f.Fatal(err)
	}
	return saved.Bytes(), recorded.Bytes()
}

var seededScenes = []string{
	"bots: [{ id: bot, name: Bot, count: 3, initialState: { it: false }, behavior: { kind: chase_nearest } }]\nrules: [{ on: contact, from: {}, to: {}, radius: 1, set: { from: { it: true } } }]\n",
	"obstacles: [{ circle: [20, 20, 3] }]\nbots: [{ id: bot, name: Bot, count: 3, health: 10, behavior: { kind: action, name: roam } }]\n",
}

// FuzzRestore takes bytes as a save. They are refused, or make a session whose save makes the
// same session.
func FuzzRestore(f *testing.F) {
	for _, src := range seededScenes {
		save, _ := seeded(f, src)
		f.Add(save)
		f.Add(save[:len(save)/2])
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		wantBounded(t, func() {
			s, err := live.Restore(bytes.NewReader(src), muted)
			if err != nil {
				if s != nil || err.Error() == "" {
					t.Fatalf("a session %v with the error %q", s != nil, err)
				}
				return
			}
			defer s.Close()
			var again bytes.Buffer
			if err := s.Save(&again); err != nil {
				t.Fatal(err)
			}
			same, err := live.Restore(&again, muted)
			if err != nil {
				t.Fatalf("what was restored and saved again: %v", err)
			}
			defer same.Close()
			s.Step()
			same.Step()
			if a, b := s.Digest(), same.Digest(); a != b {
				t.Fatalf("saved again it goes another way: %016x and %016x", a, b)
			}
		})
	})
}

// FuzzRecording takes bytes as a recording. They are refused, or read up to an end, by
// entries whose ticks go on.
func FuzzRecording(f *testing.F) {
	for _, src := range seededScenes {
		_, record := seeded(f, src)
		f.Add(record)
		f.Add(record[:len(record)-20])
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		wantBounded(t, func() {
			r, err := live.ReadRecording(bytes.NewReader(src), limit.Values{})
			if err != nil {
				return
			}
			for n := 0; ; n++ {
				e, err := r.Next()
				if err != nil {
					if e != nil || !errors.Is(err, io.EOF) && err.Error() == "" {
						t.Fatalf("an entry %v with the error %q", e != nil, err)
					}
					break
				}
				if n > 1000*len(src) {
					t.Fatalf("%d entries in %d bytes", n, len(src))
				}
			}
			if s, err := r.Open(muted); err == nil {
				s.Step()
				s.Close()
			}
		})
	})
}

// FuzzScript takes bytes as a file of commands. They are refused at places in the file, or
// carried out or refused in a game, which goes on.
func FuzzScript(f *testing.F) {
	for _, src := range []string{
		`{"tick": 0, "do": "join", "name": "Ann", "at": [10, 10], "heading": [1, 0], "speedMps": 4}` + "\n" + `{"tick": 3, "do": "leave", "player": "Ann"}`,
		`{"tick": 1, "do": "add", "class": "bot", "count": 2, "at": "base"}` + "\n" + `{"tick": 1, "do": "remove", "class": "bot", "count": 1}`,
		`{"tick": 1, "do": "place", "bot": 1, "at": [1e300, -1]}` + "\n" + `{"tick": 1, "do": "event", "name": "e", "all": true, "data": {"a": [1, null]}}`,
		`{"tick": 1, "do": "tune", "class": "bot", "key": "speedMps", "value": 7}` + "\n" + `{"tick": 2, "do": "untune", "class": "bot", "key": "speedMps"}`,
		`{"tick": 1, "do": "state", "bot": 1, "key": "it", "value": 3}` + "\n" + `{"tick": 1, "do": "control", "bot": 2, "name": "reset"}`,
		`{"tick": 5, "do": "tree", "bot": 1, "file": "none.bt"}` + "\n" + `{"tick": 4, "do": "pause"}`, "{", "[]", "null\n\n7", `{"tick": -1}`, `{"do": ""}`,
	} {
		f.Add([]byte(src))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, src []byte) {
		wantBounded(t, func() {
			script, err := live.ReadScript("c.jsonl", src, limit.Values{})
			if err != nil {
				var list syntax.ErrorList
				if !errors.As(err, &list) || len(list) == 0 || script != nil {
					t.Fatalf("%d commands with an error of type %T: %v", len(script), err, err)
				}
				facttest.Inside(t, "c.jsonl", src, list)
				return
			}
			s, err := live.Start(dir+"/scene.yaml", []byte(field), muted)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			last := int64(0)
			for i, c := range script {
				if c.Tick < last {
					t.Fatalf("tick %d after %d", c.Tick, last)
				}
				last = c.Tick
				if add, ok := c.Do.(*session.Add); i > 100 || ok && add.Count > 1000 {
					break // slow, and shows nothing new
				}
				_ = s.Do(c.Do) // refused or not
				s.Step()
			}
			for _, b := range s.Snapshot().Bots {
				if !(b.X >= 0 && b.X <= 40 && b.Y >= 0 && b.Y <= 40) {
					t.Fatalf("%+v is outside of the field", b)
				}
			}
		})
	})
}
