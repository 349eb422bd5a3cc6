package lab

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// What a page asks for is answered as the command answers, and what cannot be is an error with its
// reason.
func TestAsk(t *testing.T) {
	t.Chdir(t.TempDir())
	src, _, _ := scenes.Source("tag")
	tests, _, _ := scenes.Tests("tag")
	for name, text := range map[string]string{"tag.yaml": string(src), "tag.test.yaml": string(tests), "bad.bt": "selector { action wandr }", "bad.test.yaml": "tests: [{ name: x }]"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l := &Lab{}
	defer l.Close()
	for _, c := range []struct{ ask, about, want string }{
		{"check", `{"files":["tag.yaml"]}`, `"ok":true`},
		{"check", `{"files":["bad.bt"]}`, `did you mean \"wander\"?`},
		{"words", `{"file":"bad.bt"}`, `"name":"roamInRadius"`},
		{"words", `{"file":"tag.yaml"}`, `"name":"chase_nearest"`},
		{"words", `{"file":"tag.yaml"}`, `{"name":"selector","own":true,"kind":"composite"`},
		{"words", `{"file":"notes.txt"}`, `[]`},
		{"test", `{"files":["tag.test.yaml"]}`, `"failed":0`},
		{"test", `{"files":["tag.test.yaml"]}`, `"asked":8,"of":8`},
		{"test", `{"files":["bad.test.yaml"]}`, `"cover":[]`},
		{"mutate", `{"scene":"tag.yaml","max":1}`, `"tried":1`},
	} {
		got, err := l.Ask(c.ask, []byte(c.about))
		if err != nil || !strings.Contains(string(got), c.want) {
			t.Errorf("%s %s: %.400s, %v; wanted %s", c.ask, c.about, got, err, c.want)
		}
	}
	for _, c := range []struct{ ask, about, want string }{
		{"dance", `{}`, `nobody can ask for "dance"`},
		{"open", `{"scene":"none.yaml"}`, "none.yaml"},
		{"check", `[]`, "cannot unmarshal"},
	} {
		if _, err := l.Ask(c.ask, []byte(c.about)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: the error %v, wanted one with %s", c.ask, c.about, err, c.want)
		}
	}
	if _, err := l.Enter([]byte(`{"role":"gm","name":"me"}`)); err == nil || err.Error() != "there is no game" {
		t.Errorf("one enters no game with the error %v", err)
	}
}

// A game is recorded in parts, and explained from the part in which that happened.
func TestWhyAsksThePartThatHasTheTick(t *testing.T) {
	dir := t.TempDir()
	s, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, part := range []string{"game-9.rec", "game-10.rec"} {
		f, err := os.Create(filepath.Join(dir, part))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := s.Record(f)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			s.Step()
		}
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ asked, told int64 }{{30, 30}, {60, 60}, {61, 61}, {90, 90}, {500, 120}} {
		r, err := explain(dir, question{Bot: 1, Tick: c.asked})
		if err != nil {
			t.Fatalf("tick %d: %v", c.asked, err)
		}
		var told struct{ Moment struct{ Tick int64 } }
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &told); err != nil || told.Moment.Tick != c.told {
			t.Errorf("asked about tick %d, it tells of tick %d (%v): %.300s", c.asked, told.Moment.Tick, err, text)
		}
	}
	if err := os.Remove(filepath.Join(dir, "game-9.rec")); err != nil {
		t.Fatal(err)
	}
	if _, err := explain(dir, question{Bot: 1, Tick: 30}); err == nil || err.Error() != "tick 30 was recorded too long ago" {
		t.Errorf("without the part that has it, the error %v", err)
	}
}
