package mind

import (
	"errors"
	"maps"
	"path"
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/trees"
)

// groveOf returns the tree of a file, which is loaded if it has not been yet.
func (c *core) groveOf(file string) (*grove, error) {
	c.idle("loading a tree")
	if i := slices.IndexFunc(c.groves, func(g *grove) bool { return g.file == file }); i >= 0 {
		return c.groves[i], nil
	}
	p, err := c.load(c.loader, file)
	if err != nil {
		c.loader.Forget(path.Clean(file)) // who mends it, and asks again, is answered
		return nil, err
	}
	g := &grove{file: file, program: p}
	c.bindKeys()
	g.plant(c)
	c.groves = append(c.groves, g)
	return g, nil
}

// load compiles a file and finds what its tree asks for and the game lacks.
func (c *core) load(ld *trees.Loader, file string) (*run.Program, error) {
	p, err := ld.Load(syntax.Pos{File: file}, "/"+file)
	if err != nil {
		return nil, err
	}
	list := c.lacks(p)
	if c.strict {
		list = append(list, ld.Oddities(p)...)
	}
	if len(list) > 0 {
		return nil, list
	}
	return p, nil
}

// lacks lists what a tree asks for and the game does not tell.
func (c *core) lacks(p *run.Program) syntax.ErrorList {
	s := vocabulary.Senses{States: slices.Collect(maps.Keys(c.states)), Relations: slices.Collect(maps.Keys(c.relations)), Placed: c.position != nil}
	return s.Lacks(p, c.reg)
}

// reload reads all files again, and lists those trees that changed. With an error nothing has
// changed.
func (c *core) reload() (changed []string, err error) {
	c.between("Reload")
	undo := c.files.Checkpoint()
	next := c.loader.Renew()
	programs := make([]*run.Program, len(c.groves))
	var faults []error
	for i, g := range c.groves {
		p, err := c.load(next, g.file)
		if err != nil {
			faults = append(faults, err)
		}
		programs[i] = p
	}
	if err := errors.Join(faults...); err != nil {
		undo()
		return nil, err
	}
	c.enter()
	defer c.leave()
	c.loader = next
	c.bindKeys()
	for i, g := range c.groves {
		if programs[i] != g.program {
			g.migrate(c, programs[i])
			changed = append(changed, g.file)
		}
	}
	return changed, nil
}

// migrate has all minds of a grove go on in another version of the tree.
func (g *grove) migrate(c *core, to *run.Program) {
	g.pool.Migrate(run.NewMigration(g.pool.Program(), to), c.now())
	g.grow(c)
}

// notices lists what is odd about the trees that are loaded.
func (c *core) notices() (all []string) {
	for _, g := range c.groves {
		for _, n := range c.loader.Oddities(g.program) {
			all = append(all, n.Error())
		}
	}
	return all
}
