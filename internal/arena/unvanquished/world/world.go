package world

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// BestEnemy returns the best enemy of a body in this tick, or no target.
func (s *World) BestEnemy(b int32) Target { return s.TargetBody(s.a.Living(s.Bots[b].Best)) }

// ForgetCombat makes a body one that was never hurt: it has just come back, or changed
// its class.
func (s *World) ForgetCombat(b int32) { s.Bots[b].Fought = -1 }

// Looks reports whether a body looks around: a bot that plays, or a player.
func (s *World) Looks(b int32) bool { return s.Plays[b] || s.a.Class[b] == ecs.Human }

// ToTend is the bodies whose gear changes in this tick, as one worker found them.
type ToTend struct {
	Bodies []int32
	_      [5]uint64
}

// Grain is the fewest bodies that are worth a worker of their own.
const Grain = 128

// Boosted reports whether an alien has touched a booster. Its attacks would be
// poisonous, but there is no poison here.
func (s *World) Boosted(b int32) bool { return s.Bots[b].BoostUntil > s.a.Now }

// Power2 returns 2 to the power of x, by square roots and products alone: the same
// bits on every machine.
func Power2(x float64) float64 {
	whole := math.Floor(x)
	rest, root, out := x-whole, 2., 1.
	for rest > 0 && root > 1 {
		root = math.Sqrt(root)
		if rest *= 2; rest >= 1 {
			rest--
			out *= root
		}
	}
	return math.Ldexp(out, int(min(whole, math.MaxInt32)))
}

// Zeal returns a skill as a number from 0 to 1: 0 for 1, 1 for 9.
func Zeal(skill int) float64 { return float64(float64(skill-1) / 8) }

// Follows reports whether a body lives by the rules of a scene of the game: a bot of
// one of the two teams with a tree of this vocabulary.
func (s *World) Follows(b int32) bool {
	team := s.a.TeamOf(b)
	return s.a.Config.Game == lore.Name && s.Plays[b] && (team == lore.Aliens || team == lore.Humans)
}

// changed reports whether a body is a player that has become one of the game's classes.
func changed(s *World, b int32) bool {
	return s.a.Config.Game == lore.Name && s.a.Class[b] == ecs.Human && int(s.a.Form[b]) < len(s.a.Game.Setup.Classes)
}

// FirstClass returns the class as which a bot of the game begins and comes back, and as which a player
// comes back that had become another one; -1 for its own.
func (s *World) FirstClass(b int32) int {
	switch {
	case !s.Follows(b) && !changed(s, b):
		return -1
	case s.a.TeamOf(b) == lore.Humans:
		return slices.Index(s.ClassNumber, lore.NakedHuman)
	}
	return slices.Index(s.ClassNumber, lore.Dretch)
}

// SameTeam reports whether a body can be of a class: one of its team that is no
// building.
func (s *World) SameTeam(body int32, class int) bool {
	return s.TeamOfClass(class) == s.a.TeamOf(body) && s.FormKinds[class] == 0
}

// Needed reports whether a program has leaves of this vocabulary.
func Needed(p *run.Program) bool {
	return slices.ContainsFunc(p.Tree.Leaves, func(l tree.Leaf) bool { return l.Needs() == lore.Needs })
}

// TeamOfClass returns the team of a class of the scene, or systems.NoTeam.
func (s *World) TeamOfClass(class int) int {
	return s.a.Game.Setup.TeamOf(&s.a.Game.Setup.Classes[class])
}

// Chance draws a number in [0, 1) for a body in this tick.
func (s *World) Chance(q int32, node uint32) float64 {
	return host.Float64(ecs.Rand(s.a.Game.Seed(), s.a.ID(q), s.a.Now, node, 0))
}

// Milliseconds returns how long ago a tick was.
func (s *World) Milliseconds(since int64) host.Value {
	return lore.Wholes(math.Round(float64(s.a.Now-since) * s.a.Game.World.Clock().DT * 1000))
}

// mostSkill is the highest skill; the lowest is 1.
const mostSkill = 9

// Skill returns the skill of a body, 1 to 9.
func (s *World) Skill(b int32) int {
	if n := s.a.OwnForm(b).Skill; n > 0 {
		return min(n, mostSkill)
	}
	return s.defaultSkill
}
