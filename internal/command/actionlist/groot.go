package actionlist

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// FileOf returns what files of names list together, as games and `actions --json` write them.
func FileOf(files []string, limits limit.Values) (all vocabulary.File, err error) {
	if _, err := vocabulary.Read(files, limits); err != nil {
		return all, err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return all, err
		}
		var f vocabulary.File
		if err := json.Unmarshal(text, &f); err != nil {
			return all, fmt.Errorf("%s: %w", name, err)
		}
		all.Arena, all.Unplaced = all.Arena || f.Arena, all.Unplaced || f.Unplaced
		all.Dialects, all.Sections = append(all.Dialects, f.Dialects...), append(all.Sections, f.Sections...)
	}
	return all, nil
}

// OfFile lists what a file of names lists.
func OfFile(f *vocabulary.File) (all []arena.Section) {
	for _, s := range f.Sections {
		all = append(all, sectionOf(s))
	}
	return all
}

func sectionOf(s vocabulary.Section) arena.Section {
	of := arena.Section{Title: s.Title, Doc: s.Doc, Files: s.Files}
	for _, e := range s.Entries {
		o := arena.Entry{Name: e.Name, Kind: e.Kind, Doc: e.Doc, Result: e.Result, Example: e.Example}
		o.Params, o.Outputs = listed(e.Params), listed(e.Outputs)
		of.Entries = append(of.Entries, o)
	}
	return of
}

func listed(params []vocabulary.Parameter) (all []arena.Parameter) {
	for _, p := range params {
		all = append(all, arena.Parameter{Name: p.Name, Kind: p.Type, Unit: p.Unit, Doc: p.Doc, Default: p.Default, Words: p.Words})
	}
	return all
}

// grootTypes are the types of ports by those of parameters.
var grootTypes = map[string]string{
	host.Bool.String(): "bool", host.Int.String(): "int", host.Number.String(): "double", host.String.String(): "std::string", host.Where.String(): "std::string",
}

// WriteGroot writes the actions and conditions that trees of BehaviorTree.CPP can use as a file that
// Groot2 imports: a TreeNodesModel. A function that gives a number is the two conditions that compare
// it.
func WriteGroot(w io.Writer, sections []arena.Section) error {
	var b strings.Builder
	b.WriteString("<root BTCPP_format=\"4\">\n  <TreeNodesModel>\n")
	var seen []string
	for _, s := range sections {
		if s.Files != "" && !strings.Contains(s.Files, ".xml") {
			continue
		}
		for i := range s.Entries {
			e := &s.Entries[i]
			if slices.Contains(seen, e.Name) {
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

// grootWords are the elements of actions, by their kinds.
var grootWords = map[string]string{"action": "Action", "decorator": "Decorator", "gate": "Decorator", "composite": "Control"}

func grootEntry(b *strings.Builder, e *arena.Entry) {
	limitOf := arena.Parameter{Name: "limit", Kind: host.Number.String()}
	switch {
	case grootWords[e.Kind] != "":
		var outputs []string
		for i := range e.Outputs {
			o := &e.Outputs[i]
			outputs = append(outputs, fmt.Sprintf("      <output_port name=%s type=%s>%s</output_port>\n", quoted(o.Name), quoted(grootType(o)), escaped(o.Doc)))
		}
		grootNode(b, grootWords[e.Kind], e.Name, e.Doc, e.Params, outputs...)
	case e.Kind == "condition", e.Result == host.Bool.String():
		grootNode(b, "Condition", e.Name, e.Doc, e.Params)
	case e.Result == host.Number.String() || e.Result == host.Int.String():
		params := append(slices.Clip(e.Params), limitOf)
		grootNode(b, "Condition", e.Name+"_below", "Whether it is below the limit: "+e.Doc, params)
		grootNode(b, "Condition", e.Name+"_at_least", "Whether it is at least the limit: "+e.Doc, params)
		grootNode(b, "Action", e.Name, "Writes into an entry: "+e.Doc, e.Params, grootOutput(e.Result))
	case e.Kind == "function":
		grootNode(b, "Action", e.Name, "Writes into an entry: "+e.Doc, e.Params, grootOutput(e.Result))
	}
}

// grootOutput is the port into which a function writes.
func grootOutput(result string) string {
	return fmt.Sprintf("      <output_port name=\"into\" type=%s>the entry for its value</output_port>\n", quoted(grootType(&arena.Parameter{Kind: result})))
}

func grootNode(b *strings.Builder, word, name, doc string, params []arena.Parameter, outputs ...string) {
	fmt.Fprintf(b, "    <%s ID=%s>\n", word, quoted(name))
	for i := range params {
		p := &params[i]
		fmt.Fprintf(b, "      <input_port name=%s type=%s", quoted(p.Name), quoted(grootType(p)))
		if p.Default != "" && p.Kind != host.Where.String() {
			fmt.Fprintf(b, " default=%s", quoted(strings.Trim(p.Default, `"`)))
		}
		text := p.Doc
		if p.Unit != "" {
			text = strings.TrimSpace(text + " (" + p.Unit + ")")
		}
		fmt.Fprintf(b, ">%s</input_port>\n", escaped(text))
	}
	for _, o := range outputs {
		b.WriteString(o)
	}
	if doc != "" {
		fmt.Fprintf(b, "      <MetadataFields><Metadata description=%s/></MetadataFields>\n", quoted(doc))
	}
	fmt.Fprintf(b, "    </%s>\n", word)
}

func grootType(p *arena.Parameter) string {
	if t := grootTypes[p.Kind]; t != "" {
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
