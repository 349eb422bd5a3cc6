package mind

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
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
func (c *core) lacks(p *run.Program) (list syntax.ErrorList) {
	t, s := p.Tree, host.SymbolsOf(c.reg)
	fail := func(n tree.NodeID, format string, args ...any) *syntax.Error {
		e := &syntax.Error{Pos: syntax.Pos{File: t.Name, Line: 1, Col: 1}, Msg: fmt.Sprintf(format, args...)}
		if n != 0 {
			e.Pos = t.Spans[n].Start
		}
		list = append(list, e)
		return e
	}
	var names []string
	for name := range c.states {
		names = append(names, name)
	}
	for name := range c.relations {
		names = append(names, name)
	}
	slices.Sort(names)
	check := func(n tree.NodeID, f host.FacetID, alone bool) {
		if f <= host.Everyone {
			return
		}
		facet := s.Facets()[f-1]
		key, value := s.KeyNames()[facet.Key], s.Value(facet.Value)
		switch relation := c.relations[key] != nil; {
		case c.states[key] == nil && !relation:
			fail(n, "unknown state %q, wanted a value or a relation of the game", key).Suggest(key, names)
		case relation && alone:
			fail(n, "%q is a relation of two agents, wanted a value of one", key)
		case relation && value.Kind() != host.Bool:
			fail(n, "%q is a relation of two agents: found the value %v, wanted true or false", key, value)
		}
	}
	at := make([]tree.NodeID, len(t.Leaves)) // the nodes that call them
	for _, slot := range t.Slots {
		if slot.Name != "" {
			at[t.Nodes[slot.Node].Leaf] = slot.Node
		}
	}
	for i := range t.Leaves {
		l := &t.Leaves[i]
		if !slices.ContainsFunc(l.Params(), func(p host.Param) bool { return p.Kind == host.Where }) {
			continue
		}
		if check(at[i], l.Facet, false); c.position == nil {
			fail(at[i], "%s looks for the nearest agent, and the game tells no Position, see mind.Options", l.Name())
		}
	}
	for _, f := range t.Tests {
		check(testOf(p, s, f), f, true)
	}
	return list
}

// testOf is the node that asks of its own bot whether it is of a facet, by what it tells of
// itself; 0 if it does not.
func testOf(p *run.Program, s *host.Symbols, f host.FacetID) tree.NodeID {
	facet := s.Facets()[f-1]
	if teller, ok := p.Semantics.(run.Describer); ok {
		for n := 1; n < len(p.Tree.Nodes); n++ {
			if _, detail := teller.Label(p.Tree, tree.NodeID(n)); teller.Role(p.Tree, tree.NodeID(n)) == run.Condition && strings.Contains(detail, s.KeyNames()[facet.Key]) {
				return tree.NodeID(n)
			}
		}
	}
	return 0
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
