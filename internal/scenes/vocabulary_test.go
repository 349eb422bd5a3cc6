package scenes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// A scene's trees have the words of a vocabulary where the scene, or its game, asks for it, and
// a tree without a scene has all.
func TestScenesAskForVocabularies(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.bt":  "selector { action rush() }",
		"a.xml": `<BehaviorTree><Root><Stance name="Relaxed"/></Root></BehaviorTree>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const bots = "bots: [{ id: a, name: A, count: 1, behavior: { file: %s } }]\n"
	for _, c := range []struct{ keys, file, want string }{
		{"", "a.bt", `unknown action "rush"; rush is a word of the vocabulary unvanquished, which is not asked for: see "vocabularies"`},
		{"", "a.xml", `Stance is a word of the vocabulary mbt, which is not asked for: see "vocabularies"`},
		{"vocabularies: [mbt]\n", "a.bt", `unknown action "rush"`},
		{"vocabularies: [mbt]\n", "a.xml", ""},
		{"vocabularies: [unvanquished]\n", "a.bt", ""},
		{"game: unvanquished\nteams: [{ id: aliens }, { id: humans }]\n", "a.bt", ""},
		{"game: unvanquished\nteams: [{ id: aliens }, { id: humans }]\n", "a.xml", "unknown node <Stance>"},
		{"vocabularies: unvanquished\n", "a.bt", `vocabularies: wanted a list of unvanquished, mbt or nav2, found "unvanquished"`},
		{"vocabularies: [unvanquishd]\n", "a.bt", `1:16: vocabularies: found "unvanquishd", wanted unvanquished, mbt or nav2; did you mean "unvanquished"?`},
	} {
		_, err := scenes.Parse(filepath.Join(dir, "scene.yaml"), fmt.Appendf(nil, c.keys+bots, c.file), scenes.Options{})
		if got := fmt.Sprint(err); (c.want == "") != (err == nil) || !strings.Contains(got, c.want) {
			t.Errorf("%q, %s:\ngot  %v\nwant %s", c.keys, c.file, err, c.want)
		}
	}
	for _, file := range []string{"a.bt", "a.xml"} {
		if _, err := scenes.ForTree(filepath.Join(dir, file), 1, scenes.Options{}); err != nil {
			t.Error(err)
		}
	}
}
