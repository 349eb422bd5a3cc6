package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
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
		case *task:
			return recordTask, nil
		case *thread:
			return 0, o.m.lua.Refuse(held.call, errThread)
		}
	case *entity:
		return recordEntity, nil
	case *node:
		return recordNode, nil
	case *bt:
		return recordBT, nil
	case *brain:
		return recordBrain, nil
	}
	return 0, nil
}

func (o *objects) New(kind byte, _ any) any {
	switch kind {
	case recordEntity:
		return &entity{}
	case recordNode:
		return &node{}
	case recordBT:
		return &bt{en: &o.m.engine}
	case recordBrain:
		return &brain{m: o.m}
	case recordTask:
		t := &task{}
		t.obj.Value, t.obj.Metatable = t, o.m.stage.taskMeta
		return &t.obj
	}
	return nil
}

func (o *objects) Code(c codec, object any) {
	if u, ok := object.(*glua.LUserData); ok {
		object = u.Value
	}
	codeHandle(c, object)
	if e, ok := object.(*entity); ok && o.reads {
		c.Later(func() { o.m.stage.serveParts(e) })
		if e.bot != nil && e.bot.mind == nil { // the stage knows no more of it than that it is a bot
			b := o.m.newBot(o.m.home, -1, nil)
			b.e, b.parked = e, e.bot.parked
			e.bot = &b.actor
		}
	}
}

// codeHandle visits the Go side of an object.
func codeHandle(c codec, h any) {
	switch h := h.(type) {
	case *entity:
		h.code(c)
	case *node:
		h.code(c)
	case *bt:
		h.code(c)
	case *brain:
		h.code(c)
	case *task:
		h.code(c)
	}
}

// Make makes a function by its word, see made.go.
func (o *objects) Make(f *glua.LFunction, of []glua.LValue) bool {
	what, with := of[0].String(), of[1:]
	made := o.m.makes(what, with)
	if made == nil {
		return false
	}
	*f = *o.m.L.NewClosure(made, of...)
	if what == madeHost {
		o.hosts[f], _ = o.m.leafNamed(with[0].String(), with[1:])
	}
	return true
}
