package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/internal/treedraw"
	"github.com/thicket-sim/thicket/systems"
)

// closestBot is the name of the bot that is nearest to the first player, or to
// the middle of the field where nobody plays.
const closestBot = "closest"

// maxSteps is how many of the last steps are kept.
const maxSteps = 50

// inspector follows one bot and its tree.
type inspector struct {
	game    *systems.Game
	closest bool
	chosen  int64 // the tick in which the closest was chosen
	id      components.ID
	program *run.Program
	nodes   []nodeView
	status  []host.Status // by node, when it was last evaluated
	asked   []bool        // by node: it was evaluated in the last tick
	events  []eventView
	steps   []string // of the last tick, the last of them where there were many
}

var (
	_ run.Tracer      = (*inspector)(nil)
	_ run.EventTracer = (*inspector)(nil)
	_ run.TextTracer  = (*inspector)(nil)
)

// inspection is what is known of a bot between two ticks, as --json prints it.
type inspection struct {
	Tick int64         `json:"tick"`
	ID   components.ID `json:"id"`
	Gone bool          `json:"gone,omitempty"`
	Name string        `json:"name"`
	Tree string        `json:"tree"` // empty where the bot has none
	// Nodes are all nodes of the tree, View, Log and Values what its dialect
	// tells of them.
	Nodes  []nodeView          `json:"nodes"`
	View   []run.InspectedNode `json:"view"`
	Log    []string            `json:"log"`
	Values []run.InspectedFact `json:"values"`
	Events []eventView         `json:"events"` // the last ones, oldest first
	// Steps are what the tree did in the last tick, where its dialect tells that.
	Steps []string `json:"steps"`
}

// nodeView is a node of a tree. Its status is that of the last tick, null where
// it was not evaluated in that.
type nodeView struct {
	Node   tree.NodeID `json:"node"`
	File   string      `json:"file"`
	Line   int32       `json:"line"`
	Col    int32       `json:"col"`
	Depth  int         `json:"depth"`
	Kind   string      `json:"kind"`
	Detail string      `json:"detail"`
	Status *string     `json:"status"`
}

// eventView is an event that the tree got.
type eventView struct {
	Tick int64  `json:"tick"`
	Name string `json:"name"`
	Data string `json:"data"` // as JSON
}

// newInspector turns to a bot: an id, a name or closest.
func newInspector(g *systems.Game, who string) (*inspector, error) {
	n := &inspector{game: g, closest: who == closestBot}
	if n.closest {
		if n.id = nearestBot(g); n.id == 0 {
			return nil, errors.New("--inspect closest: there are no bots")
		}
	} else if id, err := strconv.ParseUint(who, 10, 32); err == nil {
		n.id = components.ID(id)
	} else if n.id, _ = g.ByName(who); n.id == 0 {
		near := ""
		if name := syntax.Closest(who, firstNames(g)); name != "" {
			near = fmt.Sprintf("; did you mean %q?", name)
		}
		return nil, fmt.Errorf("--inspect: nobody is called %q%s", who, near)
	}
	if _, err := g.ProgramOf(n.id); err != nil {
		return nil, fmt.Errorf("--inspect %s: %w", who, err)
	}
	n.follow()
	return n, nil
}

// firstNames are those of the bots with the lowest ids.
func firstNames(g *systems.Game) []string {
	var names []string
	for id := components.ID(1); id <= 1000; id++ {
		if g.World.Alive(id) {
			names = append(names, g.NameOf(id))
		}
	}
	return names
}

// nearestBot is the bot that is closest; 0 where there is none.
func nearestBot(g *systems.Game) (best components.ID) {
	x, y := g.Setup.Width/2, g.Setup.Height/2
	least := math.Inf(1)
	tables := g.World.Tables()
	first := components.ID(math.MaxUint32)
	for _, t := range tables {
		position := g.World.Position.Column(t)
		for i, row := range g.World.Identity.Column(t) {
			if id := row.ID; t.Class == ecs.Human && id < first {
				first, x, y = id, position[i].X, position[i].Y
			}
		}
	}
	for _, t := range tables {
		if t.Class == ecs.Human {
			continue
		}
		identity := g.World.Identity.Column(t)
		for i, p := range g.World.Position.Column(t) {
			d, id := math.Hypot(float64(p.X-x), float64(p.Y-y)), identity[i].ID
			if d < least || d == least && id < best {
				least, best = d, id
			}
		}
	}
	return best
}

// tick is called before each step.
func (n *inspector) tick() {
	clear(n.asked)
	n.steps = n.steps[:0]
	now := n.game.World.Clock().Tick
	if n.closest && float64(now-n.chosen) >= n.game.Setup.TickRate {
		if id := nearestBot(n.game); id != 0 && id != n.id {
			n.id, n.events = id, nil
		}
		n.chosen = now
	}
	n.follow()
}

// follow keeps up with a bot that gets another tree, or goes away.
func (n *inspector) follow() {
	p, err := n.game.ProgramOf(n.id)
	if err != nil || p == nil {
		_ = n.game.Watch(0, nil) // nobody is never refused
		n.program, n.nodes = nil, nil
		return
	}
	_ = n.game.Watch(n.id, n) // it has a tree
	if p != n.program {
		n.program, n.nodes = p, unfold(treedraw.Of(p))
		n.status, n.asked = make([]host.Status, len(p.Tree.Nodes)), make([]bool, len(p.Tree.Nodes))
	}
}

// unfold lists the nodes of a tree in the order of drawing.
func unfold(t *treedraw.Tree) []nodeView {
	at := map[tree.NodeID]int{}
	views := make([]nodeView, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		at[n.ID] = i
		views[i] = nodeView{Node: n.ID, File: n.File, Line: n.Line, Col: n.Col, Kind: n.Kind, Detail: n.Detail}
	}
	placed := make([]bool, len(views))
	for i := range t.Nodes {
		for _, kid := range t.Nodes[i].Children {
			if k := at[kid]; k > i && !placed[k] {
				views[k].Depth, placed[k] = views[i].Depth+1, true
			}
		}
	}
	return views
}

// Leaf and Node are what the tree tells.
func (n *inspector) Leaf(_ int32, id tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && int(id) < len(n.status) {
		n.status[id], n.asked[id] = s, true
	}
}

// Node is Leaf for all other nodes.
func (n *inspector) Node(row int32, id tree.NodeID, what host.Notice, s host.Status) {
	n.Leaf(row, id, what, s)
}

// Event keeps an event of the bot.
func (n *inspector) Event(row int32, e host.Event) {
	if brain := n.game.World.Brain.Of(n.id); brain == nil || brain.Row != row {
		return // of one that it told something
	}
	if len(n.events) == run.MaxRecorded {
		n.events = append(n.events[:0], n.events[1:]...)
	}
	reg := n.game.Setup.Registry
	n.events = append(n.events, eventView{n.game.World.Clock().Tick, reg.EventName(e.ID), e.Arg.String()})
}

// Text keeps a step.
func (n *inspector) Text(_ int32, text string) {
	if len(n.steps) == maxSteps {
		n.steps = append(n.steps[:0], n.steps[1:]...)
	}
	n.steps = append(n.steps, text)
}

// now is the bot as it is.
func (n *inspector) now() *inspection {
	in := &inspection{
		Tick: n.game.World.Clock().Tick, ID: n.id, Name: n.game.NameOf(n.id), Gone: !n.game.World.Alive(n.id),
		Nodes: []nodeView{}, View: []run.InspectedNode{}, Log: []string{}, Values: []run.InspectedFact{},
		Events: append([]eventView{}, n.events...), Steps: append([]string{}, n.steps...),
	}
	n.follow()
	if n.program == nil {
		return in
	}
	in.Tree = n.program.Tree.Name
	for _, v := range n.nodes {
		if n.asked[v.Node] {
			s := n.status[v.Node].String()
			v.Status = &s
		}
		in.Nodes = append(in.Nodes, v)
	}
	if tells, ok := n.program.Semantics.(run.Inspector); ok {
		_ = n.game.Look(n.id, func(x *run.Exec) { // which has a tree
			seen := tells.Inspect(x)
			in.View, in.Log, in.Values = append(in.View, seen.Nodes...), append(in.Log, seen.Log...), append(in.Values, seen.Values...)
		})
	}
	return in
}
