package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/command/faultlist"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

// triers is the number of bots play a script.
const triers = 3

// try plays a script in a world in which something happens to its bots: others hunt
// them and are hunted, there is food, night comes, a fire and a player. Each failure is
// an error of the file, once, with its count.
func (f *File) try(o Options, l *syntax.List) error {
	world := scenes.Habitat
	if o.agents() { // of whose game nothing else is known
		world = scenes.ForTree
	}
	scene, err := world(f.Name, triers, o.scene())
	if err != nil {
		return err
	}
	g, err := systems.New(&scene.Setup)
	if err != nil {
		return err
	}
	defer g.Close()
	if o.Own.Prepare != nil {
		if err := o.Own.Prepare(g); err != nil {
			return err
		}
	}
	player := systems.Player{Name: "Ann", Heading: components.Heading{X: 1}, SpeedMPS: 1.5, At: &systems.Spot{X: 22, Y: 22}}
	if _, err := g.Population.Join(player); err != nil {
		return err
	}
	f.Played = o.Ticks
	if f.Played == 0 {
		f.Played = trees.Trial(f.Name)
	}
	seen := coverage{}
	for range f.Played {
		g.Step()
		seen.look(g)
	}
	f.Nodes, f.Never = seen.never()
	wrong, src := faultlist.Of(g), sources{o: o}
	for _, r := range wrong.Notes {
		l.Noticef(syntax.ParsePos(r.At), "%s", r.Text)
	}
	for _, r := range wrong.Faults {
		e := r.Finding()
		e.At = src.line(e.Pos)
		l.Add(e)
	}
	return nil
}

// coverage are the nodes of a tree by their numbers, as long as they keep their names.
type coverage map[node]bool // whether it was ever visited

type node struct {
	id   tree.NodeID
	name string
}

// look takes up what each bot's tree shows after a tick.
func (c coverage) look(g *systems.Game) {
	for id := components.ID(1); id <= triers; id++ {
		p, err := g.Watchers.ProgramOf(id)
		if err != nil || p == nil {
			continue
		}
		teller, ok := p.Semantics.(run.Inspector)
		if !ok {
			continue
		}
		_ = g.Watchers.Look(id, func(x *run.Exec) { // it has a tree
			for _, n := range teller.Inspect(x).Nodes {
				name, state, _ := strings.Cut(strings.TrimLeft(n.Text, " >"), " - ")
				of := node{n.Node, name}
				c[of] = c[of] || !strings.HasPrefix(state, "READY <READY>")
			}
		})
	}
}

// never counts all nodes and names those that were never visited, in the order of the
// tree.
func (c coverage) never() (all int, names []string) {
	var list []node
	for n, visited := range c {
		if !visited {
			list = append(list, n)
		}
	}
	slices.SortFunc(list, func(a, b node) int { return cmp.Or(cmp.Compare(a.id, b.id), strings.Compare(a.name, b.name)) })
	for _, n := range list {
		names = append(names, n.name)
	}
	return len(c), names
}
