package main

import (
	"fmt"
	"image/color"
	"io"
	"os"

	"golang.org/x/term"
)

// style writes text for a terminal: plain where it is off.
type style struct {
	on   bool
	full bool // the terminal has all colours, not only 256
}

func (s style) sgr(code, text string) string {
	if !s.on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string { return s.sgr("1", text) }
func (s style) dim(text string) string  { return s.sgr("2", text) }

// paint is the code that sets a colour; the zero one is that of plain text.
func (s style) paint(c color.RGBA) string {
	switch {
	case c.A == 0:
		return "39"
	case s.full:
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

// terminal is the file behind w, if that is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// colored reports whether w shows colours and its user wants them.
func colored(w io.Writer) bool {
	_, ok := terminal(w)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// fullColor reports whether terminals say that they have all colours.
func fullColor() bool {
	c := os.Getenv("COLORTERM")
	return c == "truecolor" || c == "24bit"
}
