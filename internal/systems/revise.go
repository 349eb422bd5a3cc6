package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
)

// Revision holds the changes that a new version of its files makes in a game that is being
// played.
type Revision struct {
	// Versions are new versions of programs, for wherever the old ones run.
	Versions []Version
	// Classes lists the classes of the setup, in its order. Program, State, SpeedMPS, Min,
	// Max and Tunables may differ.
	Classes     []Class
	Behaviors   []Behavior
	Rules       []Rule
	PlayerState []StateValue
}

// Version is a program and the one that replaces it.
type Version struct{ From, To *run.Program }

// Revised is the number of bots a revision was for.
type Revised struct {
	Versions []int // by version: bots that go on in it
	Classes  []int // by class: bots that were given a tree of another name, and begin it anew
}

// Revise changes a game between two ticks. Bots go on in the new versions of
// their trees, see [run.Migration]; their places, their classes and what was
// tuned stays. A new speed is that of all bots without an override, new counts
// and state are for bots to come. A rule keeps the cooldowns of the one that had
// its place in the list.
func (g *Game) Revise(r *Revision) Revised {
	done := Revised{Classes: make([]int, len(r.Classes))}
	for i := range g.classes {
		if g.classes[i].varied != nil {
			g.Tuning.runVariant(i, nil) // until the new tree is there
		}
	}
	next := map[*run.Program]*run.Program{}
	for _, v := range r.Versions {
		next[v.From] = v.To
		done.Versions = append(done.Versions, g.Pools.migrate(v))
	}
	before := slices.Clone(g.Setup.Classes)
	g.Setup.Revise(r)
	g.Pools.rename(r.Behaviors)
	for i, was := range before {
		if v, ok := next[was.Program]; ok {
			was.Program = v
		}
		// a class that was switched to another tree keeps that
		if p := r.Classes[i].Program; p != was.Program && g.classes[i].program == was.Program {
			done.Classes[i] = g.Pools.assign(i, p)
		}
		if r.Classes[i].SpeedMPS != was.SpeedMPS {
			g.Tuning.retune(i)
		}
		g.Pools.recall(i)
	}
	for i := range g.classes {
		g.Tuning.varyAgain(i)
	}
	g.contact.revise(g)
	for i := range g.classes {
		g.chooseHerd(i)
	}
	slices.SortFunc(g.Pools.order, g.Pools.compare)
	g.Pools.thinking.forget()
	return done
}

// Revise puts a revision into the setup alone.
func (s *Setup) Revise(r *Revision) {
	s.Behaviors, s.PlayerState, s.Rules = r.Behaviors, r.PlayerState, r.Rules
	copy(s.Classes, r.Classes)
}

// Runs reports whether some bot runs a program.
func (b *pools) Runs(p *run.Program) bool {
	return slices.ContainsFunc(b.list, func(c classPool) bool { return c.of == p && c.Len() > 0 })
}

// assign gives the bots of a class that have no tree of their own another one.
func (b *pools) assign(class int, p *run.Program) (bots int) {
	b.classes[class].program = p
	pool := b.pool(class, p)
	t := b.World.Tables()[class]
	identity := b.World.Identity.Column(t)
	for i, st := range b.World.State.Column(t) {
		if !b.pinned[st.Slot] {
			b.asked[st.Slot] = uint32(host.Missing)
			b.think(identity[i].ID, st.Slot, pool)
			bots++
		}
	}
	return bots
}

// migrate brings all bots that run a program over to its new version. The game is made ready
// for one that nobody has run when somebody does.
func (b *pools) migrate(v Version) (bots int) {
	if !slices.ContainsFunc(b.list, func(p classPool) bool { return p.of == v.From }) {
		return 0
	}
	b.use(v.To)
	m, clock := run.NewMigration(v.From, v.To), b.World.Clock()
	for i := range b.list {
		p := &b.list[i]
		if p.of != v.From {
			continue
		}
		bots += p.Len()
		p.of = v.To
		p.Migrate(m, run.Moment(clock))
		delete(b.of, poolKey{p.class, v.From})
		b.of[poolKey{p.class, v.To}] = int32(i)
	}
	for i := range b.classes {
		if c := &b.classes[i]; c.program == v.From {
			c.program = v.To
		}
	}
	return bots
}

// rename makes other behaviours the ones that state.behavior may say.
func (b *pools) rename(list []Behavior) {
	b.name(list)
	b.unknown = slices.DeleteFunc(b.unknown, func(told uint32) bool { return b.behavior(host.Sym(told)) != nil })
}

// recall makes bots that follow state.behavior ask again in the next tick, where
// its name means another tree now. A name that means none any more leaves them
// with the tree that they have.
func (b *pools) recall(class int) {
	if b.classes[class].program != nil {
		return
	}
	t := b.World.Tables()[class]
	identity := b.World.Identity.Column(t)
	for i, st := range b.World.State.Column(t) {
		want := b.behavior(host.Sym(b.asked[st.Slot]))
		if want == nil || b.pinned[st.Slot] || want == b.program(identity[i].ID) {
			continue
		}
		b.asked[st.Slot] = uint32(host.Missing)
	}
}

// program returns the program that a bot runs, as the scene has it, or nil.
func (b *pools) program(id components.ID) *run.Program {
	brain := b.World.Brain.Of(id)
	if brain == nil || brain.Program == noPool {
		return nil
	}
	return b.list[brain.Program].of
}

// revise makes other rules hold.
func (c *contacts) revise(g *Game) {
	before := c.rules
	c.rules = nil
	c.init(g)
	for i := range c.rules {
		if i < len(before) {
			r := &c.rules[i]
			if r.last = before[i].last; r.carries() {
				r.carried = before[i].carried
			}
		}
	}
	c.sync(g.World.Slots())
}
