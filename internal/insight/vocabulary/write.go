package vocabulary

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// Write writes the file as JSON.
func (f File) Write(to io.Writer) error { return f.WriteWith(to, nil) }

// WriteWith writes the file as JSON, with further sections of rows. Of thousands of rows no entry is
// made before it is written.
func (f File) WriteWith(to io.Writer, rows []words.Section) error {
	w := writer{to: to}
	w.open('{')
	w.key("version")
	w.text = strconv.AppendInt(w.text, Version, 10)
	w.flag("arena", f.Arena)
	w.list("vocabularies", f.Dialects)
	w.flag("unplaced", f.Unplaced)
	w.key("sections")
	w.open('[')
	for i := range f.Sections {
		w.next()
		of := &f.Sections[i]
		w.section(of, len(of.Entries), func(j int) *Entry { return &of.Entries[j] })
	}
	for i := range rows {
		w.next()
		of, e := headOf(rows[i]), Entry{}
		w.section(&of, len(rows[i].Words), func(j int) *Entry {
			e.setTo(&rows[i].Words[j])
			return &e
		})
	}
	w.close(']')
	w.close('}')
	w.text = append(w.text, '\n')
	w.flush(0)
	return w.err
}

// writer writes JSON as package json does with an indent of two blanks. Vocabularies have thousands of
// entries, of which the reflection there makes the larger part of what the command takes.
type writer struct {
	to    io.Writer
	text  []byte // that is not written yet
	depth int
	err   error
}

// page is about how many bytes are written at once.
const page = 1 << 16

// flush writes the text except for so many bytes at its end.
func (w *writer) flush(keep int) {
	n := len(w.text) - keep
	if w.err == nil {
		_, w.err = w.to.Write(w.text[:n])
	}
	w.text = append(w.text[:0], w.text[n:]...)
}

func (w *writer) open(bracket byte) {
	w.text = append(w.text, bracket)
	w.depth++
}

func (w *writer) close(bracket byte) {
	w.depth--
	if last := w.text[len(w.text)-1]; last != '{' && last != '[' {
		w.line()
	}
	w.text = append(w.text, bracket)
}

func (w *writer) line() {
	const most = "\n                              "
	w.text = append(w.text, most[:min(1+2*w.depth, len(most))]...)
	for range w.depth - len(most)/2 {
		w.text = append(w.text, "  "...)
	}
}

// next begins a member or an item.
func (w *writer) next() {
	if last := w.text[len(w.text)-1]; last != '{' && last != '[' {
		w.text = append(w.text, ',')
	}
	w.line()
}

// key begins a member, whose name needs no escapes.
func (w *writer) key(name string) {
	w.next()
	w.text = append(append(append(w.text, '"'), name...), `": `...)
}

// plain has the bytes that stand in texts as they are.
var plain = func() (is [256]bool) {
	for c := ' '; c <= '~'; c++ {
		is[c] = c != '"' && c != '\\'
	}
	return is
}()

// quote writes a text.
func (w *writer) quote(text string) {
	for i := range len(text) {
		if !plain[text[i]] {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			_ = e.Encode(text) // a text can always be written
			w.text = append(w.text, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
			return
		}
	}
	w.text = append(append(append(w.text, '"'), text...), '"')
}

// str, flag, number and list write members that are left out where they are empty.
func (w *writer) str(key, text string) {
	if text != "" {
		w.key(key)
		w.quote(text)
	}
}

func (w *writer) flag(key string, is bool) {
	if is {
		w.key(key)
		w.text = append(w.text, "true"...)
	}
}

func (w *writer) number(key string, n int) {
	if n != 0 {
		w.key(key)
		w.text = strconv.AppendInt(w.text, int64(n), 10)
	}
}

func (w *writer) list(key string, all []string) {
	if len(all) == 0 {
		return
	}
	w.key(key)
	w.open('[')
	for _, text := range all {
		w.next()
		w.quote(text)
	}
	w.close(']')
}

// must writes a text also where it is empty.
func (w *writer) must(key, text string) {
	w.key(key)
	w.quote(text)
}

// section writes a section with so many entries, of which one is wanted after the other.
func (w *writer) section(s *Section, n int, entry func(int) *Entry) {
	w.open('{')
	w.must("title", s.Title)
	w.str("doc", s.Doc)
	w.str("dialect", s.Dialect)
	w.str("files", s.Files)
	w.flag("own", s.Own)
	w.key("entries")
	w.open('[')
	for i := range n {
		w.next()
		w.entry(entry(i))
		if len(w.text) > page {
			w.flush(1) // by the last byte the next one knows whether a comma is wanted
		}
	}
	w.close(']')
	w.close('}')
}

func (w *writer) entry(e *Entry) {
	w.open('{')
	w.must("name", e.Name)
	w.must("kind", string(e.Kind))
	w.must("doc", e.Doc)
	w.str("truth", e.Truth)
	w.key("params")
	w.parameters(e.Params)
	w.flag("open", e.Open)
	if e.Children != nil {
		w.key("children")
		w.open('{')
		w.key("least")
		w.text = strconv.AppendInt(w.text, int64(e.Children.Least), 10)
		w.key("most")
		w.text = strconv.AppendInt(w.text, int64(e.Children.Most), 10)
		w.close('}')
	}
	w.list("parts", e.Parts)
	w.list("in", e.In)
	w.list("answers", e.Answers)
	w.str("result", e.Result)
	w.str("value", e.Value)
	w.domain(&e.Domain)
	w.list("conditions", e.Conditions)
	if len(e.Outputs) > 0 {
		w.key("outputs")
		w.parameters(e.Outputs)
	}
	w.elements(e.Elements)
	w.flag("skips", e.Skips)
	w.str("page", e.Page)
	w.str("example", e.Example)
	w.close('}')
}

func (w *writer) domain(d *Domain) {
	for _, bound := range []struct {
		key string
		at  *float64
	}{{"least", d.Least}, {"most", d.Most}} {
		if bound.at != nil {
			w.key(bound.key)
			text, _ := json.Marshal(*bound.at) // a bound is finite
			w.text = append(w.text, text...)
		}
	}
	w.list("words", d.Words)
	w.str("names", d.Names)
}

func (w *writer) parameters(all []Parameter) {
	w.open('[')
	for i := range all {
		p := &all[i]
		w.next()
		w.open('{')
		w.must("name", p.Name)
		w.must("type", p.Type)
		w.str("unit", p.Unit)
		w.must("doc", p.Doc)
		w.domain(&p.Domain)
		w.flag("optional", p.Optional)
		w.str("default", p.Default)
		w.str("sample", p.Sample)
		w.flag("writes", p.Writes)
		w.close('}')
	}
	w.close(']')
}

func (w *writer) elements(all []Element) {
	if len(all) == 0 {
		return
	}
	w.key("elements")
	w.open('[')
	for i := range all {
		e := &all[i]
		w.next()
		w.open('{')
		w.must("name", e.Name)
		w.str("doc", e.Doc)
		if len(e.Params) > 0 {
			w.key("params")
			w.parameters(e.Params)
		}
		w.elements(e.Elements)
		w.number("least", e.Least)
		w.number("most", e.Most)
		w.close('}')
	}
	w.close(']')
}
