package arena

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/ecs"
)

// playerTag is the tag of classes whose bots play the part of players.
const playerTag = "player"

// track is how fast a body went in the last tick.
type track struct {
	x, y  float32 // where it was at the begin of the tick
	known bool
	speed float32 // metres a second
}

// initPlayers lists the classes that count as players: humans, and those that
// play their part.
func (a *Arena) initPlayers() {
	a.players = append(a.players[:0], ecs.Human)
	for class := range a.g.Setup.Classes {
		if slices.Contains(a.forms[class].Tags, playerTag) {
			a.players = append(a.players, int16(class))
		}
	}
}

// trackPlayers measures how fast players go, from where they are and where they
// were a tick ago. One that went farther than it can walk was put there, and
// counts as standing.
func (a *Arena) trackPlayers() {
	for _, t := range a.g.World.Tables() {
		if !slices.Contains(a.players, int16(t.Class)) {
			continue
		}
		speeds := a.g.World.Speed.Column(t)
		for i, st := range a.g.World.State.Column(t) {
			x, y, _, _ := a.g.Body(st.Slot)
			was := &a.tracks[st.Slot]
			speed := 0.0
			if was.known {
				speed = math.Sqrt(a.field.Dist2(was.x, was.y, x, y)) / a.dt
			}
			if speed > float64(1.01*a.Top(speeds[i].MPS)) {
				speed = 0
			}
			*was = track{x, y, true, float32(speed)}
		}
	}
}

// player is the nearest player that a body sees, or a bot that plays the part of
// one, or -1.
func (a *Arena) player(body int32) int32 { return a.playerAround(body, a.form(body).Sight.Radius) }

// playerAround is player, but may not look farther than a distance.
func (a *Arena) playerAround(body int32, metres float32) int32 {
	f := &a.wary[body]
	if f.at == a.tick && (f.body >= 0 || f.reach >= metres) {
		return f.body
	}
	s := a.newSearch(body)
	s.reach = min(s.reach, metres)
	for _, class := range a.players {
		s.class = class
		for gi := range a.groups {
			s.look(int16(gi))
		}
	}
	*f = found{a.tick, s.best, metres}
	return f.body
}

// playerWithin reports whether a body sees a player within a distance.
func (a *Arena) playerWithin(body int32, metres float64) bool {
	q := a.playerAround(body, float32(metres)*1.0001) // so that rounding loses nobody
	return q >= 0 && a.distance(body, q) <= metres
}
