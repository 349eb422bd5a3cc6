package command

import (
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/client"
)

// Somebody plays at a terminal: sees itself, walks, says something, and leaves.
func TestPlayAtATerminal(t *testing.T) {
	s := serve(t, "tag")
	gm := s.join("tag", client.Hello{Role: "gm", Name: "g", Token: masterToken})
	c := onConsole(t, 90, 30, "play", s.url, "--name", "Ann")
	c.wait(regexp.MustCompile(`(?s)┌.*◆.*┘.*arrows or wasd walk`))
	gm.until(func(m client.Message) bool { return m.Type == "people" && strings.Contains(string(m.Text), `"Ann"`) })
	you := uint32(0)
	gm.until(func(m client.Message) bool {
		if m.Scene == nil {
			return false
		}
		for _, b := range m.Scene.Bodies {
			if b.Class == 255 {
				you = b.ID
			}
		}
		return you != 0
	})
	c.press("\x1b[A") // up
	gm.until(func(m client.Message) bool {
		if m.Scene != nil {
			for _, b := range m.Scene.Bodies {
				if b.ID == you && b.Facing == 192 && b.VY < 0 {
					return true
				}
			}
		}
		return false
	})
	c.press("thello there\r")
	said := gm.until(func(m client.Message) bool { return m.Type == "said" })
	if !strings.Contains(string(said.Text), `"name":"Ann","text":"hello there"`) {
		t.Errorf("said %s", said.Text)
	}
	c.wait(regexp.MustCompile(`Ann: hello there`))
	c.press("q")
	c.ended()
	gm.until(func(m client.Message) bool { return m.Type == "people" && !strings.Contains(string(m.Text), `"Ann"`) })
}
