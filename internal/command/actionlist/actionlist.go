package actionlist

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Sections lists the actions of every game, then those of the arena, and last
// those that only trees of one dialect have.
func Sections() []arena.Section {
	basic := arena.Section{Title: "Steering"}
	reg := systems.NewRegistry()
	for _, name := range reg.ActionNames() {
		a := reg.Action(name)
		e := arena.Entry{Name: name, Kind: "action", Doc: a.Doc, Example: "{ kind: " + name + " }"}
		for _, p := range a.Params {
			e.Params = append(e.Params, arena.Parameter{Name: p.Name, Kind: p.Kind.String(), Doc: p.Doc, Default: "everybody"})
			e.Example = "{ kind: " + name + ", where: { key: it, value: true } }"
		}
		basic.Entries = append(basic.Entries, e)
	}
	return slices.Concat([]arena.Section{basic}, arena.Catalog())
}

// OfScene lists what a scene itself offers to its trees: under its keys `actions` and
// `conditions`, and by its Lua.
func OfScene(reg *host.Registry) arena.Section {
	s, common := arena.Section{Title: "The scene", Files: ".debt"}, arena.NewRegistry()
	own, before := trees.OverlayOf(reg, ".debt"), trees.OverlayOf(common, ".debt")
	for _, name := range own.ActionNames() {
		if a := own.Action(name); before.Action(name) == nil {
			s.Entries = append(s.Entries, arena.Entry{Name: name, Kind: "action", Doc: a.Doc, Params: parametersOf(a.Params)})
		}
	}
	for _, name := range own.FuncNames() {
		if f := own.Func(name); before.Func(name) == nil {
			s.Entries = append(s.Entries, arena.Entry{Name: name, Kind: "condition", Doc: f.Doc, Params: parametersOf(f.Params)})
		}
	}
	for _, o := range trees.OfferedByLua(reg) {
		s.Entries = append(s.Entries, arena.Entry{Name: o.Name, Kind: o.Kind, Doc: "Lua of the scene, at " + o.At.Start.String() + "."})
	}
	return s
}

// Names lists the names of all entries.
func Names(sections []arena.Section) []string {
	var all []string
	for _, s := range sections {
		for _, e := range s.Entries {
			all = append(all, e.Name)
		}
	}
	return all
}

// inDialects describes what the trees of each dialect have by a name and the others have
// not: what an arena offers them, and their own nodes.
func inDialects(name string) (found []arena.Section) {
	reg := arena.NewRegistry()
	for _, d := range trees.Dialects() {
		e := arena.Entry{Name: name, Kind: "action"}
		a, f := reg.Overlay(d.Name).Action(name), reg.Overlay(d.Name).Func(name)
		switch truth := d.Truth(name); {
		case a != nil:
			e.Doc, e.Params = a.Doc, parametersOf(a.Params)
		case f != nil:
			e.Kind, e.Doc, e.Params, e.Result = "function", f.Doc, parametersOf(f.Params), f.Result.String()
		case truth != "":
			e.Kind, e.Doc = "node", "Answers (S success, F failure, R running): "+truth+"."
		default:
			continue
		}
		found = append(found, arena.Section{Title: "The dialect " + d.Name, Files: strings.Join(d.Exts, " "), Entries: []arena.Entry{e}})
	}
	return found
}

func parametersOf(params []host.Param) (all []arena.Parameter) {
	for i := range params {
		p := &params[i]
		q := arena.Parameter{Name: p.Name, Kind: p.Kind.String(), Unit: p.Unit, Doc: p.Doc}
		if p.Optional {
			q.Default = p.Default.String()
		}
		all = append(all, q)
	}
	return all
}

// namesOfDialects lists all that only trees of one dialect have of an arena.
func namesOfDialects() (all []string) {
	reg := arena.NewRegistry()
	for _, d := range trees.Dialects() {
		all = slices.Concat(all, reg.Overlay(d.Name).ActionNames(), reg.Overlay(d.Name).FuncNames())
	}
	return all
}

// Pick keeps the entries with the given names, or all where none is given.
func Pick(sections []arena.Section, names []string) ([]arena.Section, error) {
	if len(names) == 0 {
		return sections, nil
	}
	all := Names(sections)
	var others []arena.Section
	for _, name := range names {
		if slices.Contains(all, name) {
			continue
		}
		own := inDialects(name)
		if others = append(others, own...); len(own) > 0 {
			continue
		}
		if guess := syntax.Closest(name, slices.Concat(all, namesOfDialects())); guess != "" {
			return nil, fmt.Errorf("unknown action or function %q; did you mean %q?", name, guess)
		}
		return nil, fmt.Errorf("unknown action or function %q; `thicket actions` lists them", name)
	}
	var picked []arena.Section
	for _, s := range sections {
		s.Entries = slices.DeleteFunc(slices.Clone(s.Entries), func(e arena.Entry) bool { return !slices.Contains(names, e.Name) })
		if len(s.Entries) > 0 {
			picked = append(picked, s)
		}
	}
	return append(picked, others...), nil
}

// WriteJSON writes the sections as a vocabulary.
func WriteJSON(w io.Writer, sections []arena.Section) error {
	f := vocabulary.File{Sections: []vocabulary.Section{}}
	for _, s := range sections {
		out := vocabulary.Section{Title: s.Title, Doc: s.Doc, Files: s.Files}
		for _, e := range s.Entries {
			o := vocabulary.Entry{Name: e.Name, Kind: e.Kind, Doc: e.Doc, Params: []vocabulary.Parameter{}, Result: e.Result, Example: e.Example}
			for _, p := range e.Params {
				o.Params = append(o.Params, vocabulary.Parameter{Name: p.Name, Type: p.Kind, Unit: p.Unit, Doc: p.Doc, Default: p.Default, Words: p.Words})
			}
			out.Entries = append(out.Entries, o)
		}
		f.Sections = append(f.Sections, out)
	}
	return f.Write(w)
}

// signature writes an entry with its parameters; optional ones stand in brackets.
func signature(e *arena.Entry) string {
	var params []string
	for _, p := range e.Params {
		text := p.Name
		if p.Default != "" {
			text = "[" + text + "]"
		}
		params = append(params, text)
	}
	text := e.Name
	if len(params) > 0 {
		text += "  " + strings.Join(params, " ")
	}
	if e.Result != "" && e.Kind == "function" {
		text += "  -> " + e.Result
	}
	return text
}

// WriteText prints a list for people: a line for each entry, or its whole
// description.
func WriteText(w io.Writer, sections []arena.Section, full bool) error {
	s := terminal.Sheet{Style: terminal.Style{On: terminal.Colored(w)}}
	for _, section := range sections {
		title := section.Title
		if section.Files != "" {
			title += ", in trees of " + section.Files + " files"
		}
		s.Head("%s", title)
		for i := range section.Entries {
			e := &section.Entries[i]
			s.Line(signature(e))
			if !full {
				continue
			}
			s.Wrap(e.Doc, "      ")
			for _, p := range e.Params {
				s.Wrap(p.Name+": "+strings.ReplaceAll(parameterText(&p), "`", ""), "      ")
			}
			if e.Example != "" {
				s.Line("    " + s.Style.Dim(e.Example))
			}
		}
	}
	if !full {
		s.WriteString("\nthicket actions NAME tells all about one; numbers are conditions too, as NAME_below and NAME_at_least.\n")
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// parameterText describes a parameter.
func parameterText(p *arena.Parameter) string {
	text := p.Kind
	if p.Unit != "" {
		text += ", " + p.Unit
	}
	switch {
	case p.Default == "everybody" || p.Default == "":
	case p.Default == `""` || p.Default == "null":
		text += ", may be left out"
	default:
		text += ", default " + strings.Trim(p.Default, `"`)
	}
	text += ": " + p.Doc
	if len(p.Words) > 0 && p.Name != "who" && p.Name != "to" && !strings.Contains(p.Doc, "`") {
		text += " (" + strings.Join(p.Words, ", ") + ")"
	}
	return text
}

// pageHead begins docs/arena.md.
const pageHead = `# The arena

What bots can do and ask beyond steering, in trees of every dialect. The keys of
a scene for it are in [the scene format](scene.md): ` + "`obstacles`, `places`, `weapons`,\n`items`, `goods`, `match`, `day`" + ` and those of a bot class from ` + "`health`" + ` on.

This page is printed by ` + "`thicket actions --markdown`" + `.

In a WAGE tree an action is a node ` + "`kind: action`" + `, a condition a node
` + "`kind: condition`" + `. A function that gives a number is a condition too, by two
other names: ` + "`NAME_below` and `NAME_at_least`" + `, with one more parameter, ` + "`limit`" + `.

` + "```yaml" + `
kind: selector
children:
  - kind: sequence
    children:
      - { kind: condition, name: health_below, args: { limit: 0.3 } }
      - { kind: action, name: flee, args: { who: enemy } }
  - { kind: action, name: fight, args: { who: enemy } }
  - { kind: action, name: roam }
` + "```" + `

All bots decide on the world as it was when the tick began. What they want to do
to others happens at the end of the tick, by ascending id, and each deed is
looked at once more then: of two who take one item, the lower id gets it. Blows
fall at the same time: two can kill each other. A bot can do four deeds in a tick
beside moving. The dead do nothing: every action of theirs fails.

An action that runs on moves on in the next tick only if the tree comes to it
again. A bot that neither moves nor stands by an action goes on along its
heading, as ` + "`wander`" + ` does.

`

// WritePage prints the page of the arena.
func WritePage(w io.Writer, sections []arena.Section) error {
	var b strings.Builder
	b.WriteString(pageHead)
	for _, s := range sections {
		if s.Title == "Steering" {
			continue // docs/scene.md describes these
		}
		fmt.Fprintf(&b, "## %s\n\n", s.Title)
		if s.Doc != "" {
			fmt.Fprintf(&b, "%s\n\n", s.Doc)
		}
		for i := range s.Entries {
			writeEntry(&b, &s.Entries[i])
		}
	}
	b.WriteString("## Events\n\nWhat the arena sends to the trees of those whom it concerns. A run counts them.\n\n| event | meaning |\n| --- | --- |\n")
	for _, e := range arena.Events() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", e.Name, e.Doc)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeEntry(b *strings.Builder, e *arena.Entry) {
	fmt.Fprintf(b, "### `%s`\n\n", e.Name)
	kind := strings.ToUpper(e.Kind[:1]) + e.Kind[1:]
	if e.Kind == "function" {
		kind += " that gives " + e.Result
	}
	fmt.Fprintf(b, "%s. %s\n\n", kind, e.Doc)
	if len(e.Params) > 0 {
		b.WriteString("| parameter | type | unit | default | meaning |\n| --- | --- | --- | --- | --- |\n")
		for _, p := range e.Params {
			def := "required"
			switch {
			case p.Default == `""` || p.Default == "null":
				def = ""
			case p.Default != "":
				def = "`" + strings.Trim(p.Default, `"`) + "`"
			}
			doc := p.Doc
			if len(p.Words) > 0 && !strings.Contains(doc, "`") {
				doc += ": `" + strings.Join(p.Words, "`, `") + "`"
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", p.Name, p.Kind, p.Unit, def, doc)
		}
		b.WriteString("\n")
	}
	if e.Example != "" {
		fmt.Fprintf(b, "    %s\n\n", e.Example)
	}
}
