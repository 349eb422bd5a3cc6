package glossary

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

var update = flag.Bool("update", false, "write the lists into the page")

const pageFile = "../../../../docs/" + page

// rowsOf returns the rows of some lists.
func rowsOf(files ...string) []words.Word {
	r := reader{known: map[string]int{}}
	for _, name := range files {
		r.file(name)
	}
	return r.all
}

// signature is how scripts call a function; what can be left out stands in brackets.
func signature(w *words.Word) string {
	name := w.Name
	if w.Example != "" {
		name, _, _ = strings.Cut(w.Example, "(")
	}
	return name + arguments(w)
}

func arguments(w *words.Word) string {
	var b strings.Builder
	for i := range w.Params {
		p := &w.Params[i]
		switch text := p.Name; {
		case p.Required && i == 0:
			b.WriteString(text)
		case p.Required:
			b.WriteString(", " + text)
		case i == 0:
			b.WriteString("[" + text + "]")
		default:
			b.WriteString("[, " + text + "]")
		}
	}
	if w.Open {
		if len(w.Params) > 0 {
			b.WriteString(", ")
		}
		b.WriteString("...")
	}
	return "(" + b.String() + ")"
}

// is says what a value is.
func is(v *words.Value) string {
	switch {
	case v.Unit != "":
		return v.Unit
	case v.Words != nil:
		return strings.Join(v.Words, ", ")
	case v.Names != "":
		return v.Names
	case v.Most != 0:
		return fmt.Sprintf("%v to %v", v.Least, v.Most)
	case v.Kind == host.Any || v.Kind == host.Null:
		return ""
	case v.Kind == host.Opaque:
		return "table"
	}
	return v.Kind.String()
}

// nodeTable has nodes with their parameters.
func nodeTable(rows []words.Word) string {
	var b strings.Builder
	b.WriteString("| node | parameters (default) | answers |\n| --- | --- | --- |\n")
	for i := range rows {
		w := &rows[i]
		if !w.Role.IsNode() {
			continue
		}
		var params []string
		for _, p := range w.Params {
			text := "`" + p.Name + "`"
			if of := is(&p.Value); of != "" {
				text += " " + of
			}
			if p.Default != "" {
				text += " (`" + p.Default + "`)"
			} else if !p.Required {
				text += " (none)"
			}
			params = append(params, text+": "+p.Doc)
		}
		fmt.Fprintf(&b, "| `%s`<br>%s | %s | %s |\n", w.Name, w.Doc, strings.Join(params, "<br>"), w.Truth)
	}
	return b.String()
}

// callTable has functions.
func callTable(rows []words.Word) string {
	var b strings.Builder
	b.WriteString("| function | gives | |\n| --- | --- | --- |\n")
	for i := range rows {
		if w := &rows[i]; w.Role == words.Function && EffectOf(w) == Done && (w.Example == "" || strings.HasSuffix(w.Example, ")")) {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", signature(w), is(&w.Value), w.Doc)
		}
	}
	return b.String()
}

// fieldTable has fields, constants and tables.
func fieldTable(rows []words.Word, of func(w *words.Word) bool) string {
	var b strings.Builder
	b.WriteString("| name | is | |\n| --- | --- | --- |\n")
	for i := range rows {
		w := &rows[i]
		if !of(w) {
			continue
		}
		name, what := w.Name, is(&w.Value)
		if w.Example != "" {
			name = w.Example
		}
		if w.Value.Is != "" {
			what = strings.TrimSpace(w.Value.Is + " " + w.Value.Unit)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, what, w.Doc)
	}
	return b.String()
}

func isField(w *words.Word) bool {
	return w.Role == words.Function && w.Example != "" && !strings.HasSuffix(w.Example, ")")
}

// componentTable has a line for each component.
func componentTable(rows []words.Word) string {
	var b strings.Builder
	b.WriteString("| component | | functions |\n| --- | --- | --- |\n")
	for i := range rows {
		part := &rows[i]
		if part.Role != words.Part || part.Name == "components" {
			continue
		}
		var calls []string
		for _, w := range rows[i+1:] {
			if w.Role == words.Part {
				break
			}
			if !isField(&w) && EffectOf(&w) == Done {
				calls = append(calls, "`"+w.Name+arguments(&w)+"`")
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", part.Name, part.Doc, strings.Join(calls, " "))
	}
	return b.String()
}

// names lists the names of rows.
func names(rows []words.Word, of func(w *words.Word) bool) string {
	var all []string
	for i := range rows {
		if of(&rows[i]) {
			all = append(all, "`"+rows[i].Name+"`")
		}
	}
	return strings.Join(all, ", ") + ".\n"
}

func eventTable(rows []words.Word) string {
	var b strings.Builder
	b.WriteString("| event | |\n| --- | --- |\n")
	for i := range rows {
		w := &rows[i]
		name := "`" + w.Name + "`"
		if len(w.Params) > 0 {
			var fields []string
			for _, p := range w.Params {
				fields = append(fields, p.Name)
			}
			name += " (" + strings.Join(fields, ", ") + ")"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", name, w.Doc)
	}
	return b.String()
}

// written are the lists of the page by their marks.
func written() map[string]string {
	components := rowsOf("components1", "components2", "components3")
	neutral, tuning := reader{known: map[string]int{}}, reader{known: map[string]int{}}
	neutral.neutral()
	tuning.tuning()
	constants, entity := rowsOf("constants"), rowsOf("entity", "engine")
	fails := func(w *words.Word) bool {
		return strings.HasSuffix(w.Doc, " fails.") && strings.HasPrefix(w.Doc, "Is an action")
	}
	isConstant := func(w *words.Word) bool { return w.Role == words.Constant }
	return map[string]string{
		"nodes": nodeTable(rowsOf("nodes")), "behaviours": nodeTable(rowsOf("behaviours")), "globals": callTable(rowsOf("globals")),
		"fields": fieldTable(entity, isField), "entity": callTable(entity), "components": componentTable(components),
		"neutral": names(neutral.all, func(w *words.Word) bool { return w.Role == words.Part }), "objects": callTable(rowsOf("objects")),
		"actions": fieldTable(rowsOf("actions"), func(w *words.Word) bool { return len(w.In) > 0 && !fails(w) }),
		"idle":    names(rowsOf("actions"), fails), "events": eventTable(rowsOf("events")),
		"world": fieldTable(rowsOf("world"), isField) + "\n" + callTable(rowsOf("world")), "graphs": callTable(rowsOf("graphs")), "creatures": callTable(rowsOf("creatures")),
		"constants": fieldTable(constants, func(w *words.Word) bool { return isConstant(w) || w.Role == words.Place }),
		"tuning":    names(tuning.all, isConstant), "lua": callTable(rowsOf("lua")),
	}
}

// The page has the lists, and the headings that rows name.
func TestPage(t *testing.T) {
	src, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	text := string(src)
	for name, list := range written() {
		mark := regexp.MustCompile(`(?s)<!-- ` + name + ` -->\n.*?<!-- end of ` + name + ` -->`)
		want := "<!-- " + name + " -->\n" + list + "<!-- end of " + name + " -->"
		got := mark.FindString(text)
		switch {
		case got == "":
			t.Errorf("the page has no list %s", name)
		case got != want && *update:
			text = strings.Replace(text, got, want, 1)
		case got != want:
			t.Errorf("the list %s is old; go test ./internal/dialect/dst/glossary -run Page -update writes it", name)
		}
	}
	if *update && text != string(src) {
		if err := os.WriteFile(pageFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	anchors := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(text, -1) {
		anchors[page+"#"+strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")] = true
	}
	for _, w := range Words() {
		if !anchors[w.Page] {
			t.Errorf("%s: no page %q", w.Name, w.Page)
		}
	}
}

// What parameters are does not follow from names that none has.
func TestNamesOfParametersAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, w := range Words() {
		for _, p := range w.Params {
			used[p.Name] = true
			if byName[p.Name] == "" && p.Doc == "" {
				t.Errorf("%s: nobody says what the parameter %s is", w.Name, p.Name)
			}
		}
		if w.Doc == "" || !strings.HasSuffix(w.Doc, ".") {
			t.Errorf("%s: %q is no sentence", w.Name, w.Doc)
		}
	}
	for name := range byName {
		if !used[name] {
			t.Errorf("no parameter is called %s", name)
		}
	}
}
