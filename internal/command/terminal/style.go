package terminal

import (
	"fmt"
	"image/color"
	"io"
	"os"

	"golang.org/x/term"
)

// Style writes text for a terminal: plain where it is off.
type Style struct {
	On   bool
	Full bool // the terminal has all colours, not only 256
	// ASCII: characters are not told apart that look alike in ASCII.
	ASCII bool
}

// StyleOf returns the style for what a writer leads to.
func StyleOf(w io.Writer) Style {
	_, shown := File(w)
	return Style{On: Colored(w), Full: FullColor(), ASCII: shown && ASCII()}
}

// SGR wraps a text in a code of the terminal (select graphic rendition), such as 1
// for bold.
func (s Style) SGR(code, text string) string {
	if !s.On {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Bold makes a text bold.
func (s Style) Bold(text string) string { return s.SGR("1", text) }

// Dim makes a text faint.
func (s Style) Dim(text string) string { return s.SGR("2", text) }

// Paint returns the code for [Style.SGR] that sets a colour; the zero colour means that of
// plain text.
func (s Style) Paint(c color.RGBA) string {
	switch {
	case c.A == 0:
		return "39"
	case s.Full:
		return fmt.Sprintf("38;2;%d;%d;%d", c.R, c.G, c.B)
	}
	level := func(v uint8) int { // of the cube 0, 95, 135, 175, 215, 255
		if v < 48 {
			return 0
		}
		return max(1, (int(v)-35)/40)
	}
	return fmt.Sprintf("38;5;%d", 16+36*level(c.R)+6*level(c.G)+level(c.B))
}

// File returns the file behind w, if that is a terminal.
func File(w io.Writer) (*os.File, bool) {
	if p, ok := w.(*Plain); ok {
		return p.File()
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// Colored reports whether w shows colours and its user wants them.
func Colored(w io.Writer) bool {
	_, ok := File(w)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// FullColor reports whether the terminal announces all colours.
func FullColor() bool {
	c := os.Getenv("COLORTERM")
	return c == "truecolor" || c == "24bit"
}
