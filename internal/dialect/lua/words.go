package lua

import "strings"

// Word is a token of a source, as it is written.
type Word struct {
	From, To int // in bytes
	Text     string
	Kind     WordKind
}

// WordKind is what a word is.
type WordKind uint8

// The kinds of words.
const (
	Name   WordKind = iota // names and keywords
	Digits                 // a number
	Quoted                 // a text
	Sign
)

// Words splits a source, which compiles, into its tokens, without comments.
func Words(src string) (all []Word) {
	for at := 0; at < len(src); {
		to, kind := at+1, Sign
		switch c := src[at]; {
		case strings.IndexByte(" \t\r\n\v\f", c) >= 0:
			at++
			continue
		case strings.HasPrefix(src[at:], "--"):
			at = comment(src, at+2)
			continue
		case isNamed(c) && !isDigit(c):
			for kind = Name; to < len(src) && isNamed(src[to]); to++ {
			}
		case isDigit(c) || c == '.' && to < len(src) && isDigit(src[to]):
			for kind = Digits; to < len(src) && (isNamed(src[to]) || src[to] == '.' || isExponent(src[to-1]) && (src[to] == '+' || src[to] == '-')); to++ {
			}
		case c == '"' || c == '\'':
			for kind = Quoted; to < len(src) && src[to] != c; to++ {
				if src[to] == '\\' {
					to++
				}
			}
			to = min(to+1, len(src))
		case c == '[' && long(src[at:]) > 0:
			to, kind = at+long(src[at:]), Quoted
		}
		all = append(all, Word{at, to, src[at:to], kind})
		at = to
	}
	return all
}

func isNamed(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c >= 0x80
}

func isExponent(c byte) bool { return c == 'e' || c == 'E' }

// comment is the end of a comment, from behind its dashes.
func comment(src string, at int) int {
	if n := long(src[at:]); n > 0 {
		return at + n
	}
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// long is the length of a text in long brackets that a source begins with; 0 for none.
func long(src string) int {
	level := 1
	for level < len(src) && src[level] == '=' {
		level++
	}
	if src == "" || src[0] != '[' || level >= len(src) || src[level] != '[' {
		return 0
	}
	end := "]" + src[1:level] + "]"
	if n := strings.Index(src, end); n >= 0 {
		return n + len(end)
	}
	return len(src)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
