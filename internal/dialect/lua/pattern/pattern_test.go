package pattern

import (
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		text, pattern string
		start, end    int
		captures      string
	}{
		{"hello world", "o w", 4, 7, "o w"},
		{"key = val", "(%w+)%s*=%s*(%w+)", 0, 9, "key,val"},
		{"abc", "()b()", 1, 2, "@2,@3"},
		{"f(a(b)c)", "%b()", 1, 8, "(a(b)c)"},
		{"THE (quick) fox", "%f[%l]%l+", 5, 10, "quick"},
		{"abab", "(ab)%1", 0, 4, "ab"},
		{"aaa", "a-$", 0, 3, "aaa"},
		{"abc", "x", -1, -1, ""},
	} {
		m := &Matcher{Text: c.text, Pattern: c.pattern, Steps: 1000}
		var got []string
		start, end := 0, 0
		fault := m.Try(func() {
			if start, end = m.From(0); start < 0 {
				return
			}
			for i := range max(m.Captures(), 1) {
				text, at := m.Capture(i, start, end)
				if at > 0 {
					text = "@" + string(rune('0'+at))
				}
				got = append(got, text)
			}
		})
		if fault != "" || start != c.start || end != c.end || strings.Join(got, ",") != c.captures {
			t.Errorf("%s in %s: %d to %d, %q, %s", c.pattern, c.text, start, end, got, fault)
		}
	}
}

func TestFaults(t *testing.T) {
	for pattern, want := range map[string]string{
		"[a": "malformed pattern (missing ']')", "%": "malformed pattern (ends with '%')", "(a": "unfinished capture", "a)": "invalid pattern capture",
		"(a)%2": "invalid capture index", "%b(": "unbalanced pattern", "%fa": "missing '[' after '%f' in pattern", strings.Repeat("()", 33): "too many captures",
		strings.Repeat("a-", 20) + "b": "a pattern that takes too long", strings.Repeat("a?", 400) + "b": "pattern too complex",
	} {
		m := &Matcher{Text: strings.Repeat("a", 300), Pattern: pattern, Steps: 100_000}
		fault := m.Try(func() {
			if start, end := m.From(0); start >= 0 {
				m.Capture(0, start, end)
			}
		})
		if fault != want || m.Overrun != (want == "a pattern that takes too long") {
			t.Errorf("%.20s: %s, wanted %s", pattern, fault, want)
		}
	}
}
