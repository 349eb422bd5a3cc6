package scenes_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// decodeJSON reads JSON as the schema library wants it.
func decodeJSON(t *testing.T, src []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scene.schema.json", decodeJSON(t, scenes.Schema)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("scene.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fullRegistry offers what testdata/full.yaml asks for.
func fullRegistry(t *testing.T) *host.Registry {
	t.Helper()
	reg := systems.NewRegistry()
	tick := func(*host.Call) host.Status { return host.Success }
	for _, err := range []error{
		reg.AddAction(host.Action{Name: "jump", Tick: tick, Params: []host.Param{{Name: "height", Kind: host.Number}}}),
		reg.AddAction(host.Action{Name: "rest", Tick: tick}),
		reg.AddFunc(host.Func{Name: "late", Result: host.Bool, Params: []host.Param{{Name: "after", Kind: host.Number}},
			Eval: func(*host.Call) host.Value { return host.BoolValue(false) }}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

// verdicts returns the verdicts of the schema and the loader about a scene.
func verdicts(t *testing.T, s *jsonschema.Schema, dir, src string) (schema, loader error) {
	t.Helper()
	file := filepath.Join(dir, "scene.yaml")
	doc, err := markup.Parse(file, []byte(src), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	_, loader = scenes.Parse(file, []byte(src), scenes.Options{Registry: fullRegistry(t)})
	return s.Validate(decodeJSON(t, []byte(doc.JSON()))), loader
}

// fullScene is testdata/full.yaml, and a folder that has what it refers to.
func fullScene(t *testing.T) (src, dir string) {
	t.Helper()
	text, err := os.ReadFile("testdata/full.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "brave.yaml"), []byte("kind: wander\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	newt := "return Prefab('newt', function() return CreateEntity() end)\n"
	if err := os.WriteFile(filepath.Join(dir, "newt.lua"), []byte(newt), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "modmain.lua"), []byte("TUNING.NEWT = 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "common.lua"), []byte("far = 20\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return string(text), dir
}

func TestSchemaAcceptsShippedScenes(t *testing.T) {
	s := compileSchema(t)
	for _, name := range scenes.Shipped() {
		src, file, _ := scenes.Source(name)
		doc, err := markup.Parse(file, src, markup.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(decodeJSON(t, []byte(doc.JSON()))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaHasNoMoreKeysThanScenes holds the schema to testdata/full.yaml,
// which the loader reads without a notice: it has every key of the schema.
func TestSchemaHasNoMoreKeysThanScenes(t *testing.T) {
	src, dir := fullScene(t)
	file := filepath.Join(dir, "scene.yaml")
	scene, err := scenes.Parse(file, []byte(src), scenes.Options{Registry: fullRegistry(t)})
	if err != nil {
		t.Fatal(err)
	}
	if len(scene.Notices) > 0 {
		t.Errorf("notices: %v", scene.Notices)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			if keys, ok := v["properties"].(map[string]any); ok {
				for key := range keys {
					if !strings.Contains(src, key+":") {
						t.Errorf("key %q of the schema is not in testdata/full.yaml", key)
					}
				}
			}
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(decodeJSON(t, scenes.Schema))
}

// edits are changes to testdata/full.yaml: old text, and new.
type edits [][2]string

var goodEdits = edits{
	{"game: unvanquished", "game: { of: others }"},
	{"kind: egg", "kind: telenode"},
	{"name: Full\n", ""},
	{"name: Full\n", "name: Full\nnetworking: { port: 3 }\n"}, // of another part of the engine
	{"seed: 7", "seed: -7"},
	{"seed: 7", "seed: 7.0"},
	{"tickRate: 20", "tickRate: 0.1"},
	{"{ width: 100, height: 80.5, edges: wrap, solid: true }", "{ width: 1000000, height: 81 }"},
	{"{ width: 100, height: 80.5, edges: wrap, solid: true }", "{ x: -1, y: -0.5, width: 1000000, height: 81.5 }"},
	{"color: \"#4aa3ff\"", "color: \"#4AA3FF\""},
	{", botTeamId: red", ""},
	{"count: 5", "count: 5.0"},
	{"{ count: 2, state: { it: true } }", "{ count: 0, state: {} }"},
	{"behavior: hunter", "behavior: wander"},
	{"behavior: hunter", "behavior: { kind: sequence, children: [] }"},
	{"{ kind: flee_nearest }", "{ kind: flee_nearest, where: { key: it, value: null } }"},
	{"key: it, value: true", "key: \"\", value: [1]"},
	{"cooldown: 2s", "cooldown: 1m30.5s"},
	{"cooldown: 2s", "cooldown: \"0\""},
	{"cooldown: 2s", "cooldown: 0"},
	{"send: touched", "send: []"},
	{"{ event: caught, to: from }", "{ event: caught }"},
	{"from: { it: true }", "from: { kind: state_equals, key: kind, value: 1 }"},
	{"at: [10, 80]", "at: [100, 80.5]"},
	{", solid: true", ""},
	{"name: tag, past: tagged", "name: Fänge"},
	{"mark: { key: it", "mark: { key: nobody"},
	{"title: free", "title: \"\""},
	{", title: free }", " }, { state: { it: 2 } }"},
	{"respawn: 5s", "respawn: never"},
	{"respawn: 5s", "respawn: 0"},
	{"sight: { radius: 25, angle: 140, follow: false, hearing: 40 }", "sight: {}"},
	{"hunger: { lasts: 40s, damage: 2 }", "hunger: {}"},
	{"weapons: [bow, knife]", "weapons: []"},
	{"cooldown: 900ms", "cooldown: 0.9"},
	{"[30, 20], ", "[30, 20], [30, 25], "},
	{"match: { score: 50, time: 180s, kill: 1, purse: 100, income: 0.5 }", "match: {}"},
	// keys in the forms of other parts of the engine
	{"rules:\n", "rules: { friendlyFire: false }\nx:\n"},
	{"rules:\n", "rules: [no pushing]\nx:\n"},
	{"rules:\n", "rules: [{ when: start, do: [] }]\nx:\n"},
	{"actions:\n", "actions: []\nx:\n"},
	{"actions:\n", "actions: [{ id: dash }]\nx:\n"},
	{"conditions:\n", "conditions: []\nx:\n"},
	{"conditions:\n", "conditions: { kind: any, children: [] }\nx:\n"},
	{"conditions:\n", "conditions: { won: { kind: any, children: [] } }\nx:\n"},
	{"name: Full\n", "name: Full\nwinConditions: []\nphases: [{ id: lobby, seconds: 30 }]\n"},
	{"day: { length: 120s, start: 9, dawn: 5.5, dusk: 21 }", "day: {}"},
	{"season: winter, ", ""},
}

var badEdits = edits{
	{"kind: egg", "kind: eg"},
	{"at: [20, 20.5] }", "at: [20] }"},
	{"kind: timer.wait", "kind: timer.weit"},
	{"kind: flags.state", "type: flags.state"},
	{"kind: trigger, trigger: bell, is", "kind: globalEvent, trigger: bell, is"},
	{"nap: { kind: timer.wait }", "nap: timer.wait"},
	{"conditions:\n  afraid", "conditions: none\nx:\n  afraid"},
	{"actions:\n  calm", "actions: 3\nx:\n  calm"},
	{"rules:\n", "rules: { on: contact }\nx:\n"},
	{"rules:\n", "rules: [1]\nx:\n"},
	{"items:\n", "items: [1]\nx:\n"},
	{"teams:\n", "teams: { id: red }\nx:\n"},
	{"teams:\n", "teams: [red, 1]\nx:\n"},
	{"name: Full", "name: 3"},
	{"description: All there is.", "description: [all]"},
	{"seed: 7", "seed: 7.5"},
	{"seed: 7", "seed: 9007199254740994"},
	{"tickRate: 20", "tickRate: 0"},
	{"tickRate: 20", "tickRate: fast"},
	{"world: { width: 100, height: 80.5, edges: wrap, solid: true }", "world: 100"},
	{"width: 100,", "width: 0,"},
	{"height: 80.5", "height: 1000001"},
	{"height: 80.5", "depth: 80.5"},
	{"edges: wrap", "edges: open"},
	{"- { id: red }", "- red"},
	{"- { id: red }", "- { name: red }"},
	{"- { id: red }", "- { id: \"\" }"},
	{"- { id: red }", "- { id: red, colour: \"#ffffff\" }"},
	{"\"#4aa3ff\"", "blue"},
	{"\"#4aa3ff\"", "\"# a b c\""},
	{"teamAssignment: { humanTeamId: blue, botTeamId: red }", "teamAssignment: { botTeamId: red }"},
	{"botTeamId: red", "botTeam: red"},
	{"playerJoinStates: {", "playerJoinStates: [1] #"},
	{"skill: 3", "skill: null"},
	{"skill: 3", "skill: [3]"},
	{"lua: [common.lua]", "lua: common.lua"},
	{"lua: [common.lua]", "lua: [3]"},
	{"onRootFinished: stop", "onRootFinished: stopp"},
	{"onRootFailed: stop", "onRootFailed: reboot"},
	{"stepLimit: 200", "stepLimit: 0"},
	{"hunter: {", "wander: {"},
	{"{ file: brave.yaml }\nbots", "{ file: 3 }\nbots"},
	{"{ file: brave.yaml }\nbots", "{ file: \"\" }\nbots"},
	{"{ file: brave.yaml }\nbots", "{ file: brave.yaml, speed: x }\nbots"},
	{"{ file: brave.yaml }\nbots", "{ file: brave.yaml, root: 3 }\nbots"},
	{"creature: newt.lua, prefab: newt, root: .", "creature: newt.lua, prefab: \"\""},
	{"creature: newt.lua, prefab: newt, root: .", "file: brave.yaml, prefab: newt"},
	{"{ file: brave.yaml }\nbots", "brave\nbots"},
	{"bots:", "classes:"},
	{"id: human_naked", "id: null"},
	{"    name: One\n", ""},
	{"name: One", "name: One\n    colour: red"},
	{"teamId: blue", "teamId: 1"},
	{"initialState: { it: false }", "initialState: it"},
	{"speedMps: 2.5", "speedMps: -1"},
	{"speedMps: 2.5", "speedMps: fast"},
	{"minCount: 1", "minCount: -1"},
	{"maxCount: 9", "maxCount: 10000001"},
	{"count: 5", "count: 5.5"},
	{"{ count: 2, state: { it: true } }", "{ count: 2 }"},
	{"{ count: 2, state: { it: true } }", "{ counts: 2, state: {} }"},
	{"key: maxCount", "key: count"},
	{"key: maxCount", "label: Ceiling"},
	{"step: 0.5", "step: 0"},
	{"min: 0.5", "min: low"},
	{"label: Speed", "unit: m/s"},
	{"kind: selector\n      children", "kind: choose\n      children"},
	{"kind: selector\n      children", "children"},
	{"kind: selector\n      children", "kind: selector\n      kids"},
	{"kind: selector\n      children", "kind: selector\n      name: x\n      children"},
	{"key: it, value: true", "key: it"},
	{"key: it, value: true", "key: 1, value: true"},
	{"key: it, value: true", "key: it, value: true, not: true"},
	{"- { kind: wander }", "- { kind: wander, where: { key: a, value: 1 } }"},
	{"- { kind: wander }", "- wander"},
	{"{ kind: flee_nearest }", "{ kind: flee_nearest, where: { key: it } }"},
	{"{ kind: flee_nearest }", "{ kind: flee_nearest, where: it }"},
	{"{ kind: flee_nearest }", "{ kind: flee_nearest, key: it }"},
	{"name: jump", "action: jump"},
	{"{ height: 1.5 }", "1.5"},
	{"behavior: hunter", "behavior: 3"},
	{"mark: { key: it", "mark: { state: it"},
	{"mark: { key: it", "mark: { key: \"\""},
	{"mark: {", "mark: [1] #"},
	{"{ state: { it: false }, title: free }", "{ title: free }"},
	{"{ state: { it: false }, title", "{ state: {}, title"},
	{"title: free }", "key: it }"},
	{"marks: [{ state", "marks: { state: 1 } # [{"},
	{"name: tag,", "name: \"two words\","},
	{"name: tag,", "name: \"\","},
	{"past: tagged", "past: 3"},
	{"past: tagged", "past: " + strings.Repeat("a", 31)},
	{"on: contact", "on: touch"},
	{"  - on: contact\n    radius", "  - radius"},
	{"radius: 1.5", "radius: -1"},
	{"from: { it: true }", "from: it"},
	{"from: { it: true }", "form: { it: true }"},
	{"from: { it: true }", "from: { kind: wander }"},
	{"{ kind: condition, name: late, args: { after: 1 } }", "{ kind: action, name: rest }"},
	{"set: { from: { it: false }", "set: { both: { it: false }"},
	{"set: { from: { it: false }", "set: { from: it"},
	{"cooldown: 2s", "cooldown: two seconds"},
	{"cooldown: 2s", "cooldown: 2" + " s"},
	{"cooldown: 2s", "cooldown: -1"},
	{"cooldown: 2s", "cooldown: true"},
	{"to: from }", "to: all }"},
	{"event: caught", "name: caught"},
	{"to: from }", "whom: from }"},
	{"send: touched", "send: 3"},
	{"at: [10, 80]", "at: [10]"},
	{"at: [10, 80]", "at: [10, high]"},
	{"at: [10, 80]", "at: [-1, 80]"},
	{"at: [10, 80]", "x: 10"},
	{"tags: [spawn, heal]", "tags: [spawn, 1]"},
	{"tags: [spawn, heal]", "tags: spawn"},
	{"radius: 4", "radius: wide"},
	{"team: blue }", "team: [blue] }"},
	{"blast: 2", "blast: -1"},
	{"blast: 2", "blast: wide"},
	{"[60, 50]]", "[60]]"},
	{"[60, 50]]", "[60, -1]]"},
	{"[20, 20.5], [60, 20], [60, 50]", "[20, 20.5]"},
	{"closed: true", "closed: 1"},
	{"closed: true", "open: true"},
	{"id: patrol, points", "id: patrol, places"},
	{"solid: true", "solid: 1"},
	{"health: 100", "health: -1"},
	{"armour: 0.25", "armour: 1"},
	{"regen: 1.5", "regen: fast"},
	{"sight: { radius: 25, angle: 140, follow: false, hearing: 40 }", "sight: 25"},
	{"radius: 25, angle", "radius: -1, angle"},
	{"angle: 140", "angle: 361"},
	{"hearing: 40", "hearing: -1"},
	{"follow: false", "follow: no one"},
	{"follow: false", "fellow: false"},
	{"weapons: [bow, knife]", "weapons: bow"},
	{"weapons: [bow, knife]", "weapons: [1]"},
	{"weapons: [bow, knife]", "weapons: [bow, knife, bow, knife, bow]"},
	{"cargo: 3", "cargo: 1.5"},
	{"lasts: 40s", "lasts: never"},
	{"damage: 2 }", "damage: -2 }"},
	{"damage: 2 }", "harm: 2 }"},
	{"respawn: 5s", "respawn: soon"},
	{"turnRate: 360", "turnRate: -1"},
	{"paces: { walk: 0.4", "paces: { crawl: 0.4"},
	{"sprint: 1.8", "sprint: 101"},
	{"radius: 0.5", "radius: 1001"},
	{"home: base", "home: 1"},
	{"skill: 7", "skill: 7.5"},
	{"price: 30", "price: -30"},
	{"tags: [brave, tall]", "tags: [1]"},
	{"foes: [two]", "foes: two"},
	{"drops: ore", "drops: [ore]"},
	{"rect: [40, 40, 20, 5]", "rect: [40, 40, 20]"},
	{"rect: [40, 40, 20, 5]", "square: [40, 40, 20, 5]"},
	{"{ rect: [40, 40, 20, 5] }", "{ rect: [40, 40, 20, 5], circle: [1, 1, 1] }"},
	{"{ rect: [40, 40, 20, 5] }", "{}"},
	{"circle: [70, 20, 6]", "circle: [70, 20, wide]"},
	{"[30, 20], ", ""},
	{"[30, 20], ", "[30], "},
	{"{ id: knife }", "{ name: knife }"},
	{"damage: 8", "damage: -8"},
	{"range: 18", "range: far"},
	{"cooldown: 900ms", "cooldown: soon"},
	{"clip: 2", "clip: 1001"},
	{"ammo: 20", "ammo: -1"},
	{"reload: 1.5", "reload: -1.5"},
	{"kind: berry", "name: berry"},
	{"count: 40", "count: -1"},
	{"food: 0.4", "food: 2"},
	{"health: 5 }", "health: -5 }"},
	{"at: spawn", "at: [1, 2]"},
	{"worth: 3", "worth: much"},
	{"respawn: never", "respawn: ever"},
	{"id: arrows", "id: 3"},
	{"price: 5,", "price: -5,"},
	{"weapon: bow", "weapon: 1"},
	{"ammo: 10", "ammo: 0.5"},
	{"armour: 0.5", "armour: 1"},
	{"match: {", "match: [1] #"},
	{"score: 50", "score: -1"},
	{"kill: 1", "kills: 1"},
	{"day: {", "day: 120 #"},
	{"start: 9", "start: 25"},
	{"dusk: 21", "dusk: late"},
	{"season: winter", "season: wniter"},
	{"winter: 8", "winter: -8"},
	{"daysLeft: 3", "daysLeft: 0"},
	{"phase: dusk", "phase: 1"},
	{"clock: false", "clock: 1"},
	{"moon: half", "moon: [half]"},
	{"weather: snow", "weather: fog"},
	{"temperature: -5.5", "temperature: cold"},
	{"nightmare: calm", "nightmere: calm"},
	{"cave: false", "cave: 0"},
}

// loaderOnly lists faults that no schema can tell: what depends on another value, on
// files or on what the game offers.
var loaderOnly = edits{
	{"entry: fear, add: noise", "entry: fear"},
	{"do: pulse", "do: explode"},
	{"mode: anyFalse", "mode: noneFalse"},
	{"{ kind: timer.wait }", "{ kind: timer.wait, timer: a }"},
	{"name: Full\n", "nmae: Full\n"}, // a slip
	{"- { id: red }", "- { id: red }\n  - { id: red }"},
	{"humanTeamId: blue", "humanTeamId: green"},
	{"id: two", "id: human_naked"},
	{"teamId: blue", "teamId: green"},
	{"team: blue }", "team: green }"},
	{"id: middle", "id: base"},
	{"at: [10, 80]", "at: [10, 81]"},
	{"minCount: 1", "minCount: 6"},
	{"maxCount: 9", "maxCount: 4"},
	{"clock: false", "clock: true"},
	{"winter: 8, spring: 0, summer: 4, daysLeft: 3", "winter: 0"},
	{"count: 5", "count: 2"},
	{"max: 8", "max: 0.1"},
	{"key: maxCount", "key: speedMps"},
	{"behavior: hunter", "behavior: hnter"},
	{"file: brave.yaml", "file: coward.yaml"},
	{"{ file: brave.yaml }\nbots", "{ file: brave.yaml, root: nowhere }\nbots"},
	{"creature: newt.lua", "creature: nevt.lua"},
	{"creature: newt.lua", "file: brave.yaml, creature: newt.lua"},
	{"prefab: newt", "prefab: neut"},
	{"name: jump", "name: fly"},
	{"height: 1.5", "height: high"},
	{"weapons: [bow, knife]", "weapons: [bow, knive]"},
	{"home: base", "home: bace"},
	{"foes: [two]", "foes: [tow]"},
	{"drops: ore", "drops: oar"},
	{"rect: [40, 40, 20, 5]", "rect: [40, 40, 61, 5]"},
	{"rect: [40, 40, 20, 5]", "rect: [40, 40, 0, 5]"},
	{"circle: [70, 20, 6]", "circle: [70, 81, 6]"},
	{"circle: [70, 20, 6]", "circle: [70, 20, 0]"},
	{"[30, 20], ", "[130, 20], "},
	{"clip: 2, ", ""},
	{"id: knife", "id: bow"},
	{"kind: berry", "kind: ore"},
	{"at: spawn", "at: spawned"},
	{"weapon: bow", "weapon: bown"},
	{"id: plate", "id: arrows"},
	{"length: 120s", "length: 0"},
	{"args: { height: 1.5 }", "args: {}"},
	{"cooldown: 2s", "cooldown: 300h"},
	{"kind: wander }\n", "kind: sequence, children: " + strings.Repeat("[{ kind: sequence, children: ", 200) + "[]" + strings.Repeat(" }]", 200) + " }\n"},
}

func TestSchemaAgreesWithTheLoader(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: many changed scenes")
	}
	t.Parallel()
	s := compileSchema(t)
	full, dir := fullScene(t)
	for _, c := range []struct {
		name           string
		edits          edits
		schema, loader bool // who accepts
	}{
		{"as it is", edits{{"name: Full", "name: Full"}}, true, true},
		{"good", goodEdits, true, true},
		{"bad", badEdits, false, false},
		{"loader only", loaderOnly, true, false},
	} {
		for _, e := range c.edits {
			if !strings.Contains(full, e[0]) {
				t.Fatalf("testdata/full.yaml has no %q", e[0])
			}
			schema, loader := verdicts(t, s, dir, strings.Replace(full, e[0], e[1], 1))
			if (schema == nil) != c.schema {
				t.Errorf("%s: %q for %q: the schema says %v", c.name, e[1], e[0], schema)
			}
			if (loader == nil) != c.loader {
				t.Errorf("%s: %q for %q: the loader says %v", c.name, e[1], e[0], loader)
			}
		}
	}
}
