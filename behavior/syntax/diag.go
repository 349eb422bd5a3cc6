package syntax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPrinted is how many errors of a list are worth reading.
const maxPrinted = 100

// Error is a fault at a place in a source file.
type Error struct {
	Pos   Pos
	At    Span   // what is faulty, in the file of Pos; the zero Span where its end is unknown
	Msg   string // what was found, what was wanted; lower case, no full stop
	Hint  string // what to do about it, for instance: did you mean "x"?
	Fix   []Edit // of the file of Pos, do what Hint says; nil where nobody can be sure of it
	Notes []Note // other places that explain this one
	// Places counts the places of a notice that is told once for all of them, of which Pos is the
	// first; 0 for one that is told in each place.
	Places int
}

// Place is where a fault is: a [Pos] or, better, the [Span] of what is faulty.
type Place interface {
	place() (Pos, Span)
}

func (p Pos) place() (Pos, Span) { return p, Span{} }
func (s Span) place() (Pos, Span) {
	if s.EndLine <= 0 {
		return s.Start, Span{}
	}
	return s.Start, s
}

// newError returns an error at a place.
func newError(at Place, format string, args ...any) *Error {
	e := &Error{Msg: fmt.Sprintf(format, args...)}
	e.Pos, e.At = at.place()
	return e
}

// Note is a place that explains an error, such as a first definition.
type Note struct {
	Pos Pos
	Msg string
}

// lineEnds replaces the ends of lines.
var lineEnds = strings.NewReplacer("\r\n", "\ufffd", "\n", "\ufffd", "\r", "\ufffd")

// Error gives file:line:col: msg; hint, then each note on an indented line. A message with a place is one
// line: what a script says in several could pass for messages about other files.
func (e *Error) Error() string {
	var b strings.Builder
	text := e.Text()
	if e.Pos != (Pos{}) {
		text = lineEnds.Replace(text)
	}
	b.WriteString(located(e.Pos, text))
	if e.Hint != "" {
		b.WriteString("; ")
		b.WriteString(e.Hint)
	}
	for _, n := range e.Notes {
		b.WriteString("\n\t")
		b.WriteString(located(n.Pos, n.Msg))
	}
	return b.String()
}

// Text gives Msg, and in how many more places it holds where it is told once.
func (e *Error) Text() string {
	switch {
	case e.Places == 2:
		return e.Msg + ", and in 1 more place"
	case e.Places > 2:
		return fmt.Sprintf("%s, and in %d more places", e.Msg, e.Places-1)
	}
	return e.Msg
}

// Suggest hints at the entry of among that word may be a misspelling of, if any
// is close, and gives e. Where At holds the word and at most a quote before and
// behind it, and nothing else can be meant, Fix has the other word in its place.
func (e *Error) Suggest(word string, among []string) *Error {
	if w := Closest(word, among); w != "" {
		e.Hint = fmt.Sprintf("did you mean %q?", w)
		if sure(word, w, among) {
			e.Fix = replaced(e.At, word, w)
		}
	}
	return e
}

// replaced returns the edit that puts a word in the place of another that a range holds; nil
// where one of them may be written with escapes or references, or where the range holds more.
func replaced(at Span, word, with string) []Edit {
	if at.EndLine <= 0 || at.EndLine != at.Start.Line || !plain(word) || !plain(with) {
		return nil
	}
	switch int(at.EndCol-at.Start.Col) - utf8.RuneCountInString(word) {
	case 0:
	case 2: // in quotes or brackets
		at.Start.Col++
		at.EndCol--
	default:
		return nil
	}
	return []Edit{{At: at, With: with}}
}

// plain reports whether a word is written as it is in every language of trees, in quotes and
// without them.
func plain(word string) bool {
	for i, r := range word {
		switch {
		case unicode.IsLetter(r), r == '_':
		case i > 0 && (unicode.IsDigit(r) || r == '-' || r == '.' || r == '/'):
		default:
			return false
		}
	}
	return word != ""
}

func located(p Pos, msg string) string {
	if s := p.String(); s != "" {
		return s + ": " + msg
	}
	return msg
}

// ErrorList is several errors as one. errors.Is and errors.As look into it.
type ErrorList []*Error

// Error gives one error a line, at most 100 of them, and then how many more
// there are.
func (l ErrorList) Error() string {
	var b strings.Builder
	for i, e := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i == maxPrinted {
			plural := "s"
			if len(l) == maxPrinted+1 {
				plural = ""
			}
			fmt.Fprintf(&b, "and %d more error%s", len(l)-i, plural)
			break
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap gives the errors of the list.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// sorted gives the list by file, line and column, in the order of reporting
// within one place, without exact duplicates, and with one of those that are told once.
func (l ErrorList) sorted() ErrorList {
	type id struct {
		pos  Pos
		text string
	}
	seen := make(map[id]bool, len(l))
	var s ErrorList
	for _, e := range l {
		k := id{e.Pos, e.Error()}
		if !seen[k] {
			seen[k] = true
			s = append(s, e)
		}
	}
	slices.SortStableFunc(s, func(a, b *Error) int {
		return cmp.Or(
			strings.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
		)
	})
	return s.once()
}

// once gives the list with the first of those that are told once, which counts the places of all.
func (l ErrorList) once() ErrorList {
	first := map[string]int{}
	kept := l[:0]
	for _, e := range l {
		if e.Places == 0 {
			kept = append(kept, e)
			continue
		}
		i, told := first[e.Msg]
		if !told {
			first[e.Msg] = len(kept)
			kept = append(kept, e)
			continue
		}
		all := *kept[i]
		all.Places += e.Places
		kept[i] = &all
	}
	return kept
}

// List collects what a loader finds: Errors, which refuse the file, and
// Notices, which do not. The zero List is empty and ready for use.
type List struct {
	Errors  ErrorList
	Notices ErrorList
}

// Errorf adds an error and gives it, so that a hint or notes can be added.
func (l *List) Errorf(at Place, format string, args ...any) *Error {
	e := newError(at, format, args...)
	l.Errors = append(l.Errors, e)
	return e
}

// Noticef adds a notice and gives it, so that a hint or notes can be added.
func (l *List) Noticef(at Place, format string, args ...any) *Error {
	e := newError(at, format, args...)
	l.Notices = append(l.Notices, e)
	return e
}

// Add adds the errors of err: an [*Error] as it is, each one of several (an
// [ErrorList], what errors.Join gives), and any other error as one without a
// place. A nil err adds nothing.
func (l *List) Add(err error) {
	switch err := err.(type) {
	case nil:
	case *Error:
		l.Errors = append(l.Errors, err)
	case interface{ Unwrap() []error }:
		for _, e := range err.Unwrap() {
			l.Add(e)
		}
	default:
		l.Errors = append(l.Errors, &Error{Msg: err.Error()})
	}
}

// Err gives all errors as an [ErrorList] ordered by file, line and column and
// without exact duplicates, or nil if there is none.
func (l *List) Err() error {
	if len(l.Errors) == 0 {
		return nil
	}
	return l.Errors.sorted()
}

// SortedNotices gives the notices ordered by file, line and column and without
// exact duplicates.
func (l *List) SortedNotices() ErrorList {
	return l.Notices.sorted()
}
