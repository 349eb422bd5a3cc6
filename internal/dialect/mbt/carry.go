package mbt

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// replaced reports whether a node in Lua is something else in the new version of its tree, or has a
// memory that cannot go over into the state of edited files.
func (s *semantics) replaced(x *run.Exec, n tree.NodeID, m *run.Migration) bool {
	own := func(t *tree.Tree, n tree.NodeID) bool {
		switch opOf(&t.Nodes[n]) {
		case opAction, opComposite:
			return isOwn(t.Leaves[t.Nodes[n].Leaf].Action) != nil
		}
		return false
	}
	to := m.To.Semantics.(*semantics)
	if !own(m.From.Tree, n) || s.config.luaKey() == to.config.luaKey() {
		return false
	}
	lw := s.share(x).lua
	r := lw.record(x.Bot, n)
	return !own(m.To.Tree, m.New(n)) || r != nil && !lw.isPlain(r.V(), map[*machine.Table]bool{})
}

// isPlain reports whether a value can go over into another state: it is a number, a text, a truth
// value, an entity, or a table of such.
func (lw *luaWorld) isPlain(v machine.Value, met map[*machine.Table]bool) bool {
	t := v.Table()
	if t == nil {
		switch v.Kind() {
		case machine.KindNil, machine.KindBool, machine.KindNumber, machine.KindText:
			return true
		}
		return false
	}
	if _, is := lw.entities.ID(t); is || met[t] {
		return true
	}
	met[t] = true
	for k, v := range t.Pairs {
		if !lw.isPlain(k, met) || !lw.isPlain(v, met) {
			return false
		}
	}
	return t.Host() == nil
}

// carryLua keeps what scripts hold for the nodes of a bot that run on in a new version of its tree:
// the memory of nodes in Lua, under their new numbers and with their new attributes, and the goal
// pipes that run. Where files of Lua were edited, that goes over into their new state.
func (s *semantics) carryLua(x, was *run.Exec, m *run.Migration) {
	sh, _ := x.Shared.(*share)
	before, _ := was.Shared.(*share)
	if sh == nil || sh.lua == nil {
		return
	}
	lw := sh.lua
	if before == nil || before.lua == nil {
		return
	}
	old, c := before.lua, carrier{from: before.lua, to: lw}
	if old.records(x.Bot) != nil || lw.records(x.Bot) != nil {
		lw.state.SetField(lw.entities.Of(x.Bot), recordsField, c.records(x, m))
	}
	if old == lw {
		return
	}
	for _, name := range [...]string{pipeField, selectedField} {
		v := machine.Nil
		if e := old.entities.Known(x.Bot); e != nil {
			v = c.value(e.Field(name))
		}
		if !v.IsNil() || lw.entities.Known(x.Bot) != nil {
			lw.state.SetField(lw.entities.Of(x.Bot), name, v)
		}
	}
}

// records returns the records of a bot for the new version of its tree; nil for none.
func (c *carrier) records(x *run.Exec, m *run.Migration) machine.Value {
	now, was := machine.Nil, c.from.records(x.Bot)
	if was == nil {
		return now
	}
	for k, v := range was.Pairs {
		o, _ := k.Number()
		n := m.New(tree.NodeID(o))
		if n == 0 || !runs(x, n) || isOwn(x.Tree.Leaves[x.Tree.Nodes[n].Leaf].Action) == nil {
			continue
		}
		kept := c.value(v)
		if kept.Table() == nil {
			continue // it is entered anew
		}
		c.to.state.SetField(kept.Table(), recordAttributes, c.to.attributesOf(x, n).V())
		if now.IsNil() {
			now = c.to.state.NewTable().V()
		}
		c.to.state.Set(now.Table(), machine.Number(float64(n)), kept)
	}
	return now
}

// carrier copies what a state of Lua holds into another one.
type carrier struct {
	from, to *luaWorld
	done     map[*machine.Table]*machine.Table
}

// value copies a value that is plain. It is nil where that is not, and where there is no room.
func (c *carrier) value(v machine.Value) (copied machine.Value) {
	if c.from == c.to {
		return v
	}
	if !c.from.isPlain(v, map[*machine.Table]bool{}) {
		return machine.Nil
	}
	c.done = map[*machine.Table]*machine.Table{}
	if fault := c.to.state.Protect(c.to.budget, func() { copied = c.copy(v) }); fault != nil {
		return machine.Nil
	}
	return copied
}

func (c *carrier) copy(v machine.Value) machine.Value {
	t := v.Table()
	if t == nil {
		if text, isText := v.Text(); isText {
			return machine.String(text)
		}
		return v
	}
	if bot, is := c.from.entities.ID(t); is {
		return c.to.entities.Of(bot).V()
	}
	if c.done[t] != nil {
		return c.done[t].V()
	}
	to := c.to.state.NewTable()
	c.done[t] = to
	for k, v := range t.Pairs {
		if name, isText := k.Text(); isText {
			c.to.state.SetField(to, name, c.copy(v))
		} else {
			c.to.state.Set(to, c.copy(k), c.copy(v))
		}
	}
	return to.V()
}
