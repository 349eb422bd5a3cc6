package terminal

import (
	"bytes"
	"io"
	"os"
	"unicode"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/internal/ground/lazy"
)

// Plain writes text in which nothing moves the cursor, changes the terminal or turns the order of
// letters about: texts of files, scripts and other people go through it. Characters that are not
// seen become a replacement character, except line ends and tabs; of codes for a terminal those of
// [Style] are left where they are wanted. A terminal whose locale has no UTF-8 gets ASCII.
type Plain struct {
	to      io.Writer
	colours bool
	ascii   bool
	rest    []byte // of a character or a code that the last write has begun
}

// NewPlain returns a writer before another one, which has the codes of Style where it shows
// colours.
func NewPlain(to io.Writer) *Plain {
	_, shown := File(to)
	return &Plain{to: to, colours: Colored(to), ascii: shown && ASCII()}
}

// File returns the file behind it, for what draws on a terminal itself.
func (p *Plain) File() (*os.File, bool) { return File(p.to) }

// Plain returns a line of a screen as a [Plain] writes it.
func (s Style) Plain(line string) string {
	var b bytes.Buffer
	p := Plain{to: &b, colours: s.On, ascii: s.ASCII}
	_, _ = p.Write([]byte(line)) // a buffer takes all
	p.Flush()
	return b.String()
}

// code matches what Style writes around a text.
var code = lazy.Regexp(`^\x1b\[(?:0|1|2|4|7|[39]\d|38;5;\d{1,3}|38;2;\d{1,3};\d{1,3};\d{1,3})m`)

// longestCode is how many bytes a code has at most.
const longestCode = len("\x1b[38;2;255;255;255m")

// Write writes a piece of text.
func (p *Plain) Write(b []byte) (int, error) {
	text := append(p.rest, b...)
	p.rest = nil
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		if text[0] == '\x1b' && p.colours {
			if c := code().Find(text); c != nil {
				out, text = append(out, c...), text[len(c):]
				continue
			}
			if len(text) < longestCode && beginsCode(text) {
				break
			}
		}
		if !utf8.FullRune(text) {
			break
		}
		r, n := utf8.DecodeRune(text)
		switch {
		case p.ascii && r >= utf8.RuneSelf:
			out = append(out, ascii(r))
		case r == '\n' || r == '\t' || unicode.IsPrint(r) && (r != utf8.RuneError || n > 1):
			out = append(out, text[:n]...)
		case r == '\r' && len(text) > 1 && text[1] == '\n': // a line end of Windows
		case p.ascii:
			out = append(out, ascii(unicode.ReplacementChar))
		default:
			out = utf8.AppendRune(out, unicode.ReplacementChar)
		}
		text = text[n:]
	}
	p.rest = append(p.rest, text...)
	if _, err := p.to.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}

// beginsCode reports whether more bytes could make a code of a text.
func beginsCode(text []byte) bool {
	for i, c := range text {
		switch {
		case i == 0 && c == '\x1b', i == 1 && c == '[', i > 1 && (c >= '0' && c <= '9' || c == ';'):
		default:
			return false
		}
	}
	return true
}

// Flush writes what was kept of a character that has no end.
func (p *Plain) Flush() {
	if len(p.rest) > 0 {
		p.rest = nil
		end := string(unicode.ReplacementChar)
		if p.ascii {
			end = toASCII(end)
		}
		_, _ = io.WriteString(p.to, end) // as the write before
	}
}
