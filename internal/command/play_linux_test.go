package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

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

// Somebody at a terminal is told how it fares, kills a foe by the action key, and plays two rounds.
func TestARoundAtATerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a round of half a minute")
	}
	scene, err := os.ReadFile("../scenes/shipped/siege.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("time: 300s", "time: 24s", "again: 20s", "again: 6s").Replace(string(scene))
	file := filepath.Join(t.TempDir(), "short.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, file)
	gm := s.join("short", client.Hello{Role: "gm", Name: "g", Token: masterToken})
	gm.say(`{"type":"do","n":1,"command":{"do":"hold","class":"red-hauler"}}`)
	gm.say(`{"type":"do","n":1,"command":{"do":"hold","class":"blue-hauler"}}`)
	c := onConsole(t, 120, 30, "play", s.url, "--name", "Ann")
	own := c.wait(regexp.MustCompile(`(red|blue) · sword · health 100 of 100`))
	c.wait(regexp.MustCompile(`e acts, c changes kit`))
	c.wait(regexp.MustCompile(`(?s)Take ore and deliver it to (red|blue)-camp, where you begin\..*A change of kit makes you `))
	c.wait(regexp.MustCompile(`your team's money \d`))
	foe := "Red"
	if strings.Contains(own, "red · sword · health") {
		foe = "Blue"
	}
	gm.say(`{"type":"do","n":1,"command":{"do":"place","id":"Ann","at":[80,90]}}`)
	gm.say(`{"type":"do","n":1,"command":{"do":"place","id":"` + foe + ` Hauler 1","at":[81,90]}}`)
	c.wait(regexp.MustCompile(`e: attack ` + foe + ` Hauler 1 · fight ` + foe + ` Hauler 1 → 1 m · take ore`))
	c.wait(regexp.MustCompile(`(?s)│.*###.*│`)) // of the rocks above
	for fell := regexp.MustCompile(`Ann killed ` + foe + ` Hauler 1`); !fell.MatchString(c.screen()); {
		c.press("e")
		time.Sleep(100 * time.Millisecond)
	}
	c.wait(regexp.MustCompile(`(?s)the next round begins in \d s.*name +kills.*Ann \(you\) +1`))
	c.wait(regexp.MustCompile(`Siege  0:0\d .*\n.*health 100 of 100`))
	c.press("q")
	c.ended()
}

// Who plays at a terminal comes back when the server begins again, as the same body, and is told why it was
// sent away.
func TestATerminalComesBack(t *testing.T) {
	if testing.Short() {
		t.Skip("ends a server twice")
	}
	at, dir := freeAddress(t), t.TempDir()
	s := serve(t, "tag", "--save-dir", dir, "--listen", at)
	c := onConsole(t, 100, 30, "play", s.url, "--name", "Ann")
	plays := regexp.MustCompile(`(?s)^(?:[^l]|l[^o])*┌.*◆.*┘.*arrows or wasd walk`) // and nothing is lost
	c.wait(plays)
	before := s.seats("tag")
	for _, end := range []os.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		time.Sleep(1500 * time.Millisecond) // so that there is a save
		if err := s.process.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		s.end()
		c.wait(regexp.MustCompile(`the connection was lost; trying again`))
		s = serve(t, "tag", "--save-dir", dir, "--listen", at)
		c.wait(plays)
		if after := s.seats("tag"); after != before || !strings.HasPrefix(after, "Ann ") {
			t.Errorf("after %v there plays %q, wanted %q", end, after, before)
		}
	}
	gm := s.join("tag", client.Hello{Role: "gm", Name: "g", Token: masterToken})
	people := gm.until(func(m client.Message) bool { return m.Type == "people" && strings.Contains(string(m.Text), `"Ann"`) })
	number := regexp.MustCompile(`"person":(\d+),"role":"player"`).FindStringSubmatch(string(people.Text))
	gm.say(`{"type":"kick","person":` + number[1] + `}`)
	if rest := c.endedWith(1); !strings.Contains(rest, "game master") {
		t.Errorf("who was sent away is told %q", rest)
	}
}
