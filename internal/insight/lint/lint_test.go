package lint_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/golden"
	"github.com/thicket-sim/thicket/internal/insight/lint"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// What is found in trees and scenes, and what is rightly left alone.
func TestFindings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			dir := t.TempDir()
			golden.Test(t, file, func(t *testing.T, file string, all golden.Documents) string {
				for name, text := range all {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				list := findings(t, filepath.Join(dir, file))
				if name := filepath.Base(filepath.Dir(t.Name())); name != "notes" && name != "oddities" {
					list = lints(list)
				}
				if text := said(list, dir); text != "" {
					return text
				}
				return "nothing\n"
			})
		})
	}
}

// An announcement is odd where scripts listen to others; where nobody listens it is counted.
func TestAnnouncements(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"heard.yaml":   "name: Heard\nlua: [ears.lua]\nactions: { cry: { kind: globalEvent, event: dawn }, crow: { kind: globalEvent, event: dwan } }\nbots:\n  - { id: a, name: A, count: 1, behavior: { file: crier.debt } }\n",
		"counted.yaml": "name: Counted\nactions: { cry: { kind: globalEvent, event: dawn }, crow: { kind: globalEvent, event: dwan } }\nbots:\n  - { id: a, name: A, count: 1, behavior: { file: crier.debt } }\n",
		"crier.debt":   "<behaviorTree><sequence id='root'>\n<action name='cry'/>\n<action name='crow'/>\n<running/></sequence></behaviorTree>",
		"ears.lua":     "function listeners.dawn() end\nfunction listeners.dusk() end\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := "```text\ncrier.debt:3:1: lint unheard-event: crow: nobody listens to the announcement \"dwan\"; did you mean \"dawn\"?\n```\n\n"
	if got := said(lints(findings(t, filepath.Join(dir, "heard.yaml"))), dir); got != want {
		t.Errorf("found\n%s, wanted\n%s", got, want)
	}
	if list := lints(findings(t, filepath.Join(dir, "counted.yaml"))); len(list) > 0 {
		t.Errorf("found %v where nobody listens", list)
	}
}

// A long tree takes a moment: what is known at a node is bounded.
func TestLongTree(t *testing.T) {
	var b strings.Builder
	b.WriteString("kind: sequence\nchildren:\n")
	for i := range 10_000 {
		fmt.Fprintf(&b, "  - { kind: state_equals, key: k%d, value: 1 }\n", i%50)
	}
	p, _, err := trees.LoadSource("long.yaml", []byte(b.String()), arena.NewRegistry())
	if err != nil {
		t.Fatal(err)
	}
	if list := lint.Tree(p); len(list) != 0 { // each is asked again too far behind
		t.Errorf("found %d, the first %v", len(list), list[0])
	}
}

// No lint finds anything in the scenes that are shipped.
func TestShippedScenes(t *testing.T) {
	for _, name := range scenes.Shipped() {
		t.Run(name, func(t *testing.T) {
			s, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if list := lints(lint.Scene(s)); len(list) > 0 {
				t.Error(said(list, ""))
			}
		})
	}
}

// Nor in a scene whose bots have real trees of Modular Behavior Trees, which wait for events.
func TestRealScene(t *testing.T) {
	files, err := filepath.Glob("../../../../shared/corpus/mbt/*.xml")
	if err != nil || len(files) == 0 {
		t.Skip("the real trees are not there")
	}
	dir, text := t.TempDir(), "name: Real\nvocabularies: [mbt]\nbots:\n"
	for i, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), src, 0o666); err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("  - { id: c%d, name: C%d, count: 1, sight: { radius: 20 }, behavior: { file: %s } }\n", i, i, filepath.Base(file))
	}
	scene := filepath.Join(dir, "scene.yaml")
	if err := os.WriteFile(scene, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if list := lints(findings(t, scene)); len(list) > 0 {
		t.Error(said(list, dir))
	}
}

// Nor in the real files of other games, where they are there.
func TestRealTrees(t *testing.T) {
	const corpus = "../../../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the real trees are not there")
	}
	seen := 0
	err := filepath.WalkDir(corpus, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !trees.IsTree(file) && filepath.Ext(file) != ".xml" {
			return err
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		reg := arena.NewRegistry()
		if err := trees.Ask(reg, trees.Vocabularies()...); err != nil {
			return err
		}
		p, _, err := trees.LoadSource(file, src, reg)
		if err != nil {
			t.Logf("%s does not load: %v", file, err)
			return nil
		}
		seen++
		if list := lints(lint.Tree(p)); len(list) > 0 {
			t.Errorf("%s", said(list, ""))
		}
		return nil
	})
	if err != nil || seen < 10 {
		t.Errorf("%d trees were linted, %v", seen, err)
	}
}
