package treetest

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// load makes the scene of a test, as it begins with a seed. The error is a
// syntax.ErrorList.
func (t *Test) load(reg *host.Registry, seed *int64) (*scenes.Scene, error) {
	return t.loadWith(reg, seed, nil)
}

// loadWith is load with other texts in the place of some files.
func (t *Test) loadWith(reg *host.Registry, seed *int64, texts map[string][]byte) (*scenes.Scene, error) {
	var l syntax.List
	o := scenes.Options{Limits: t.file.limits, Lenient: t.lenient(), Texts: texts, Edit: func(file string, text []byte) ([]byte, error) {
		text, err := t.edit(file, text)
		if err != nil || t.also == nil {
			return text, err
		}
		return t.also(file, text)
	}}
	if reg != nil {
		o.Registry = host.CloneOf(reg)
	}
	s, err := t.find(o)
	if err != nil {
		return nil, t.listed(err)
	}
	for _, b := range t.given.bots {
		if err := s.SetCount(b.named.text, int(b.bound)); err != nil {
			l.Errorf(b.at, "bots: %v", err)
		}
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	if seed != nil {
		s.Setup.Seed = uint64(*seed)
	}
	return s, nil
}

// lenient reports whether what the game does not have is stood in for.
func (t *Test) lenient() bool { return t.file.Lenient || t.given.leaves == lenientLeaves }

// find reads the scene that is given: by a name, by the name of the test file, or written in
// it.
func (t *Test) find(o scenes.Options) (*scenes.Scene, error) {
	n := t.given.scene
	if n != nil && n.Kind == markup.Map {
		return scenes.Parse(t.file.Name, t.file.alone(n), o)
	}
	name, at := "", syntax.Span{Start: syntax.Pos{File: t.file.Name, Line: 1, Col: 1}}
	if n != nil {
		name, at = n.Str, n.Span
	}
	found, err := t.file.sceneFile(name)
	if err != nil {
		return nil, syntax.ErrorList{{Pos: at.Start, At: at, Msg: err.Error()}}
	}
	return scenes.Load(found, o)
}

// sceneFile returns the file that a name in the test file means: a file beside it, or a
// shipped scene. The empty name is that of the file itself.
func (f *File) sceneFile(name string) (string, error) {
	stem := strings.TrimSuffix(path.Base(filepath.ToSlash(f.Name)), ".yaml")
	stem = strings.TrimSuffix(stem, path.Ext(stem)) // of .test.yaml and .sweep.yaml
	candidates := []string{name}
	if name == "" {
		candidates = nil
		for _, ext := range SceneExts() {
			candidates = append(candidates, stem+ext)
		}
	}
	for _, c := range candidates {
		if f.shipped {
			if _, _, ok := scenes.Source(strings.TrimSuffix(c, ".yaml")); ok {
				return strings.TrimSuffix(c, ".yaml"), nil
			}
			continue
		}
		beside := filepath.Join(filepath.Dir(f.Name), c)
		if info, err := os.Stat(beside); err == nil && !info.IsDir() && beside != filepath.Clean(f.Name) {
			return beside, nil
		}
	}
	if _, _, ok := scenes.Source(name); ok {
		return name, nil
	}
	if name == "" {
		return "", fmt.Errorf("no scene and no tree that is called %s stands beside this file, wanted given with a scene, or in a sweep the key scene", stem)
	}
	e := (&syntax.Error{Msg: fmt.Sprintf("no scene %q beside this file, and no shipped one", name)}).Suggest(name, scenes.Shipped())
	return "", errors.New(strings.TrimPrefix(e.Error(), ": "))
}

// SceneExts returns the extensions of scenes and of trees.
func SceneExts() []string {
	all := []string{".yaml", ".yml", ".json"}
	for _, d := range trees.Dialects() {
		for _, ext := range d.Exts {
			if !slices.Contains(all, ext) {
				all = append(all, ext)
			}
		}
	}
	return all
}

// alone returns the text of the file with nothing but one value, where it stands.
func (f *File) alone(n *markup.Node) []byte {
	from, to := syntax.Offset(f.text, n.Span.Start), syntax.Offset(f.text, n.Span.End())
	out := make([]byte, 0, to)
	for _, c := range string(f.text[:from]) { // places are counted in characters
		if c != '\n' && c != '\r' {
			c = ' '
		}
		out = append(out, byte(c))
	}
	return append(out, f.text[from:to]...)
}

// edit writes what a test wants otherwise into the text of a scene. Each line stays where it
// is: nodes are named by their lines.
func (t *Test) edit(file string, text []byte) ([]byte, error) {
	doc, err := markup.Parse(file, text, markup.LimitsOf(t.file.limits))
	if err != nil {
		return text, nil // the loader tells
	}
	var numbers []scenes.Number
	for _, b := range t.given.bots {
		for _, bound := range []string{"minCount", "maxCount"} {
			if n := class(doc, b.named.text).Get(bound); n != nil && n.Kind == markup.Number && (bound == "minCount") == (n.Num > b.bound) && n.Num != b.bound {
				numbers = append(numbers, scenes.Number{Class: b.named.text, Key: bound, Value: b.bound})
			}
		}
	}
	if len(numbers) > 0 {
		if text, err = scenes.Rewrite(file, text, numbers, t.file.limits); err != nil {
			return nil, syntax.ErrorList{{Pos: t.given.bots[0].at.Start, At: t.given.bots[0].at, Msg: "bots: " + err.Error()}}
		}
		if doc, err = markup.Parse(file, text, markup.LimitsOf(t.file.limits)); err != nil {
			return nil, err
		}
	}
	if t.given.with == nil || doc.Kind != markup.Map || len(doc.Entries) == 0 {
		return text, nil
	}
	var edits []syntax.Edit
	var added []markup.Entry
	for _, e := range t.given.with.Entries {
		old := doc.Get(e.Key)
		switch {
		case old == nil:
			added = append(added, e)
		case old.Kind == markup.Map && e.Value.Kind == markup.Map:
			edits = append(edits, merged(text, old, e.Value)...)
		default:
			edits = append(edits, instead(text, old, e.Value.JSON()))
		}
	}
	text = syntax.Apply(text, edits...)
	return appended(text, doc, added), nil
}

// class returns the class of a scene with an id, or nil.
func class(doc *markup.Node, id string) *markup.Node {
	if bots := doc.Get("bots"); bots != nil {
		for _, c := range bots.Items {
			if n := c.Get("id"); n != nil && n.Str == id {
				return c
			}
		}
	}
	return nil
}

// instead writes another value, on as many lines.
func instead(text []byte, old *markup.Node, value string) syntax.Edit {
	return syntax.Edit{At: old.Span, With: value + strings.Repeat("\n", int(old.Span.EndLine-old.Span.Start.Line))}
}

// merged writes the values of a map into another one. A map in the style of blocks that lacks
// one of the keys is written anew.
func merged(text []byte, old, values *markup.Node) (edits []syntax.Edit) {
	flow := text[syntax.Offset(text, old.Span.Start)] == '{'
	var fresh []string
	for _, e := range values.Entries {
		if was := old.Get(e.Key); was != nil {
			edits = append(edits, instead(text, was, e.Value.JSON()))
		} else {
			fresh = append(fresh, quoted(e.Key)+": "+e.Value.JSON())
		}
	}
	switch {
	case len(fresh) == 0:
	case flow:
		at := old.Span.Start
		at.Col++
		if len(old.Entries) > 0 {
			fresh = append(fresh, "")
		}
		edits = append(edits, syntax.Edit{At: syntax.Span{Start: at, EndLine: at.Line, EndCol: at.Col}, With: strings.Join(fresh, ", ")})
	default:
		for _, e := range old.Entries {
			if values.Get(e.Key) == nil {
				fresh = append(fresh, quoted(e.Key)+": "+e.Value.JSON())
			} else {
				fresh = append(fresh, quoted(e.Key)+": "+values.Get(e.Key).JSON())
			}
		}
		edits = []syntax.Edit{instead(text, old, "{"+strings.Join(fresh, ", ")+"}")}
	}
	return edits
}

func quoted(key string) string { return host.StringValue(key).String() }

// appended adds keys to a scene.
func appended(text []byte, doc *markup.Node, added []markup.Entry) []byte {
	if len(added) == 0 {
		return text
	}
	begin := syntax.Offset(text, doc.Span.Start)
	var all []string
	for _, e := range added {
		all = append(all, quoted(e.Key)+": "+e.Value.JSON())
	}
	if text[begin] == '{' {
		return slices.Concat(text[:begin+1], []byte(strings.Join(all, ", ")+", "), text[begin+1:])
	}
	indent := "\n" + strings.Repeat(" ", int(doc.Span.Start.Col)-1)
	return append(slices.Clone(text), indent+strings.Join(all, indent)+"\n"...)
}

// listed returns the errors of a scene, which say so where the test has changed it.
func (t *Test) listed(err error) error {
	var l syntax.List
	l.Add(err)
	for _, e := range l.Errors {
		if e.Pos.Line == 0 {
			e.Pos = t.At
		}
		if t.given.with != nil && t.given.with.Span.Start.Line > 0 && e.Pos.File != t.file.Name {
			e.Notes = append(e.Notes, syntax.Note{Pos: t.given.with.Span.Start, Msg: "with changes the scene"})
		}
	}
	return l.Err()
}
