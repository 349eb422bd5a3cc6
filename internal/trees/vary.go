package trees

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/wage"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Vary compiles a tree once more, with other values of some of its numbers. It reads no
// file: the texts are those that the program was made of. The error is a *syntax.Error or a
// syntax.ErrorList; a number that makes another tree than one of the same nodes and the same
// memory is refused.
func (ld *Loader) Vary(p *run.Program, numbers []run.Number) (*run.Program, error) {
	name := ld.Name(p)
	done := ld.loaded[name]
	if done == nil || done.program != p {
		return nil, errors.New("the tree was not made of files")
	}
	texts := map[string][]byte{}
	for _, s := range done.sources {
		texts[s.name] = s.text
	}
	texts, err := Edited(texts, numbers)
	if err != nil {
		return nil, err
	}
	other, _, err := ld.compile(done.dialect, done.sources[0].name, texts[done.sources[0].name], done.files.Holding(texts))
	return alike(p, other, err)
}

// VaryClassTree is [Loader.Vary] for nodes that stand in the ruleset itself.
func (ld *Loader) VaryClassTree(t *ClassTree, p *run.Program, numbers []run.Number) (*run.Program, error) {
	var l syntax.List
	n := wage.Decode(wage.WithNumbers(t.Source, numbers), t.Name, ld.reg, &l)
	if n == nil {
		return nil, l.Err()
	}
	other := wage.Compile(t.Name, n, ld.reg, &l)
	return alike(p, other, l.Err())
}

// alike passes a program on that has the nodes and the memory of another one.
func alike(p, other *run.Program, err error) (*run.Program, error) {
	switch {
	case err != nil:
		return nil, err
	case !p.Tree.SameShape(other.Tree):
		return nil, errors.New("it would be a tree with other nodes")
	}
	other.Of = p
	return other, nil
}

// Edited are texts of files with other values of numbers that stand in them.
func Edited(texts map[string][]byte, numbers []run.Number) (map[string][]byte, error) {
	edits := map[string][]syntax.Edit{}
	for _, n := range numbers {
		file := n.At.Start.File
		text, ok := texts[file]
		if !ok {
			return nil, fmt.Errorf("%v: the file is none of the tree's", n.At.Start)
		}
		from, to := syntax.Offset(text, n.At.Start), syntax.Offset(text, n.At.End())
		if _, err := strconv.ParseFloat(string(text[from:max(from, to)]), 64); err != nil {
			return nil, fmt.Errorf("%v: no number stands here", n.At.Start)
		}
		e := syntax.Edit{At: n.At, With: strconv.FormatFloat(n.Value, 'f', -1, 64)}
		if !slices.Contains(edits[file], e) {
			edits[file] = append(edits[file], e)
		}
	}
	other := map[string][]byte{}
	for file, text := range texts {
		other[file] = syntax.Apply(text, edits[file]...)
	}
	return other, nil
}

// Fixed says why the numbers of a program cannot be tuned; empty where they can, if it has
// any.
func (ld *Loader) Fixed(p *run.Program) string {
	for _, done := range ld.loaded {
		if done.program == p && p != nil {
			return done.dialect.Fixed
		}
	}
	return ""
}

// RenewFrom is Renew for a loader that reads from other files from then on.
func (ld *Loader) RenewFrom(files *sourcefile.Files) *Loader {
	next := ld.Renew()
	next.files = files
	return next
}
