package limit

import (
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	n, steps := 10, int64(100)
	Of(&n, 1000, "test.things", "things", "things of a test", Refused)
	Of(&steps, 1000, "test.steps", "steps", "steps of a test", Stopped)
	Fixed(7, "so it is", "test.fixed", "things", "other things", Refused)
	for setting, want := range map[string]string{
		"test.things=20":   "",
		"test.steps=1_000": "",
		"test.things=0":    "0, wanted 1 to 1000",
		"test.things=1001": "1001, wanted 1 to 1000",
		"test.things=-1":   "-1, wanted 1 to 1000",
		"test.things":      "wanted NAME=NUMBER",
		"test.things=x":    "wanted NAME=NUMBER",
		"test.fixed=8":     "is 7 for good: so it is",
		"test.thing=1":     `unknown limit "test.thing"`,
	} {
		if err := Apply(setting); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, wanted %q", setting, err, want)
		}
	}
	if n != 20 || steps != 1000 {
		t.Errorf("%d things and %d steps", n, steps)
	}
	changed := Changed()
	if got := strings.Join(changed, " "); got != "test.steps=1000 test.things=20" {
		t.Errorf("changed: %s", got)
	}
	for _, c := range []struct{ then, want string }{
		{"test.steps=1000 test.things=20", ""},
		{"test.steps=1000", ""}, // a larger bound of files changes no game
		{"test.things=20", "the limit test.steps of 100, wanted no --limit test.steps=1000"},
		{"test.steps=1000 test.things=30", "--limit test.things=30, wanted the same"},
	} {
		if err := Differ(strings.Fields(c.then)); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("made with %s: %v, wanted %q", c.then, err, c.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a name twice")
		}
	}()
	Fixed(1, "", "test.things", "", "", "")
}
