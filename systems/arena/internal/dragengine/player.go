package dragengine

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// playerTag is the tag of classes whose bots count as players.
const playerTag = "player"

// track is how fast a body went in the last tick.
type track struct {
	x, y  float32 // where it was at the begin of the tick
	known bool
	speed float32 // metres a second
}

// players is what an arena keeps for this vocabulary: who counts as a player,
// how fast players went in the last tick, and which player each body sees.
type players struct {
	core.Inert
	a       *core.Arena
	classes []int16   // humans, and those whose bots play their part
	tracks  []track   // by body
	nearest []nearest // by body
}

// nearest is the nearest player that a body sees, as it was looked up at a
// tick.
type nearest struct {
	at    int64
	body  int32
	reach float32 // how far was looked; somebody who was found is the nearest of all
}

func newPlayers(a *core.Arena, _ uint8) core.State {
	s := &players{a: a, classes: []int16{ecs.Human}}
	for class := range a.Game.Setup.Classes {
		if slices.Contains(a.FormOfClass(class).Tags, playerTag) {
			s.classes = append(s.classes, int16(class))
		}
	}
	return s
}

// Arrive resets the columns for a body.
func (s *players) Arrive(body int32) {
	n := int(body) + 1
	s.tracks, s.nearest = column.Grow(s.tracks, n), column.Grow(s.nearest, n)
	s.tracks[body], s.nearest[body] = track{}, nearest{at: -1}
}

// Bytes returns the memory of both columns.
func (s *players) Bytes() int64 { return ecs.SliceBytes(s.tracks) + ecs.SliceBytes(s.nearest) }

// Sense measures how fast players move, from where they are and where they were
// a tick ago. One that is farther away than it can walk was put there, and
// counts as standing.
func (s *players) Sense() {
	dt := s.a.Game.World.Clock().DT
	for _, t := range s.a.Game.World.Tables() {
		if !slices.Contains(s.classes, int16(t.Class)) {
			continue
		}
		speeds := s.a.Game.World.Speed.Column(t)
		for i, st := range s.a.Game.World.State.Column(t) {
			x, y, _, _ := s.a.Game.Body(st.Slot)
			was := &s.tracks[st.Slot]
			speed := 0.0
			if was.known {
				speed = math.Sqrt(s.a.Field.Dist2(was.x, was.y, x, y)) / dt
			}
			if speed > float64(1.01*s.a.Top(speeds[i].MPS)) {
				speed = 0
			}
			*was = track{x, y, true, float32(speed)}
		}
	}
}

// player returns the nearest player that the bot sees, or -1.
func (t turn) player() int32 { return t.playerAround(t.FormOf(t.Body).Sight.Radius) }

// playerAround is player, but need not find one that is farther away than so
// many metres.
func (t turn) playerAround(metres float32) int32 {
	f := &t.nearest[t.Body]
	if f.at == t.Now && (f.body >= 0 || f.reach >= metres) {
		return f.body
	}
	*f = nearest{t.Now, t.NearestSeenOf(t.Body, t.classes, metres), metres}
	return f.body
}

// playerWithin reports whether the bot sees a player within a distance.
func (t turn) playerWithin(metres float64) bool {
	q := t.playerAround(float32(metres) * 1.0001) // so that rounding loses nobody
	return q >= 0 && t.Distance(t.Body, q) <= metres
}
