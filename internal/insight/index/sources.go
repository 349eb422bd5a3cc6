package index

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// Sources returns the files that the index of one is made of: a scene, a shipped one by name,
// with what it reads and its tests; a tree with the scenes that read it, or alone with what it reads; or a file
// of tests with its scene. The error is a syntax.ErrorList.
func Sources(name string, o scenes.Options) ([]Source, error) {
	if _, _, shipped := scenes.Source(name); shipped {
		return ofScene(scenes.Reads(name, o), o), nil
	}
	src, err := markup.ReadFile(name, markup.LimitsOf(o.Limits))
	if err != nil {
		return nil, syntax.ErrorList{err.(*syntax.Error)}
	}
	var l syntax.List
	doc, _ := markup.Document(name, src, markup.LimitsOf(o.Limits), &l)
	isYAML := slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name))
	switch {
	case isYAML && doc.Get("bots") != nil:
		return ofScene(scenes.Reads(name, o), o), nil
	case isYAML && doc.Get("tests") != nil:
		if scene, ok := strings.CutSuffix(name, testExt); ok {
			if all := ofScene(scenes.Reads(scene+filepath.Ext(name), o), o); len(all) > 0 {
				return all, nil
			}
		}
		return []Source{{Name: name, Text: src, Test: true}}, nil
	}
	var all []Source
	for _, r := range scenes.Readers(name, o) {
		for _, s := range ofScene(r, o) {
			if !slices.ContainsFunc(all, func(have Source) bool { return have.Name == s.Name }) {
				all = append(all, s)
			}
		}
	}
	if len(all) == 0 {
		for _, f := range scenes.ReadsTree(name, src, o) {
			all = append(all, Source{Name: f.Name, Text: f.Text})
		}
	}
	return all, nil
}

const testExt = ".test.yaml"

// ofScene returns the files of a scene and, where there is one beside it, that of its tests.
func ofScene(r *scenes.Reading, o scenes.Options) (all []Source) {
	for i, f := range r.Files {
		all = append(all, Source{Name: f.Name, Text: f.Text, Scene: i == 0})
	}
	tests := strings.TrimSuffix(r.Name, filepath.Ext(r.Name)) + testExt
	if text, ok := r.Beside(tests, o); ok {
		all = append(all, Source{Name: tests, Text: text, Test: true})
	}
	return all
}
