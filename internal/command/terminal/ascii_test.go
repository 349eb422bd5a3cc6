package terminal

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLocalesWithoutUTF8(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", false},
		{"C", "", "en_GB.UTF-8", true},
		{"", "POSIX", "en_GB.UTF-8", true},
		{"", "", "de_DE.ISO-8859-1", true},
		{"", "", "de_DE@euro", true},
		{"", "", "en_GB.UTF-8", false},
		{"C.UTF-8", "C", "C", false},
		{"", "en_GB.utf8", "C", false},
		{"de_DE.UTF-8@euro", "", "", false},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", c.ctype)
		t.Setenv("LANG", c.lang)
		if got := ASCII(); got != c.want {
			t.Errorf("%+v: found %v", c, got)
		}
	}
}

// All that is drawn has a character in ASCII, as wide.
func TestASCII(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	for text, want := range map[string]string{
		"┌──┐ │→ ◆│ └──┘":         "+--+ |> @| +--+",
		Meter(0.7, 8) + "··":      "######--",
		Cut("Tag Bot 12", 6):      "Tag B~",
		"a · b · c":               "a - b - c",
		"Füchse 狐 \ufffd":         "F?chse ? ?",
		"\x1b[1mbold\x1b[0m\tend": "\x1b[1mbold\x1b[0m\tend",
	} {
		if got := Fit(text); got != want || utf8.RuneCountInString(got) != utf8.RuneCountInString(text) {
			t.Errorf("%q is %q, wanted %q", text, got, want)
		}
	}
	spark := Fit(Sparkline([]float64{0, 1, 2, 3, 4, 5, 6, 7}, 8))
	for i := range spark {
		if spark[i] == '?' || strings.IndexByte(spark, spark[i]) != i {
			t.Errorf("the heights of %q are not told apart", spark)
		}
	}
	var b bytes.Buffer
	p := Plain{to: &b, ascii: true}
	for _, piece := range []string{"├─ fox \x1b[2J\xe2", "\x96\xb6 ü\n", "\xe2"} {
		if _, err := p.Write([]byte(piece)); err != nil {
			t.Fatal(err)
		}
	}
	p.Flush()
	if got, want := b.String(), "+- fox ?[2J> ?\n?"; got != want {
		t.Errorf("%q, wanted %q", got, want)
	}
	t.Setenv("LC_ALL", "")
	t.Setenv("LC_CTYPE", "")
	t.Setenv("LANG", "en_GB.UTF-8")
	if got := Fit("→ ü"); got != "→ ü" {
		t.Errorf("with UTF-8: %q", got)
	}
}
