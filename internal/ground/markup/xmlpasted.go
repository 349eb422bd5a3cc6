package markup

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// What Repair changes, as notices name it.
const (
	straightQuotes = "typographic quotes"
	droppedDashes  = "- before tags"
)

// RepairXML returns a document that was copied from a page or a word processor as it was meant:
// with straight quotes around the values of attributes, and without the - or + that browsers show
// before tags. It tells what it changed; nothing where that is nothing. All that stays is on the
// line and in the column where it was, except behind a value in a line with quotes of both kinds in it.
func RepairXML(file string, src []byte, lim Limits) (text []byte, changes []string) {
	text, ok := cleanXML(file, src, lim.orDefault(), &syntax.List{})
	if !ok {
		return src, nil
	}
	p := &pasted{text: text}
	p.read()
	if p.quotes {
		changes = append(changes, straightQuotes)
	}
	if p.dashes {
		changes = append(changes, droppedDashes)
	}
	return p.out.Bytes(), changes
}

// pasted goes through a text and writes it as it was meant.
type pasted struct {
	text           []byte
	out            bytes.Buffer
	quotes, dashes bool
}

func (p *pasted) read() {
	for len(p.text) > 0 {
		tag := bytes.IndexByte(p.text, '<')
		if tag < 0 {
			tag = len(p.text)
		}
		p.between(p.text[:tag])
		if p.text = p.text[tag:]; len(p.text) == 0 {
			return
		}
		switch rest := p.text; {
		case bytes.HasPrefix(rest, []byte("<!--")):
			p.keep(after(rest, "-->") + 1)
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			p.keep(after(rest, "]]>") + 1)
		case bytes.HasPrefix(rest, []byte("<?")):
			p.keep(after(rest, "?>") + 1)
		default:
			p.tag()
		}
	}
}

// keep writes so many bytes as they are.
func (p *pasted) keep(n int) {
	n = min(n, len(p.text))
	p.out.Write(p.text[:n])
	p.text = p.text[n:]
}

// between writes what stands between tags. A dash alone before an opening tag is one that a browser shows.
func (p *pasted) between(text []byte) {
	const blanks = " \t\r\n\u00a0"
	if alone := strings.Trim(string(text), blanks); (alone == "-" || alone == "+") && len(text)+1 < len(p.text) && p.text[len(text)+1] != '/' {
		p.dashes = true
		text = []byte(strings.NewReplacer("-", " ", "+", " ", "\u00a0", " ").Replace(string(text)))
	}
	p.out.Write(text)
}

// tag writes a tag with straight quotes around its values.
func (p *pasted) tag() {
	for len(p.text) > 0 {
		switch c := p.text[0]; c {
		case '>':
			p.keep(1)
			return
		case '=':
			p.keep(1)
			for len(p.text) > 0 && strings.IndexByte(" \t\r\n", p.text[0]) >= 0 {
				p.keep(1)
			}
			p.value()
		default:
			p.keep(1)
		}
	}
}

// value writes the value at the beginning of the text.
func (p *pasted) value() {
	open, size := utf8.DecodeRune(p.text)
	straight := open == '"' || open == '\''
	if !straight && !strings.ContainsRune(typographicQuotes, open) {
		return
	}
	inner := p.text[size:]
	end, closing := valueEnd(inner, open, straight)
	if end < 0 {
		p.keep(size)
		return
	}
	p.text = inner[end+closing:]
	value, quote := string(inner[:end]), "\""
	if straight && closing == 1 && rune(inner[end]) == open {
		quote = string(open)
	} else {
		p.quotes = true
		switch {
		case !strings.Contains(value, quote):
		case !strings.Contains(value, "'"):
			quote = "'"
		default:
			value = strings.ReplaceAll(value, quote, "&quot;")
		}
	}
	p.out.WriteString(quote + value + quote)
}

// valueEnd returns where the quote stands that ends a value, and its size; -1 where there is none.
// A typographic quote ends a value that a straight one began where the tag goes on behind it.
func valueEnd(inner []byte, open rune, straight bool) (end, size int) {
	for i := 0; i < len(inner); {
		r, n := utf8.DecodeRune(inner[i:])
		switch isTypographic := strings.ContainsRune(typographicQuotes, r); {
		case straight && r == open:
			return i, n
		case straight && isTypographic && goesOn(inner[i+n:]):
			return i, n
		case !straight && (isTypographic || r == '"') && endsThere(inner[i+n:]):
			return i, n
		case !straight && r == '>' && !bytes.ContainsAny(inner[i:], typographicQuotes):
			return -1, 0
		}
		i += n
	}
	return -1, 0
}

// endsThere reports whether a tag may go on with a text behind a value.
func endsThere(rest []byte) bool {
	return len(rest) == 0 || strings.IndexByte(" \t\r\n/>?", rest[0]) >= 0
}

// goesOn reports whether a text is the end of a tag, or its next attribute.
func goesOn(rest []byte) bool {
	left := bytes.TrimLeft(rest, " \t\r\n")
	if bytes.HasPrefix(left, []byte("/>")) || bytes.HasPrefix(left, []byte(">")) {
		return true
	}
	name := 0
	for name < len(left) && nameRune(rune(left[name])) {
		name++
	}
	return name > 0 && len(left) < len(rest) && bytes.HasPrefix(bytes.TrimLeft(left[name:], " \t\r\n"), []byte("="))
}
