package live_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/live"
)

// A tree that is checked is told to be good or what is wrong with it, as the command would
// tell it, and the session is what it was.
func TestCheckTree(t *testing.T) {
	s, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 20 {
		s.Step()
	}
	save := func() []byte {
		var b bytes.Buffer
		if err := s.Save(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	before := save()
	for _, c := range []struct{ file, source, want string }{
		{"calm.yaml", "{ kind: wander }", ""},
		{"calm.yaml", "{ kind: wonder }", `calm.yaml:1:9: unknown kind "wonder"`},
		{"calm.yaml", "{ kind: wander, speed: 3 }", `calm.yaml:1:17: `},
		{"../calm.yaml", "{ kind: wander }", "wanted a name within the scene's folder"},
		{"calm.yaml", "{ kind: state_equals, key: brandNew, value: true }", ""},
	} {
		odd, err := s.CheckTree(c.file, c.source)
		text := odd.Error()
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, c.want) || c.want == "" && err != nil {
			t.Errorf("%s %s: %s, wanted %s", c.file, c.source, text, c.want)
		}
	}
	if !bytes.Equal(before, save()) {
		t.Error("checking a tree changed the session")
	}
}
