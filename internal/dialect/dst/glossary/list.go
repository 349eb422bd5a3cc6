package glossary

import (
	"embed"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

//go:embed lists
var lists embed.FS

// page is what tells about the rows, and headings say under which heading those of a list stand there.
const page = "dst.md"

var headings = map[string]string{
	"actions": "#actions", "behaviours": "#behaviours", "components": "#components", "constants": "#constants", "creatures": "#files-of-creatures",
	"engine": "#creatures-and-things", "entity": "#creatures-and-things", "events": "#events", "globals": "#functions", "graphs": "#state-graphs",
	"lua": "#lua", "nodes": "#nodes", "objects": "#objects", "tuning": "#tuning", "world": "#the-world",
}

// reader reads the lists. It panics with what is wrong in one, which a test reads before users do.
type reader struct {
	all   []words.Word
	role  words.Role     // of the section, for nodes
	path  string         // of the table that the section is of; empty for globals
	sep   string         // how its members are called
	in    []string       // what they stand in
	notes []string       // lines about parameters of all functions of the section
	fresh bool           // the section has no row yet
	room  []words.Param  // for parameters to come
	page  string         // with the heading of the list
	known map[string]int // the rows of tables, by their paths; -1 for classes
}

// read adds the rows of all lists.
func (r *reader) read() {
	files, err := lists.ReadDir("lists")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, file := range files {
		r.file(strings.TrimSuffix(file.Name(), ".txt"))
	}
}

// file adds the rows of one list.
func (r *reader) file(name string) {
	text, err := lists.ReadFile("lists/" + name + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	r.section("", "")
	r.page = page + headings[strings.TrimRight(name, "123")]
	n := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		n++
		if err := r.line(line); err != nil {
			panic(fmt.Sprintf("%s:%d: %v", name, n, err))
		}
	}
}

// cut splits a line before and behind a sign, without blanks.
func cut(line, sign string) (before, behind string) {
	before, behind, _ = strings.Cut(line, sign)
	return strings.TrimSpace(before), strings.TrimSpace(behind)
}

// line reads one line.
func (r *reader) line(line string) error {
	rest, detail := strings.CutPrefix(line, "\t")
	switch {
	case line == "", line[0] == '#':
		return nil
	case detail && r.fresh:
		r.notes = append(r.notes, rest)
		return nil
	case detail:
		return r.detail(rest)
	case line[0] == '[':
		head, doc, ok := strings.Cut(line[1:], "]")
		if !ok {
			return fmt.Errorf("a section without its end")
		}
		r.section(head, strings.TrimSpace(doc))
		return nil
	}
	sign, doc := cut(line, " -- ")
	if group, ok := strings.CutPrefix(sign, "* "); ok {
		return r.group(group, doc)
	}
	w := words.Word{Role: words.Function, Doc: doc}
	if r.role != "" {
		w.Role = r.role
	}
	var err error
	at := strings.IndexAny(sign, "(:=")
	switch name, table := strings.CutSuffix(sign, " {}"); {
	case table:
		w.Name, w.Role = name, words.Place
		w.Example = r.call(name)
	case r.role == words.Event:
		err = r.event(&w, sign)
	case at < 0:
		err = fmt.Errorf("%q is neither a function, a field nor a constant", sign)
	case sign[at] == '(':
		err = r.function(&w, sign[:at], sign[at+1:])
	case sign[at] == ':':
		w.Name = sign[:at]
		w.Example = r.call(w.Name)
		w.Value, err = valueOf(strings.TrimSpace(sign[at+1:]))
	default:
		err = r.constant(&w, sign)
	}
	if err == nil {
		r.add(w)
	}
	for _, note := range r.notes {
		if err == nil {
			err = r.detail(note)
		}
	}
	return err
}

// add adds a row of the section.
func (r *reader) add(w words.Word) {
	if r.path == "" {
		r.known[w.Name] = -1
	} else {
		w.In = r.in
	}
	if w.Doc == "" {
		w.Doc = docOf(&w)
	}
	w.Page, r.fresh = r.page, false
	r.all = append(r.all, w)
}

// lastOf returns the last name of a path.
func lastOf(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// call is how scripts write a member of the section, where that is more than its name.
func (r *reader) call(name string) string {
	if r.path == "" {
		return ""
	}
	return r.path + "." + name
}

// section begins a section, with a row for its table where there is none yet.
func (r *reader) section(head, doc string) {
	r.role, r.path, r.sep, r.notes, r.fresh = "", "", "", nil, true
	switch role := words.Role(head); role {
	case words.Composite, words.Decorator, words.Condition, words.Action, words.Part, words.Event:
		r.role = role
		return
	}
	r.path = strings.TrimRight(head, ".:")
	r.sep = head[len(r.path):]
	r.in = []string{lastOf(r.path)}
	if i, ok := r.known[r.path]; ok { // a class of objects is a row already
		if i > 0 && doc != "" {
			r.all[i].Doc = doc
		}
		return
	}
	if r.path == "" {
		return
	}
	r.known[r.path] = len(r.all)
	w := words.Word{Name: lastOf(r.path), Role: words.Place, Doc: doc, Page: r.page}
	if outer, isIn := strings.CutSuffix(r.path, "."+w.Name); isIn {
		w.Role, w.In, w.Example = words.Part, []string{lastOf(outer)}, r.path
	}
	r.all = append(r.all, w)
}

// group adds functions that take anything and give the same.
func (r *reader) group(sign, doc string) error {
	names, gives := cut(sign, "->")
	for _, name := range strings.Fields(names) {
		w := words.Word{Name: name, Role: words.Function, Doc: doc, Open: true}
		w.Example = r.example(&w)
		if gives != "" {
			var err error
			if w.Value, err = valueOf(gives); err != nil {
				return err
			}
		}
		r.add(w)
	}
	return nil
}

// function reads a function or a node: its name, and what stands behind the parenthesis.
func (r *reader) function(w *words.Word, name, sign string) (err error) {
	w.Name = name
	params, gives, ok := strings.Cut(sign, ")")
	if !ok {
		return fmt.Errorf("%s: no end of its parameters", name)
	}
	w.Params = r.params(strings.Count(params, ",") + 1)
	for text := range strings.SplitSeq(params, ",") {
		switch text = strings.TrimSpace(text); text {
		case "":
		case "...":
			w.Open = true
		default:
			p := words.Param{Required: true}
			if p.Name, ok = strings.CutSuffix(text, "?"); ok {
				p.Required = false
			}
			p.Value, p.Sample = kindOf(p.Name)
			w.Params = append(w.Params, p)
		}
	}
	if _, gives = cut(gives, "->"); gives != "" {
		w.Value, err = valueOf(gives)
	} else if w.Role == words.Function && asks(name) {
		w.Value.Kind = host.Bool
	}
	if w.Role.IsNode() {
		w.Truth = nodes.Truth(name)
	}
	w.Example = r.example(w)
	return err
}

// params returns room for parameters; nil for none.
func (r *reader) params(n int) []words.Param {
	if len(r.room) < n {
		r.room = make([]words.Param, n)
	}
	of := r.room[:0:n]
	r.room = r.room[n:]
	return of
}

// example is how a function of a table is called.
func (r *reader) example(w *words.Word) string {
	if r.path == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(r.path + r.sep + w.Name + "(")
	for i := range w.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.Params[i].Name)
	}
	b.WriteByte(')')
	return b.String()
}

// event reads an event, with the fields of its data.
func (r *reader) event(w *words.Word, sign string) error {
	name, fields, _ := strings.Cut(strings.TrimSuffix(sign, ")"), "(")
	w.Name, w.Role = name, words.Event
	for _, field := range strings.FieldsFunc(fields, func(c rune) bool { return c == ',' || c == ' ' }) {
		p := words.Param{Name: field}
		p.Value, _ = kindOf(field)
		w.Params = append(w.Params, p)
	}
	return nil
}

// constant reads a constant with its value and unit.
func (r *reader) constant(w *words.Word, sign string) error {
	w.Role = words.Constant
	w.Name, w.Value.Is = cut(sign, " = ")
	w.Example = r.call(w.Name)
	switch is := w.Value.Is; {
	case is == "":
		return fmt.Errorf("%s: no value", w.Name)
	case is[0] == '"':
		w.Value.Kind = host.String
	case is == "true", is == "false":
		w.Value.Kind = host.Bool
	default:
		w.Value.Kind = host.Number
		w.Value.Is, w.Value.Unit = cut(is, " ")
	}
	return nil
}

// detail reads what a line says of the row before it: of a parameter, or its answers.
func (r *reader) detail(line string) error {
	w := &r.all[len(r.all)-1]
	if answers, ok := strings.CutPrefix(line, "=> "); ok {
		letters, truth := cut(answers, ": ")
		for _, letter := range letters {
			w.Answers |= map[rune]words.Answers{'S': words.Success, 'F': words.Failure, 'R': words.Running}[letter]
		}
		if truth != "" {
			w.Truth = truth
		}
		return nil
	}
	line, sample, _ := strings.Cut(line, " # ")
	sign, doc := cut(line, " -- ")
	name, is := cut(sign, ":")
	is, otherwise := cut(is, " = ")
	for i := range w.Params {
		p := &w.Params[i]
		if p.Name != name {
			continue
		}
		kind, more := strings.CutSuffix(is, "+")
		p.Doc, p.Default, p.Sample = doc, otherwise, sample
		var err error
		if p.Value, err = valueOf(kind); err != nil {
			return err
		}
		if p.Sample == "" {
			p.Sample = samples[firstOf(kind)]
		}
		switch {
		case kind == "node":
			w.Least, w.Most = w.Least+1, w.Most+1
		case kind == "nodes":
			w.Most = words.Any
			if more {
				w.Least = 1
			}
		case strings.Contains(kind, "/function") && !strings.Contains(doc, "function") && !strings.Contains(doc, "gives"):
			p.Doc += ", or a function that gives it"
		}
		return nil
	}
	return fmt.Errorf("%s has no parameter %q", w.Name, name)
}
