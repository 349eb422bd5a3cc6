package playground

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// example is a game that the page offers.
type example struct {
	Name     string            `json:"name"`
	Title    string            `json:"title"`
	About    string            `json:"about"`
	Dialects []string          `json:"dialects"`
	Shipped  bool              `json:"shipped"`
	Scene    string            `json:"scene"`
	Files    map[string]string `json:"files"`
}

// examplesOf lists the shipped scenes, and the examples of the source that need no program of their
// own, as JSON.
func examplesOf(source string) ([]byte, error) {
	all := []example{}
	for _, name := range scenes.Shipped() {
		if filepath.Ext(name) != "" { // one that is there in another format, too
			continue
		}
		e, err := shipped(name)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
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
		e.add(filepath.ToSlash(rel), text)
	}
	return e.whole(), nil
}

// shipped is a shipped scene with its trees and its tests.
func shipped(name string) (example, error) {
	s, err := scenes.Load(name, scenes.Options{})
	if err != nil {
		return example{}, err
	}
	e := example{Name: name, Title: s.Setup.Name, About: s.Description, Dialects: []string{}, Shipped: true, Scene: name + ".yaml", Files: map[string]string{}}
	src, _, _ := scenes.Source(name)
	e.Files[e.Scene] = string(src)
	companions, err := scenes.Companions(name)
	if err != nil {
		return e, err
	}
	for _, c := range companions {
		e.add(c.Name, c.Src)
	}
	if text, file, ok := scenes.Tests(name); ok {
		e.Files[path.Base(file)] = string(text)
	}
	return e.whole(), nil
}

// add adds a file, with the dialect of which it is.
func (e *example) add(name string, text []byte) {
	e.Files[name] = string(text)
	if d := trees.NameOf(name, text); d != "" && !slices.Contains(e.Dialects, d) {
		e.Dialects = append(e.Dialects, d)
	}
}

// whole is the example with all its files: trees that stand in the scene are those of WAGE.
func (e example) whole() example {
	if len(e.Dialects) == 0 {
		e.Dialects = append(e.Dialects, "wage")
	}
	return e
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
