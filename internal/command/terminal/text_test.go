package terminal

import "testing"

func TestText(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Cut("Füchse", 6), "Füchse"},
		{Cut("Füchse", 4), "Füc…"},
		{Cut("Füchse", 0), ""},
		{Meter(0, 4), ""},
		{Meter(1, 4), "████"},
		{Meter(7, 4), "████"},
		{Meter(0.5, 3), "█▌"},
		{Line("a\nb:1: c\r\nd\r"), "a\uFFFDb:1: c\uFFFDd\uFFFD"},
		{Printable("a\tb\x1b[31m"), "a\uFFFDb\uFFFD[31m"},
	} {
		if c.got != c.want {
			t.Errorf("found %q, wanted %q", c.got, c.want)
		}
	}
}
