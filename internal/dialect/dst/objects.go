package dst

import (
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// The kinds of records of what scripts hold of a machine.
const (
	recordEntity = graph.RecordOwn + iota
	recordNode
	recordBT
	recordBrain
	recordParts
	recordTask
	recordThread
	recordStub
)

// objects are what scripts hold of a machine.
type objects struct {
	m     *troupe
	reads bool
	hosts map[*machine.Function]tree.Leaf // those that were read
}

var _ graph.Objects = (*objects)(nil)

// kept is what Go keeps for an object of scripts; nil for any other value.
func kept(v machine.Value) any {
	if d := v.Data(); d != nil {
		return d.Value
	}
	return script.Handle(v)
}

func (o *objects) Kind(v machine.Value) (byte, error) {
	switch kept(v).(type) {
	case *stage.Entity:
		return recordEntity, nil
	case *nodes.Node:
		return recordNode, nil
	case *nodes.BT:
		return recordBT, nil
	case *brain:
		return recordBrain, nil
	case *stage.Parts:
		return recordParts, nil
	case *stage.Task:
		return recordTask, nil
	case *stage.Thread:
		return recordThread, nil
	case *script.Stub:
		return recordStub, nil
	}
	return 0, nil
}

func (o *objects) New(kind byte, _ any) machine.Value {
	switch kind {
	case recordEntity:
		return o.m.stage.NewEntity().Object().V()
	case recordNode:
		return o.m.Decoded().Obj().V()
	case recordBT:
		return o.m.NewBT().Object().V()
	case recordBrain:
		return newBrain(o.m).V()
	case recordParts:
		return o.m.stage.NewParts(nil).V()
	case recordTask:
		return o.m.stage.NewTask().Obj.V()
	case recordThread:
		return o.m.stage.NewThread().Obj.V()
	case recordStub:
		return o.m.BlankStub().Obj.V()
	}
	return machine.Nil
}

// Code visits what Go keeps for an object, and what is in its table.
func (o *objects) Code(c script.Codec, v machine.Value) {
	h := kept(v)
	codeHandle(c, h)
	if t := v.Table(); t != nil {
		c.Content(t)
	}
	if e, ok := h.(*stage.Entity); ok && o.reads && e.Bot != nil && e.Bot.Mind == nil { // the stage knows no more of it than that it is a bot
		b := o.m.newBot(o.m.home, -1, nil)
		b.Entity, b.Parked = e, e.Bot.Parked
		e.Bot = &b.Actor
	}
}

// codeHandle visits the Go side of an object.
func codeHandle(c script.Codec, h any) {
	switch h := h.(type) {
	case *stage.Entity:
		h.Code(c)
	case *nodes.Node:
		h.Code(c)
	case *nodes.BT:
		h.Code(c)
	case *brain:
		h.code(c)
	case *stage.Parts:
		h.Code(c)
	case *stage.Task:
		h.Code(c)
	case *stage.Thread:
		h.Code(c)
	case *script.Stub:
		h.Code(c)
	}
}

// Make makes a function by its word, see made.go.
func (o *objects) Make(f *machine.Function, what string, with []machine.Value) bool {
	made := o.m.Remade(what, with)
	if made == nil {
		return false
	}
	f.Become(made)
	if what == script.MadeHost {
		o.hosts[f], _ = o.m.LeafNamed(script.Text(with[0]), with[1:])
	}
	return true
}
