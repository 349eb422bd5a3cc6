package systems

import (
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/herd"
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

// Holds returns the bots of the group that match a facet.
func (v *laneWorld) Holds(f host.FacetID) uint64 { return v.seek.Holds(f) }

// Bodies returns the bots of the group.
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
	if r.Mask == 0 || len(list) == 0 {
		return success
	}
	v.seek.Steers(r.Mask)
	switch {
	case v.g.field.Wrap:
		v.seek.SteerAround(r.Mask, list, sign, host.NumberOf(host.RuntimeOfRows(r).Action))
	default:
		v.seek.Steer(r.Mask, list, sign, host.NumberOf(host.RuntimeOfRows(r).Action))
	}
	return success | r.Mask
}

// steerEach looks for the nearest of each bot.
func (v *laneWorld) steerEach(r *host.Rows, sign float64) (success uint64) {
	sensed := r.Facet > host.Everyone && v.g.herds.Senses(r.Facet)
	for m := r.Mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		self, target := r.Body[lane], int32(-1)
		if sensed {
			target = v.seek.Nearest(lane, r.Facet)
		} else {
			target = v.leafWorld.Nearest(self, r.Facet)
		}
		if target >= 0 {
			success |= 1 << lane
			dx, dy := v.leafWorld.Delta(self, target)
			v.seek.Toward(lane, sign*dx, sign*dy)
			v.seek.Choose(lane, host.BotID(v.g.columns.id[target]))
		}
	}
	v.seek.Steers(success)
	v.seek.Did(success, host.NumberOf(host.RuntimeOfRows(r).Action))
	return success
}

// wander holds the headings of the bots of a mask that are under way, as an action
// has it, and says who they are.
func (v *laneWorld) wander(mask uint64, action uint16) (success uint64) {
	success = v.seek.UnderWay(mask, v.g.Setup.Edges == Clamp)
	v.seek.Hold(success)
	v.seek.Steers(success)
	for m := success; m != 0; m &= m - 1 {
		v.seek.Choose(bits.TrailingZeros64(m), 0)
	}
	v.seek.Did(success, action)
	return success
}

// Nearest asks the world, in the way in which the facet is looked up now.
func (v *laneWorld) Nearest(body int32, f host.FacetID) int32 {
	if f > host.Everyone && v.g.herds.Senses(f) {
		return v.g.herds.Nearest(body, f)
	}
	return v.leafWorld.Nearest(body, f)
}

// Decide notes what a bot of the group wants.
func (v *laneWorld) Decide(body int32, a *host.Action, in host.Intent) {
	lane := v.seek.Lane(body)
	if in.Steer == host.SteerHead && !directed(in) {
		in = v.g.Faults.sound(body, a, in)
	}
	switch in.Steer {
	case host.SteerHold:
		v.seek.Steers(1 << lane)
		v.seek.Hold(1 << lane)
	case host.SteerHead:
		v.seek.Steers(1 << lane)
		v.seek.Head(lane, in.HX+0, in.HY+0) // -0 is 0
	}
	v.seek.Choose(lane, in.Target)
	v.seek.Did(1<<lane, host.NumberOf(a))
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
	s.program = s.g.variant(h.Class(), s.g.classes[h.Class()].program)
	for len(s.worlds) < w.Workers().Count() {
		s.worlds = append(s.worlds, &laneWorld{leafWorld: leafWorld{s.g}})
	}
	clock := w.Clock()
	for _, v := range s.worlds {
		v.exec = run.NewExec(s.program, v)
		v.exec.Moment = run.Moment(clock)
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
	v, ticker, done := s.worlds[worker], s.program.Semantics.(run.LaneTicker), false
	defer v.exec.Ended(&done)
	for number := lo; number < hi; number++ {
		if !v.seek.Enter(number) {
			continue
		}
		ticker.TickLanes(&v.exec, v, v.seek.All())
		if s.moves {
			s.g.moving.moveGroup(worker, number)
		}
	}
	done = true
}
