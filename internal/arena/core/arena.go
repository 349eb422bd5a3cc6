package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Needs names what the leaves of the arena need of a game, see host.Action.
const Needs = "arena"

// Arena is the arena of one game: its parts, which it calls in turn, and the vocabularies.
// Each part knows the bodies and the parts below it. Leaves read all of it and write only what
// their own bot wants.
type Arena struct {
	bodies   `save:"flat"`
	Land     land
	items    items
	Match    contest  `save:"flat"`
	calendar calendar `save:"flat"`
	// counted: numbers may have been counted in the last tick
	counted bool `digest:"-,counting once more than there is need to changes nothing"`

	Sight   sight       `save:"-"` // looked up anew in each tick
	Steps   steps       `save:"-"` // what it knows is that of others
	Life    life        `save:"-"` // likewise
	Arms    arms        `save:"-"` // likewise
	Trade   trade       `save:"-"` // likewise
	sense   senseSystem `save:"-"` // lists that are made anew in each tick
	chores  chores      `save:"-"` // likewise
	started bool        `save:"-"` // the game, which makes it so
	// vocabularies are all that there are.
	vocabularies []Vocabulary `save:"-"`
	woken        []uint8      `save:"-"` // by state: its vocabulary; written ahead of all
	tellers      []Teller     `save:"-"` // of states
	// programs lists those that bots have run, wanted the vocabularies that these need once
	// the arena is active. Use is told of them again.
	programs []*run.Program `save:"-"`
	wanted   []string       `save:"-"`
	scripted bool           `save:"-"` // some of the programs run on one worker
}

var (
	_ systems.Extension = (*Arena)(nil)
	_ systems.Ender     = (*Arena)(nil)
	_ systems.Indexer   = (*Arena)(nil)
	_ systems.Crowder   = (*Arena)(nil)
	_ host.Mortal       = (*Arena)(nil)
	_ host.Spawner      = (*Arena)(nil)
	_ host.Stocked      = (*Arena)(nil)
	_ host.Grounded     = (*Arena)(nil)
	_ host.Vital        = (*Arena)(nil)
)

// key is the key under which leaves find the arena, see host.World.
type key struct{}

// Key returns the key of the arena.
func (*Arena) Key() any { return key{} }

// New makes an arena for a game. It sleeps until the config or a tree wakes it.
func New(g *systems.Game, c *Config, vocabularies []Vocabulary) *Arena {
	own := *c // numbers of weapons may be tuned, and the scene's stay
	own.Weapons = slices.Clone(c.Weapons)
	a := &Arena{bodies: bodies{Game: g, Config: &own, Field: g.Setup.Field()}, vocabularies: vocabularies}
	a.assemble()
	if c.On {
		a.wake()
	}
	return a
}

// assemble tells the parts of each other. Each knows those before it.
func (a *Arena) assemble() {
	b := &a.bodies
	a.Land.bodies, a.calendar.bodies, a.Match.bodies = b, b, b
	a.Sight.bodies, a.Sight.land = b, &a.Land
	a.Steps.bodies, a.Steps.land, a.Steps.match = b, &a.Land, &a.Match
	a.items.bodies, a.items.land = b, &a.Land
	a.Life = life{b, &a.Land, &a.items, &a.Match}
	a.Arms = arms{b, &a.Life, &a.Match}
	a.Trade = trade{b, &a.items, &a.Life, &a.Match}
}

var _ systems.Sleeper = (*Arena)(nil)

// Asleep reports whether nothing needs the arena.
func (a *Arena) Asleep() bool { return !a.awake }

// wake sets up the arena, and takes in all bodies that are in the game already.
func (a *Arena) wake() {
	if a.awake {
		return
	}
	a.awake = true
	a.dt = a.Game.World.Clock().DT
	a.Now = a.Game.World.Clock().Tick
	a.places.init(a.Game.Setup.Places, len(a.Game.Setup.Teams))
	a.initForms()
	a.initGroups()
	a.Land.init()
	a.items.init()
	a.Match.initMatch()
	a.calendar.day.init(&a.calendar)
	a.sense.a, a.chores.a, a.counted = a, a, true
	a.Sight.scratch = make([]Scratch, a.Game.World.Workers().Count())
	for i := range a.Sight.scratch {
		s := &a.Sight.scratch[i]
		s.seeker.a, s.counter.sight = &a.Sight, &a.Sight
	}
	a.wakeStates(Needs)
	for _, wants := range a.wanted {
		a.wakeStates(wants)
	}
	a.takeIn()
	a.Game.SetMover(&a.Steps)
}

// Crowds reports whether bodies are pushed apart.
func (a *Arena) Crowds() bool { return a.awake && a.Config.Solid }

// takeIn lets all bodies arrive that are in the game.
func (a *Arena) takeIn() {
	for _, t := range a.Game.World.Tables() {
		state := a.Game.World.State.Column(t)
		for i, row := range a.Game.World.Identity.Column(t) {
			a.Arrive(t.Class, row.ID, state[i].Slot)
		}
	}
}

// Use wakes the arena, and the states of vocabularies, for a program with
// leaves that need them.
func (a *Arena) Use(p *run.Program) {
	for i := range p.Tree.Leaves {
		a.need(p.Tree.Leaves[i].Needs())
	}
	for _, needs := range p.Tree.Needs {
		a.need(needs)
	}
	for _, wants := range p.Tree.Wants {
		if slices.Contains(a.wanted, wants) {
			continue
		}
		if a.wanted = append(a.wanted, wants); a.awake {
			a.wakeStates(wants)
		}
	}
	if !slices.ContainsFunc(a.programs, func(o *run.Program) bool { return o.Base() == p.Base() }) {
		a.programs = append(a.programs, p)
	}
	a.scripted = a.scripted || !p.Tree.Local()
	for _, s := range a.states {
		s.Use(p)
	}
}

// need wakes the arena and the state of a vocabulary for a leaf that needs it.
func (a *Arena) need(part string) {
	if part == Needs || a.known(part) {
		a.rouse()
		a.wakeStates(part)
	}
}

// rouse wakes an arena that sleeps, also while the game is played.
func (a *Arena) rouse() {
	if a.awake {
		return
	}
	a.wake()
	if a.started {
		a.addSystems()
	}
}

// Start adds the systems of an active arena.
func (a *Arena) Start() {
	a.started = true
	if a.awake {
		a.addSystems()
	}
}

func (a *Arena) addSystems() {
	w := a.Game.World
	w.Add(ecs.Sense, "arena", &a.sense)
	if a.Config.Solid {
		w.Add(ecs.Act, "arena", newCrowdSystem(a))
	}
	w.Add(ecs.Rules, "arena", ecs.SystemFunc(a.rules))
	w.Add(ecs.Populate, "arena", ecs.SystemFunc(a.Life.dismiss))
}

// Site returns the home of a new body, or the free spot nearest to p.
func (a *Arena) Site(class int, id components.ID, p components.Position) components.Position {
	if !a.awake {
		return p
	}
	if at, ok := a.siteOf(class, id); ok {
		p = at
	} else if home := a.homeOf(class); home >= 0 {
		p = a.Land.within(id, int32(home), 0)
	}
	return a.Land.free(p)
}

// siteOf returns where the next of the first bodies of a class appears, if the config
// says so. Those for whom there is no site appear around one, farther out the more
// there are.
func (a *Arena) siteOf(class int, id components.ID) (at components.Position, ok bool) {
	if a.started || class == ecs.Human || class >= len(a.Config.Sites) || len(a.Config.Sites[class]) == 0 {
		return at, false
	}
	for len(a.sited) <= class {
		a.sited = append(a.sited, 0)
	}
	k, sites := a.sited[class], a.Config.Sites[class]
	a.sited[class]++
	at = sites[k%len(sites)]
	if round := k / len(sites); round > 0 {
		spot := systems.Spot{X: at.X, Y: at.Y, Radius: float32(crowdedSite * math.Sqrt(float64(round)))}
		at = a.Game.Setup.Scatter(a.Game.Seed(), id, &spot)
	}
	return at, true
}

// crowdedSite says how far from a site the first bodies appear for whom it has no
// room, in metres.
const crowdedSite = 6

// within returns where a body appears in a place. Returns at different ticks
// lead to different spots.
func (l *land) within(id components.ID, place int32, tick int64) components.Position {
	p := &l.Game.Setup.Places[place]
	spot := systems.Spot{X: p.X, Y: p.Y, Radius: p.Radius}
	return l.free(l.Game.Setup.Scatter(l.Game.Seed()+uint64(tick)*0x9e3779b97f4a7c15, id, &spot))
}

// homeOf returns the place at which bodies of a class begin, or -1.
func (bs *bodies) homeOf(class int) int {
	if class == ecs.Human {
		return -1
	}
	return bs.forms[class].home
}

// Refuse returns the error for a spot inside an obstacle, or nil.
func (a *Arena) Refuse(x, y float32) error {
	if !a.awake {
		return nil
	}
	return a.Land.refuse(x, y)
}

// Arrive gives a new body all that its class begins with.
func (a *Arena) Arrive(class int, id components.ID, body int32) {
	if !a.awake {
		return
	}
	a.grow(max(int(body)+1, a.atStart()))
	a.stale, a.Land.wanted[body] = true, 0
	now := a.Game.World.Clock().Tick
	home := int32(a.homeOf(class))
	a.Class[body] = int16(class)
	a.Group[body] = int16(a.Game.GroupOf(id))
	a.Eyes[body] = eyes{}
	a.Cargo[body], a.Mind[body] = newCargo(), newMind(home, now)
	a.Form[body] = a.formOf(class)
	if class == ecs.Human {
		if m := a.mentor(a.TeamOf(body)); m >= 0 {
			a.Mind[body].Home = int32(a.forms[m].home)
		}
	}
	a.speech[body], a.want[body], a.utterances[body], a.walks[body] = "", want{}, nil, walk{}
	a.Sight.foes[body], a.onward[body] = found{at: -1}, walk{}
	for _, s := range a.states {
		s.Arrive(body)
	}
	a.Life.revive(body, now)
}

// atStart returns for how many bodies there is to be room before the first arrives: all that the
// game begins with, because a column that grows later keeps a reserve.
func (a *Arena) atStart() (n int) {
	if len(a.Health) > 0 {
		return 0
	}
	for i := range a.Game.Setup.Classes {
		n += a.Game.Setup.Classes[i].Count
	}
	return n
}

// grow makes room for n bodies. A slot that nobody takes has nothing and is at home nowhere.
func (a *Arena) grow(n int) {
	had := len(a.Health)
	a.Health, a.Eyes, a.Cargo, a.Mind = column.Grow(a.Health, n), column.Grow(a.Eyes, n), column.Grow(a.Cargo, n), column.Grow(a.Mind, n)
	a.speech, a.Group, a.Class, a.walks = column.Grow(a.speech, n), column.Grow(a.Group, n), column.Grow(a.Class, n), column.Grow(a.walks, n)
	a.Form, a.dead, a.hidden = column.Grow(a.Form, n), column.Grow(a.dead, n), column.Grow(a.hidden, n)
	a.want, a.utterances, a.Sight.foes = column.Grow(a.want, n), column.Grow(a.utterances, n), column.Grow(a.Sight.foes, n)
	a.deeds, a.kept, a.onward = column.Grow(a.deeds, n), column.Grow(a.kept, n), column.Grow(a.onward, n)
	a.Land.wanted, a.Land.aims = column.Grow(a.Land.wanted, n), column.Grow(a.Land.aims, n)
	a.Land.lines, a.Land.leads = column.Grow(a.Land.lines, n), column.Grow(a.Land.leads, n)
	for body := had; body < n; body++ {
		a.Cargo[body], a.Mind[body] = newCargo(), newMind(-1, 0)
		a.Sight.foes[body] = found{at: -1}
	}
}

// newCargo returns the cargo of a body that has nothing yet.
func newCargo() cargo {
	c := cargo{First: -1}
	for i := range c.Arms {
		c.Arms[i] = Arm{Weapon: -1}
	}
	return c
}

// newMind returns the mind of a body that has chosen nothing yet; home is a place, or -1.
func newMind(home int32, now int64) mind { return mind{Home: home, Stopwatch: now, Noted: -1} }

// revive gives a body full health and the weapons of its form.
func (lf *life) revive(body int32, now int64) {
	f := lf.form(body)
	lf.Health[body] = health{Points: f.Health, Armour: f.Armour, HurtAt: -1, Fought: -1, Born: now}
	lf.dead[body], lf.hidden[body] = false, false
	lf.match.ledger.Born += float64(f.Health)
	c := &lf.Cargo[body]
	c.Ready, c.Goods = ecs.Due{}, 0
	lf.arm(body)
	for _, s := range lf.states {
		s.Begin(body)
	}
}

// arm gives a body the weapons of its form.
func (lf *life) arm(body int32) {
	c, weapons := &lf.Cargo[body], lf.weaponsOf(body)
	c.Hand = 0
	for i := range c.Arms {
		c.Arms[i] = Arm{Weapon: -1}
		if i < len(weapons) {
			c.Arms[i] = lf.newArm(weapons[i])
			lf.match.ledger.Given += int64(c.Arms[i].Loaded) + int64(c.Arms[i].Spare)
		}
	}
}

// Leave drops what a body carries, as it leaves the game.
func (a *Arena) Leave(id components.ID, body int32) {
	if !a.awake {
		return
	}
	a.items.dropAll(body)
	a.Life.disarm(body)
	a.Match.ledger.Left += float64(a.Health[body].Points)
	a.Health[body].Points = 0
	a.stale = true
}

// arrange brings ByID and Laid up to date.
func (bs *bodies) arrange() {
	if !bs.stale {
		return
	}
	bs.stale = false
	bs.ByID = bs.ByID[:0]
	for _, t := range bs.Game.World.Tables() {
		for _, st := range bs.Game.World.State.Column(t) {
			bs.ByID = append(bs.ByID, st.Slot)
		}
	}
	_, _, id := bs.Game.Columns()
	bs.Laid = append(bs.Laid[:0], bs.ByID...)
	slices.Sort(bs.Laid)
	slices.SortFunc(bs.ByID, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
}

// BodyOf returns the slot of a bot or player, or -1.
func (bs *bodies) BodyOf(id components.ID) int32 {
	if id == 0 {
		return -1
	}
	return bs.Game.World.Slot(id)
}

func (bs *bodies) ID(body int32) components.ID {
	return bs.Game.IDOf(body)
}

// Ticks returns the least number of ticks that lasts so many seconds.
func (bs *bodies) Ticks(seconds float64) int64 { return ecs.Clock{DT: bs.dt}.Ticks(seconds) }

// Span returns a time of something that goes on at a rate, which ticks would round.
func (bs *bodies) Span(seconds float64) ecs.Span { return ecs.Clock{DT: bs.dt}.Span(seconds) }

// Since returns how many seconds ago a tick was, or host.Endless for a tick
// below 0, which stands for never.
func (bs *bodies) Since(since int64) float64 {
	if since < 0 {
		return host.Endless
	}
	return float64(bs.Now-since) * bs.dt
}
