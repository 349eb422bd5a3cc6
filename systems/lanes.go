package systems

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/herd"
)

// laneWorld is the world as one worker sees it while it evaluates a group of a
// herd: up to 64 bots side by side, a lane for each. Groups of a herd have
// nothing to do with teams.
type laneWorld struct {
	leafWorld
	exec run.Exec
	seek herd.Seeker
}

var (
	_ host.World  = (*laneWorld)(nil)
	_ host.Herder = (*laneWorld)(nil)
	_ run.Lanes   = (*laneWorld)(nil)
)

// Holds is the bots of the group that match a facet.
func (v *laneWorld) Holds(f host.FacetID) uint64 { return v.seek.Holds(f) }

// Bodies are the bots of the group.
func (v *laneWorld) Bodies() []int32 { return v.seek.Bodies() }

// SteerNearest heads the bots of a mask toward the nearest match of a facet, or
// away from it for sign -1, and says who has one.
func (v *laneWorld) SteerNearest(r *host.Rows, sign float64) (success uint64) {
	if r.Facet <= host.Everyone {
		return v.steerEach(r, sign)
	}
	list, ok := v.seek.Rivals(r.Facet, r.Mask)
	if !ok {
		return v.steerEach(r, sign)
	}
	// Bots that match themselves are left out: a match is not its own nearest.
	all := r.Mask
	if r.Mask = all & v.Holds(r.Facet); r.Mask != 0 {
		success = v.steerEach(r, sign)
	}
	r.Mask = all &^ r.Mask
	switch {
	case r.Mask == 0 || len(list) == 0:
		return success
	case v.g.field.Wrap:
		return success | v.steerAround(r, sign, list)
	}
	v.seek.Steer(r.Mask, list, sign, r.Action.Number())
	return success | r.Mask
}

// steerAround compares each bot with a few candidates where distances are measured
// around the edges.
func (v *laneWorld) steerAround(r *host.Rows, sign float64, list []int32) (success uint64) {
	for m := r.Mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		if target := v.g.herds.NearestOf(list, r.Body[lane]); target >= 0 {
			success |= 1 << lane
			v.toward(lane, r.Body[lane], target, sign, r.Action.Number())
		}
	}
	return success
}

// steerEach looks for the nearest of each bot.
func (v *laneWorld) steerEach(r *host.Rows, sign float64) (success uint64) {
	sensed := r.Facet > host.Everyone && v.g.herds.Senses(r.Facet)
	for m := r.Mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		target := int32(-1)
		if sensed {
			target = v.seek.Nearest(lane, r.Facet)
		} else {
			target = v.leafWorld.Nearest(r.Body[lane], r.Facet)
		}
		if target >= 0 {
			success |= 1 << lane
			v.toward(lane, r.Body[lane], target, sign, r.Action.Number())
		}
	}
	return success
}

// Nearest is that of the world, in whichever way the facet is looked up now.
func (v *laneWorld) Nearest(body int32, f host.FacetID) int32 {
	if f > host.Everyone && v.g.herds.Senses(f) {
		return v.g.herds.Nearest(body, f)
	}
	return v.leafWorld.Nearest(body, f)
}

// toward heads a bot toward a target, or away from it for sign -1.
func (v *laneWorld) toward(lane int, self, target int32, sign float64, action uint16) {
	dx, dy := v.leafWorld.Delta(self, target)
	dx, dy = sign*dx, sign*dy
	id := host.BotID(v.g.columns.id[target])
	length := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if length == 0 {
		v.seek.Head(lane, 0, 0, true, id, action)
		return
	}
	scale := 1 / length
	v.seek.Head(lane, float32(dx*scale)+0, float32(dy*scale)+0, false, id, action) // -0 is 0
}

// Decide notes what a bot of the group wants.
func (v *laneWorld) Decide(body int32, a *host.Action, in host.Intent) {
	lane := v.seek.Lane(body)
	switch in.Steer {
	case host.SteerHold:
		v.seek.Steers(lane)
		v.seek.Head(lane, 0, 0, true, in.Target, a.Number())
	case host.SteerHead:
		v.seek.Steers(lane)
		v.seek.Head(lane, in.HX+0, in.HY+0, false, in.Target, a.Number()) // -0 is 0
	default:
		v.seek.Choose(lane, in.Target, a.Number())
	}
}

// laneGrain is the fewest groups of a herd that are worth a worker of their own.
const laneGrain = 32

// laneSystem evaluates the groups of a herd, a share for each worker.
type laneSystem struct {
	g       *Game
	worlds  []*laneWorld // by worker
	program *run.Program
	moves   bool // groups move as soon as they have decided
}

var _ ecs.Job = (*laneSystem)(nil)

func (s *laneSystem) update(w *ecs.World, h *herd.Herd) {
	s.program = s.g.classes[h.Class()].program
	for len(s.worlds) < w.Workers().Count() {
		s.worlds = append(s.worlds, &laneWorld{leafWorld: leafWorld{s.g}})
	}
	clock := w.Clock()
	for _, v := range s.worlds {
		v.exec = run.NewExec(s.program, v)
		v.exec.Tick, v.exec.DT = clock.Tick, clock.DT
		v.seek.Begin(h, clock.Tick)
	}
	if s.moves {
		s.g.moving.enter(w, h)
	}
	w.Workers().Run(h.Numbers(), laneGrain, s)
	for _, v := range s.worlds {
		v.seek.End()
	}
}

// Do evaluates the groups of the numbers lo..hi.
func (s *laneSystem) Do(worker, lo, hi int) {
	v, ticker := s.worlds[worker], s.program.Semantics.(run.LaneTicker)
	for number := lo; number < hi; number++ {
		if !v.seek.Enter(number) {
			continue
		}
		ticker.TickLanes(&v.exec, v, v.seek.All())
		if s.moves {
			s.g.moving.moveGroup(worker, number)
		}
	}
}
