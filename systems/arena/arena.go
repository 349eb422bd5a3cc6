package arena

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/internal/column"
	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// Needs is what actions and functions of the arena need of a game.
const Needs = "arena"

// Arena is the arena of one game. Columns are by body.
type Arena struct {
	tmp
	g     *systems.Game
	c     *Config
	field spatial.Field
	// awake: some key of the scene or some tree asked for the arena
	awake, started bool
	tick           int64
	dt             float64 // seconds a tick

	health     []components.Health
	sight      []components.Sight
	cargo      []components.Cargo
	mind       []components.Mind
	speech     []string
	group      []int16
	class      []int16 // ecs.Human for players
	want       []want
	utterances [][maxTexts]Utterance
	foes       []found

	fastest  float32 // the highest pace there is
	swiftest float32 // the highest speed of a class that somebody became one of
	order    []int32 // bodies by id
	stale    bool    // order is older than the last arrival
	groups   []group
	forms    []form
	land     land
	places   places
	items    items
	teams    []side
	match    match
	day      day
	sense    senseSystem
	// vocabularies are all that there are, states those of them that trees need.
	vocabularies []Vocabulary
	woken        []bool // by vocabulary
	states       []State
	// scratch is for the workers that think
	scratch []scratch
}

var (
	_ systems.Extension = (*Arena)(nil)
	_ systems.Ender     = (*Arena)(nil)
	_ systems.Mover     = (*Arena)(nil)
	_ systems.Mortal    = (*Arena)(nil)
)

func New(g *systems.Game, c *Config, vocabularies []Vocabulary) *Arena {
	a := &Arena{g: g, c: c, field: g.Setup.Field(), vocabularies: vocabularies, woken: make([]bool, len(vocabularies))}
	if c.On {
		a.wake()
	}
	return a
}

// wake makes all that an arena has, for those who are there and those to come.
func (a *Arena) wake() {
	if a.awake {
		return
	}
	a.awake = true
	a.dt = a.g.World.Clock().DT
	a.tick = a.g.World.Clock().Tick
	a.places.init(a.g.Setup.Places)
	a.initForms()
	a.initGroups()
	a.land.init(a)
	a.items.init(a)
	a.initMatch()
	a.sense.a = a
	a.scratch = make([]scratch, a.g.World.Workers().Count())
	a.wakeStates(Needs)
	for _, t := range a.g.World.Tables() {
		for i, row := range t.Identity {
			a.Arrive(t.Class, row.ID, t.State[i].Slot)
		}
	}
	a.g.SetMover(a)
}

// Use wakes the arena for a program that needs one.
func (a *Arena) Use(p *run.Program) {
	for i := range p.Tree.Leaves {
		needs := p.Tree.Leaves[i].Needs()
		if needs != Needs && !a.known(needs) {
			continue
		}
		if !a.awake {
			a.wake()
			if a.started {
				a.addSystems()
			}
		}
		a.wakeStates(needs)
	}
}

// Start adds the systems of an arena that is awake.
func (a *Arena) Start() {
	a.started = true
	if a.awake {
		a.addSystems()
	}
}

func (a *Arena) addSystems() {
	w := a.g.World
	w.Add(ecs.Sense, "arena", &a.sense)
	if a.c.Solid {
		w.Add(ecs.Act, "arena", newCrowdSystem(a))
	}
	w.Add(ecs.Rules, "arena", ecs.SystemFunc(a.rules))
	w.Add(ecs.Populate, "arena", ecs.SystemFunc(a.dismiss))
}

// Site is the home of a new body, or the free spot nearest to p.
func (a *Arena) Site(class int, id components.ID, p components.Position) components.Position {
	if !a.awake {
		return p
	}
	if home := a.homeOf(class); home >= 0 {
		p = a.within(id, int32(home), 0)
	}
	return a.land.free(p)
}

// within is where a body appears in a place; the tick tells its returns apart.
func (a *Arena) within(id components.ID, place int32, tick int64) components.Position {
	p := &a.g.Setup.Places[place]
	spot := systems.Spot{X: p.X, Y: p.Y, Radius: p.Radius}
	return a.land.free(a.g.Setup.Scatter(a.g.Seed()+uint64(tick)*0x9e3779b97f4a7c15, id, &spot))
}

// homeOf is the place at which bodies of a class begin, or -1.
func (a *Arena) homeOf(class int) int {
	if class == ecs.Human {
		return -1
	}
	return a.forms[class].home
}

// Refuse is the error for a spot within an obstacle.
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
	n := int(body) + 1
	a.health, a.sight, a.cargo, a.mind = column.Grow(a.health, n), column.Grow(a.sight, n), column.Grow(a.cargo, n), column.Grow(a.mind, n)
	a.speech, a.group, a.class = column.Grow(a.speech, n), column.Grow(a.group, n), column.Grow(a.class, n)
	a.want, a.utterances, a.foes = column.Grow(a.want, n), column.Grow(a.utterances, n), column.Grow(a.foes, n)
	a.stale = true
	now := a.g.World.Clock().Tick
	home := int32(a.homeOf(class))
	a.class[body] = int16(class)
	a.group[body] = int16(a.g.GroupOf(id))
	a.sight[body] = components.Sight{}
	a.cargo[body] = components.Cargo{First: -1}
	a.mind[body] = components.Mind{Home: home, Form: a.formOf(class), Watch: now, Noted: -1}
	a.speech[body], a.want[body], a.utterances[body] = "", want{}, [maxTexts]Utterance{}
	a.foes[body] = found{at: -1}
	for _, s := range a.states {
		s.Arrive(body)
	}
	a.revive(body, now)
}

// revive gives a body the health and arms of its form.
func (a *Arena) revive(body int32, now int64) {
	f := a.form(body)
	a.health[body] = components.Health{Points: f.Health, Armour: f.Armour, HurtAt: -1, Fought: -1, Born: now}
	a.match.ledger.Born += float64(f.Health)
	c := &a.cargo[body]
	c.Ready, c.Goods = 0, 0
	a.arm(body)
}

// arm gives a body the arms of its form.
func (a *Arena) arm(body int32) {
	c, f := &a.cargo[body], a.form(body)
	c.Hand = 0
	for i := range c.Arms {
		c.Arms[i] = components.Arm{Weapon: -1}
		if i < len(f.Weapons) {
			c.Arms[i] = a.newArm(f.Weapons[i])
			a.match.ledger.Given += int64(c.Arms[i].Loaded) + int64(c.Arms[i].Spare)
		}
	}
}

// Leave drops what a body carries.
func (a *Arena) Leave(id components.ID, body int32) {
	if !a.awake {
		return
	}
	a.dropAll(body)
	a.disarm(body)
	a.match.ledger.Left += float64(a.health[body].Points)
	a.health[body].Points = 0
	a.stale = true
}

// arrange brings the order of bodies up to date.
func (a *Arena) arrange() {
	if !a.stale {
		return
	}
	a.stale = false
	a.order = a.order[:0]
	for _, t := range a.g.World.Tables() {
		for _, st := range t.State {
			a.order = append(a.order, st.Slot)
		}
	}
	_, _, id := a.g.Columns()
	slices.SortFunc(a.order, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
}

// body is the row of a bot or player, or -1.
func (a *Arena) body(id components.ID) int32 {
	if id == 0 {
		return -1
	}
	return a.g.World.Slot(id)
}

func (a *Arena) id(body int32) components.ID {
	_, _, id := a.g.Columns()
	return components.ID(id[body])
}

// ticks is the least number of ticks that lasts so many seconds.
func (a *Arena) ticks(seconds float64) int64 { return ecs.Clock{DT: a.dt}.Ticks(seconds) }

// seconds is how long ago a tick was; a tick that never was is forever ago.
func (a *Arena) seconds(since int64) float64 {
	if since < 0 {
		return forever
	}
	return float64(a.tick-since) * a.dt
}

// forever is a time that never passes, and a way that has no end: in seconds
// and metres.
const forever = 1e9
