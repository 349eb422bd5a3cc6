package markup

import (
	"bytes"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// xmlRecovery is what a reader keeps to go on behind faults.
type xmlRecovery struct {
	gaps    *gaps
	from    cursor         // at the token that is read
	scanner tagScanner     // of the last tag of an element
	spare   map[string]int // closing tags that may come and mean nothing, by their names
	crossed []*Element     // whose children may belong elsewhere
	faults  int
	over    bool // what follows is not looked at
}

// goOn is deferred: it takes the fault that a token panicked with, and moves the cursor
// behind the token.
func (r *xmlReader) goOn(more *bool) {
	switch e := recover().(type) {
	case nil:
	case *syntax.Error:
		r.report(e)
		*more = r.faults <= maxFaults && r.resume()
	case stop:
		tell(&r.list, e.Error)
		r.root, r.open = nil, nil
	default:
		panic(e)
	}
}

// report adds a fault of syntax, and after too many that there are too many.
func (r *xmlReader) report(e *syntax.Error) {
	tell(&r.list, e)
	if r.faults++; r.faults > maxFaults {
		r.list.Errors = append(r.list.Errors, tooManyFaults(e.Pos))
	}
}

// resume moves the cursor behind the faulty token, and reports whether to go on there.
func (r *xmlReader) resume() bool {
	if r.root != nil && len(r.open) == 0 {
		return false
	}
	at := r.from
	rest := r.text[at.off:]
	to := 0
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		to = behind(rest, "-->")
		if next := bytes.Index(rest[4:], []byte("<!--")); next >= 0 && next+4 < to {
			to = 4 + bytes.IndexByte(rest[4:], '<') // it is that of the next comment
		}
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		to = behind(rest, "]]>")
	case bytes.HasPrefix(rest, []byte("<?")):
		to = behind(rest, "?>")
	case bytes.HasPrefix(rest, []byte("<!")):
		to = behind(rest, ">")
	case bytes.HasPrefix(rest, []byte("</")):
		to = r.brokenEnd(rest)
	case bytes.HasPrefix(rest, []byte("<")):
		to = r.brokenTag(rest)
	default: // a text: behind the character at which it is faulty
		to = max(r.off-at.off, 0) + 1
		if len(r.open) == 0 {
			to = max(bytes.IndexByte(rest, '<'), 0)
		}
	}
	if to <= 0 || to > len(rest) {
		return false
	}
	r.cursor = at
	r.seek(at.off + to)
	r.gaps.lose(at.pos(), r.pos(), string(rest[:to]))
	if n := len(r.open); n > 0 && rest[0] != '<' {
		r.gaps.around[r.open[n-1].Span.Start] = true
	}
	r.decodeFrom(r.off)
	return true
}

// behind returns how far it is behind the end of a token; 0 where it has none.
func behind(rest []byte, end string) int {
	if i := bytes.Index(rest, []byte(end)); i >= 0 {
		return i + len(end)
	}
	return 0
}

// brokenEnd closes an element whose last tag is faulty, and returns the length of that.
func (r *xmlReader) brokenEnd(rest []byte) int {
	to := 2 + bytes.IndexAny(rest[2:], "<>")
	if to < 2 {
		return 0
	}
	t := tagScanner{cursor: newCursor("", 1, rest[2:])}
	t.blank()
	name := t.name()
	if rest[to] == '>' {
		to++
	}
	n := len(r.open)
	for i := n - 1; i >= 0; i-- {
		if r.open[i].Name == name || i == n-1 && name == "" {
			r.closeFrom(i)
			break
		}
	}
	return to
}

// brokenTag makes an element of a first tag that is faulty, with the attributes before the fault,
// and returns the length of the tag: up to the last > before the next tag.
func (r *xmlReader) brokenTag(rest []byte) int {
	to := 1 + nextTag(rest[1:])
	closed := false
	if end := bytes.LastIndexByte(rest[:to], '>'); end > 0 {
		to, closed = end+1, rest[end-1] == '/'
	} else {
		closed = bytes.HasSuffix(bytes.TrimSpace(rest[:to]), []byte("/"))
	}
	name := r.scanner.tag
	if name == "" {
		words := strings.FieldsFunc(string(rest[1:to]), func(c rune) bool { return !nameRune(c) })
		if len(words) > 0 && !closed {
			r.spend(words[0])
		}
		if n := len(r.open); n > 0 {
			r.gaps.around[r.open[n-1].Span.Start] = true
		}
		return to
	}
	end := r.from
	end.seek(r.from.off + to)
	e := &Element{Name: name, Span: end.span(r.from.pos())}
	for _, a := range r.scanner.attrs {
		if e.Attr(a.Name) == nil {
			e.Attrs = append(e.Attrs, a)
		}
	}
	r.cursor = r.from
	r.place(e)
	r.gaps.around[e.Span.Start] = true
	if closed {
		r.spend(name)
	} else {
		r.open = append(r.open, openElement{Element: e, broken: true})
	}
	return to
}

// nextTag returns where something begins that may be a tag; at the end where nothing does.
func nextTag(text []byte) int {
	for i := range text {
		if text[i] == '<' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '!' || text[i+1] == '?' || nameRune(rune(text[i+1]))) {
			return i
		}
	}
	return len(text)
}

// spend lets a closing tag come later without an element that is open.
func (r *xmlReader) spend(name string) {
	if r.spare == nil {
		r.spare = map[string]int{}
	}
	r.spare[name]++
}

// forgiven reports whether a closing tag is one that may come.
func (r *xmlReader) forgiven(name string) bool {
	if r.spare[name] == 0 {
		return false
	}
	r.spare[name]--
	return true
}

// crossing takes a closing tag of another name than that of the innermost open element: it closes
// that of its name and those within, or, as if it were misspelt, the innermost.
func (r *xmlReader) crossing(name string) {
	n := len(r.open)
	i := n - 1
	for i >= 0 && r.open[i].Name != name {
		i--
	}
	top := &r.open[n-1]
	quiet := top.broken && i >= 0
	for j := i + 1; quiet && j < n; j++ {
		quiet = r.open[j].broken
	}
	if !quiet && r.forgiven(name) {
		return
	}
	if !quiet {
		fault := r.fault("found </" + shorten(name) + ">, wanted </" + shorten(top.Name) + ">")
		fault.Notes = []syntax.Note{{Pos: top.Span.Start, Msg: "opened here"}}
		r.mendEnd(fault, name)
		r.report(fault)
	}
	switch {
	case i >= 0:
		r.crossed = append(r.crossed, r.open[i].Element)
		for _, inner := range r.open[i+1:] {
			r.spend(inner.Name)
		}
		r.closeFrom(i)
	case n == 1:
		r.crossed = append(r.crossed, top.Element)
	default:
		r.crossed = append(r.crossed, top.Element, r.open[n-2].Element)
		r.spend(top.Name)
		r.closeFrom(n - 1)
	}
	if r.faults > maxFaults {
		r.over = true
	}
}

// closeFrom closes all elements that are open from one on.
func (r *xmlReader) closeFrom(i int) {
	for len(r.open) > i {
		e := r.open[len(r.open)-1]
		if len(r.open)-1 > i {
			r.crossed = append(r.crossed, e.Element)
		}
		r.closeTop(&r.cursor)
	}
}
