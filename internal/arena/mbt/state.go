package mbt

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// Needs names what the leaves of this vocabulary need of a game, see host.Action.
const Needs = trees.ModularTrees

// agents holds the state of an arena for these trees: a record for each body, and what
// bodies share.
type agents struct {
	core.Inert
	arena    *core.Arena `save:"-"`
	of       uint8       `save:"-"` // the number of the vocabulary in deeds
	list     []agent
	programs map[*run.Program]bool `save:"-"` // that are trees of this vocabulary; Use is told of them again
	wasX     []float32             // by body: where it was a tick ago
	wasY     []float32
	covers   []components.ID // by place: who has taken it as a cover, or nobody
	teams    []kindOfTarget  // by team: the best target of its members
	queries  []query         `save:"-"` // of the scene
	switches []treeSwitch
	hearers  bool     // some body may hear
	turns    ecs.Span `save:"-"` // how often a body looks around; of the scene
	players  []int16  `save:"-"` // classes that are players: humans, and those with the tag; of the scene
	// By body, apart from the records because all bodies are asked for them in each tick:
	kinds     []trait
	seen      []components.ID // whom it saw as it was last told of its target
	fading    []bool          // it remembers a target
	formation []bool          // it holds a formation, with which others may fall in
	held      []bool          // it did as the tick began
	busy      []bool          // its weapon is looked after
	near      []int32         `save:"-"` // scratch
	routes    [][2]*route     `save:"-"` // by path of the scene: as it is, and closed
}

// agent holds the state of a body.
type agent struct {
	ref   spot
	path  int32 // the path that it flies along, counted from 1; 0 for none
	where target
	cover hideout
	plan  plan
	order fireOrder
	found answer
	// holstered: its weapon is away, so that it does not strike
	holstered bool
	close     int64 // the tick until which it is told of no close contact
	danger    int64 // the tick in which it was told of a grenade, and 1
	grenade   int64 // the tick before which a throw of it counts as its last shot, and 1
	lastOp    spot  // where the last goal operation led
	altered   altered
}

// altered are parameters that scripts have changed.
type altered struct {
	reach, hearing, forgets float32 // metres, metres, seconds; each below 0 for that of the class
}

// trait says whether a body thinks with a tree of this vocabulary.
type trait uint8

const (
	unknown trait = iota
	thinker
	stranger
)

// spot is a point with a direction, in metres; the direction is zero for none.
type spot struct {
	set          bool
	X, Y, DX, DY float32
}

var (
	_ core.State  = (*agents)(nil)
	_ core.Teller = (*agents)(nil)
)

// newAgents also takes in the bodies that were there before the first of these trees.
func newAgents(a *core.Arena, of uint8) core.State {
	s := &agents{arena: a, of: of, programs: map[*run.Program]bool{}}
	s.covers = make([]components.ID, len(a.Places()))
	s.teams = make([]kindOfTarget, len(a.Game.Setup.Teams))
	s.players = []int16{ecs.Human}
	for class := range a.Game.Setup.Classes {
		if slices.Contains(a.FormOfClass(class).Tags, playerTag) {
			s.players = append(s.players, int16(class))
		}
	}
	s.turns = a.Span(lookAgain)
	s.measurePaths()
	for class := range a.Game.Setup.Classes {
		s.hearers = s.hearers || a.FormOfClass(class).Sight.Hearing > 0
	}
	s.queries = allQueries(a.Config.Queries)
	for b := range a.Health {
		s.Arrive(int32(b))
		s.Begin(int32(b))
	}
	return s
}

// lookAgain is after how many seconds bodies look for what they need not look for at once:
// the interval of the original's full updates.
const lookAgain = 0.13

// playerTag is the tag of classes whose bots count as players.
const playerTag = "player"

func newAgent() agent {
	return agent{cover: hideout{registered: -1, taken: -1}, altered: altered{-1, -1, -1}}
}

// Use notes which programs are trees of this vocabulary.
func (s *agents) Use(p *run.Program) {
	if slices.Contains(p.Tree.Wants, Needs) {
		s.programs[p.Base()] = true
	}
}

// Arrive begins a record.
func (s *agents) Arrive(body int32) {
	had, n := len(s.list), len(s.arena.Health)
	s.list, s.kinds, s.seen, s.fading = column.Grow(s.list, n), column.Grow(s.kinds, n), column.Grow(s.seen, n), column.Grow(s.fading, n)
	s.formation, s.held, s.busy = column.Grow(s.formation, n), column.Grow(s.held, n), column.Grow(s.busy, n)
	for slot := had; slot < n; slot++ { // nobody may ever be in those before the body's
		s.list[slot] = newAgent()
	}
	if int(body) < len(s.wasX) { // it stood nowhere before: who was in the slot did
		s.wasX[body], s.wasY[body], _, _ = s.arena.Game.Body(body)
	}
	s.renew(body)
}

// Begin begins a life: what the bot knew is forgotten.
func (s *agents) Begin(body int32) {
	if int(body) < len(s.list) {
		s.leaveCovers(body)
		s.renew(body)
		c := &s.arena.Cargo[body]
		s.list[body].order.last = c.Arms[c.Hand].Loaded
	}
}

// renew begins the record of a body anew.
func (s *agents) renew(body int32) {
	s.list[body] = newAgent()
	s.kinds[body], s.seen[body], s.fading[body], s.formation[body], s.busy[body] = unknown, 0, false, false, false
}

// thinks reports whether a body thinks with a tree of this vocabulary.
func (s *agents) thinks(body int32) bool {
	if s.kinds[body] == unknown {
		s.kinds[body] = stranger
		if p, err := s.arena.Game.Watchers.ProgramOf(s.arena.ID(body)); err == nil && s.programs[p.Base()] {
			s.kinds[body] = thinker
			s.arena.Mind[body].Stays = true // it goes nowhere by itself
		}
	}
	return s.kinds[body] == thinker
}

// Sense looks after covers and formations, before trees do.
func (s *agents) Sense() {
	for _, b := range s.arena.ByID {
		if s.kinds[b] == unknown {
			s.thinks(b)
		}
	}
	copy(s.held, s.formation)
	s.tendCovers()
}

// AfterDeeds tells teams what their members found, and bodies what becomes of their
// weapons.
func (s *agents) AfterDeeds() {
	s.tellTeams()
	for _, b := range s.arena.Armed {
		s.busy[b] = s.busy[b] || s.kinds[b] == thinker
		if w := s.arena.InHand(b).Weapon; s.hearers && w >= 0 && !s.arena.Config.Weapons[w].Melee() && s.arena.Health[b].Fought == s.arena.Now {
			s.loud(b)
		}
	}
	for _, b := range s.arena.ByID {
		if s.busy[b] && !s.arena.Dead(b) {
			s.tellOfWeapon(b)
		}
	}
	x, y, _ := s.arena.Game.Columns()
	s.wasX, s.wasY = column.Grow(s.wasX, len(x)), column.Grow(s.wasY, len(x))
	for _, b := range s.arena.ByID {
		s.wasX[b], s.wasY[b] = x[b], y[b]
	}
}

// velocity returns how fast a body went in the last tick, in metres a second.
func (s *agents) velocity(body int32) (vx, vy float64) {
	if int(body) >= len(s.wasX) {
		return 0, 0
	}
	x, y := s.arena.Game.At(body)
	dx, dy := s.arena.Field.Delta(s.wasX[body], s.wasY[body], x, y)
	dt := s.arena.Game.World.Clock().DT
	if far := core.Length(dx, dy) / dt; far > 100 { // it was put there
		return 0, 0
	}
	return dx / dt, dy / dt
}

// Describe shows nothing.
func (s *agents) Describe(int32, *session.BodyView) {}
