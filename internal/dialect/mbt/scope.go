package mbt

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// commons holds what the trees of one world share: scopes with a limited number of
// places, and Lua states.
type commons struct {
	rooms map[scopeName]*room
	lua   map[luaKey]*luaWorld
}

// room counts the bots of each group that are in a scope. Which bots these are is
// in their own memory, from which rooms can be counted again.
type room struct{ inside []uint32 }

func (r *room) of(group uint32) *uint32 {
	for len(r.inside) <= int(group) {
		r.inside = append(r.inside, 0)
	}
	return &r.inside[group]
}

// share is the part of the commons that one program uses.
type share struct {
	rooms []*room // by slot
	lua   *luaWorld
	code  []compiled // by script
}

// commonsKey is the key under which a world keeps its commons.
type commonsKey struct{}

// Share returns what the program shares with others in its world.
func (s *semantics) Share(w host.World) any {
	if len(s.scopeNames) == 0 && !s.usesLua() {
		return (*share)(nil)
	}
	fresh := func() any { return &commons{rooms: map[scopeName]*room{}, lua: map[luaKey]*luaWorld{}} }
	var c *commons
	if k, ok := host.Find[host.Keeper](w); ok {
		c = k.Keep(commonsKey{}, fresh).(*commons)
	} else {
		c = fresh().(*commons)
	}
	sh := &share{}
	for _, name := range s.scopeNames {
		if c.rooms[name] == nil {
			c.rooms[name] = &room{}
		}
		sh.rooms = append(sh.rooms, c.rooms[name])
	}
	if s.usesLua() {
		key := s.config.luaKey()
		if c.lua[key] == nil {
			lw, faults := newLuaWorld(s.config, c.rooms)
			for _, e := range faults {
				w.Fault(host.Fault{Tree: e.Pos.File, Pos: e.Pos.String(), Text: e.Msg})
			}
			c.lua[key] = lw
		}
		sh.lua = c.lua[key]
		sh.code = sh.lua.functions(s.scripts)
		s.namePipes(sh)
	}
	return sh
}

// usesLua reports whether there is code in the tree, or an action that calls scripts of the
// scene.
func (s *semantics) usesLua() bool { return len(s.scripts) > 0 || s.hooked }

func (s *semantics) share(x *run.Exec) *share { return x.Shared.(*share) }

// enterScope is GroupScope::OnInitialize: the bot gets in unless as many as the
// node allows are inside. A bot that is inside already does not count twice.
// Bots are asked by ascending id, so that the lowest gets a place that is free.
// Cases mbt-group-scope, mbt-group-scope-nested.
func (s *semantics) enterScope(x *run.Exec, node *tree.Node) (open bool) {
	sc := &s.scopes[node.Arg]
	group := uint32(0)
	if society, ok := host.Find[host.Society](x.World); ok && !sc.everyone {
		group = society.Group(x.Body)
	}
	inside := s.share(x).rooms[sc.slot].of(group)
	if *inside >= sc.allowed {
		return false
	}
	if member := &x.Env[s.env.scopes+sc.slot]; *member == 0 {
		*member = group + 1
		*inside++
	}
	return true
}

// leaveScope is GroupScope::OnTerminate. Of two scopes of one name within each
// other the inner gives back the place of both, as the original does.
func (s *semantics) leaveScope(x *run.Exec, node *tree.Node) {
	sc := &s.scopes[node.Arg]
	if member := &x.Env[s.env.scopes+sc.slot]; *member != 0 {
		*s.share(x).rooms[sc.slot].of(*member - 1)--
		*member = 0
	}
}

// Tally counts the places that a bot takes.
func (s *semantics) Tally(x *run.Exec, on bool) {
	for slot := range s.scopeNames {
		member := x.Env[s.env.scopes+slot]
		if member == 0 {
			continue
		}
		inside := s.share(x).rooms[slot].of(member - 1)
		if on {
			*inside++
		} else {
			*inside--
		}
	}
}

// signal is Signal::OnInitialize: the event comes to those it is meant for
// before the next tick. Cases mbt-signal-next-tick, mbt-signal-filter.
func (s *semantics) signal(x *run.Exec, n tree.NodeID, node *tree.Node) {
	society, ok := host.Find[host.Society](x.World)
	if !ok {
		s.warn(x, n, "nobody hears signals in this game")
		return
	}
	society.Signal(x.Body, host.Audience(node.Flags>>audienceShift&3), host.Event{ID: s.events[node.Arg]})
}
