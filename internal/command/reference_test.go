package command

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// keysOf are the headings of docs/scene.md and the maps of the schema whose
// keys their tables list.
var keysOf = map[string]string{
	"A scene":                     "",
	"world":                       "$defs/world",
	"teams":                       "$defs/team",
	"teamAssignment":              "properties/teamAssignment",
	"mark":                        "properties/mark",
	"marks":                       "properties/marks/items",
	"bots":                        "$defs/botClass",
	"start":                       "$defs/botClass/properties/start/items",
	"tunable":                     "$defs/tunable",
	"file":                        "$defs/behavior/then",
	"selector and sequence":       "$defs/composite",
	"state_equals":                "$defs/stateEquals",
	"chase_nearest, flee_nearest": "$defs/nearest",
	"where":                       "$defs/where",
	"wander":                      "$defs/wander",
	"action and condition":        "$defs/call",
	"rules":                       "$defs/rule",
	"set":                         "$defs/rule/properties/set",
	"send":                        "$defs/send",
	"places":                      "$defs/place",
	"paths":                       "$defs/path",
	"queries":                     "$defs/query",
	"options":                     "$defs/query/properties/options/items",
	"sight":                       "$defs/sight",
	"hunger":                      "$defs/hunger",
	"paces":                       "$defs/paces",
	"obstacles":                   "$defs/obstacle",
	"weapons":                     "$defs/weapon",
	"items":                       "$defs/item",
	"goods":                       "$defs/good",
	"match":                       "$defs/match",
	"day":                         "$defs/day",
	"nature":                      "$defs/nature",
	"buildings":                   "$defs/building",
}

// schemaNode is a part of the schema.
type schemaNode map[string]any

func (n schemaNode) at(path string) schemaNode {
	for key := range strings.SplitSeq(path, "/") {
		if key != "" {
			n, _ = n[key].(map[string]any)
		}
	}
	return n
}

// resolve returns the target of a reference, with what stands beside it.
func (n schemaNode) resolve(root schemaNode) schemaNode {
	ref, ok := n["$ref"].(string)
	if !ok {
		return n
	}
	all := maps.Clone(root.at(strings.TrimPrefix(ref, "#/")))
	maps.Copy(all, n)
	return all
}

// TestSceneReference holds the tables of docs/scene.md to the schema: keys,
// which of them are required, defaults and bounds.
func TestSceneReference(t *testing.T) {
	var schema schemaNode
	if err := json.Unmarshal(scenes.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	p := readPage(t, "docs/scene.md")
	for heading, path := range keysOf {
		n := schema.at(path)
		rows, keys := p.rows(heading), n.at("properties")
		if diff := cmp.Diff(slices.Sorted(maps.Keys(keys)), slices.Sorted(maps.Keys(rows))); diff != "" {
			t.Errorf("%q has other keys than the schema at %q (-schema +page)\n%s", heading, path, diff)
		}
		required, _ := n["required"].([]any)
		for key, row := range rows {
			of := keys.at(key).resolve(schema)
			for _, fact := range facts(of, slices.Contains(required, any(key))) {
				if !strings.Contains(row, fact) {
					t.Errorf("%s, %s: no word of %q\n%s", heading, key, fact, row)
				}
			}
			if want := slices.Contains(required, any(key)); strings.Contains(row, "required") != want && key != "kind" {
				t.Errorf("%s, %s: required is %v\n%s", heading, key, want, row)
			}
		}
	}
}

// facts returns the texts that a row must have.
func facts(of schemaNode, required bool) []string {
	var texts []string
	if value, ok := of["default"]; ok && !required {
		text, isText := value.(string)
		if !isText {
			b, _ := json.Marshal(value) // it was read from JSON
			text = string(b)
		}
		texts = append(texts, "`"+text+"`")
	}
	for _, bound := range []string{"minimum", "maximum", "exclusiveMinimum"} {
		switch f, ok := of[bound].(float64); {
		case !ok:
		case f == float64(int64(f)) && f > -1<<50 && f < 1<<50:
			texts = append(texts, humanize.Thousands(int64(f)))
		case f > -1 && f < 1:
			b, _ := json.Marshal(f)
			texts = append(texts, string(b))
		}
	}
	if words, ok := of["enum"].([]any); ok {
		for _, w := range words {
			texts = append(texts, "`"+w.(string)+"`")
		}
	}
	return texts
}

// TestSceneReferenceIsWhole wants a section for every map of the schema.
func TestSceneReferenceIsWhole(t *testing.T) {
	var schema schemaNode
	if err := json.Unmarshal(scenes.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, n any)
	walk = func(path string, n any) {
		m, _ := n.(map[string]any)
		closed := m["additionalProperties"] == false && m["properties"] != nil
		listed := slices.Contains(slices.Collect(maps.Values(keysOf)), path)
		if closed && !listed && !strings.HasPrefix(path, "$defs/conditionNode/") { // which is a tree node
			t.Errorf("docs/scene.md has no section for %s", path)
		}
		for key, value := range m {
			walk(strings.TrimPrefix(path+"/"+key, "/"), value)
		}
		if l, ok := n.([]any); ok {
			for _, value := range l {
				walk(path+"/[]", value)
			}
		}
	}
	walk("", map[string]any(schema))
}

// TestCommandsReference wants every command in a section of its own, in the
// order of the program, with an example of each key; all examples together are
// a script that is carried out.
func TestCommandsReference(t *testing.T) {
	p := readPage(t, "docs/commands.md")
	if diff := cmp.Diff(live.CommandNames(), p.headings(3)); diff != "" {
		t.Fatalf("other commands than there are (-program +page)\n%s", diff)
	}
	key := regexp.MustCompile(`"([a-zA-Z]+)":`)
	shown := map[string]bool{} // command and key
	var all strings.Builder
	for _, b := range p.in("jsonl") {
		all.WriteString(b.text)
		script, err := live.ReadScript(p.name, []byte(b.text), limit.Values{})
		if err != nil {
			t.Errorf("line %d: %v", b.line, err)
		}
		for _, c := range script {
			if c.Name != b.heading {
				t.Errorf("line %d: found %s under %s", b.line, c.Name, b.heading)
			}
		}
		for _, k := range key.FindAllStringSubmatch(b.text, -1) {
			shown[b.heading+" "+k[1]] = true
		}
	}
	for _, name := range live.CommandNames() {
		if !shown[name+" do"] {
			t.Errorf("%s has no example", name)
		}
		for k := range p.rows(name) {
			if !shown[name+" "+k] {
				t.Errorf("%s: key %s has no example", name, k)
			}
		}
	}
	p.folder(t)
	s, err := live.Open("arena.yaml", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	script, err := live.ReadScript("examples.jsonl", []byte(all.String()), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	r := playback.New(s, "arena.yaml", script[len(script)-1].Tick+1, script)
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	replies := r.Result().Replies
	if len(replies) != len(script) {
		t.Errorf("%d of %d examples were carried out", len(replies), len(script))
	}
	for i := range replies {
		if r := &replies[i]; !r.OK {
			t.Errorf("refused: %v", r)
		}
	}
}
