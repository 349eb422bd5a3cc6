package dragengine

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// playerTag is the tag of classes whose bots count as players.
const playerTag = "player"

// track says how fast a body went in the last tick.
type track struct {
	x, y  float32 // where it was at the begin of the tick
	known bool
	speed float32 // metres a second
}

// state holds the state of an arena for this vocabulary: who counts as a player, how fast
// players went in the last tick, the nearest player of each body, and what each creature is
// about to do.
type state struct {
	core.Inert
	a         *core.Arena `save:"-"`
	classes   []int16     `save:"-"` // humans, and those whose bots play their part; of the scene
	tracks    []track     // by body
	nearest   []nearest   `save:"-"` // by body; looked up anew in each tick
	creatures []creature  // by body
	// Where players are close by, as they were at a tick: most bodies need not look for them.
	close   spatial.Cover `save:"-"` // made anew in each tick
	closeAt int64         `save:"-"`
}

// closeBy says how far from a player is close by, in metres: a little more than how near
// one is that is nearby, where a tree does not say it.
const closeBy = 4.1

// nearest is the nearest player of a body, as it was looked up at a tick.
type nearest struct {
	at    int64
	body  int32
	reach float32 // how far was looked; somebody who was found is the nearest of all
}

var _ core.Bystander = (*state)(nil)

func newState(a *core.Arena, _ uint8) core.State {
	s := &state{a: a, classes: []int16{ecs.Human}, closeAt: -1}
	for class := range a.Game.Setup.Classes {
		if slices.Contains(a.FormOfClass(class).Tags, playerTag) {
			s.classes = append(s.classes, int16(class))
		}
	}
	for body := range a.Health { // those who are there already
		s.Arrive(int32(body))
	}
	return s
}

// Arrive resets the columns for a body.
func (s *state) Arrive(body int32) {
	n := int(body) + 1
	s.tracks, s.nearest, s.creatures = column.Grow(s.tracks, n), column.Grow(s.nearest, n), column.Grow(s.creatures, n)
	s.tracks[body], s.nearest[body], s.creatures[body] = track{}, nearest{at: -1}, creature{}
}

// Begin makes a creature of a body that comes back to life at home where it does.
func (s *state) Begin(body int32) { s.creatures[body] = creature{} }

// StandsBy has nothing to do, see [core.Bystander].
func (*state) StandsBy() {}

// Kept returns all that does not follow from the scene and is not looked up anew in each tick.
func (s *state) Kept() any { return s }

// Restored checks what was read, and forgets what was looked up.
func (s *state) Restored(bodies int) error {
	if len(s.tracks) != bodies || len(s.creatures) != bodies {
		return fmt.Errorf("dragengine: saved with columns of %d and %d bodies, wanted %d", len(s.tracks), len(s.creatures), bodies)
	}
	for b := range s.creatures {
		if c := &s.creatures[b]; !core.Finite(c.home.X, c.home.Y, c.face.X, c.face.Y) {
			return fmt.Errorf("dragengine: body %d is at home at (%v, %v)", b, c.home.X, c.home.Y)
		}
	}
	s.nearest = column.Grow(s.nearest, bodies)
	for b := range s.nearest {
		s.nearest[b] = nearest{at: -1}
	}
	return nil
}

// Sense notes where players are, and measures how fast they move, from where they were
// a tick ago. One that is farther away than it can walk was put there, and
// counts as standing.
func (s *state) Sense() {
	dt := s.a.Game.World.Clock().DT
	s.close.Reset(s.a.Field, closeBy)
	s.closeAt = s.a.Now
	for _, t := range s.a.Game.World.Tables() {
		if !slices.Contains(s.classes, int16(t.Class)) {
			continue
		}
		speeds := s.a.Game.World.Speed.Column(t)
		for i, st := range s.a.Game.World.State.Column(t) {
			x, y := s.a.Game.At(st.Slot)
			s.close.Add(x, y)
			was := &s.tracks[st.Slot]
			speed := 0.0
			if was.known {
				speed = math.Sqrt(s.a.Field.Dist2(was.x, was.y, x, y)) / dt
			}
			if speed > float64(1.01*s.a.Steps.Top(speeds[i].MPS)) {
				speed = 0
			}
			*was = track{x, y, true, float32(speed)}
		}
	}
}

// nobodyAt is the distance of the player who is not there, in metres.
const nobodyAt = 100

// player returns the nearest player and its distance, where one is nearer than so many
// metres; else -1 and [nobodyAt] or more.
func (t turn) player(metres float64) (q int32, far float64) {
	reach := float32(metres) * 1.0001 // so that rounding loses nobody
	f := &t.nearest[t.Body]
	if f.at != t.Now || f.body < 0 && f.reach < reach {
		*f = nearest{t.Now, -1, reach}
		if reach > closeBy || t.someClose() {
			f.body = t.Sight.NearestOf(t.Body, t.classes, reach)
		}
	}
	if f.body < 0 {
		return -1, max(nobodyAt, metres)
	}
	return f.body, t.Distance(t.Body, f.body)
}

// someClose reports whether a player may be close by.
func (t turn) someClose() bool {
	x, y := t.Game.At(t.Body)
	return t.closeAt != t.Now || t.close.Has(x, y)
}

// threshold is by how much less the engine wants a number that is less, in metres.
const threshold float32 = 0.0001

func (t turn) playerNearby() bool {
	limit := t.Num(0)
	q, far := t.player(limit)
	near := float32(far) < float32(limit)-threshold
	if r := t.tellPlayer(q, far, host.Below, limit); r != nil && q >= 0 {
		r.Holds = near // by the threshold
	}
	return near
}

// tellPlayer notes how far the nearest player is that was looked for within some metres,
// beside a limit.
func (t turn) tellPlayer(q int32, far float64, relation host.Relation, limit float64) *host.Reason {
	if q < 0 {
		return t.Because("no player within").Has(limit, "m")
	}
	return t.Because("distance to", q).Is(far, relation, limit, "m")
}

// creature holds the mind of a bot of this vocabulary.
type creature struct {
	led   bool                // some action has run
	home  components.Position // where it was when the first did
	face  components.Heading  // what it turns to
	until int64               // the tick in which it has waited
}

// How near to its goal a creature arrives, in metres, and how long it stays stuck before
// it gives the goal up, in seconds.
const (
	arrived  = 0.2
	patience = 2
)
