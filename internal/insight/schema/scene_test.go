package schema_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/schema"
	"github.com/thicket-sim/thicket/internal/scenes"
)

func read(t *testing.T, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The schema knows the arguments of actions, and leaves a game's own names alone.
func TestSchemaOfScenesKnowsArguments(t *testing.T) {
	t.Parallel()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scene.schema.json", read(t, schema.Scene(scenes.Schema, arena.Catalog()))); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("scene.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(file string, src []byte) error {
		doc, err := markup.Parse(file, src, markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(read(t, []byte(doc.JSON())))
	}
	for _, name := range scenes.Shipped() {
		src, file, _ := scenes.Source(name)
		if err := validate(file, src); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for node, want := range map[string]string{
		"{ kind: action, name: attack }":                                              "",
		"{ kind: action, name: attack, args: { who: enemy } }":                        "",
		"{ kind: action, name: attack, args: { who: 7 } }":                            "",
		"{ kind: action, name: attack, args: { whom: enemy } }":                       "additional properties 'whom' not allowed",
		"{ kind: condition, name: health_below, args: { limit: 0.3 } }":               "",
		"{ kind: condition, name: health_below }":                                     "missing property 'args'",
		"{ kind: condition, name: health_below, args: { who: self } }":                "missing property 'limit'",
		"{ kind: action, name: roam, args: { pace: rum } }":                           "value must be one of",
		"{ kind: action, name: move_to, args: { x: 1, y: 1, stop: -1 } }":             "minimum: got -1",
		"{ kind: action, name: of_the_game, args: { anything: [1, 2], name: well } }": "",
	} {
		err := validate("scene.yaml", []byte("bots: [{ id: a, name: A, count: 1, behavior: "+node+" }]"))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, wanted %q", node, err, want)
		}
	}
}
