package terminal

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// ASCII reports whether the user's locale is one without UTF-8, such as C: then what is written to a
// terminal is ASCII. The locale is that of LC_ALL, LC_CTYPE or LANG, the first that is set. Where none
// is, as in containers and on Windows, terminals show UTF-8 nearly everywhere, and get it.
func ASCII() bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := os.Getenv(key); locale != "" {
			name := strings.ToLower(strings.ReplaceAll(locale, "-", ""))
			return !strings.Contains(name, ".utf8")
		}
	}
	return false
}

// lookalikes lists, for what is drawn with other characters, ASCII ones of the same width.
var lookalikes = lookalikesOf(
	"─-", "│|", "┌+", "┐+", "└+", "┘+", "├+", // frames, and branches of trees
	"→>", "←<", "↑^", "↓v", "↘\\", "↖\\", "↗/", "↙/", "◀<", "▶>",
	"•&", "◦o", "▪s", "●*", "◎$", "◆@", "■=", "×x", // on maps
	"█#", "▉#", "▊#", "▋#", "▌#", "▍-", "▎-", "▏-", "·-", // bars
	"░.", "▒:", "▓%",
	"▁_", "▂.", "▃-", "▄=", "▅+", "▆*", "▇%", // sparklines
	"✓+", "✗x", "»}", "⋯~", "…~", "–-", "−-", "≥>", "≤<", "°'", "µu",
)

func lookalikesOf(pairs ...string) map[rune]byte {
	table := map[rune]byte{}
	for _, pair := range pairs {
		r, n := utf8.DecodeRuneInString(pair)
		table[r] = pair[n]
	}
	return table
}

// ascii returns a character as ASCII: one that looks like it, or a question mark, as ls prints them.
func ascii(r rune) byte {
	if r < utf8.RuneSelf {
		return byte(r)
	}
	if c, ok := lookalikes[r]; ok {
		return c
	}
	return '?'
}

// Fit returns a text as the user's terminal shows it, character for character.
func Fit(text string) string {
	if !ASCII() {
		return text
	}
	return toASCII(text)
}

func toASCII(text string) string {
	return strings.Map(func(r rune) rune { return rune(ascii(r)) }, text)
}

// Screen writes to a terminal what moves its cursor, such as a bar of progress, as the terminal shows it.
type Screen struct{ to io.Writer }

// NewScreen returns a writer before a terminal. Each write is of whole characters.
func NewScreen(to io.Writer) Screen { return Screen{to} }

// Write writes a text.
func (s Screen) Write(text []byte) (int, error) {
	if _, err := io.WriteString(s.to, Fit(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}
