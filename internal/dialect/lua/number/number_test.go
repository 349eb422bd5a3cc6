package number

import (
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"
)

func TestShow(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "-0", 0.1 + 0.2: "0.3", 1e14 + 0.5: "1e+14", 123456789012345: "1.2345678901234e+14", 1e-5: "1e-05",
		math.Inf(1): "inf", math.Inf(-1): "-inf", math.NaN(): "nan", math.Float64frombits(0xfff8000000000000): "nan", 1e15: "1e+15", -2.5: "-2.5",
	} {
		if got := Show(f); got != want {
			t.Errorf("%v: %s, wanted %s", f, got, want)
		}
	}
	for _, f := range []float64{math.NaN(), math.Float64frombits(0xfff8000000000000), math.Float64frombits(0x7ff0000000000007)} {
		if got := Bits(f); got != 0x7ff8000000000000 {
			t.Errorf("the bits of a NaN are %x", got)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"12": "12", " 1e2\n": "100", "0x1F": "31", "-0x10": "-16", ".5": "0.5", "5.": "5", "0x1p4": "16", "0x.8": "0.5", "1e999": "inf", "1e-999": "0", "7\x00x": "7",
		"": "-", "x": "-", "1_0": "-", "0x": "-", "0x_1": "-", "1e": "-", "1 2": "-", "+-1": "-", "inf": "-", "nan": "-", "1e1e1": "-", "..": "-",
	} {
		got := "-"
		if f, ok := Parse(text); ok {
			got = Show(f)
		}
		if got != want {
			t.Errorf("%q: %s, wanted %s", text, got, want)
		}
	}
	for text, want := range map[string]float64{"ff": 255, "zz": 1295, "-10": -10} {
		base := map[string]int{"ff": 16, "zz": 36, "-10": 10}[text]
		if want < 0 {
			want = math.MaxUint64 - 9 // as strtoul does it
		}
		if got, ok := ParseBase(text, base); !ok || got != want {
			t.Errorf("%s to base %d: %v, %v", text, base, got, ok)
		}
	}
}

// Formats are those of C, whatever their flags, as C Lua hands them on.
func TestFormats(t *testing.T) {
	lua, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Skip("lua5.1 is not installed, which says what is right")
	}
	type conversion struct {
		format string
		value  float64
	}
	var all []conversion
	var program strings.Builder
	add := func(flags, verbs string, values ...float64) {
		for _, verb := range verbs {
			for _, v := range values {
				c := conversion{"%" + flags + string(verb), v}
				all = append(all, c)
				fmt.Fprintf(&program, "print(string.format(%q, %v))\n", c.format, c.value)
			}
		}
	}
	for _, flags := range []string{"", "5", "-8", "08", "+", " ", "#", ".0", ".3", "10.2", "-10.1", "+08.2", "#.0", " 012.3", "#10.4", "-+6"} {
		add(flags, "diuxXo", 0, 1, 255, 123456, 1e10, 3.7)
		add(flags, "di", -7, -3.9)
		add(flags, "uxXo", -7, 1<<63, 1<<63+2048, 1<<64, 1e300, -1e300)
		add(flags, "feEgG", 0, 1.5, -2.5, 100000, 1e10, 0.000123, 123456.789, 0.5, 1e300, 5e-324, 1e-7, 99999.5)
	}
	cmd := exec.Command(lua, "-")
	cmd.Stdin = strings.NewReader(program.String())
	out, err := cmd.Output()
	want := strings.Split(string(out), "\n")
	if err != nil || len(want) != len(all)+1 {
		t.Fatal(len(want), err)
	}
	for i, c := range all {
		spec, end, fault := ParseSpec(c.format, 1)
		if fault != "" {
			t.Fatal(fault)
		}
		verb := c.format[end]
		s := ""
		switch {
		case strings.IndexByte("di", verb) >= 0:
			s = spec.Signed(Whole(c.value))
		case strings.IndexByte("uxXo", verb) >= 0:
			s = spec.Unsigned(verb, Unsigned(c.value))
		default:
			s = spec.Real(verb, c.value)
		}
		var b strings.Builder
		if spec.Pad(&b, s, verb); b.String() != want[i] {
			t.Errorf("%s of %v: %q, wanted %q", c.format, c.value, b.String(), want[i])
		}
	}
}
