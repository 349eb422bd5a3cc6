package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// yamlCursor is a cursor that can be told to go where yaml.v3 says a node is.
// That counts U+2028 and U+2029 as line breaks, as YAML 1.1 does, and no editor.
//
// yaml.v3 knows where a node starts. Where it ends is found by reading the text
// along with the value.
type yamlCursor struct {
	cursor
	yline, ycol int // from 1
}

func (c *yamlCursor) next() rune {
	line := c.line
	r := c.cursor.next()
	if c.line != line || r == '\u2028' || r == '\u2029' {
		c.yline++
		c.ycol = 1
	} else {
		c.ycol++
	}
	return r
}

// seek steps forward to a byte offset.
func (c *yamlCursor) seek(off int) {
	for c.off < off {
		c.next()
	}
}

// seekYAML steps forward to a line and column of yaml.v3. Nodes come in the order
// of the text, so that there is no way back.
func (c *yamlCursor) seekYAML(line, col int) {
	for c.off < len(c.text) && (c.yline < line || c.yline == line && c.ycol < col) {
		c.next()
	}
}

// skipProperties steps over the anchor and the tag of a node, which yaml.v3
// counts to it, and what is between them and its content.
func (c *yamlCursor) skipProperties(y *yaml.Node) {
	properties := 2
	if isEmpty(y) || y.Kind != yaml.ScalarNode && y.Style&yaml.FlowStyle == 0 {
		// What follows may have properties of its own.
		properties = 0
		if y.Anchor != "" {
			properties++
		}
		if y.Style&yaml.TaggedStyle != 0 {
			properties++
		}
	}
	for ; properties > 0 && (c.peek() == '&' || c.peek() == '!'); properties-- {
		if c.peek() == '&' {
			c.seek(c.off + len("&") + len(y.Anchor))
		} else {
			c.skipTo(" \t\r\n")
		}
		after := *c
		after.skipBlank()
		if !isEmpty(y) || properties > 1 {
			*c = after
		}
	}
}

// skipBlank steps over white space and comments.
func (c *yamlCursor) skipBlank() {
	for c.off < len(c.text) {
		switch c.peek() {
		case ' ', '\t', '\r', '\n':
			c.next()
		case '#':
			c.skipTo("\r\n")
		default:
			return
		}
	}
}

// skipTo steps to the next of some characters.
func (c *yamlCursor) skipTo(chars string) {
	for c.off < len(c.text) && strings.IndexByte(chars, c.peek()) < 0 {
		c.next()
	}
}

// skipScalar steps over a scalar.
func (c *yamlCursor) skipScalar(y *yaml.Node) {
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		c.next()
		for c.off < len(c.text) {
			switch c.next() {
			case '\\':
				c.next()
			case '"':
				return
			}
		}
	case y.Style&yaml.SingleQuotedStyle != 0:
		c.next()
		for c.off < len(c.text) {
			if c.next() == '\'' {
				if c.peek() != '\'' {
					return
				}
				c.next()
			}
		}
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		c.skipTo("\r\n")
		c.skipText(y.Value)
	default:
		c.skipText(y.Value)
	}
}

// skipText steps over text of which only the white space may be another one than
// in value, since YAML folds lines.
func (c *yamlCursor) skipText(value string) {
	for _, want := range value {
		if unicode.IsSpace(want) {
			continue
		}
		for c.off < len(c.text) {
			r, _ := utf8.DecodeRune(c.text[c.off:])
			if !unicode.IsSpace(r) && r != '\uFEFF' {
				break
			}
			c.next()
		}
		c.next()
	}
}

// skipClosing steps over the closing bracket of a list or map, after its last
// value or, if it has none, from its opening bracket.
func (c *yamlCursor) skipClosing(opening, closing byte) {
	ahead := *c
	if ahead.peek() == opening {
		ahead.next()
	}
	for {
		ahead.skipBlank()
		switch ahead.peek() {
		case ',':
			ahead.next()
			continue
		case closing:
			ahead.next()
			*c = ahead
		}
		return
	}
}
