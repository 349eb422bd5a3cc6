package limit

import (
	"strings"
	"testing"
)

var (
	things = New("test.things", 10, 1000, "things", "things of a test", Refused)
	steps  = New("test.steps", 1<<40, 1<<41, "steps", "steps of a test", Stopped)
)

func init() { Fixed(7, "so it is", "test.fixed", "things", "other things", Refused) }

func parsed(t *testing.T, settings string) Values {
	t.Helper()
	v, err := Parse(strings.Fields(settings))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestParse(t *testing.T) {
	for settings, want := range map[string]string{
		"test.things=20":                "",
		"test.steps=1_000":              "",
		"test.things=20 test.things=20": "",
		"test.things=20 test.things=30": "test.things=20 and test.things=30, wanted one of the two",
		"test.things=0":                 "the limit test.things: 0, wanted 1 to 1000",
		"test.things=1001":              "the limit test.things: 1001, wanted 1 to 1000",
		"test.things=-1":                "the limit test.things: -1, wanted 1 to 1000",
		"test.things":                   `"test.things", wanted NAME=NUMBER`,
		"test.things=x":                 `"test.things=x", wanted NAME=NUMBER`,
		"test.fixed=8":                  "the limit test.fixed is 7 for good: so it is",
		"test.thing=1":                  `unknown limit "test.thing"; did you mean "test.things"?`,
		"other=1":                       `unknown limit "other"`,
		"test.thing=1 test.steps=0":     "the limit test.steps: 0, wanted 1 to 2199023255552\nunknown limit \"test.thing\"; did you mean \"test.things\"?",
	} {
		v, err := Parse(strings.Fields(settings))
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v, wanted %q", settings, err, want)
		}
		if err != nil && !v.IsZero() {
			t.Errorf("%s: refused, and there are values", settings)
		}
	}
}

// Each has its own, and who was given none has the defaults.
func TestValuesAreTheirHolders(t *testing.T) {
	many, few := parsed(t, "test.things=1000 test.steps=5"), parsed(t, "test.things=2")
	for _, c := range []struct {
		v             Values
		things, steps int64
	}{{Values{}, 10, 1 << 40}, {many, 1000, 5}, {few, 2, 1 << 40}} {
		if things.In(c.v) != int(c.things) || steps.In64(c.v) != c.steps {
			t.Errorf("%d things and %d steps, wanted %d and %d", things.In(c.v), steps.In64(c.v), c.things, c.steps)
		}
	}
	late := New("test.late", 3, 5, "things", "things that came later", Refused)
	if n := late.In(many); n != 3 {
		t.Errorf("%d things that came later than the values, wanted 3", n)
	}
}

func TestDiffer(t *testing.T) {
	v := parsed(t, "test.things=20 test.steps=1000")
	if got := strings.Join(v.Changed(), " "); got != "test.steps=1000 test.things=20" {
		t.Errorf("changed: %s", got)
	}
	if got := parsed(t, "test.things=10").Changed(); len(got) > 0 {
		t.Errorf("set to its default, and changed: %v", got)
	}
	for _, c := range []struct{ then, want string }{
		{"test.steps=1000 test.things=20", ""},
		{"test.steps=1000", ""}, // a larger bound of files changes no game
		{"test.things=20", "it was made with the limit test.steps of 1099511627776, wanted no --limit test.steps=1000"},
		{"test.steps=1000 test.things=30", "it was made with --limit test.things=30, wanted the same"},
	} {
		if err := v.Differ(strings.Fields(c.then)); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("made with %s: %v, wanted %q", c.then, err, c.want)
		}
	}
}

func TestANameTwice(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a name twice")
		}
	}()
	Fixed(1, "", "test.things", "", "", "")
}
