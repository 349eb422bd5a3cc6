package source

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/indent"
)

// mend gives fixes to faults of a file that tell of a missing end or quote, where no other place can
// be meant.
func (p *parser) mend() {
	if p.lines.at.Line != 1 || p.lines.at.Col != 1 {
		return // of a part of a file, where texts may be written in another way
	}
	for _, e := range p.faults {
		switch {
		case strings.Contains(e.Msg, `wanted "end"`), strings.Contains(e.Msg, "wanted the end of the block"):
			e.Fix = indent.Missing(p.lines.at.File, p.src, blocks(p.src), "")
		case strings.HasPrefix(e.Msg, "a text that does not end, wanted ") && strings.HasSuffix(e.Msg, " on its line"):
			from := int(p.lines.offset(e.Pos))
			rest := p.src[from+1:]
			if end := strings.IndexAny(rest, "\r\n"); end >= 0 {
				rest = rest[:end]
			}
			n := indent.Word(rest)
			if behind := strings.Trim(rest[n:], " \t)}],;"); n > 0 && behind == "" {
				e.Fix = append(e.Fix, indent.At(p.lines.at.File, p.src, from+1+n, p.src[from:from+1]))
			}
		}
	}
}

// offset is the byte at a place.
func (l *Lines) offset(at syntax.Pos) int32 {
	return int32(syntax.Offset([]byte(l.Text()), at))
}

// blocks returns the tokens of a source with what they do to blocks.
func blocks(src string) (all []indent.Token) {
	x := lexer{src: src, fault: func(int32, string, ...any) {}}
	loop := false // between for or while and its do
	for t := x.next(); t.kind != TokenEnd; t = x.next() {
		token := indent.Token{From: int(t.from), To: int(t.to)}
		switch t.kind {
		case TokenFunction, TokenIf, TokenFor, TokenWhile:
			token.Role, token.End = indent.Opens, "end"
			loop = loop || t.kind == TokenFor || t.kind == TokenWhile
		case TokenDo:
			if !loop {
				token.Role, token.End = indent.Opens, "end"
			}
			loop = false
		case TokenRepeat:
			token.Role, token.End = indent.Opens, "until"
		case TokenElse, TokenElseif:
			token.Role = indent.Divides
		case TokenBlockEnd, TokenUntil:
			token.Role, token.End = indent.Closes, src[t.from:t.to]
		}
		all = append(all, token)
	}
	return all
}
