package terminal

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cut shortens s to most characters, the last of which is then an ellipsis.
func Cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	if most < 1 {
		return ""
	}
	return string([]rune(s)[:most-1]) + "…"
}

// Meter draws a bar of up to width characters for a share from 0 to 1, exact to an
// eighth of a character.
func Meter(share float64, width int) string {
	const eighths = " ▏▎▍▌▋▊▉"
	n := int(min(max(share, 0), 1)*float64(width)*8 + 0.5)
	bar := make([]rune, 0, width)
	for range n / 8 {
		bar = append(bar, '█')
	}
	if n%8 > 0 {
		bar = append(bar, []rune(eighths)[n%8])
	}
	return string(bar)
}

// Printable replaces characters that could move the cursor of a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// Line replaces line ends in a message, which could pass for two.
func Line(message string) string { return lineEnds.Replace(message) }

var lineEnds = strings.NewReplacer("\r\n", "\ufffd", "\n", "\ufffd", "\r", "\ufffd")

// Sheet is a text of headings and of rows with a label each.
type Sheet struct {
	strings.Builder
	Style Style
}

const labelWidth = 18

// Head writes a heading, after an empty line where something stands above it.
func (s *Sheet) Head(format string, args ...any) {
	if s.Len() > 0 {
		s.WriteByte('\n')
	}
	s.WriteString(s.Style.Bold(fmt.Sprintf(format, args...)))
	s.WriteByte('\n')
}

// Row writes a label and a text beside it.
func (s *Sheet) Row(label, format string, args ...any) {
	s.Line(s.Style.Dim(fmt.Sprintf("%-*s", labelWidth, label+" ")) + fmt.Sprintf(format, args...))
}

// Line writes a text under the heading.
func (s *Sheet) Line(text string) { fmt.Fprintf(s, "  %s\n", text) }

// Wrap writes a text in lines of up to 100 characters, each after an indent.
func (s *Sheet) Wrap(text, indent string) {
	const wide = 100
	line := indent
	for word := range strings.FieldsSeq(text) {
		if len(line) > len(indent) && len(line)+1+len(word) > wide {
			s.WriteString(line + "\n")
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	s.WriteString(line + "\n")
}

// Sparkline draws the last numbers of a series as bars of eight heights; NaN is a gap. Fewer than
// two numbers are nothing to be drawn.
func Sparkline(values []float64, width int) string {
	values = values[max(0, len(values)-width):]
	low, high, n := math.Inf(1), math.Inf(-1), 0
	for _, v := range values {
		if !math.IsNaN(v) {
			low, high, n = min(low, v), max(high, v), n+1
		}
	}
	if n < 2 {
		return ""
	}
	var b strings.Builder
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			b.WriteByte(' ')
		case high == low:
			b.WriteRune('▄')
		default:
			b.WriteRune([]rune("▁▂▃▄▅▆▇█")[int((v-low)/(high-low)*7.999)])
		}
	}
	return b.String()
}
