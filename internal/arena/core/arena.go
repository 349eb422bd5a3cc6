package core

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Needs is what the leaves of the arena need of a game, see host.Action.
const Needs = "arena"

// Arena is the arena of one game. What it keeps of bodies are columns, indexed
// by the slot of the body. Leaves read all of it and write only what their own
// bot wants.
type Arena struct {
	Game   *systems.Game `save:"-"` // saves itself
	Config *Config       `save:"-"` // of the scene
	Field  spatial.Field `save:"-"` // of the scene
	// awake: some key of the scene or some tree asked for the arena
	awake   bool `save:"-"` // written ahead of all
	started bool `save:"-"` // the game, which makes it so
	Now     int64
	dt      float64 `save:"-"` // seconds a tick; of the scene

	Health     []health
	Eyes       []eyes
	Cargo      []cargo
	Mind       []mind
	Armed      []int32 `save:"-"` // who struck or loaded a weapon in this tick, in that order; listed anew in each
	walks      []walk  // where bodies go on to until they stand or go elsewhere
	speech     []string
	Group      []int16
	Class      []int16 // ecs.Human for players
	Form       []int16 // of which class its abilities are
	dead       []bool
	hidden     []bool                // out of sight, see Hide
	want       []want                `save:"-"` // written where anything is wanted, with the next four: see wish
	deeds      [][MaxDeeds]Deed      `save:"-"` // of want, as are the next two
	kept       []keptHealth          `save:"-"`
	onward     []walk                `save:"-"`
	utterances [][maxTexts]Utterance `save:"-"`
	foes       []found               `save:"-"` // looked up anew in each tick

	fastest  float32       `save:"-"` // the highest pace there is; of the scene
	sited    []int         // by class: how many of the first bodies have got their sites
	swiftest float32       // the highest speed of the classes that bodies have changed to, in metres a second
	hastiest atomic.Uint32 // the bits of the highest speed of their own that bodies went at, in metres a second
	ByID     []int32       `save:"-"` // all bodies, by ascending id
	Laid     []int32       `save:"-"` // all bodies as they lie in the columns, for work whose order does not matter
	stale    bool          `save:"-"` // both are older than the last arrival, and are listed anew
	Groups   []group
	fallen   []int32 // the dead when the groups were gathered
	forms    []form
	land     land
	places   places `save:"-"` // of the scene
	items    items
	teams    []teamScore
	match    match
	day      day
	nature   nature
	sense    senseSystem `save:"-"` // lists that are made anew in each tick
	chores   chores      `save:"-"` // likewise
	// counted: numbers may have been counted in the last tick
	counted bool `digest:"-,counting once more than there is need to changes nothing"`
	// vocabularies are all that there are, states those of them that trees need.
	vocabularies []Vocabulary `save:"-"`
	woken        []uint8      `save:"-"` // by state: its vocabulary; written ahead of all
	states       []State      `save:"-"` // each written behind the arena
	tellers      []Teller     `save:"-"` // of states
	// programs lists those that bots have run, wanted the vocabularies that these need once
	// the arena is active. Use is told of them again.
	programs []*run.Program `save:"-"`
	wanted   []string       `save:"-"`
	scripted bool           `save:"-"` // some of the programs run on one worker
	// scratch is for the workers that think
	scratch []Scratch `save:"-"`
}

var (
	_ systems.Extension = (*Arena)(nil)
	_ systems.Ender     = (*Arena)(nil)
	_ systems.Mover     = (*Arena)(nil)
	_ systems.Indexer   = (*Arena)(nil)
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
	a := &Arena{Game: g, Config: &own, Field: g.Setup.Field(), vocabularies: vocabularies}
	if c.On {
		a.wake()
	}
	return a
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
	a.places.init(a.Game.Setup.Places)
	a.initForms()
	a.initGroups()
	a.land.init(a)
	a.items.init(a)
	a.initMatch()
	a.sense.a, a.chores.a, a.counted = a, a, true
	a.scratch = make([]Scratch, a.Game.World.Workers().Count())
	a.wakeStates(Needs)
	for _, wants := range a.wanted {
		a.wakeStates(wants)
	}
	a.takeIn()
	a.Game.SetMover(a)
}

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
	w.Add(ecs.Populate, "arena", ecs.SystemFunc(a.dismiss))
}

// Site returns the home of a new body, or the free spot nearest to p.
func (a *Arena) Site(class int, id components.ID, p components.Position) components.Position {
	if !a.awake {
		return p
	}
	if at, ok := a.siteOf(class, id); ok {
		p = at
	} else if home := a.homeOf(class); home >= 0 {
		p = a.within(id, int32(home), 0)
	}
	return a.land.free(p)
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

// crowdedSite is how far from a site the first bodies appear for whom it has no
// room, in metres.
const crowdedSite = 6

// within returns where a body appears in a place. Returns at different ticks
// lead to different spots.
func (a *Arena) within(id components.ID, place int32, tick int64) components.Position {
	p := &a.Game.Setup.Places[place]
	spot := systems.Spot{X: p.X, Y: p.Y, Radius: p.Radius}
	return a.land.free(a.Game.Setup.Scatter(a.Game.Seed()+uint64(tick)*0x9e3779b97f4a7c15, id, &spot))
}

// homeOf returns the place at which bodies of a class begin, or -1.
func (a *Arena) homeOf(class int) int {
	if class == ecs.Human {
		return -1
	}
	return a.forms[class].home
}

// Refuse returns the error for a spot inside an obstacle, or nil.
func (a *Arena) Refuse(x, y float32) error {
	if !a.awake {
		return nil
	}
	return a.land.refuse(x, y)
}

// Arrive gives a new body all that its class begins with.
func (a *Arena) Arrive(class int, id components.ID, body int32) {
	if !a.awake {
		return
	}
	a.grow(int(body) + 1)
	a.stale, a.land.wanted[body] = true, 0
	now := a.Game.World.Clock().Tick
	home := int32(a.homeOf(class))
	a.Class[body] = int16(class)
	a.Group[body] = int16(a.Game.GroupOf(id))
	a.Eyes[body] = eyes{}
	a.Cargo[body], a.Mind[body] = newCargo(), newMind(home, now)
	a.Form[body] = a.formOf(class)
	a.speech[body], a.want[body], a.utterances[body], a.walks[body] = "", want{}, [maxTexts]Utterance{}, walk{}
	a.foes[body], a.onward[body] = found{at: -1}, walk{}
	for _, s := range a.states {
		s.Arrive(body)
	}
	a.revive(body, now)
}

// grow makes room for n bodies. A slot that nobody takes has nothing and is at home nowhere.
func (a *Arena) grow(n int) {
	had := len(a.Health)
	a.Health, a.Eyes, a.Cargo, a.Mind = column.Grow(a.Health, n), column.Grow(a.Eyes, n), column.Grow(a.Cargo, n), column.Grow(a.Mind, n)
	a.speech, a.Group, a.Class, a.walks = column.Grow(a.speech, n), column.Grow(a.Group, n), column.Grow(a.Class, n), column.Grow(a.walks, n)
	a.Form, a.dead, a.hidden = column.Grow(a.Form, n), column.Grow(a.dead, n), column.Grow(a.hidden, n)
	a.want, a.utterances, a.foes = column.Grow(a.want, n), column.Grow(a.utterances, n), column.Grow(a.foes, n)
	a.deeds, a.kept, a.onward = column.Grow(a.deeds, n), column.Grow(a.kept, n), column.Grow(a.onward, n)
	a.land.wanted, a.land.aims = column.Grow(a.land.wanted, n), column.Grow(a.land.aims, n)
	a.land.lines = column.Grow(a.land.lines, n)
	for body := had; body < n; body++ {
		a.Cargo[body], a.Mind[body] = newCargo(), newMind(-1, 0)
		a.foes[body] = found{at: -1}
	}
}

// newCargo is what a body carries that has nothing yet.
func newCargo() cargo {
	c := cargo{First: -1}
	for i := range c.Arms {
		c.Arms[i] = Arm{Weapon: -1}
	}
	return c
}

// newMind is that of a body which has chosen nothing yet; home is a place, or -1.
func newMind(home int32, now int64) mind { return mind{Home: home, Stopwatch: now, Noted: -1} }

// revive gives a body full health and the weapons of its form.
func (a *Arena) revive(body int32, now int64) {
	f := a.form(body)
	a.Health[body] = health{Points: f.Health, Armour: f.Armour, HurtAt: -1, Fought: -1, Born: now}
	a.dead[body], a.hidden[body] = false, false
	a.match.ledger.Born += float64(f.Health)
	c := &a.Cargo[body]
	c.Ready, c.Goods = ecs.Due{}, 0
	a.arm(body)
	for _, s := range a.states {
		s.Begin(body)
	}
}

// arm gives a body the weapons of its form.
func (a *Arena) arm(body int32) {
	c, f := &a.Cargo[body], a.form(body)
	c.Hand = 0
	for i := range c.Arms {
		c.Arms[i] = Arm{Weapon: -1}
		if i < len(f.Weapons) {
			c.Arms[i] = a.newArm(f.Weapons[i])
			a.match.ledger.Given += int64(c.Arms[i].Loaded) + int64(c.Arms[i].Spare)
		}
	}
}

// Leave drops what a body carries, as it leaves the game.
func (a *Arena) Leave(id components.ID, body int32) {
	if !a.awake {
		return
	}
	a.dropAll(body)
	a.disarm(body)
	a.match.ledger.Left += float64(a.Health[body].Points)
	a.Health[body].Points = 0
	a.stale = true
}

// arrange brings ByID and Laid up to date.
func (a *Arena) arrange() {
	if !a.stale {
		return
	}
	a.stale = false
	a.ByID = a.ByID[:0]
	for _, t := range a.Game.World.Tables() {
		for _, st := range a.Game.World.State.Column(t) {
			a.ByID = append(a.ByID, st.Slot)
		}
	}
	_, _, id := a.Game.Columns()
	a.Laid = append(a.Laid[:0], a.ByID...)
	slices.Sort(a.Laid)
	slices.SortFunc(a.ByID, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
}

// BodyOf returns the slot of a bot or player, or -1.
func (a *Arena) BodyOf(id components.ID) int32 {
	if id == 0 {
		return -1
	}
	return a.Game.World.Slot(id)
}

func (a *Arena) ID(body int32) components.ID {
	_, _, id := a.Game.Columns()
	return components.ID(id[body])
}

// Ticks returns the least number of ticks that lasts so many seconds.
func (a *Arena) Ticks(seconds float64) int64 { return ecs.Clock{DT: a.dt}.Ticks(seconds) }

// Span is a time of something that goes on at a rate, which ticks would round.
func (a *Arena) Span(seconds float64) ecs.Span { return ecs.Clock{DT: a.dt}.Span(seconds) }

// Since returns how many seconds ago a tick was, or host.Endless for a tick
// below 0, which stands for never.
func (a *Arena) Since(since int64) float64 {
	if since < 0 {
		return host.Endless
	}
	return float64(a.Now-since) * a.dt
}
