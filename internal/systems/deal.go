package systems

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// apart are the actions that strips can carry out: each looks at the bot itself and at the
// nearest body of its facet, and no farther.
var apart = map[string]bool{"chase_nearest": true, "flee_nearest": true, "wander": true}

// Unsplittable says why the game cannot be played as strips of its field, all reasons with
// their places, or nil where it can: where all that a tick does is known to follow from what a
// strip has, see [Strip].
func (g *Game) Unsplittable() error {
	var list syntax.List
	refuse := func(p syntax.Pos, format string, args ...any) { list.Errorf(p, format, args...) }
	nowhere := syntax.Pos{}
	if g.mover != nil || g.own != nil || !Asleep(g) {
		refuse(nowhere, "an arena: what bodies do to each other, and what lies on its field, is kept in one place; wanted a scene of trees and contact rules alone")
	} else {
		for stage := range ecs.Publish + 1 {
			if n := g.World.Systems(stage); n > 1 || stage == ecs.Command && n > 0 {
				refuse(nowhere, "a system of the game's own in the stage %v: what it reads is not known", stage)
			}
		}
	}
	if g.field.X != 0 || g.field.Y != 0 {
		refuse(nowhere, "a field of %s, wanted one that begins at (0, 0)", g.Setup.Extent())
	}
	if n := len(g.held.ids); n > 0 {
		refuse(nowhere, "%d bots that are held, wanted none", n)
	}
	if n := len(g.stations); n > 0 {
		refuse(nowhere, "%d bots that were given a spot, wanted none", n)
	}
	if n := g.World.Count(ecs.Human); n > 0 {
		refuse(nowhere, "%d players, wanted none: they are steered by commands, which come to one place", n)
	}
	for class := range g.classes {
		if g.World.Count(class) > 0 {
			g.unsplittable(class, refuse)
		}
	}
	for i := range g.Setup.Rules {
		for _, c := range []*Condition{&g.Setup.Rules[i].From, &g.Setup.Rules[i].To} {
			if !c.Plain {
				refuse(placeOf(c.Program.Tree, 0), "a condition of a rule that is a tree, wanted values of state: a tree may look around")
			}
		}
	}
	if len(g.nursery.births)+len(g.nursery.gone)+len(g.nursery.hidden)+len(g.Mail.signals.sent)+len(g.changes.list) > 0 {
		refuse(nowhere, "a game in which births, signals or changes of state are under way")
	}
	return list.Err()
}

// unsplittable tells what of a class no strip can do.
func (g *Game) unsplittable(class int, refuse func(p syntax.Pos, format string, args ...any)) {
	c, s := &g.Setup.Classes[class], &g.classes[class]
	p := s.program
	switch {
	case p == nil:
		refuse(syntax.Pos{}, "class %q chooses its trees by state.behavior, wanted one tree for all of its bots", c.ID)
		return
	case s.pinned > 0 || p != c.Program || g.variant(class, p) != p || len(s.set) > 0:
		refuse(syntax.Pos{}, "class %q has bots with other trees than the scene gives them, or other numbers in them", c.ID)
		return
	case g.Tuning.floor(class) > g.World.Count(class):
		refuse(syntax.Pos{}, "class %q has %d bots and a minCount of %d: the next are born in an order that is that of one world", c.ID, g.World.Count(class), g.Tuning.floor(class))
	}
	t, told := p.Tree, map[string]bool{}
	for i := range t.Leaves {
		l := &t.Leaves[i]
		what := "condition"
		if l.Action != nil {
			what = "action"
		}
		if name := l.Name(); (l.Action == nil || !apart[name]) && !told[name] { // the first of each is enough
			told[name] = true
			refuse(placeOf(t, i), "%s %q: what it looks at is not known, wanted chase_nearest, flee_nearest and wander alone", what, name)
		}
	}
	if len(told) > 0 {
		return
	}
	if _, ok := p.Semantics.(run.LaneTicker); !ok || t.Bits > 0 {
		refuse(placeOf(t, 0), "the tree of class %q remembers what it did, wanted one that decides anew in each tick", c.ID)
	} else if !byGroups(p) {
		refuse(placeOf(t, 0), "the tree of class %q cannot be evaluated by groups of bots", c.ID)
	}
}

// placeOf returns where the node of a leaf stands, or the first root.
func placeOf(t *tree.Tree, leaf int) syntax.Pos {
	for n := range t.Nodes {
		if n > 0 && leaf < len(t.Leaves) && int(t.Nodes[n].Leaf) == leaf && len(t.Kids(tree.NodeID(n))) == 0 && n < len(t.Spans) {
			return t.Spans[n].Start
		}
	}
	if len(t.Entries) > 0 && int(t.Entries[0]) < len(t.Spans) {
		return t.Spans[t.Entries[0]].Start
	}
	return syntax.Pos{}
}

// StripOptions returns the options of the strips that the game is dealt to, except their numbers.
func (g *Game) StripOptions(of int) StripOptions {
	o := StripOptions{Of: of, Seed: g.seed, Tick: g.World.Clock().Tick, Bots: g.World.Len()}
	for _, t := range g.World.Tables() {
		for _, v := range g.World.Speed.Rows(t) {
			o.Top = max(o.Top, float64(v.MPS))
		}
	}
	return o
}

// Deal deals the bodies to strips: what each is to [Strip.Take]. The game keeps them, as they
// are now; PassBy and Lay bring them up to date with the strips.
func (g *Game) Deal(of int) [][]byte {
	hands := make([]hand, of)
	for i := range hands {
		hands[i].Actions = make([]int64, len(g.Counts.actions))
	}
	copy(hands[0].Actions, g.Counts.actions)
	at := edges(g.Setup, of)
	for id := range ecs.Bodies(g.World) {
		t := g.traveller(id, g.World.Position.Get(id), g.World.Heading.Get(id))
		h := &hands[stripOf(at, t.X)]
		h.Bodies = append(h.Bodies, t)
	}
	dealt := make([][]byte, of)
	for i := range hands {
		dealt[i] = encode(&hands[i])
	}
	return dealt
}

// PassBy takes in a tick that strips have played: its contacts, and their consequences.
// Lay tells of the places and decisions of bodies.
func (g *Game) PassBy(contacts []session.Contact) error {
	for _, c := range contacts {
		if c.Rule < 0 || c.Rule >= len(g.contact.rules) || !g.World.Alive(c.From) || !g.World.Alive(c.To) {
			return fmt.Errorf("a contact of %d and %d by rule %d", c.From, c.To, c.Rule)
		}
	}
	host.SymbolsOf(g.Setup.Registry).Sweep()
	g.sync()
	g.playing = true
	now := g.World.Clock().Tick + 1
	g.World.PassTo(now)
	g.contact.made = g.contact.made[:0]
	rules := contactSystem{g: g}
	for _, c := range contacts {
		rules.touch(c.Rule, g.World.Slot(c.From), g.World.Slot(c.To), now)
	}
	g.playing = false
	g.Faults.publish()
	return nil
}

// holding holds the bodies of a strip after a tick, as columns, beside what follows from
// contacts.
type holding struct {
	Tick    int64
	Actions []int64
	ID      []components.ID
	At      []components.Position
	Heading []components.Heading
	Decided []herdTicket
}

// Held encodes the bodies of the strip, for [Game.Lay].
func (s *Strip) Held() []byte {
	g := s.g
	h := holding{Tick: g.World.Clock().Tick, Actions: g.Counts.actions}
	for _, t := range g.World.Tables() {
		if t.Class == ecs.Human {
			continue
		}
		for _, row := range g.World.Identity.Rows(t) {
			h.ID = append(h.ID, row.ID)
		}
		h.At = append(h.At, g.World.Position.Rows(t)...)
		h.Heading = append(h.Heading, g.World.Heading.Rows(t)...)
		for _, st := range g.World.State.Rows(t) {
			h.Decided = append(h.Decided, g.ticket(st.Slot))
		}
	}
	return encode(&h)
}

// ticket returns the last decision of a body of a herd.
func (g *Game) ticket(slot int32) herdTicket {
	action, target, steers := g.herds.Decided(slot)
	t := herdTicket{Action: action, Target: target}
	if steers {
		t.Steers = 1
	}
	return t
}

// Lay gives the bodies the values that all strips hold after the tick that was passed by last. Then
// the game is as if it had been played in one world.
func (g *Game) Lay(held [][]byte) error {
	total := make([]int64, len(g.Counts.actions))
	bodies := 0
	for strip, b := range held {
		var h holding
		if err := decode(b, &h); err != nil {
			return err
		}
		n := len(h.ID)
		if bodies += n; h.Tick != g.World.Clock().Tick || len(h.Actions) != len(total) || len(h.At) != n || len(h.Heading) != n || len(h.Decided) != n {
			return fmt.Errorf("strip %d holds %d, %d, %d and %d values of tick %d, wanted those of tick %d", strip+1, n, len(h.At), len(h.Heading), len(h.Decided), h.Tick, g.World.Clock().Tick)
		}
		for i, times := range h.Actions {
			total[i] += times
		}
		for i, id := range h.ID {
			if !g.World.Alive(id) || g.herds.Of(g.World.ClassOf(id)) == nil {
				return fmt.Errorf("strip %d holds body %d, which the game has not", strip+1, id)
			}
			*g.World.Position.Of(id), *g.World.Heading.Of(id) = h.At[i], h.Heading[i]
			if t := h.Decided[i]; !g.herds.Decide(g.World.Slot(id), t.Action, host.BotID(t.Target), t.Steers != 0) {
				return fmt.Errorf("strip %d: action %d of body %d", strip+1, t.Action, id)
			}
		}
	}
	if bodies != g.World.Len() {
		return fmt.Errorf("strips hold %d bodies, wanted %d", bodies, g.World.Len())
	}
	copy(g.Counts.actions, total)
	g.sync()
	var load reloading
	for _, t := range g.World.Tables() {
		if g.herds.Of(t.Class) != nil {
			load.run(g, t, true)
		}
	}
	g.herds.spread = false
	return nil
}

// StripEdges returns the x, in metres, between which a strip has its bodies.
func StripEdges(s *Setup, of, at int) (from, to float32) {
	all := edges(s, of)
	return all[at], all[at+1]
}
