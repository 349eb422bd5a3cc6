package scenes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// treeKey begins the keys of tunables that are numbers of a class's tree; treesKey
// is the key of a [Knob] that stands for all of them.
const (
	treeKey  = "tree."
	treesKey = "tree"
)

// TreeKey returns the key of a tunable that is the number of a tree with a key of its own.
func TreeKey(key string) string { return treeKey + key }

// treeNumber makes a tunable that of a number of a class's tree. b is the tree as the file
// names it.
func (d *decoder) treeNumber(class *systems.Class, t *systems.Tunable, b *trees.ClassTree, at syntax.Span) {
	key, p := strings.TrimPrefix(t.Key, treeKey), class.Program
	if p == nil {
		if b == nil { // with a tree that has errors there is nothing to be said
			d.list.Errorf(at, "%q: the class has no tree of its own, its bots look it up in state.behavior", t.Key)
		}
		return
	}
	if why := d.scene.loader.Fixed(p); why != "" {
		d.list.Errorf(at, "%q cannot be tuned: %s", t.Key, why)
		return
	}
	i, err := run.FindNumber(p.Numbers, key)
	if err != nil {
		e := d.list.Errorf(at, "%q: %s", t.Key, err.Msg)
		e.Hint = err.Hint
		return
	}
	t.Tree, t.Own = true, p.Numbers[i].Value
	if class.Vary == nil {
		loader, in := d.scene.loader, d.written(b)
		class.Vary = func(values map[string]float64) (*run.Program, error) {
			numbers, err := numbersOf(p, values)
			switch {
			case err != nil:
				return nil, err
			case in != nil:
				return loader.VaryClassTree(in, p, numbers)
			}
			return loader.Vary(p, numbers)
		}
	}
}

// written returns the tree that a class names where it is written in the scene itself, else nil.
func (d *decoder) written(b *trees.ClassTree) *trees.ClassTree {
	if b.Ref != "" {
		i := slices.IndexFunc(d.named, func(n trees.ClassTree) bool { return n.Name == b.Ref })
		if i < 0 {
			return nil
		}
		b = &d.named[i]
	}
	if b.Tree == nil {
		return nil
	}
	return b
}

// numbersOf are numbers of a tree with other values, in the order of its files.
func numbersOf(p *run.Program, values map[string]float64) (numbers []run.Number, err error) {
	keys := run.NumberKeys(p.Numbers)
	for i, key := range keys {
		if v, ok := values[treeKey+key]; ok {
			n := p.Numbers[i]
			n.Value = v
			numbers = append(numbers, n)
		}
	}
	if len(numbers) != len(values) {
		return nil, fmt.Errorf("%d of %d numbers are in the tree", len(numbers), len(values))
	}
	return numbers, nil
}
