package vocabulary_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
)

// decode reads JSON as the schema library wants it.
func decode(t *testing.T, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSchemaAgreesWithTheReader holds the schema to what is read.
func TestSchemaAgreesWithTheReader(t *testing.T) {
	t.Parallel()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("vocabulary.schema.json", decode(t, vocabulary.Schema)); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("vocabulary.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`{"sections": []}`,
		`{"$schema": "x.json", "version": 1, "arena": true, "vocabularies": ["mbt"], "unplaced": true, "sections": [{"title": "A", "doc": "B", "files": ".bt", "entries": []}]}`,
		`{"sections": [{"dialect": "mbt", "own": true, "entries": [{"name": "Wait", "kind": "action", "truth": "R", "children": {"least": 0, "most": -1}, "answers": ["running"], "page": "docs/mbt.md"}]}]}`,
		`{"sections": [{"entries": [{"name": "F", "kind": "function", "result": "a number", "least": 0, "most": 1, "conditions": ["F_below"], "params": [{"name": "x", "type": "a text", "optional": true, "words": ["a"], "names": "team", "sample": "a", "writes": true}]}]}]}`,
		`{"sections": [{"own": true, "entries": [{"name": "F", "kind": "function"}]}]}`,
		`{"sections": [{"own": false, "entries": [{"name": "F", "kind": "function"}]}]}`,
		`{"sections": [{"entries": [{"name": "F", "kind": "function", "result": "a number", "least": "x"}]}]}`,
		`{"version": 2, "sections": []}`,
		`{"version": 1}`,
		`{"sections": [], "more": 1}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "action", "doc": "", "params": [], "outputs": [{"name": "o", "type": "a number"}], "skips": true, "elements": [{"name": "E", "params": [{"name": "x", "type": "a text"}], "least": 1, "most": 2, "elements": [{"name": "F"}]}], "example": "x"}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "gate"}, {"name": "B", "kind": "decorator"}, {"name": "C", "kind": "composite"}, {"name": "D", "kind": "relation"}, {"name": "E", "kind": "constant", "value": "1"}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "acton"}]}]}`,
		`{"sections": [{"entries": [{"kind": "action"}]}]}`,
		`{"sections": [{"entries": [{"name": "A"}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "function"}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "function", "result": "a number (metres)"}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "action", "params": [{"name": "x", "type": "numbr"}]}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "action", "params": [{"name": "x"}]}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "action", "params": [{"name": "x", "type": "a word or an id", "unit": "m", "doc": "d", "default": "\"y\"", "words": ["y"]}]}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "action", "elements": [{"name": "E", "least": -1}]}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "action", "elements": [{"least": 1}]}]}]}`,
		`{"sections": [{"entries": [{"name": "A", "kind": "action", "skips": 1}]}]}`,
	} {
		said := schema.Validate(decode(t, []byte(text)))
		if _, err := vocabulary.Parse("v.json", []byte(text), limit.Values{}); (err == nil) != (said == nil) {
			t.Errorf("%s\nthe schema says %v, the reader %v", text, said, err)
		}
	}
}
