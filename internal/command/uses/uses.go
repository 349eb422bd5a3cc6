// Package uses reads what a game offers to trees from files, and finds where the trees of a scene
// use leaves.
package uses

import (
	"cmp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// Use is where a tree uses a leaf.
type Use struct {
	At   syntax.Pos
	Name string
}

// Of finds the uses of leaves by names, in the order of files and places. Where no node has a
// leaf, as in an expression, and in trees that are scripts, which have leaves only once they run, words
// count.
func Of(scene *scenes.Scene, names map[string]string) (all []Use) {
	for _, p := range scene.Programs() {
		if p == nil {
			continue
		}
		at := make([]syntax.Pos, len(p.Tree.Leaves))
		for _, slot := range p.Tree.Slots {
			if slot.Name != "" {
				at[p.Tree.Nodes[slot.Node].Leaf] = p.Tree.Spans[slot.Node].Start
			}
		}
		text, _ := scene.Source(p.Tree.Name)
		said := wordsOf(p.Tree.Name, text)
		for i := range p.Tree.Leaves {
			name := standIn(p.Tree.Leaves[i].Name(), names)
			if at[i].File == "" {
				at[i] = syntax.Pos{File: p.Tree.Name, Line: 1, Col: 1}
				if k := slices.IndexFunc(said, func(u Use) bool { return u.Name == name }); k >= 0 {
					at[i] = said[k].At
				}
			}
			if at[i].Line > 0 { // otherwise the scene has made the tree itself
				all = append(all, Use{at[i], name})
			}
		}
		if trees.Trial(p.Tree.Name) > 0 {
			all = append(all, said...)
		}
	}
	all = slices.DeleteFunc(all, func(u Use) bool { return names[u.Name] == "" })
	slices.SortStableFunc(all, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col))
	})
	return all
}

// standIn is the name of a leaf, of a comparison that of the number, where this is among names.
func standIn(name string, names map[string]string) string {
	for _, ending := range [...]string{"_below", "_at_least"} {
		if number, compares := strings.CutSuffix(name, ending); compares && names[number] != "" {
			return number
		}
	}
	return name
}

var anyWord = lazy.Regexp(`\w+`)

// wordsOf lists the words of a text.
func wordsOf(file string, text []byte) (all []Use) {
	line := int32(0)
	for of := range strings.Lines(string(text)) {
		line++
		for _, at := range anyWord().FindAllStringIndex(of, -1) {
			all = append(all, Use{syntax.Pos{File: file, Line: line, Col: int32(len([]rune(of[:at[0]]))) + 1}, of[at[0]:at[1]]})
		}
	}
	return all
}
