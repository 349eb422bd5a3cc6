package actionlist

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/trees"
)

// signature writes an entry with its parameters; optional ones stand in brackets.
func signature(e *words.Word) string {
	var params []string
	for _, p := range e.Params {
		text := p.Name
		if !p.Required {
			text = "[" + text + "]"
		}
		params = append(params, text)
	}
	text := e.Name
	if len(params) > 0 {
		text += "  " + strings.Join(params, " ")
	}
	if result := e.Result(); result != "" && e.Role == words.Function {
		text += "  -> " + result
	}
	if e.Value.Is != "" {
		text += " = " + e.Value.Is
	}
	return text
}

// WriteText prints a list for people: a line for each entry, or its whole
// description.
func WriteText(w io.Writer, sections []words.Section, full bool) error {
	s := terminal.Sheet{Style: terminal.Style{On: terminal.Colored(w)}}
	for _, section := range sections {
		title := section.Title
		if section.Files != "" {
			title += ", in trees of " + section.Files + " files"
		}
		s.Head("%s", title)
		if !full && len(section.Words) > longest {
			writeNames(&s, section.Words)
			continue
		}
		for i := range section.Words {
			e := &section.Words[i]
			s.Line(signature(e))
			if !full {
				continue
			}
			s.Wrap(described(e), "      ")
			for _, p := range e.Params {
				s.Wrap(p.Name+": "+strings.ReplaceAll(parameterText(&p), "`", ""), "      ")
			}
			for _, p := range e.Outputs {
				s.Wrap(p.Name+", which it writes: "+strings.ReplaceAll(parameterText(&p), "`", ""), "      ")
			}
			if e.Example != "" {
				s.Line("    " + s.Style.Dim(e.Example))
			}
		}
	}
	if !full {
		s.WriteString("\nthicket actions NAME tells all about one; numbers are conditions too, as NAME_below and NAME_at_least.\nTrees of each dialect can say more: thicket actions --dialect " + dialectNames() + ".\n")
	}
	_, err := io.WriteString(w, s.String())
	return err
}

// longest is the most words of which a list has a line each.
const longest = 200

// writeNames writes names alone: first those that stand anywhere, then what there is of each word that
// they stand in.
func writeNames(s *terminal.Sheet, all []words.Word) {
	of := map[string][]string{}
	for i := range all {
		in := strings.Join(all[i].In, ", ")
		of[in] = append(of[in], all[i].Name)
	}
	for _, in := range slices.Sorted(maps.Keys(of)) {
		names := strings.Join(slices.Compact(of[in]), ", ")
		if in != "" {
			names = in + ": " + names
		}
		s.Wrap(names, "  ")
	}
}

// parameterText describes a parameter.
func parameterText(p *words.Param) string {
	text := p.Type()
	if p.Unit != "" {
		text += ", " + p.Unit
	}
	if of := domain(&p.Value); of != "" {
		text += ", " + of
	}
	switch {
	case p.Default == words.Everybody || p.Required:
	case p.Default == "" || p.Default == `""` || p.Default == "null":
		text += ", may be left out"
	default:
		text += ", default " + strings.Trim(p.Default, `"`)
	}
	if p.Doc != "" {
		text += ": " + p.Doc
	}
	if len(p.Words) > 0 && p.Name != "who" && p.Name != "to" && !strings.Contains(p.Doc, "`") {
		text += " (" + strings.Join(p.Words, ", ") + ")"
	}
	return text
}

// dialectNames lists the dialects that tell what they can say.
func dialectNames() string {
	var all []string
	for _, d := range trees.Dialects() {
		if d.Words != nil {
			all = append(all, d.Name)
		}
	}
	return markup.Or(all)
}

// described says what a word is, and what a node answers.
func described(w *words.Word) string {
	text := w.Doc
	if w.Truth != "" {
		text += " Answers (S success, F failure, R running): " + w.Truth + "."
	}
	switch {
	case w.Role.IsNode() && w.Most == words.Any && w.Least == 0:
		text += " It has any number of children."
	case w.Role.IsNode() && w.Most == words.Any && w.Least == 1:
		text += " It has one child or more."
	case w.Role.IsNode() && w.Most == words.Any:
		text += fmt.Sprintf(" It has %d children or more.", w.Least)
	case w.Role.IsNode() && w.Most > 1 && w.Least < w.Most:
		text += fmt.Sprintf(" It has %d to %d children.", w.Least, w.Most)
	case w.Role.IsNode() && w.Most > 1:
		text += fmt.Sprintf(" It has %d children.", w.Most)
	}
	for _, p := range w.Parts {
		name, must := strings.CutSuffix(p, "+")
		if must {
			text += " It needs a part " + name + "."
		} else {
			text += " It can have parts " + name + "."
		}
	}
	if len(w.In) > 0 {
		text += " It stands in " + markup.Or(w.In) + "."
	}
	if of := domain(&w.Value); of != "" && w.Role == words.Function {
		text += " It gives " + of + "."
	}
	if w.Page != "" {
		text += " See " + w.Page + "."
	}
	return strings.TrimSpace(text)
}

// domain says which values there are: a range, or names of what.
func domain(v *words.Value) string {
	d := &v.Domain
	switch unbound := d.Least == 0 && d.Most == 0; {
	case d.Names != "" && d.Words == nil:
		return "the name or number of a " + d.Names
	case unbound || math.IsInf(d.Least, -1) && math.IsInf(d.Most, 1):
		return ""
	case math.IsInf(d.Most, 1):
		return fmt.Sprintf("at least %v", d.Least)
	case math.IsInf(d.Least, -1):
		return fmt.Sprintf("at most %v", d.Most)
	}
	return fmt.Sprintf("%v to %v", d.Least, d.Most)
}
