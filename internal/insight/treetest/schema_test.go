package treetest

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("test.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("test.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdicts returns the verdicts of the schema and the loader of a file.
func verdicts(t *testing.T, s *jsonschema.Schema, text string) (schema, loader error) {
	t.Helper()
	doc, err := markup.ParseYAML("a.test.yaml", []byte(text), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc.JSON()))
	if err != nil {
		t.Fatal(err)
	}
	_, loader = Load("a.test.yaml", []byte(text), limit.Values{})
	return s.Validate(v), loader
}

// The schema takes what the loader takes, and refuses what that refuses.
func TestSchema(t *testing.T) {
	s := compileSchema(t)
	good := func(name, text string) {
		schema, loader := verdicts(t, s, text)
		if schema != nil || loader != nil {
			t.Errorf("%s: the schema says %v, the loader %v", name, schema, loader)
		}
	}
	for _, name := range scenes.Shipped() {
		if text, file, ok := scenes.Tests(name); ok {
			good(file, string(text))
		}
	}
	page, err := os.ReadFile("../../../docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		switch text := block[1]; {
		case strings.Contains(text, "\ntests:"):
			good("docs/testing.md", text)
			seen++
		case strings.HasPrefix(text, "then:"):
			good("docs/testing.md", "tests:\n- name: a\n  "+strings.ReplaceAll(text, "\n", "\n  "))
			seen++
		case strings.HasPrefix(text, "when:"):
			good("docs/testing.md", "tests:\n- name: a\n  "+strings.ReplaceAll(text, "\n", "\n  ")+"then: [{ never: { no: all } }]\n")
			seen++
		case strings.HasPrefix(text, "uncovered:"):
			good("docs/testing.md", "tests: []\n"+text)
			seen++
		}
	}
	if seen < 3 {
		t.Errorf("%d examples on the page, wanted 3 or more", seen)
	}
	archive, err := txtar.ParseFile("testdata/bad.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		for _, text := range apart(string(f.Data)) {
			if schema, loader := verdicts(t, s, text); (schema != nil) != (loader != nil) && !loaderOnly(text) {
				t.Errorf("%s: the schema says %v, the loader %v", text, schema, loader)
			}
		}
	}
}

var statementLine = regexp.MustCompile(`(?m)^      - (.*)\n`)

// apart makes a file of each statement that stands in a line of its own; or the file itself.
func apart(text string) (all []string) {
	for _, m := range statementLine.FindAllStringSubmatch(text, -1) {
		all = append(all, "tests: [{ name: a, then: ["+m[1]+"] }]")
	}
	if all == nil {
		return []string{text}
	}
	return all
}

// loaderOnly reports whether no schema can tell what is wrong.
func loaderOnly(text string) bool {
	return strings.Contains(text, "is: far") || strings.Contains(text, "100000000") || strings.Contains(text, `"< many"`) || strings.Contains(text, "within: 0")
}
