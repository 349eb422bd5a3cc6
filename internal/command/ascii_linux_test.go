package command

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Where the locale has no UTF-8, all that a terminal gets is ASCII: maps and their keys, what is told of a
// bot, tables, bars of progress, a game that is played.
func TestTerminalsWithoutUTF8(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	plain := func(c *console, what string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		all := c.shown.String()
		if at := strings.IndexFunc(all, func(r rune) bool { return r >= utf8.RuneSelf }); at >= 0 {
			t.Errorf("%s: found %q", what, all[max(0, at-40):min(len(all), at+40)])
		}
	}
	c := onConsole(t, 120, 40, "run", "siege", "--speed", "2x")
	c.wait(regexp.MustCompile(`(?s)\+-{40}.*\|.*> Red Soldier  o Red Archer  s Red Hauler`))
	c.press("\t")
	c.wait(regexp.MustCompile(`Red Soldier 1  \(id 1\)(?s:.*)[+x>] selector`))
	c.press("q")
	c.ended()
	plain(c, "a run that is watched")

	s := serve(t, "tag")
	c = onConsole(t, 90, 30, "play", s.url, "--name", "Ann")
	c.wait(regexp.MustCompile(`(?s)\+-{40}.*@.*arrows or wasd walk`))
	c.press("q")
	c.ended()
	plain(c, "a game that is played")

	for _, args := range []string{"run tag --seconds 20 --fast", "tree tag", "match skirmish --seeds 2", "actions"} {
		c := onConsole(t, 100, 30, strings.Fields(args)...)
		if err := c.run.Wait(); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		if _, err := c.tty.WriteString("\x00end"); err != nil {
			t.Fatal(err)
		}
		c.until("\x00end")
		plain(c, args)
	}
}
