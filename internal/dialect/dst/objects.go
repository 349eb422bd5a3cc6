package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// The kinds of records of what scripts hold of a machine.
const (
	recordEntity = lua.RecordOwn + iota
	recordNode
	recordBT
	recordBrain
	recordTask
)

// objects are what scripts hold of a machine.
type objects struct {
	m     *machine
	reads bool
	hosts map[*glua.LFunction]tree.Leaf // those that were read
}

var _ lua.Objects = (*objects)(nil)

func (o *objects) Kind(object any) (byte, error) {
	switch object := object.(type) {
	case *glua.LUserData:
		switch held := object.Value.(type) {
		case *stage.Task:
			return recordTask, nil
		case *stage.Thread:
			return 0, o.m.Lua.Refuse(held.Call, stage.ErrThread)
		}
	case *stage.Entity:
		return recordEntity, nil
	case *nodes.Node:
		return recordNode, nil
	case *nodes.BT:
		return recordBT, nil
	case *brain:
		return recordBrain, nil
	}
	return 0, nil
}

func (o *objects) New(kind byte, _ any) any {
	switch kind {
	case recordEntity:
		return &stage.Entity{}
	case recordNode:
		return &nodes.Node{}
	case recordBT:
		return &nodes.BT{Engine: &o.m.Engine}
	case recordBrain:
		return &brain{m: o.m}
	case recordTask:
		t := &stage.Task{}
		t.Obj.Value, t.Obj.Metatable = t, o.m.stage.TaskMeta
		return &t.Obj
	}
	return nil
}

func (o *objects) Code(c script.Codec, object any) {
	if u, ok := object.(*glua.LUserData); ok {
		object = u.Value
	}
	codeHandle(c, object)
	if e, ok := object.(*stage.Entity); ok && o.reads {
		c.Later(func() { o.m.stage.ServeParts(e) })
		if e.Bot != nil && e.Bot.Mind == nil { // the stage knows no more of it than that it is a bot
			b := o.m.newBot(o.m.home, -1, nil)
			b.Entity, b.Parked = e, e.Bot.Parked
			e.Bot = &b.Actor
		}
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
	case *stage.Task:
		h.Code(c)
	}
}

// Make makes a function by its word, see made.go.
func (o *objects) Make(f *glua.LFunction, of []glua.LValue) bool {
	what, with := of[0].String(), of[1:]
	made := o.m.Makes(what, with)
	if made == nil {
		return false
	}
	*f = *o.m.L.NewClosure(made, of...)
	if what == script.MadeHost {
		o.hosts[f], _ = o.m.LeafNamed(with[0].String(), with[1:])
	}
	return true
}
