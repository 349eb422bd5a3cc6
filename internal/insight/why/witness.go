package why

import (
	"cmp"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// turn is an answer to be inverted.
type turn struct {
	node   tree.NodeID
	action bool // the answer of an action; else that of a condition
	to     bool // it holds, or has not failed
}

// witness follows the tree of a bot, in the order in which its nodes answer, and turns what
// they are told.
type witness struct {
	inspect.Follower
	game   *systems.Game
	turns  []turn
	leaves []visit              // that answered in the tick, in their order
	asked  []turn               // what could be turned, in the order in which it was asked
	holds  map[tree.NodeID]bool // conditions, by the last answer
	events []inspect.Event      // since the last moment
}

type visit struct {
	node   tree.NodeID
	status host.Status
}

// goes reports whether the leaf did what it does.
func (v visit) goes() bool { return v.status == host.Success || v.status == host.Running }

var (
	_ run.Forcer       = (*witness)(nil)
	_ run.ReasonTracer = (*witness)(nil)
	_ run.EventTracer  = (*witness)(nil)
)

func follow(g *systems.Game, id components.ID) *witness {
	w := &witness{game: g, holds: map[tree.NodeID]bool{}}
	w.Follow(chronicle.Minds(g), id)
	w.Through(w)
	return w
}

// begin begins a tick.
func (w *witness) begin() {
	w.BeginTick()
	w.leaves, w.asked = w.leaves[:0], w.asked[:0]
	clear(w.holds)
}

func (w *witness) own(row int32) bool {
	brain := w.game.World.Brain.Of(w.ID())
	return brain != nil && brain.Row == row
}

// Leaf notes the answer of a leaf.
func (w *witness) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	w.Follower.Leaf(row, n, what, s)
	w.note(row, n, what, s)
}

// Node notes that of a node which is one to its dialect alone.
func (w *witness) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	w.Follower.Node(row, n, what, s)
	w.note(row, n, what, s)
}

// Event notes an event, which the next moment tells.
func (w *witness) Event(row int32, e host.Event) {
	w.Follower.Event(row, e)
	if all := w.Events(); w.own(row) {
		w.events = append(w.events, all[len(all)-1])
	}
}

func (w *witness) note(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && w.own(row) && w.isLeaf(n) {
		w.leaves = append(w.leaves, visit{n, s})
	}
}

func (w *witness) isLeaf(n tree.NodeID) bool { return w.Program().Tree.Nodes[n].NKid == 0 }

// Holds is [run.Forcer].
func (w *witness) Holds(row int32, n tree.NodeID, ok bool) bool {
	if !w.own(row) {
		return ok
	}
	to := w.turned(turn{node: n, to: !ok})
	if to {
		ok = !ok
	}
	w.holds[n] = ok
	return ok
}

// Answers is [run.Forcer].
func (w *witness) Answers(row int32, n tree.NodeID, s host.Status) host.Status {
	if w.own(row) && w.isLeaf(n) && w.turned(turn{node: n, action: true, to: s == host.Failure}) {
		return host.StatusOf(s == host.Failure)
	}
	return s
}

// turned reports whether an answer is one of those that are to be turned, and notes it where
// it could be.
func (w *witness) turned(t turn) bool {
	if slices.Contains(w.turns, t) {
		return true
	}
	back := turn{t.node, t.action, !t.to}
	if !slices.Contains(w.turns, back) && !slices.Contains(w.asked, t) {
		w.asked = append(w.asked, t)
	}
	return false
}

// decided returns the leaf that decided what the bot does: the last action of the game that did
// not fail, else the last other leaf that did not and is no condition; 0 for none.
func (w *witness) decided(nodes []treedraw.Node) tree.NodeID {
	other := tree.NodeID(0)
	for _, v := range slices.Backward(w.leaves) {
		if !v.goes() {
			continue
		}
		if isTaken(w.Program(), v.node) {
			return v.node
		}
		i := slices.IndexFunc(nodes, func(n treedraw.Node) bool { return n.ID == v.node })
		if other == 0 && i >= 0 && nodes[i].Role == run.Action {
			other = v.node
		}
	}
	return other
}

// isTaken reports whether a node is a leaf with an action of the game, which takes what it
// wants.
func isTaken(p *run.Program, n tree.NodeID) bool {
	node := &p.Tree.Nodes[n]
	if node.NKid > 0 || int(node.Leaf) >= len(p.Tree.Leaves) || p.Tree.Leaves[node.Leaf].Action == nil {
		return false
	}
	name := p.Tree.Leaves[node.Leaf].Name() // which may be that of another node, where this has none
	return slices.ContainsFunc(p.Tree.Slots, func(s tree.Slot) bool { return s.Node == n && s.Name == name })
}

// name returns how the action of a leaf is called.
func name(p *run.Program, n *treedraw.Node) string {
	if isTaken(p, n.ID) {
		return p.Tree.Leaves[p.Tree.Nodes[n.ID].Leaf].Action.Name
	}
	title, _ := n.Title()
	if n.Role == run.Action && n.Detail != "" && strings.HasSuffix(n.Kind, "Node") {
		return n.Detail // scripts name their own nodes
	}
	return title
}

// moment returns the moment of the tree in the tick; nil where it asked nothing.
func (w *witness) moment(tick int64, rate float64) *Moment {
	p := w.Program()
	if p == nil {
		return nil
	}
	nodes := w.Nodes()
	if len(w.leaves)+len(w.holds) == 0 && !slices.ContainsFunc(nodes, func(n treedraw.Node) bool { return w.Why(n.ID) != "" }) {
		return nil
	}
	m := &Moment{Tick: tick, Seconds: float64(tick) / rate, Steps: slices.Clone(w.Steps()), program: p.Base(), Events: w.events}
	w.events = nil
	shown, parents := map[tree.NodeID]bool{}, map[tree.NodeID]tree.NodeID{}
	for i := range nodes {
		for _, kid := range nodes[i].Children {
			if _, have := parents[kid]; !have || w.was(nodes[i].ID) && !w.was(parents[kid]) {
				parents[kid] = nodes[i].ID // of several, one that was asked
			}
		}
	}
	for i := range nodes {
		if w.was(nodes[i].ID) {
			for n := nodes[i].ID; n != 0 && !shown[n]; n = parents[n] {
				shown[n] = true
			}
		}
	}
	m.Node = w.decided(nodes)
	path := map[tree.NodeID]bool{}
	for n := m.Node; n != 0 && !path[n]; n = parents[n] {
		path[n] = true
	}
	for i := range nodes {
		d := &nodes[i]
		if d.ID == m.Node {
			m.Does = name(p, d)
			m.calls, m.taken = calls(m.Does, d), isTaken(p, d.ID)
		}
		if isAction(d) && slices.ContainsFunc(w.leaves, func(v visit) bool { return v.node == d.ID && v.goes() }) {
			m.did = append(m.did, calls(name(p, d), d)...)
		}
		if shown[d.ID] {
			n := w.node(d)
			n.Path, n.Decides = path[d.ID], d.ID == m.Node
			m.Nodes = append(m.Nodes, n)
		}
	}
	return m
}

// was reports whether a node was asked in the tick.
func (w *witness) was(n tree.NodeID) bool {
	if _, ok := w.holds[n]; ok {
		return true
	}
	_, ok := w.Answer(n)
	return ok
}

func (w *witness) node(d *treedraw.Node) Node {
	n := Node{Written: inspect.NewWritten(d), leaf: len(d.Children) == 0}
	if s, ok := w.Answer(d.ID); ok {
		n.Answer, n.Because = s.String(), w.Because(d.ID)
	}
	if ok, asked := w.holds[d.ID]; asked {
		n.Holds = &ok
	}
	return n
}

// result returns what the game took from the tree: an action, where it is called otherwise
// than the leaf that decided, and whom it is about.
func (w *witness) result(does string) (action, target string) {
	var s session.Snapshot
	w.game.Snapshot(&s)
	b := s.Body(w.ID())
	if b == nil {
		return "", ""
	}
	if b.Action != does {
		action = b.Action
	}
	if b.Target != 0 {
		target = cmp.Or(w.game.NameOf(b.Target), "somebody who is gone")
	}
	return action, target
}
