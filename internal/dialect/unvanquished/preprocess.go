package unvanquished

import (
	"path"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// preprocessor turns a file into the tokens that the parser sees. It follows the
// reader of the original function by function: macros, directives and strings
// take effect where they do there.
type preprocessor struct {
	files   source
	errs    *syntax.List
	scripts []*reader // the innermost last
	pushed  []*token  // tokens to be read before those of the scripts, the last first
	macros  map[string]*macro
	used    map[syntax.Pos]*macro // those of the files, by where their names stand
	conds   []branch
	skip    int // how many conditions leave out what is read
	cost    *cost
	pasted  int // files so far
	// out has the tokens that were read. The original sees the first cut of them:
	// up to the first of faults, or all where cut is -1
	out    []*token
	cut    int
	faults syntax.ErrorList
	lints  syntax.ErrorList // what is odd about tokens of which the original says nothing
	short  *syntax.Error    // why the last file of these that ends before its text does, if one does
}

// branch is an open #if.
type branch struct {
	kind   string
	skip   bool
	script *reader
	at     syntax.Pos
}

// tooLarge stops the preprocessor for good, at a limit.
type tooLarge struct{}

// preprocess reads a file to its end. It goes on behind faults, so that the
// parser can find more errors there.
func preprocess(file string, src []byte, files source, symbols map[string]host.Value, c *cost, l *syntax.List) (p *preprocessor, ok bool) {
	p = &preprocessor{files: files, errs: l, cost: c, macros: map[string]*macro{}, used: map[syntax.Pos]*macro{}, cut: -1}
	for name, v := range symbols {
		p.macros[name] = constant(name, v)
	}
	p.scripts = []*reader{newReader(file, src, nil)}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case tooLarge:
			ok = p.cut >= 0
		default:
			panic(e)
		}
	}()
	p.weigh(src, syntax.Pos{File: file, Line: 1, Col: 1}, nil)
	for {
		t, end := p.next()
		switch {
		case t != nil:
			p.out = append(p.out, t)
		case end:
			return p, true
		}
	}
}

// fault reports a fault, at which the original stops reading.
func (p *preprocessor) fault(at syntax.Place, from *origin, format string, args ...any) *syntax.Error {
	e := new(syntax.List).Errorf(at, format, args...)
	e.Notes = (&token{from: from}).notes()
	if p.cut < 0 {
		p.cut = len(p.out)
	}
	p.faults = append(p.faults, e)
	return e
}

// notice reports a notice, but none behind a fault, which the original never
// sees.
func (p *preprocessor) notice(at syntax.Place, from *origin, format string, args ...any) {
	if p.cut >= 0 {
		return
	}
	p.errs.Noticef(at, format, args...).Notes = (&token{from: from}).notes()
}

// stop ends all reading and refuses the file, unless that is only read for more
// errors behind a fault.
func (p *preprocessor) stop(at syntax.Place, from *origin, format string, args ...any) {
	if p.cut < 0 {
		p.errs.Errorf(at, format, args...).Notes = (&token{from: from}).notes()
	}
	panic(tooLarge{})
}

func (p *preprocessor) script() *reader { return p.scripts[len(p.scripts)-1] }

// next returns the next token for the parser, and nil at the end. At a fault it
// returns false, and may be called again.
func (p *preprocessor) next() (t *token, end bool) {
	for {
		t, end = p.raw()
		switch {
		case t == nil:
			return nil, end
		case t.kind == punctToken && t.starts('#'):
			if !p.directive(t) {
				return nil, false
			}
			continue
		case t.isPunct("$"):
			if !p.dollar(t) {
				return nil, false
			}
			continue
		case p.skip > 0:
			continue
		case t.kind == stringToken:
			p.join(t)
		case t.kind == nameToken && fold(t.text) == "enum":
			if !p.enumerate(t) {
				return nil, false
			}
			continue
		case t.kind == nameToken:
			if m := p.macros[t.text]; m != nil {
				if !p.expand(t, m) {
					return nil, false
				}
				continue
			}
		}
		return t, false
	}
}

// join appends the strings that follow. Case unv-parse-strings.
func (p *preprocessor) join(t *token) {
	cut := p.cut
	next, _ := p.next()
	if p.cut != cut {
		p.cut = len(p.out) + 1 // the string itself was read
	}
	switch {
	case next == nil:
	case next.kind == stringToken && len(t.text)+len(next.text) > maxToken-2:
		p.fault(t.at, t.from, "strings of more than %d bytes together", maxToken-2)
	case next.kind == stringToken:
		t.text, t.word = t.text+next.text, ""
		t.at.EndLine, t.at.EndCol = next.at.EndLine, next.at.EndCol
	default:
		p.push(next)
	}
}

func (p *preprocessor) push(t *token) { p.pushed = append(p.pushed, t) }

// raw returns the next token without preprocessing: one that was pushed back, or
// one of the innermost script. After the last of an included script come the
// tokens behind the #include.
func (p *preprocessor) raw() (t *token, end bool) {
	if n := len(p.pushed); n > 0 {
		t = p.pushed[n-1]
		p.pushed = p.pushed[:n-1]
		return t, false
	}
	for {
		s := p.script()
		t, f := s.next()
		for _, o := range s.odd {
			switch {
			case p.skip > 0:
			case o.lint:
				p.lints = append(p.lints, &syntax.Error{Pos: o.at.Start, At: o.at, Msg: o.msg, Notes: (&token{from: s.from}).notes()})
			default:
				p.notice(o.at, s.from, "%s", o.msg)
			}
		}
		s.odd = s.odd[:0]
		switch {
		case t != nil:
			p.count(t)
			return t, false
		case f != nil:
			p.fault(f.at, s.from, "%s", f.msg).Hint = f.hint
			return nil, false
		}
		p.closeConditions(s)
		if e := s.short(); e != nil {
			p.short = e
			p.lints = append(p.lints, e)
		}
		if len(p.scripts) == 1 {
			return nil, true
		}
		p.scripts = p.scripts[:len(p.scripts)-1]
	}
}

func (p *preprocessor) count(t *token) {
	if p.cost.tokens++; p.cost.tokens > maxTokens.In(p.cost.limits) {
		p.stop(t.at.Start, t.from, "more than %d tokens with all that is included, expanded and mentioned", maxTokens.In(p.cost.limits))
	}
}

// weigh checks a file against the limits before it is read.
func (p *preprocessor) weigh(src []byte, at syntax.Pos, from *origin) {
	if p.cost.text += len(src); len(src) > maxBytes.In(p.cost.limits) {
		p.stop(at, from, "a file of more than %d MB", maxBytes.In(p.cost.limits)>>20)
	} else if p.cost.text > maxText.In(p.cost.limits) {
		p.stop(at, from, "more than %d MB with all that is included and mentioned", maxText.In(p.cost.limits)>>20)
	}
}

// closeConditions drops the conditions that a script has left open at its end.
func (p *preprocessor) closeConditions(s *reader) {
	for n := len(p.conds); n > 0 && p.conds[n-1].script == s; n = len(p.conds) {
		open := p.conds[n-1]
		p.popCondition()
		p.notice(s.pos(), &origin{what: open.kind + " stands here", at: open.at}, "%s without #endif", open.kind)
	}
}

// line reads a token on the line of a directive; nil at the end of the line. A
// backslash at the end of a line goes on with the next.
func (p *preprocessor) line() *token {
	crossed := int32(0)
	for {
		t, _ := p.raw()
		if t == nil {
			return nil
		}
		if t.lines > crossed {
			p.push(t)
			return nil
		}
		if !t.isPunct("\\") {
			return t
		}
		crossed = 1
	}
}

// restOfLine skips what is left of the line of a faulty directive.
func (p *preprocessor) restOfLine() {
	faults := len(p.faults)
	for p.line() != nil {
		if len(p.faults) > faults {
			return
		}
	}
}

// enumerate reads `enum { A, B = 5 };`, which defines names as whole numbers.
// Case unv-text-enum.
func (p *preprocessor) enumerate(t *token) bool {
	if open, _ := p.next(); !open.isPunct("{") {
		return p.unexpected(t, open, `"{" after enum`)
	}
	for value := int32(0); ; value++ {
		name, _ := p.next()
		if name.isPunct("}") {
			return p.semicolon()
		}
		if name == nil || name.kind != nameToken {
			return p.unexpected(t, name, "a name in an enum")
		}
		next, _ := p.next()
		if next.isPunct("=") {
			if next, _ = p.next(); next != nil {
				sign := int32(1)
				if next.isPunct("-") {
					sign = -1
					next, _ = p.next()
				}
				if next == nil || next.kind != numberToken || !next.integer {
					return p.unexpected(t, next, "a whole number in an enum")
				}
				value = sign * int32(uint32(next.whole))
				next, _ = p.next()
			}
		}
		if !next.isPunct(",") && !next.isPunct("}") {
			return p.unexpected(t, next, `"," or "}" in an enum`)
		}
		p.macros[name.text] = enumerated(name, value)
		if next.isPunct("}") {
			return p.semicolon()
		}
	}
}

// semicolon skips a semicolon behind an enum.
func (p *preprocessor) semicolon() bool {
	t, end := p.next()
	if t != nil && !t.isPunct(";") {
		p.push(t)
	}
	return t != nil || end
}

// unexpected reports a token that was not wanted here; nil is the end of the
// file. At a fault that was reported already it reports nothing.
func (p *preprocessor) unexpected(start, found *token, wanted string) bool {
	switch {
	case found != nil:
		p.fault(found.at, found.from, "found %s, wanted %s", found.describe(), wanted)
	case len(p.faults) == 0:
		p.fault(start.at, start.from, "found the end of the file, wanted %s", wanted)
	}
	return false
}

// include pastes a file, whose path is from the root of the game. A file that is
// open already is skipped.
func (p *preprocessor) include(at *token) bool {
	t, _ := p.raw()
	if t != nil && t.lines > 0 {
		p.push(t)
		t = nil
	}
	var name string
	switch {
	case t != nil && t.kind == stringToken:
		name = t.text
	case t.isPunct("<"):
		name = p.untilBracket(t)
	default:
		p.fault(at.at, at.from, `#include without a path, wanted #include "bots/NAME"`)
		return false
	}
	name = strings.ReplaceAll(name, "\\", "/")
	for strings.Contains(name, "//") {
		name = strings.ReplaceAll(name, "//", "/")
	}
	if name == "" {
		p.fault(t.at, t.from, "an empty path")
		return false
	}
	file, src, err := p.files.text(t.at.Start, name)
	if err != nil {
		e := p.fault(t.at, t.from, "%s", err.Msg)
		e.Hint = err.Hint
		return false
	}
	for _, s := range p.scripts {
		if strings.EqualFold(path.Clean(s.file), file) {
			p.notice(t.at, t.from, "%s includes itself here, which is skipped", quote(file))
			return true
		}
	}
	if p.pasted++; p.pasted > maxScripts.In(p.cost.limits) {
		p.stop(t.at.Start, t.from, "more than %d files included", maxScripts.In(p.cost.limits))
	}
	if len(p.scripts) > maxNesting.In(p.cost.limits) {
		p.stop(t.at.Start, t.from, "#include nested deeper than %d files", maxNesting.In(p.cost.limits))
	}
	p.weigh(src, t.at.Start, t.from)
	p.scripts = append(p.scripts, newReader(file, src, &origin{what: "included here", at: t.at.Start, outer: t.from}))
	return true
}

// untilBracket reads the path of #include <path>.
func (p *preprocessor) untilBracket(open *token) string {
	var path strings.Builder
	for {
		t, _ := p.raw()
		if t != nil && t.lines > 0 {
			p.push(t)
			t = nil
		}
		if t == nil {
			p.notice(open.at, open.from, `#include <path without ">"`)
			return path.String()
		}
		if t.isPunct(">") {
			return path.String()
		}
		path.WriteString(t.text)
	}
}
