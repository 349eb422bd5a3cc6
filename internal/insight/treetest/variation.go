package treetest

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Variation is a world that is otherwise than it is written. The zero value is the world as it
// is.
type Variation struct {
	Scene   string          // a scene in the place of the one that is given; or empty
	With    []*markup.Node  // keys of the scene with other values, the later ones on top
	Trees   []ClassTree     // other trees of classes
	Numbers []scenes.Number // of classes and their trees, by the keys of [scenes.Knob]
	Counts  []ClassCount    // how many bots there are at the start
}

// ClassTree is the file of a tree for a class, as seen from where the program runs.
type ClassTree struct{ Class, File string }

// ClassCount is the number of bots of a class there are.
type ClassCount struct {
	Class string
	Bots  int
}

// vary loads the scene of a test with other things in it. The error is a syntax.ErrorList.
func (t *Test) vary(v *Variation, reg *host.Registry) (*scenes.Scene, error) {
	own := *t
	if v.Scene != "" {
		own.given.scene = &markup.Node{Kind: markup.String, Str: v.Scene, Span: syntax.Span{Start: t.At}}
	}
	own.given.with = mergedMaps(append([]*markup.Node{t.given.with}, v.With...))
	for _, n := range v.Counts {
		own.given.bots = append(own.given.bots[:len(own.given.bots):len(own.given.bots)], keyed{named{n.Class, syntax.Span{Start: t.At}}, comparison{sign: "=", bound: float64(n.Bots)}})
	}
	texts := map[string][]byte{}
	own.also = func(file string, text []byte) ([]byte, error) { return own.rewrite(v, file, text, texts) }
	s, err := own.loadWith(reg, nil, texts)
	if err != nil || !slices.ContainsFunc(v.Numbers, isOfTree) {
		return s, err
	}
	edited, err := editTrees(s, v.Numbers)
	if err != nil {
		return nil, syntax.ErrorList{{Pos: t.At, Msg: err.Error()}}
	}
	if text, ok := edited[s.File]; ok && !trees.IsTree(s.File) {
		own.also = func(string, []byte) ([]byte, error) { return text, nil }
		delete(edited, s.File)
	}
	maps.Copy(texts, edited)
	return own.loadWith(reg, nil, texts)
}

// isOfTree reports whether a number is one of a class's tree.
func isOfTree(n scenes.Number) bool { return strings.HasPrefix(n.Key, scenes.TreeKey("")) }

// mergedMaps is one map with the entries of several, the later ones on top, and so for the maps
// in it; nil for none.
func mergedMaps(all []*markup.Node) (out *markup.Node) {
	for _, n := range all {
		if n == nil {
			continue
		}
		if out == nil {
			own := *n
			own.Entries = slices.Clone(n.Entries)
			out = &own
			continue
		}
		for _, e := range n.Entries {
			i := slices.IndexFunc(out.Entries, func(old markup.Entry) bool { return old.Key == e.Key })
			switch {
			case i < 0:
				out.Entries = append(out.Entries, e)
			case out.Entries[i].Value.Kind == markup.Map && e.Value.Kind == markup.Map:
				out.Entries[i].Value = mergedMaps([]*markup.Node{out.Entries[i].Value, e.Value})
			default:
				out.Entries[i].Value = e.Value
			}
		}
	}
	return out
}

// rewrite writes other trees and numbers of classes into the text of a scene. The texts of
// files that the scene cannot reach where it stands are added to texts.
func (t *Test) rewrite(v *Variation, file string, text []byte, texts map[string][]byte) ([]byte, error) {
	for _, tree := range v.Trees {
		doc, err := markup.Parse(file, text, markup.LimitsOf(t.file.limits))
		if err != nil {
			return text, nil // the loader tells
		}
		c := class(doc, tree.Class)
		if c == nil {
			return nil, syntax.ErrorList{{Pos: t.At, Msg: fmt.Sprintf("%s: the scene has no class %q", file, tree.Class)}}
		}
		name, err := t.beside(file, tree.File, texts)
		if err != nil {
			return nil, err
		}
		behavior, err := markup.Parse(file, []byte(`{"behavior": {"file": `+quoted(name)+`}}`), markup.LimitsOf(t.file.limits))
		if err != nil {
			return nil, err
		}
		if old := c.Get("behavior"); old != nil {
			text = syntax.Apply(text, instead(text, old, behavior.Entries[0].Value.JSON()))
		} else {
			text = syntax.Apply(text, merged(text, c, behavior)...)
		}
	}
	numbers := slices.DeleteFunc(slices.Clone(v.Numbers), isOfTree)
	if len(numbers) == 0 {
		return text, nil
	}
	text, err := scenes.Rewrite(file, text, numbers, t.file.limits)
	if err != nil {
		return nil, syntax.ErrorList{{Pos: t.At, Msg: err.Error()}}
	}
	return text, nil
}

// beside returns how a scene names a file. To a scene that comes with the program the file
// is handed as a text: it has no files but its own.
func (t *Test) beside(scene, file string, texts map[string][]byte) (string, error) {
	if !t.isShipped() {
		if filepath.IsAbs(file) {
			return filepath.ToSlash(file), nil
		}
		rel, err := filepath.Rel(filepath.Dir(scene), file)
		if err != nil {
			return "", syntax.ErrorList{{Pos: t.At, Msg: err.Error()}}
		}
		return filepath.ToSlash(rel), nil
	}
	text, err := markup.ReadFile(file, markup.LimitsOf(t.file.limits))
	if err != nil {
		return "", err
	}
	name := path.Base(filepath.ToSlash(file))
	for n := 2; ; n++ {
		full := path.Join(path.Dir(scene), name)
		if other, ok := texts[full]; !ok || string(other) == string(text) {
			texts[full] = text
			return name, nil
		}
		name = fmt.Sprintf("%d-%s", n, path.Base(filepath.ToSlash(file)))
	}
}

// isShipped reports whether the scene comes with the program.
func (t *Test) isShipped() bool {
	if n := t.given.scene; n != nil && n.Kind == markup.Map {
		return false
	}
	found, err := t.file.sceneFile(nameOf(t.given.scene))
	if err != nil {
		return false // the loader tells
	}
	_, _, ok := scenes.Source(found)
	return ok
}

// editTrees returns the texts of a scene and of its trees with other numbers of trees, those that
// change.
func editTrees(s *scenes.Scene, numbers []scenes.Number) (map[string][]byte, error) {
	texts := map[string][]byte{}
	var all []run.Number
	for _, n := range numbers {
		if !isOfTree(n) {
			continue
		}
		i := slices.IndexFunc(s.Setup.Classes, func(c systems.Class) bool { return c.ID == n.Class })
		if i < 0 {
			return nil, fmt.Errorf("the scene has no class %q", n.Class)
		}
		p := s.Setup.Classes[i].Program
		if p == nil {
			return nil, fmt.Errorf("class %q has no tree of its own", n.Class)
		}
		at, err := run.FindNumber(p.Numbers, strings.TrimPrefix(n.Key, scenes.TreeKey("")))
		if err != nil {
			return nil, fmt.Errorf("%s of class %q: %s", n.Key, n.Class, strings.TrimPrefix(err.Error(), ": "))
		}
		number := p.Numbers[at]
		if number.Fixed != "" {
			return nil, fmt.Errorf("%s of class %q: %s", n.Key, n.Class, number.Fixed)
		}
		file := number.At.Start.File
		text, ok := s.Source(file)
		if !ok {
			return nil, fmt.Errorf("%s of class %q stands in %s, which comes with the program", n.Key, n.Class, file)
		}
		number.Value = n.Value
		texts[file], all = text, append(all, number)
	}
	return trees.Edited(texts, all)
}
