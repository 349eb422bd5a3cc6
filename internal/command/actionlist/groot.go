package actionlist

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// grootTypes are the types of ports by those of parameters.
var grootTypes = map[host.Kind]string{
	host.Bool: "bool", host.Int: "int", host.Number: "double", host.String: "std::string", host.Where: "std::string",
}

// grootDialect is the dialect that Groot2 edits.
const grootDialect = "btcpp"

// WriteGroot writes the actions and conditions that trees of BehaviorTree.CPP can use as a file that
// Groot2 imports: a TreeNodesModel. A function that gives a number is the two conditions that compare
// it.
func WriteGroot(w io.Writer, sections []words.Section) error {
	var b strings.Builder
	b.WriteString("<root BTCPP_format=\"4\">\n  <TreeNodesModel>\n")
	var seen []string
	sections = slices.DeleteFunc(slices.Clone(sections), func(s words.Section) bool { return s.Dialect != "" && s.Dialect != grootDialect })
	slices.SortStableFunc(sections, func(a, b words.Section) int { return cmp.Compare(a.Dialect, b.Dialect) })
	for _, s := range sections {
		for i := range s.Words {
			e := &s.Words[i]
			builtIn := s.Own && e.Vocabulary == "" // Groot2 has these
			if builtIn || slices.Contains(seen, e.Name) {
				continue
			}
			seen = append(seen, e.Name)
			grootEntry(&b, e)
		}
	}
	b.WriteString("  </TreeNodesModel>\n</root>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// grootWords are the elements of actions, by their roles.
var grootWords = map[words.Role]string{words.Action: "Action", words.Decorator: "Decorator", words.Gate: "Decorator", words.Composite: "Control"}

func grootEntry(b *strings.Builder, w *words.Word) {
	switch {
	case grootWords[w.Role] != "":
		var outputs []string
		for i := range w.Outputs {
			o := &w.Outputs[i]
			outputs = append(outputs, fmt.Sprintf("      <output_port name=%s type=%s>%s</output_port>\n", quoted(o.Name), quoted(grootType(&o.Value)), escaped(o.Doc)))
		}
		grootNode(b, grootWords[w.Role], w.Name, w.Doc, w.Params, outputs...)
	case w.Role == words.Condition, w.Role == words.Function && w.Value.Kind == host.Bool:
		grootNode(b, "Condition", w.Name, w.Doc, w.Params)
	case w.Role == words.Function:
		for _, c := range w.Conditions() {
			grootNode(b, "Condition", c.Name, c.Doc, c.Params)
		}
		grootNode(b, "Action", w.Name, "Writes into an entry: "+w.Doc, w.Params, grootOutput(&w.Value))
	}
}

// grootOutput is the port into which a function writes.
func grootOutput(v *words.Value) string {
	return fmt.Sprintf("      <output_port name=\"into\" type=%s>the entry for its value</output_port>\n", quoted(grootType(v)))
}

func grootNode(b *strings.Builder, word, name, doc string, params []words.Param, outputs ...string) {
	fmt.Fprintf(b, "    <%s ID=%s>\n", word, quoted(name))
	for i := range params {
		p := &params[i]
		port := "input_port"
		if p.Writes {
			port = "output_port"
		}
		fmt.Fprintf(b, "      <%s name=%s type=%s", port, quoted(p.Name), quoted(grootType(&p.Value)))
		if p.Default != "" && p.Kind != host.Where {
			fmt.Fprintf(b, " default=%s", quoted(strings.Trim(p.Default, `"`)))
		}
		text := p.Doc
		if p.Unit != "" {
			text = strings.TrimSpace(text + " (" + p.Unit + ")")
		}
		fmt.Fprintf(b, ">%s</%s>\n", escaped(text), port)
	}
	for _, o := range outputs {
		b.WriteString(o)
	}
	if doc != "" {
		fmt.Fprintf(b, "      <MetadataFields><Metadata description=%s/></MetadataFields>\n", quoted(doc))
	}
	fmt.Fprintf(b, "    </%s>\n", word)
}

func grootType(v *words.Value) string {
	if t := grootTypes[v.Kind]; t != "" {
		return t
	}
	return "BT::AnyTypeAllowed"
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes all
	return b.String()
}

func quoted(text string) string { return `"` + escaped(text) + `"` }
