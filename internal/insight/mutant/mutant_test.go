package mutant

import "testing"

func TestTenthMore(t *testing.T) {
	for text, want := range map[string][2]string{
		"10": {"11", "11"}, "8": {"8.8", "9"}, "16": {"17.6", "18"}, "0": {"0.1", "1"}, "-20": {"-22", "-22"}, "-3": {"-3.3", "-4"},
		"0.3": {"0.33", ""}, "2.5": {"2.75", ""}, "60000": {"66000", "66000"}, "1e3": {"1100", ""}, "0.0": {"0.1", ""},
		"walk": {"", ""}, "": {"", ""}, "nan": {"", ""}, "inf": {"", ""},
	} {
		if more, whole := tenthMore(text); more != want[0] || whole != want[1] {
			t.Errorf("tenthMore(%q) = %q, %q, wanted %q", text, more, whole, want)
		}
	}
}
