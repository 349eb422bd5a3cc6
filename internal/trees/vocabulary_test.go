package trees_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/trees"
)

// words is a vocabulary with a section for trees of one dialect.
const words = `{"vocabularies": [%], "unplaced": true, "sections": [
	{"entries": [{"name": "Wet", "kind": "condition"}, {"name": "Hit", "kind": "action", "params": [{"name": "who", "type": "a map {key, value}", "default": "everybody"}]}]},
	{"files": ".bt", "entries": [{"name": "Dig", "kind": "action"}, {"name": "PriorityNode", "kind": "event"}]},
	{"files": ".xyz", "entries": []}
]}`

func registryOf(t *testing.T, text string) (*vocabulary.Vocabulary, *host.Registry, error) {
	t.Helper()
	v, err := vocabulary.Parse("names.json", []byte(text), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := trees.RegistryOf(v, nil)
	return v, r, err
}

// TestVocabulary loads trees with the names that are for them, and no others.
func TestVocabulary(t *testing.T) {
	v, reg, err := registryOf(t, strings.Replace(words, "%", `"unvanquished"`, 1))
	if err != nil {
		t.Fatal(err)
	}
	loader := trees.NewLoader(reg, sourcefile.Memory(nil))
	for file, source := range map[string]string{
		"a.bt":   "selector { condition Wet { action Dig() } action heal() action Hit() }",
		"a.yaml": "{ kind: action, name: Dig }",
		"a.xml":  `<BehaviorTree><Root><Move/></Root></BehaviorTree>`,
	} {
		p, err := loader.LoadSource(file, []byte(source))
		if (err == nil) != (file == "a.bt") {
			t.Errorf("%s: %v", file, err)
		}
		if err == nil {
			lacks := v.Senses().Lacks(p, reg)
			if len(lacks) != 1 || lacks[0].Error() != "a.bt:1:57: Hit looks for the nearest agent, and the game tells no Position, see mind.Options" {
				t.Errorf("it lacks %v", lacks)
			}
		}
	}
}

// TestVocabularyFaults tells of dialects that there are not, with the places of their names.
func TestVocabularyFaults(t *testing.T) {
	text := strings.Replace(words, "%", `"unvanquishd"`, 1)
	text = strings.Replace(text, `".xyz", "entries": []`, `".xyz", "entries": [{"name": "Far", "kind": "action"}]`, 1)
	_, _, err := registryOf(t, text)
	for _, want := range []string{
		`names.json:1:19: unknown vocabulary "unvanquishd", wanted unvanquished, mbt or nav2; did you mean "unvanquished"?`,
		`names.json:4:32: Far is for files that end with ".xyz", which no dialect has`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, wanted %s", err, want)
		}
	}
}
