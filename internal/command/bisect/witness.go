package bisect

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/live"
)

// Node is a node of a tree.
type Node struct {
	File   string `json:"file"`
	Line   int32  `json:"line"`
	Col    int32  `json:"col"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
	Status string `json:"status,omitempty"` // what it answered in the tick
}

// Change is a node that says one thing in the run that this build plays, and another one in
// the other.
type Change struct {
	Node  Node `json:"node"`
	Other Node `json:"other"`
}

// witness plays a recording with this build.
type witness struct {
	rec    *live.Recording
	file   io.Closer
	s      *live.Session
	replay *live.Replay
	of     *Options
	first  *live.Difference // in the beginning
}

func (o *Options) play(name string) (*witness, error) {
	w := &witness{of: o}
	var err error
	if w.rec, w.file, err = o.open(name); err != nil {
		return nil, err
	}
	if w.s, err = w.rec.Open(o.session()); err != nil {
		w.file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	w.replay, err = live.NewReplay(w.rec, w.s, nil)
	if err != nil && !errors.As(err, &w.first) {
		w.close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return w, nil
}

func (w *witness) close() {
	w.s.Close()
	w.file.Close()
}

// to plays until a tick, or to the end for -1. It stops where the two part.
func (w *witness) to(tick int64) (*live.Difference, error) {
	if w.first != nil {
		return w.first, nil
	}
	for w.s.World().Clock().Tick != tick {
		if err := w.of.ended(); err != nil {
			return nil, err
		}
		more, err := w.replay.Before()
		if more && err == nil {
			w.s.Step()
			err = w.replay.After()
		}
		var d *live.Difference
		switch {
		case errors.As(err, &d):
			return d, nil
		case err != nil || !more:
			return nil, err
		}
		if n := w.replay.Ticks(); w.of.Progress != nil && n%100 == 0 {
			w.of.Progress(n)
		}
	}
	return nil, nil
}

// look names the bodies of a report, and watches what the first of them do in the tick that
// differs. It plays the recording of a file up to there, which is one of the two runs.
func (o *Options) look(r *Report, name string, of int) error {
	if len(r.Bodies) == 0 {
		if err := o.lookFor(r, name); err != nil {
			return err
		}
	}
	bots := 0
	for i := range r.Bodies {
		b := &r.Bodies[i]
		if i > 0 && (bots == watched || r.Tick == r.Begins || b.Only != "") {
			continue
		}
		w, err := o.play(name)
		if err != nil {
			return err
		}
		err = o.lookAt(r, b, w, of)
		w.close()
		if err != nil {
			return err
		}
		if b.Node != nil || len(b.Changed) > 0 {
			bots++
		}
	}
	return nil
}

// lookFor finds out who there is of those that may differ.
func (o *Options) lookFor(r *Report, name string) error {
	w, err := o.play(name)
	if err != nil {
		return err
	}
	defer w.close()
	r.Seconds = float64(r.Tick) / w.s.Scene().Setup.TickRate
	if r.Tick > w.rec.Begins {
		_, err = w.to(r.Tick - 1)
	}
	if err != nil {
		return err
	}
	var ids []components.ID
	for _, id := range r.Among {
		for ; id < w.s.World().NextID(); id += live.SameBuckets {
			if w.s.World().Alive(id) {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) != len(r.Among) || !r.exact || len(ids) > maxBodies {
		r.Among = ids
		return nil
	}
	memory := slices.Index(r.Parts, "memory")
	for _, id := range ids {
		r.Bodies = append(r.Bodies, Body{ID: id, Body: memory < 0 || len(r.Parts) > 1, Memory: memory >= 0})
	}
	r.Among = nil
	return nil
}

func (o *Options) lookAt(r *Report, b *Body, w *witness, of int) error {
	r.Seconds = float64(r.Tick) / w.s.Scene().Setup.TickRate
	if r.Tick > w.rec.Begins {
		switch d, err := w.to(r.Tick - 1); {
		case err != nil:
			return err
		case d != nil:
			return d
		}
		if _, err := w.replay.Before(); err != nil {
			return err
		}
	}
	g := w.s.Game()
	names := func() {
		for i := range r.Bodies {
			if b := &r.Bodies[i]; g.World.Alive(b.ID) {
				b.Name = g.NameOf(b.ID)
				if class := g.World.ClassOf(b.ID); class != ecs.Human {
					b.Class = g.Setup.Classes[class].ID
				}
			}
		}
	}
	names()
	if !g.World.Alive(b.ID) || r.Tick == w.rec.Begins {
		return nil
	}
	did := &trail{row: g.World.Brain.Of(b.ID).Row}
	if g.Watchers.Watch(b.ID, did.turnTo) != nil { // a player has no tree
		return nil
	}
	before, memory := g.Pools.Remembered(b.ID)
	w.s.Step()
	names()
	if after, now := g.Pools.Remembered(b.ID); b.Memory && before == after {
		for _, n := range after.Tree.Differ(memory, now) {
			if node := nodeOf(after, n); node != nil {
				b.Remembers = append(b.Remembers, *node)
			}
		}
	}
	side := of
	if w.replay.After() != nil { // it goes the other way from here
		side = 1 - of
	}
	r.Witness = r.Runs[side]
	b.Node = did.decided(b.Actions[side])
	if len(r.Files) > 0 {
		other, err := o.treeOf(b.ID, r.Runs[1-of], r.Tick-1)
		if err != nil {
			return err
		}
		b.Changed = did.changed(other)
	}
	if other := b.Actions[1-side]; other != "" && other != b.Actions[side] {
		b.Others = did.uses(other)
	}
	return nil
}

// treeOf returns the tree that a bot has in the recording of a file after a tick; nil where this
// build plays that another way, or there is no such bot.
func (o *Options) treeOf(id components.ID, name string, tick int64) (*run.Program, error) {
	w, err := o.play(name)
	if err != nil {
		return nil, err
	}
	defer w.close()
	if d, err := w.to(tick); err != nil || d != nil {
		return nil, err
	}
	p, _ := w.s.Game().Watchers.ProgramOf(id)
	return p, nil
}

// trail records the work of the tree of one bot in a tick.
type trail struct {
	row     int32 // of the bot, in the pool of its tree
	program *run.Program
	leaves  []visit
	asked   map[tree.NodeID]host.Status // what nodes answered last
}

type visit struct {
	node   tree.NodeID
	status host.Status
}

var _ run.Tracer = (*trail)(nil)

func (p *trail) turnTo(to *run.Program) run.Tracer {
	if to != p.program {
		p.program, p.leaves, p.asked = to, nil, map[tree.NodeID]host.Status{}
	}
	return p
}

// Leaf notes a leaf of the bot.
func (p *trail) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && row == p.row {
		p.leaves = append(p.leaves, visit{n, s})
		p.asked[n] = s
	}
}

// Node notes another node of the bot.
func (p *trail) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && row == p.row {
		p.asked[n] = s
	}
}

// changed returns the nodes that were asked and say something else in another version of the tree.
// Of one with more nodes or fewer only the first that is not the same can be told.
func (p *trail) changed(other *run.Program) (all []Change) {
	if p.program == nil || other == nil {
		return nil
	}
	mine, theirs := treedraw.Of(p.program).Nodes, treedraw.Of(other).Nodes
	for i := range min(len(mine), len(theirs)) {
		a, b := nodeIn(&mine[i]), nodeIn(&theirs[i])
		if a.Kind == b.Kind && a.Detail == b.Detail {
			continue
		}
		if status, ok := p.asked[mine[i].ID]; ok {
			a.Status = status.String()
			all = append(all, Change{*a, *b})
		}
		if len(mine) != len(theirs) {
			break
		}
	}
	return all
}

func nodeIn(d *treedraw.Node) *Node {
	return &Node{File: d.File, Line: d.Line, Col: d.Col, Kind: d.Kind, Detail: d.Detail}
}

// decided returns the node of the leaf that decided what the bot does, an action of that name:
// the last that did not fail. Where none has, it is the last that was asked at all.
func (p *trail) decided(action string) *Node {
	for i := len(p.leaves) - 1; i >= 0; i-- {
		v := p.leaves[i]
		if a := p.action(v.node); v.status != host.Failure && a != "" && (a == action || action == "") {
			return p.node(v)
		}
	}
	if n := len(p.leaves); n > 0 {
		return p.node(p.leaves[n-1])
	}
	return nil
}

// action returns the name of the action of a node that is a leaf; empty for others.
func (p *trail) action(n tree.NodeID) string {
	leaf := int(p.program.Tree.Nodes[n].Leaf)
	if p.program.Tree.Nodes[n].NKid > 0 || leaf >= len(p.program.Tree.Leaves) || p.program.Tree.Leaves[leaf].Action == nil {
		return ""
	}
	return p.program.Tree.Leaves[leaf].Action.Name
}

// uses lists the nodes with an action of that name.
func (p *trail) uses(action string) (all []Node) {
	if p.program == nil {
		return nil
	}
	for _, d := range treedraw.Of(p.program).Nodes {
		if p.action(d.ID) == action {
			all = append(all, *nodeIn(&d))
		}
	}
	return all
}

func (p *trail) node(v visit) *Node {
	n := nodeOf(p.program, v.node)
	if n != nil {
		n.Status = v.status.String()
	}
	return n
}

// nodeOf returns a node of a tree; nil for the tree as a whole.
func nodeOf(p *run.Program, n tree.NodeID) *Node {
	for _, d := range treedraw.Of(p).Nodes {
		if d.ID == n {
			return nodeIn(&d)
		}
	}
	return nil
}
