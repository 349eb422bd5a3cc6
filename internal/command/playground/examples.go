package playground

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// example is a game that the page offers beside the shipped ones.
type example struct {
	Name     string            `json:"name"`
	Title    string            `json:"title"`
	About    string            `json:"about"`
	Dialects []string          `json:"dialects"`
	Scene    string            `json:"scene"`
	Files    map[string]string `json:"files"`
}

// examplesOf lists the examples of the source that need no program of their own, as JSON.
func examplesOf(source string) ([]byte, error) {
	all := []example{}
	list, err := filepath.Glob(filepath.Join(source, "examples", "*", "*.yaml"))
	if err != nil {
		return nil, err
	}
	for _, file := range list {
		dir := filepath.Dir(file)
		if _, err := os.Stat(filepath.Join(dir, "main.go")); err == nil || strings.HasSuffix(file, ".test.yaml") {
			continue
		}
		s, err := scenes.Load(file, scenes.Options{})
		if err != nil {
			continue // a tree
		}
		e, err := exampleOf(dir, file, s)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return json.Marshal(all)
}

// exampleOf is a scene with the files that it reads, and its tests.
func exampleOf(dir, file string, s *scenes.Scene) (example, error) {
	base := filepath.Base(file)
	name := strings.TrimSuffix(base, ".yaml")
	e := example{Name: filepath.Base(dir) + "-" + name, Title: s.Setup.Name, About: s.Description, Dialects: []string{}, Scene: base, Files: map[string]string{}}
	read := []string{file}
	for _, f := range s.Files() {
		read = append(read, f.Name)
	}
	if tests := filepath.Join(dir, name+".test.yaml"); exists(tests) {
		read = append(read, tests)
	}
	for _, f := range read {
		text, err := os.ReadFile(f)
		if err != nil {
			return e, err
		}
		rel, err := filepath.Rel(dir, f)
		if err != nil {
			return e, err
		}
		e.Files[filepath.ToSlash(rel)] = string(text)
		if d := trees.NameOf(f, text); d != "" && !slices.Contains(e.Dialects, d) {
			e.Dialects = append(e.Dialects, d)
		}
	}
	if len(e.Dialects) == 0 {
		e.Dialects = append(e.Dialects, "wage")
	}
	return e, nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
