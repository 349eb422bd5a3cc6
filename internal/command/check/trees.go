package check

import (
	"errors"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Trees lists the trees of a file without errors: that of one class, or all.
func (f *File) Trees(class string) ([]*treedraw.Tree, error) {
	if f.Tree != nil {
		if class != "" {
			return nil, fmt.Errorf("%s is a tree and has no bot classes", f.Name)
		}
		return []*treedraw.Tree{treedraw.Of(f.Tree)}, nil
	}
	if f.about != "" {
		return nil, fmt.Errorf("%s: %s, which is no tree", f.Name, f.about)
	}
	setup := &f.Scene.Setup
	if class != "" {
		return oneClass(setup.Classes, class)
	}
	var all []*treedraw.Tree
	for i := range setup.Classes {
		if c := &setup.Classes[i]; c.Program != nil {
			all = append(all, named("class "+c.ID, c.Program))
		}
	}
	for _, b := range setup.Behaviors {
		if !b.Action { // those need no drawing
			all = append(all, named("behavior "+b.Name, b.Program))
		}
	}
	if len(all) == 0 {
		return nil, errors.New("the scene has no trees")
	}
	return all, nil
}

func oneClass(classes []systems.Class, id string) ([]*treedraw.Tree, error) {
	ids := make([]string, len(classes))
	for i := range classes {
		c := &classes[i]
		if ids[i] = c.ID; c.ID != id {
			continue
		}
		if c.Program == nil {
			return nil, fmt.Errorf("bot class %q has no tree of its own: state.behavior names that of each bot", id)
		}
		return []*treedraw.Tree{named("class "+id, c.Program)}, nil
	}
	if guess := syntax.Closest(id, ids); guess != "" {
		return nil, fmt.Errorf("unknown bot class %q; did you mean %q?", id, guess)
	}
	return nil, fmt.Errorf("unknown bot class %q, wanted one of %s", id, strings.Join(ids, ", "))
}

func named(name string, p *run.Program) *treedraw.Tree {
	t := treedraw.Of(p)
	t.Name = name
	return t
}
