package lab

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// nothing is what is asked about where there is nothing to say.
type nothing struct{}

// shipped is a scene that the program has.
type shipped struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	About    string   `json:"about"`
	Dialects []string `json:"dialects"` // of its trees
}

// scenes lists the shipped scenes.
func (l *Lab) scenes(nothing) (any, error) {
	all := []shipped{}
	for _, name := range scenes.Shipped() {
		if path.Ext(name) != "" { // one that is there in another format, too
			continue
		}
		s, err := scenes.Load(name, scenes.Options{})
		if err != nil {
			return nil, err
		}
		one := shipped{Name: name, Title: s.Setup.Name, About: s.Description, Dialects: []string{}}
		companions, err := scenes.Companions(name)
		if err != nil {
			return nil, err
		}
		for _, c := range companions {
			if d := trees.NameOf(c.Name, c.Src); d != "" && !slices.Contains(one.Dialects, d) {
				one.Dialects = append(one.Dialects, d)
			}
		}
		if len(one.Dialects) == 0 { // its trees stand in the scene
			one.Dialects = append(one.Dialects, "wage")
		}
		all = append(all, one)
	}
	return all, nil
}

// files returns a shipped scene as files, by their names: the scene first asked for, its trees and
// its tests, in which it has the name of its file.
func (l *Lab) files(of struct {
	Name string `json:"name"`
}) (any, error) {
	src, _, ok := scenes.Source(of.Name)
	if !ok {
		return nil, fmt.Errorf("no shipped scene is called %q", of.Name)
	}
	all := map[string]string{of.Name + ".yaml": string(src)}
	companions, err := scenes.Companions(of.Name)
	if err != nil {
		return nil, err
	}
	for _, c := range companions {
		all[c.Name] = string(c.Src)
	}
	if text, file, ok := scenes.Tests(of.Name); ok {
		all[path.Base(file)] = string(text)
	}
	return all, nil
}

// dialectOf returns the dialect of a file; empty for what is no tree.
func dialectOf(name string, text []byte) string {
	if d := trees.NameOf(name, text); d != "" {
		return d
	}
	for _, ext := range []string{".yaml", ".yml", ".json"} {
		if strings.HasSuffix(name, ext) {
			return "wage"
		}
	}
	return ""
}
