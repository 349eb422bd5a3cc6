package humanize

import "testing"

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Thousands(0), "0"},
		{Thousands(999), "999"},
		{Thousands(-1000), "-1,000"},
		{Thousands(-100), "-100"},
		{Thousands(1234567), "1,234,567"},
		{Count(1, "tick"), "1 tick"},
		{Count(2000, "tick"), "2,000 ticks"},
		{Number(0.12345), "0.123"},
		{Number(99.96), "100"},
		{Number(5553.2), "5,553"},
		{Size(1), "1 byte"},
		{Size(1536), "1.5 kB"},
		{Size(3 << 20), "3.0 MB"},
		{Count(2, "class"), "2 classes"},
	} {
		if c.got != c.want {
			t.Errorf("found %q, wanted %q", c.got, c.want)
		}
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	for want, known := range map[string][]string{
		`unknown pace "rum"`:                                 nil,
		`unknown pace "rum"; wanted walk`:                    {"walk"},
		`unknown pace "rum"; did you mean "run"?`:            {"walk", "run"},
		`unknown pace "rum"; wanted one of trot, walk or go`: {"trot", "walk", "go"},
	} {
		if got := Unknown("pace", "rum", `"rum"`, known); got != want {
			t.Errorf("got %s, wanted %s", got, want)
		}
	}
}
