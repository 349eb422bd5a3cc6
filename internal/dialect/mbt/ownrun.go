package mbt

import (
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// ownTick is the Tick of a node in Lua.
func ownTick(c *host.Call) host.Status {
	if v, ok := c.Script(nodeUpdate); ok {
		return host.Status(v.Number())
	}
	return host.Failure
}

// ownMoment returns a hook of a node in Lua that calls one of its functions.
func ownMoment(moment string) func(*host.Call) {
	return func(c *host.Call) { c.Script(moment) }
}

func ownEvent(c *host.Call, e host.Event) {
	c.Script(nodeEvent, host.StringValue(c.EventName(e)), e.Arg)
}

func ownText(c *host.Call) string {
	v, _ := c.Script(nodeDebug)
	return v.Text()
}

// recordsField is the field of an entity that has the records of its nodes in Lua, by their
// numbers, while these run. A script cannot write a name with that byte by accident.
const recordsField = "\x00nodes"

// The fields of a record.
const (
	recordMemory     = "memory"
	recordAttributes = "attributes"
	recordText       = "text" // that the node told of itself in its last update
)

// records returns the records of a bot; nil where it has none.
func (lw *luaWorld) records(bot host.BotID) *machine.Table {
	if e := lw.entities.Known(bot); e != nil {
		return e.Field(recordsField).Table()
	}
	return nil
}

// record returns the record of a node that runs; nil where there is none.
func (lw *luaWorld) record(bot host.BotID, n tree.NodeID) *machine.Table {
	if all := lw.records(bot); all != nil {
		return all.Get(machine.Number(float64(n))).Table()
	}
	return nil
}

// beginRecord makes a record for a node that is entered.
func (lw *luaWorld) beginRecord(x *run.Exec, n tree.NodeID) {
	all := lw.records(x.Bot)
	if all == nil {
		all = lw.state.NewTable()
		lw.state.SetField(lw.entities.Of(x.Bot), recordsField, all.V())
	}
	r := lw.state.NewTable()
	lw.state.SetField(r, recordMemory, lw.state.NewTable().V())
	lw.state.SetField(r, recordAttributes, lw.attributesOf(x, n).V())
	lw.state.Set(all, machine.Number(float64(n)), r.V())
}

// endRecord drops the record of a node that was left.
func (lw *luaWorld) endRecord(bot host.BotID, n tree.NodeID) {
	all := lw.records(bot)
	if all == nil {
		return
	}
	lw.state.Set(all, machine.Number(float64(n)), machine.Nil)
	if first, _, _ := all.Next(machine.Nil); first.IsNil() {
		lw.state.SetField(lw.entities.Of(bot), recordsField, machine.Nil)
	}
}

// attributesOf makes the table of the attributes of a node, in which its elements are a list.
func (lw *luaWorld) attributesOf(x *run.Exec, n tree.NodeID) *machine.Table {
	leaf := &x.Tree.Leaves[x.Tree.Nodes[n].Leaf]
	t := lw.state.NewTable()
	fill := func(t *machine.Table, params []host.Param, args []host.Value) {
		for i := range params {
			lw.state.SetField(t, params[i].Name, lua.FromHost(args[i]))
		}
	}
	fill(t, leaf.Params(), leaf.Args)
	for i := range leaf.Items {
		item, of := &leaf.Items[i], lw.state.NewTable()
		for j := range leaf.Action.Elements {
			if e := &leaf.Action.Elements[j]; e.Name == item.Name {
				fill(of, e.Params, item.Args)
			}
		}
		lw.state.SetField(of, "element", machine.String(item.Name))
		lw.state.SetAt(t, i+1, of.V())
	}
	return t
}

// runOwn does what a node in Lua does at a moment: its function gets the entity, the attributes,
// the memory of the node, and then what belongs to the moment.
func (s *semantics) runOwn(x *run.Exec, n tree.NodeID, own *ownNode, moment string, args []host.Value) (host.Value, bool) {
	lw := s.share(x).lua
	switch moment {
	case nodeEnter:
		lw.beginRecord(x, n)
		s.callOwn(x, n, own, nodeEnter)
	case nodeExit:
		s.callOwn(x, n, own, nodeExit)
		lw.endRecord(x.Bot, n)
	case nodeEvent:
		s.callOwn(x, n, own, nodeEvent, lua.FromHost(args[0]), lua.FromHost(args[1]))
	case nodeDebug:
		if r := lw.record(x.Bot, n); r != nil {
			text, _ := r.Field(recordText).Text()
			return host.StringValue(text), true
		}
		return host.StringValue(""), true
	case nodeUpdate:
		return host.IntValue(int64(s.updateOwn(x, n, own))), true
	}
	return host.NullValue, true
}

// updateOwn is the update of a node in Lua. One that runs without having been entered, because
// something else stood in its place until an edit, is entered now.
func (s *semantics) updateOwn(x *run.Exec, n tree.NodeID, own *ownNode) host.Status {
	lw := s.share(x).lua
	if lw.record(x.Bot, n) == nil {
		lw.beginRecord(x, n)
		s.callOwn(x, n, own, nodeEnter)
	}
	var more []machine.Value
	above := lw.above
	if lw.above = 0; x.Tree.Nodes[n].NKid > 0 {
		lw.above, more = n, []machine.Value{lw.children.V()}
	}
	v, ok := s.callOwn(x, n, own, nodeUpdate, more...)
	lw.above = above
	st := host.Failure
	switch answer, isText := v.Text(); {
	case !ok:
	case v == machine.Bool(true) || answer == "success":
		st = host.Success
	case answer == "running":
		st = host.Running
	case v != machine.Bool(false) && answer != "failure":
		found := machine.Show(v)
		if isText {
			found = strconv.Quote(shorten(answer))
		} else if v.Table() != nil || v.Function() != nil {
			found = aKind(v)
		}
		s.warn(x, n, `%s.%s returned %s, wanted true, false or "running"`, nodesTable, own.name, found)
	}
	if own.watched && st == host.Running {
		text, _ := s.callOwn(x, n, own, nodeDebug)
		if _, isText := text.Text(); !isText && !text.IsNil() {
			text = machine.String(machine.Show(text))
		}
		if r := lw.record(x.Bot, n); r != nil {
			lw.state.SetField(r, recordText, text)
		}
	}
	return st
}

// callOwn calls a function of a node in Lua; not ok where there is none, or where it failed.
func (s *semantics) callOwn(x *run.Exec, n tree.NodeID, own *ownNode, moment string, more ...machine.Value) (v machine.Value, ok bool) {
	lw := s.share(x).lua
	of := lw.nodes.Field(own.name)
	f := of.Function()
	if t := of.Table(); t != nil {
		f = t.Field(moment).Function()
	} else if moment != nodeUpdate {
		return machine.Nil, false
	}
	if f == nil {
		if moment == nodeUpdate {
			s.warn(x, n, "%s.%s is no node any more: a script has changed it", nodesTable, own.name)
		}
		return machine.Nil, false
	}
	r := lw.record(x.Bot, n)
	if r == nil { // it is told of something before its first update since an edit
		return machine.Nil, false
	}
	args := append([]machine.Value{lw.entities.Of(x.Bot).V(), r.Field(recordAttributes), r.Field(recordMemory)}, more...)
	v, err := s.luaTry(x, n, f, args...)
	if err != nil {
		s.warn(x, n, "%s.%s, %s: %s", nodesTable, own.name, err.Pos, textOfFault(err))
		return machine.Nil, false
	}
	return v, true
}

// makeChildren makes what the update of a node over others runs them by.
func (lw *luaWorld) makeChildren() {
	lw.children = lw.state.NewTable()
	method := func(name string, do func(x *run.Exec, of uint16, i int) machine.Value) {
		lw.state.SetField(lw.children, name, lw.state.NewFunction(name, func(c *machine.Call) int {
			if lw.exec == nil || lw.above == 0 || lw.above != lw.node {
				lw.state.Raise("children:%s: children are run in %s of the node over them alone", name, nodeUpdate)
			}
			x, of, i := lw.exec, uint16(lw.node), 0
			if name != "count" {
				if i = c.CheckWhole(2); i < 1 || i > x.Kids(of) {
					lw.state.Raise("children:%s: child %d of %d", name, i, x.Kids(of))
				}
			}
			c.Push(do(x, of, i-1))
			return 1
		}).V())
	}
	method("count", func(x *run.Exec, of uint16, _ int) machine.Value { return machine.Number(float64(x.Kids(of))) })
	method("run", func(x *run.Exec, of uint16, i int) machine.Value {
		switch x.RunKid(of, i) {
		case host.Success:
			return machine.Bool(true)
		case host.Running:
			return machine.String("running")
		}
		return machine.Bool(false)
	})
	method("runs", func(x *run.Exec, of uint16, i int) machine.Value { return machine.Bool(x.KidRuns(of, i)) })
	method("stop", func(x *run.Exec, of uint16, i int) machine.Value {
		x.StopKid(of, i)
		return machine.Nil
	})
}
