package wordstest

import (
	"encoding/xml"
	"maps"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// XML writes samples of files of a dialect whose trees are elements, from its rows.
type XML struct {
	Words []words.Word
	// Frame is a file in which %s stands for a node.
	Frame string
	// Named has the texts that name things which a file must have, by what parameters say in Names;
	// others are named at will.
	Named map[string]string
	// Beside are parts of the root that samples of other parts need.
	Beside []string
	// Entry returns how files write a parameter that a node writes.
	Entry func(name string) string
}

// File returns a file that uses a word; with all, each parameter is given. It is empty for what no
// file can use by its row.
func (x *XML) File(w *words.Word, all bool) string {
	switch {
	case w.Role.IsNode():
		return x.in(x.element(w, all, nil, ""))
	case w.Role == words.Part:
		return x.within(w, x.element(w, all, nil, ""), all)
	case w.Role == words.Setting:
		return x.in(x.element(x.host(w), false, map[string]string{w.Name: x.setting(w)}, ""))
	}
	return x.code(w)
}

// With is File with all parameters where one of them has another text.
func (x *XML) With(w *words.Word, param, text string) string {
	e := x.element(w, true, map[string]string{param: text}, "")
	if w.Role.IsNode() {
		return x.in(e)
	}
	return x.within(w, e, true)
}

func (x *XML) in(node string) string { return strings.Replace(x.Frame, "%s", node, 1) }

// host returns the row of a node that has a setting.
func (x *XML) host(setting *words.Word) *words.Word {
	for i := range x.Words {
		if w := &x.Words[i]; w.Role.IsNode() && slices.Contains(setting.In, w.Name) {
			return w
		}
	}
	return x.Leaf()
}

func (x *XML) setting(w *words.Word) string {
	if w.Example != "" {
		return w.Example
	}
	return Plain(&w.Value)
}

// Leaf returns the row of a node that needs nothing.
func (x *XML) Leaf() *words.Word {
	i := slices.IndexFunc(x.Words, func(w words.Word) bool {
		return w.Role == words.Action && len(w.Params) == 0 && w.Most == 0 && w.Vocabulary == ""
	})
	return &x.Words[i]
}

// code returns a file with a function, a constant or an event in the parameter of a node that takes
// such; empty where none does.
func (x *XML) code(w *words.Word) string {
	text, kinds := w.Example, w.In
	switch {
	case w.Role == words.Event:
		text, kinds = w.Name, []string{string(words.Event)}
	case text == "":
		text = w.Name
	}
	for i := range x.Words {
		node := &x.Words[i]
		for j := range node.Params {
			if p := &node.Params[j]; node.Role.IsNode() && node.Vocabulary == "" && p.Required && slices.Contains(kinds, p.Names) {
				return x.in(x.element(node, false, map[string]string{p.Name: text}, ""))
			}
		}
	}
	return ""
}

// element writes a word with its required parameters, parts and children, or with all of its
// parameters. Some parameters may be given texts, and more may stand in it.
func (x *XML) element(w *words.Word, all bool, given map[string]string, more string) string {
	var b strings.Builder
	b.WriteString("<" + w.Name)
	for i := range w.Params {
		p := &w.Params[i]
		_, isGiven := given[p.Name]
		wanted := p.Required || all || isGiven
		if len(w.OneOf) > 0 && slices.Contains(w.OneOf, p.Name) {
			wanted = isGiven || p.Name == w.OneOf[0] && !slices.ContainsFunc(w.OneOf, func(n string) bool { return given[n] != "" })
		}
		if wanted && !isGiven {
			attribute(&b, p.Name, x.text(p))
		} else if wanted {
			attribute(&b, p.Name, given[p.Name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(w.Params, func(p words.Param) bool { return p.Name == name }) {
			attribute(&b, name, given[name])
		}
	}
	b.WriteString(">" + more)
	for _, part := range w.Parts {
		row := PartOf(x.Words, w, part)
		if nests(w) && nests(row) { // which would never end
			continue
		}
		wanted := all || strings.HasSuffix(part, "+") || x.isRoot(w) && slices.Contains(x.Beside, part)
		if wanted && !strings.HasPrefix(more, "<"+row.Name+" ") && !strings.HasPrefix(more, "<"+row.Name+">") {
			b.WriteString(x.element(row, all || slices.Contains(x.Beside, part) && x.isRoot(w), nil, ""))
		}
	}
	if !strings.Contains(more, "<"+x.Leaf().Name) {
		b.WriteString(strings.Repeat("<"+x.Leaf().Name+"/>", w.Least))
	}
	b.WriteString("</" + w.Name + ">")
	return b.String()
}

// nests reports whether a part can stand in another one of its kind.
func nests(w *words.Word) bool { return slices.Contains(w.Parts, w.Name) }

func (x *XML) text(p *words.Param) string {
	switch {
	case p.Writes && x.Entry != nil && p.Sample == "":
		return x.Entry(p.Name)
	case x.Named[p.Names] != "":
		return x.Named[p.Names]
	}
	return Text(p)
}

// within puts an element into those around it, up to the root; with all that has all of its parts.
func (x *XML) within(w *words.Word, text string, all bool) string {
	for i := range x.Words {
		of := &x.Words[i]
		is := func(part string) bool {
			return strings.TrimSuffix(part, "+") == w.Name && PartOf(x.Words, of, part) == w
		}
		if !slices.ContainsFunc(of.Parts, is) {
			continue
		}
		if of.Role.IsNode() {
			return x.in(x.element(of, false, nil, text))
		}
		return x.within(of, x.element(of, all && x.isRoot(of), nil, text), all)
	}
	return text
}

func (x *XML) isRoot(w *words.Word) bool { return len(w.In) == 0 }

func attribute(b *strings.Builder, name, text string) {
	b.WriteString(" " + name + `="`)
	_ = xml.EscapeText(b, []byte(text)) // a strings.Builder takes all
	b.WriteString(`"`)
}
