package systems

import (
	"fmt"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// variant returns the program that bots of a class run where a program of the scene is
// meant: of the class's own tree, while numbers of it are tuned, a program that has these.
func (cm *commons) variant(class int, p *run.Program) *run.Program {
	if v := cm.classes[class].varied; v != nil && p == cm.Setup.Classes[class].Program {
		return v
	}
	return p
}

// ofTree reports whether a tunable is a number of its class's tree.
func (tu *tuning) ofTree(class int, key string) bool {
	t, err := tu.tunable(class, key)
	return err == nil && t.Tree
}

// treeNumbers returns the numbers of a class's tree that are tuned, by key.
func (tu *tuning) treeNumbers(class int) map[string]float64 {
	numbers := map[string]float64{}
	for i := range tu.Setup.Classes[class].Tunables {
		t := &tu.Setup.Classes[class].Tunables[i]
		if v, over := tu.classes[class].tuned[t.Key]; over && t.Tree {
			numbers[t.Key] = v
		}
	}
	return numbers
}

// tuneTree tunes a number of a class's tree, or takes that back where value is nil. Bots go
// on where they are in it, see [run.Migration].
func (tu *tuning) tuneTree(class int, key string, value *float64) error {
	numbers := tu.treeNumbers(class)
	if value != nil {
		numbers[key] = *value
	} else {
		delete(numbers, key)
	}
	to, err := tu.vary(class, numbers)
	if err != nil {
		return fmt.Errorf("%s: the tree would not load: %w", key, err)
	}
	if value != nil {
		tu.classes[class].tuned[key] = *value
	} else {
		delete(tu.classes[class].tuned, key)
	}
	tu.runVariant(class, to)
	return nil
}

// vary makes the variant of a class's tree with some numbers: nil without any.
func (tu *tuning) vary(class int, numbers map[string]float64) (*run.Program, error) {
	c := &tu.Setup.Classes[class]
	if len(numbers) == 0 {
		return nil, nil
	}
	return c.Vary(numbers)
}

// runVariant lets the bots of a class that run its own tree go on in a variant of it, or in
// the tree itself where that is nil.
func (tu *tuning) runVariant(class int, to *run.Program) {
	own := tu.Setup.Classes[class].Program
	tu.classes[class].varied = to
	to = tu.variant(class, own)
	if n, ok := tu.pools.of[poolKey{class, own}]; ok && tu.pools.list[n].Program() != to {
		clock := tu.World.Clock()
		tu.pools.use(to)
		tu.pools.list[n].Migrate(run.NewMigration(tu.pools.list[n].Program(), to), run.Moment(clock))
		tu.pools.thinking.forget()
	}
	tu.chooseHerd(class)
}

// varyAgain makes the variant of a class's tree anew, after the tree or its tunables have
// changed. Numbers that the new ones do not take are not tuned any more; see CheckRevision.
func (tu *tuning) varyAgain(class int) {
	numbers := tu.treeNumbers(class)
	if len(numbers) == 0 {
		return
	}
	to, err := tu.vary(class, numbers)
	if err != nil {
		maps.DeleteFunc(tu.classes[class].tuned, func(key string, _ float64) bool { return tu.ofTree(class, key) })
	}
	tu.runVariant(class, to)
}

// CheckRevision says why numbers that are tuned now could not be tuned any more after a
// revision, or nil.
func (tu *tuning) CheckRevision(r *Revision) error {
	for i := range r.Classes {
		c := &r.Classes[i]
		numbers := map[string]float64{}
		for j := range c.Tunables {
			if v, over := tu.classes[i].tuned[c.Tunables[j].Key]; over && c.Tunables[j].Tree {
				numbers[c.Tunables[j].Key] = v
			}
		}
		if len(numbers) == 0 {
			continue
		}
		if _, err := c.Vary(numbers); err != nil {
			return fmt.Errorf("the tuned numbers of class %q: %w; untune them first", c.ID, err)
		}
	}
	return nil
}

// treeTuned holds the tunings of the trees of a class: known before its bots think.
type treeTuned struct {
	Class  int
	Values map[string]float64
}

// treesTuned returns the tunings of all trees, by class.
func (tu *tuning) treesTuned() (all []treeTuned) {
	for class := range tu.classes {
		if numbers := tu.treeNumbers(class); len(numbers) > 0 {
			all = append(all, treeTuned{class, numbers})
		}
	}
	return all
}

// restoreTrees reads what was tuned of trees, before there are pools.
func (r *restorer) restoreTrees(d *state.Decoder) {
	var all []treeTuned
	if d.Value(&all); d.Err() != nil {
		return
	}
	for _, t := range all {
		if t.Class < 0 || t.Class >= len(r.classes) {
			d.Fail("tuned numbers of class %d of %d", t.Class, len(r.classes))
			return
		}
		for key := range t.Values {
			if !r.Tuning.ofTree(t.Class, key) {
				d.Fail("class %d has no number %q of its tree", t.Class, key)
				return
			}
		}
		p, err := r.Tuning.vary(t.Class, t.Values)
		if err != nil {
			d.Fail("%v", err)
			return
		}
		r.classes[t.Class].varied, r.classes[t.Class].tuned = p, t.Values
	}
	r.trees = all
}

// checkTrees compares what was tuned of trees with what is tuned of all.
func (r *restorer) checkTrees() error {
	if !slices.EqualFunc(r.trees, r.Tuning.treesTuned(), func(a, b treeTuned) bool { return a.Class == b.Class && maps.Equal(a.Values, b.Values) }) {
		return fmt.Errorf("%s: other numbers are tuned than in the part %q", gamePart, treesPart)
	}
	return nil
}
