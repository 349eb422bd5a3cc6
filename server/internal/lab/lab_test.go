package lab

import (
	"os"
	"strings"
	"testing"

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
