// Package mindtest plays tests of trees as files with agents of a game's own world, for package
// thickettest and for the tool of a game.
package mindtest

import (
	"bytes"
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/mind"
)

// RunnerOf makes what plays tests of minds, with agents that a function makes; nil for none.
func RunnerOf[A comparable](o mind.Options[A], newAgent func(name string, x, y float64) A) (r treetest.Runner, err error) {
	minds, err := mind.New(o)
	if err != nil {
		return r, err
	}
	var names bytes.Buffer
	if err := minds.Manifest(&names); err != nil {
		return r, err
	}
	if r.Vocabulary, err = vocabulary.Parse("mind.Options", names.Bytes(), limit.Values{}); err != nil {
		return r, err
	}
	if r.Registry, err = trees.RegistryOf(r.Vocabulary, nil); err != nil || newAgent == nil {
		return r, err
	}
	r.Workers = 1
	s := &stage{minds: minds, newAgent: func(name string, x, y float64) any { return newAgent(name, x, y) }}
	r.Real = &treetest.Real{Prepare: s.open, TickRate: 60}
	if o.Step > 0 {
		r.Real.TickRate = 1 / o.Step
	}
	r.Real.Registry, err = trees.RegistryOf(r.Vocabulary, &vocabulary.Real{Registry: s.registry(), Scripted: s.isScripted})
	return r, err
}

// stage is where agents play: the session of the test that is played.
type stage struct {
	minds    any
	newAgent func(name string, x, y float64) any

	cast   *vocabulary.Cast
	game   *live.Session
	bodies map[components.ID]int32 // of agents, by the ids of bots
	ids    []components.ID         // by body
	// written is what the stage has made of states. A test scripts those that differ.
	written  map[written]host.Value
	scripted map[written]bool
}

// written is a state of a bot.
type written struct {
	id   components.ID
	name string
}

// open begins a session.
func (s *stage) open(game *live.Session) {
	s.cast, s.game = vocabulary.CastOf(s.minds), game
	s.bodies, s.ids = map[components.ID]int32{}, nil
	s.written, s.scripted = map[written]host.Value{}, map[written]bool{}
	w := game.Game().World
	w.AddOwn(ecs.Command, "agents", ecs.SystemFunc(func(*ecs.World) { s.each(s.sense) }))
	w.AddOwn(ecs.Publish, "agents", ecs.SystemFunc(func(*ecs.World) { s.each(s.publish) }))
}

// each calls a function for each bot.
func (s *stage) each(f func(id components.ID)) {
	w := s.game.Game().World
	for _, t := range w.Tables() {
		if t.Class == ecs.Human {
			continue
		}
		for _, who := range w.Identity.Column(t) {
			f(who.ID)
		}
	}
}

// sense makes the agent of a bot that begins, and finds out what the test scripts.
func (s *stage) sense(id components.ID) {
	if _, ok := s.bodies[id]; !ok {
		at := s.game.Game().World.Position.Get(id)
		body := int32(len(s.bodies))
		s.bodies[id], s.ids = body, append(s.ids, id)
		s.cast.Put(body, s.newAgent(s.game.Game().NameOf(id), float64(at.X), float64(at.Y)))
	}
	for _, name := range host.SymbolsOf(s.game.Game().Setup.Registry).KeyNames() {
		key := written{id, name}
		if value := s.state(id, name); value.Kind() != host.Null && value != s.written[key] {
			s.scripted[key] = true
		}
	}
	s.publish(id)
}

// state is the value of a state of a bot; null for none.
func (s *stage) state(id components.ID, name string) host.Value {
	g := s.game.Game()
	symbols := host.SymbolsOf(g.Setup.Registry)
	key, ok := symbols.FindKey(name)
	slot := g.World.Slot(id)
	if column := g.World.StateColumn(int(key)); ok && slot >= 0 && int(slot) < len(column) && host.Sym(column[slot]) != host.Missing {
		return symbols.Value(host.Sym(column[slot]))
	}
	return host.NullValue
}

// publish gives a bot the place and the values of its agent, except those that the test scripts.
func (s *stage) publish(id components.ID) {
	body, ok := s.bodies[id]
	if !ok { // it came in this tick
		return
	}
	g := s.game.Game()
	if at := g.World.Position.Of(id); at != nil && s.cast.Position != nil {
		x, y := s.cast.Position(body)
		if sum := x + y; !math.IsNaN(sum) && !math.IsInf(sum, 0) {
			at.X, at.Y = float32(x), float32(y)
		}
	}
	for name, of := range s.cast.States {
		key := written{id, name}
		if s.scripted[key] {
			continue
		}
		if value := of(body); value != s.written[key] && g.SetState(id, name, value) == nil {
			s.written[key] = s.state(id, name)
		}
	}
}

// isScripted reports whether the test says what a leaf answers.
func (s *stage) isScripted(bot host.BotID, name string) bool { return s.scripted[written{bot, name}] }

// registry offers leaves that are called for the agents of the session that is played.
func (s *stage) registry() *host.Registry {
	reg := &host.Registry{}
	own := vocabulary.CastOf(s.minds).Registry // for what they are like
	add := func(err error) {
		if err != nil {
			panic(err) // the other registry has taken the same
		}
	}
	for _, name := range own.ActionNames() {
		a := *own.Action(name)
		if begin := a.Begin; begin != nil {
			a.Begin = func(c *host.Call) { s.call(c, func(c *host.Call) { s.cast.Registry.Action(name).Begin(c) }) }
		}
		if end := a.End; end != nil {
			a.End = func(c *host.Call) { s.call(c, func(c *host.Call) { s.cast.Registry.Action(name).End(c) }) }
		}
		a.Tick = func(c *host.Call) (answer host.Status) {
			s.call(c, func(c *host.Call) { answer = s.cast.Registry.Action(name).Tick(c) })
			return answer
		}
		add(reg.AddAction(a))
	}
	for _, name := range own.FuncNames() {
		f := *own.Func(name)
		if reg.Func(name) != nil { // a number compared with a limit, which that brings
			continue
		}
		f.Eval = func(c *host.Call) (value host.Value) {
			s.call(c, func(c *host.Call) { value = s.cast.Registry.Func(name).Eval(c) })
			return value
		}
		add(reg.AddFunc(f))
	}
	return reg
}

// call calls a leaf for the agent of a bot.
func (s *stage) call(c *host.Call, leaf func(*host.Call)) {
	body, ok := s.bodies[c.Bot]
	if !ok {
		panic(fmt.Sprintf("the bot %d begins with the next tick", c.Bot))
	}
	own := *c
	own.Body, own.World = body, others{c.World, s}
	leaf(&own)
	own.Body, own.World = c.Body, c.World
	own.Hold()
	*c = own
}

// others is the world of a test, in which agents see each other as in their own.
type others struct {
	host.World
	stage *stage
}

// Nearest is [host.World.Nearest], by bodies of agents.
func (o others) Nearest(me int32, f host.FacetID) int32 {
	s := o.stage
	nearest, best := int32(-1), math.Inf(1)
	if f == host.Nobody || s.cast.Position == nil {
		return nearest
	}
	x, y := s.cast.Position(me)
	for i, id := range s.ids {
		other := int32(i)
		if other == me || !s.game.Game().World.Alive(id) || s.cast.Alive != nil && !s.cast.Alive(other) || !s.matches(f, me, other) {
			continue
		}
		ox, oy := s.cast.Position(other)
		if d := float64((ox-x)*(ox-x)) + float64((oy-y)*(oy-y)); d < best {
			nearest, best = other, d
		}
	}
	return nearest
}

// matches reports whether an agent is of a facet, as seen by another.
func (s *stage) matches(f host.FacetID, me, other int32) bool {
	if f == host.Everyone {
		return true
	}
	symbols := host.SymbolsOf(s.game.Game().Setup.Registry)
	facet := symbols.Facets()[f-1]
	name := symbols.KeyNames()[facet.Key]
	if related := s.cast.Relations[name]; related != nil {
		return related(me, other) == symbols.Value(facet.Value).Bool()
	}
	if of := s.cast.States[name]; of != nil {
		value, ok := symbols.FindSym(of(other))
		return ok && value == facet.Value
	}
	return false
}
