package source

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/thicket-sim/thicket/internal/dialect/lua/number"
)

// token is one of a source, by its first byte or one of the kinds below.
type token struct {
	kind     Token
	from, to int32 // in bytes
	text     string
	number   float64
}

type Token int32

// The kinds of tokens that are more than one byte. Keywords follow in the order of keywords.
const (
	TokenEnd Token = 256 + iota
	TokenName
	TokenNumber
	TokenText
	TokenEqual     // ==
	TokenUnequal   // ~=
	TokenAtMost    // <=
	TokenAtLeast   // >=
	TokenJoin      // ..
	TokenRest      // ...
	TokenAnd       // and; the other keywords follow
	TokenBreak     //
	TokenDo        //
	TokenElse      //
	TokenElseif    //
	TokenBlockEnd  // end
	TokenFalse     //
	TokenFor       //
	TokenFunction  //
	TokenIf        //
	TokenIn        //
	TokenLocal     //
	TokenNil       //
	TokenNot       //
	TokenOr        //
	TokenRepeat    //
	TokenReturn    //
	TokenThen      //
	TokenTrue      //
	TokenUntil     //
	TokenWhile     //
	TokenBehindAll //
)

var keywordList = [...]string{
	"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
	"repeat", "return", "then", "true", "until", "while",
}

var keywords = func() map[string]Token {
	m := map[string]Token{}
	for i, w := range keywordList {
		m[w] = TokenAnd + Token(i)
	}
	return m
}()

// lexer takes a source apart. A token that is none is a fault, and the lexer goes on behind it.
type lexer struct {
	src   string
	at    int
	fault func(from int32, format string, args ...any)
	names map[string]string // what was read of names, without the source around them
}

// name returns a name that does not keep the source in memory.
func (x *lexer) name(word string) string {
	if known, ok := x.names[word]; ok {
		return known
	}
	if x.names == nil {
		x.names = map[string]string{}
	}
	word = strings.Clone(word)
	x.names[word] = word
	return word
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isAlpha(c byte) bool { return isLower(c) || isUpper(c) }
func isSpace(c byte) bool { return c == ' ' || c >= 9 && c <= 13 }
func isName(c byte) bool  { return c == '_' || isAlpha(c) || isDigit(c) }

// peek is a byte behind the present one; 0 at the end.
func (x *lexer) peek(n int) byte {
	if x.at+n < len(x.src) {
		return x.src[x.at+n]
	}
	return 0
}

// next returns the next token.
func (x *lexer) next() token {
	for {
		for x.at < len(x.src) && isSpace(x.src[x.at]) {
			x.at++
		}
		from := x.at
		if from >= len(x.src) {
			return token{kind: TokenEnd, from: int32(from), to: int32(from)}
		}
		switch c := x.src[from]; {
		case c == '-' && x.peek(1) == '-':
			x.comment()
		case isName(c) && !isDigit(c):
			for x.at < len(x.src) && isName(x.src[x.at]) {
				x.at++
			}
			word := x.src[from:x.at]
			if k, ok := keywords[word]; ok {
				return token{kind: k, from: int32(from), to: int32(x.at), text: word}
			}
			return token{kind: TokenName, from: int32(from), to: int32(x.at), text: x.name(word)}
		case isDigit(c) || c == '.' && isDigit(x.peek(1)):
			return x.numeral()
		case c == '"' || c == '\'':
			return x.quoted(c)
		case c == '[' && (x.peek(1) == '[' || x.peek(1) == '='):
			if text, ok := x.long("a text"); ok {
				return token{kind: TokenText, from: int32(from), to: int32(x.at), text: strings.Clone(text)}
			}
			x.at = from + 1
			return token{kind: '[', from: int32(from), to: int32(x.at)}
		default:
			if t, ok := x.sign(c); ok {
				return t
			}
		}
	}
}

func (x *lexer) sign(c byte) (token, bool) {
	from, n, kind := x.at, 1, Token(c)
	second := x.peek(1)
	switch {
	case c == '=' && second == '=':
		n, kind = 2, TokenEqual
	case c == '~' && second == '=':
		n, kind = 2, TokenUnequal
	case c == '<' && second == '=':
		n, kind = 2, TokenAtMost
	case c == '>' && second == '=':
		n, kind = 2, TokenAtLeast
	case c == '.' && second == '.' && x.peek(2) == '.':
		n, kind = 3, TokenRest
	case c == '.' && second == '.':
		n, kind = 2, TokenJoin
	case c == ':' && second == ':':
		x.at += 2
		x.fault(int32(from), "found a label; Lua 5.1 has none")
		return token{}, false
	case c == '!' && second == '=':
		x.fault(int32(from), "found !=, which Lua writes ~=")
		n, kind = 2, TokenUnequal
	case strings.IndexByte("+-*/%^#<>=(){}[];:,.", c) < 0:
		r, size := utf8.DecodeRuneInString(x.src[from:])
		x.at += size
		x.fault(int32(from), "found %q, which is no sign of Lua", r)
		return token{}, false
	}
	x.at += n
	return token{kind: kind, from: int32(from), to: int32(x.at)}, true
}

// comment passes a comment.
func (x *lexer) comment() {
	x.at += 2
	if x.peek(0) == '[' {
		from := x.at
		if _, ok := x.long("a comment"); ok {
			return
		}
		x.at = from
	}
	for x.at < len(x.src) && x.src[x.at] != '\n' && x.src[x.at] != '\r' {
		x.at++
	}
}

// long reads a text in long brackets; not ok where none begins.
func (x *lexer) long(what string) (string, bool) {
	from := x.at
	level := 1
	for x.peek(level) == '=' {
		level++
	}
	if x.peek(level) != '[' {
		return "", false
	}
	closing := "]" + x.src[from+1:from+level] + "]"
	begin := from + level + 1
	n := strings.Index(x.src[begin:], closing)
	if n < 0 {
		x.at = len(x.src)
		x.fault(int32(from), "%s that does not end, wanted %q", what, closing)
		return "", true
	}
	x.at = begin + n + len(closing)
	text := x.src[begin : begin+n]
	if text != "" && (text[0] == '\n' || text[0] == '\r') {
		text = text[newline(text):]
	}
	if !strings.Contains(text, "\r") {
		return text, true
	}
	var b strings.Builder
	for text != "" {
		if n := newline(text); n > 0 {
			b.WriteByte('\n')
			text = text[n:]
			continue
		}
		b.WriteByte(text[0])
		text = text[1:]
	}
	return b.String(), true
}

// newline is how long the end of a line is that a text begins with; 0 for none.
func newline(s string) int {
	switch {
	case s == "" || s[0] != '\n' && s[0] != '\r':
		return 0
	case len(s) > 1 && (s[1] == '\n' || s[1] == '\r') && s[1] != s[0]:
		return 2
	}
	return 1
}

// quoted reads a text in quotes.
func (x *lexer) quoted(quote byte) token {
	from := x.at
	x.at++
	var b []byte
	for {
		if x.at >= len(x.src) || x.src[x.at] == '\n' || x.src[x.at] == '\r' {
			x.fault(int32(from), "a text that does not end, wanted %c on its line", quote)
			break
		}
		c := x.src[x.at]
		x.at++
		if c == quote {
			break
		}
		if c != '\\' {
			b = append(b, c)
			continue
		}
		b = x.escape(b)
	}
	return token{kind: TokenText, from: int32(from), to: int32(x.at), text: string(b)}
}

func (x *lexer) escape(b []byte) []byte {
	if x.at >= len(x.src) {
		return b
	}
	c := x.src[x.at]
	if n := newline(x.src[x.at:]); n > 0 {
		x.at += n
		return append(b, '\n')
	}
	x.at++
	if i := strings.IndexByte("abfnrtv", c); i >= 0 {
		return append(b, "\a\b\f\n\r\t\v"[i])
	}
	if !isDigit(c) {
		return append(b, c)
	}
	n := int(c - '0')
	for i := 0; i < 2 && isDigit(x.peek(0)); i++ {
		n = n*10 + int(x.src[x.at]-'0')
		x.at++
	}
	if n > 255 {
		x.fault(int32(x.at-4), "an escape of more than 255")
	}
	return append(b, byte(n))
}

// numeral reads a number: all that could belong to one, as C Lua does.
func (x *lexer) numeral() token {
	from := x.at
	isHex := x.src[from] == '0' && x.peek(1)|0x20 == 'x'
	for x.at < len(x.src) {
		c := x.src[x.at]
		sign := (c == '+' || c == '-') && x.src[x.at-1]|0x20 == 'e' && !isHex
		if !isName(c) && c != '.' && !sign {
			break
		}
		x.at++
	}
	text := x.src[from:x.at]
	f, ok := number.Parse(text)
	if !ok {
		x.fault(int32(from), "malformed number %q", shortened(text))
	}
	return token{kind: TokenNumber, from: int32(from), to: int32(x.at), text: text, number: f}
}

// shortened is a text that goes into a message.
func shortened(s string) string {
	if len(s) > 40 {
		return s[:37] + "..."
	}
	return s
}

// shows is a token as messages have it.
func (x *lexer) shows(t token) string {
	if t.kind == TokenEnd {
		return "the end of the script"
	}
	return fmt.Sprintf("%q", shortened(x.src[t.from:t.to]))
}

// name is a kind of token as messages have it.
func (k Token) name() string {
	switch {
	case k == TokenEnd:
		return "the end of the script"
	case k == TokenName:
		return "a name"
	case k >= TokenAnd && k < TokenBehindAll:
		return fmt.Sprintf("%q", keywordList[k-TokenAnd])
	}
	return fmt.Sprintf("%q", string(rune(k)))
}
