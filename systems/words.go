package systems

import (
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// wordView is the world as one worker sees it while it evaluates a group of a
// herd as a word.
type wordView struct {
	view
	exec  run.Exec
	herd  *herd
	gi    int32
	gr    *group
	tick  int64
	asks  []host.Facet // what facets ask; element i is FacetID i+1
	asked []int        // by FacetID: how many bots looked for the nearest
	stray []int32      // bots that must move to another group
	found []int32      // scratch, as are the next two
	rivals
	lanes
}

var (
	_ host.World  = (*wordView)(nil)
	_ host.Herder = (*wordView)(nil)
	_ run.Word    = (*wordView)(nil)
)

// Holds is the bots of the group that match a facet.
func (v *wordView) Holds(f host.FacetID) uint64 {
	return v.herds.planes[f].bits[v.herd.class][v.gi]
}

// Bodies are the bots of the group.
func (v *wordView) Bodies() []int32 { return v.gr.slot[:v.gr.n] }

// think evaluates one group.
func (v *wordView) think(h *herd, gi int32, p *run.Program) {
	v.herd, v.gi, v.gr = h, gi, &h.group[gi]
	if (v.tick+int64(gi))%refreshTicks == 0 {
		v.stray = h.strays(v.Game, gi, v.stray)
	}
	p.Semantics.(run.WordTicker).TickWord(&v.exec, v, v.gr.all())
}

// SteerNearest heads the bots of a mask toward the nearest match of a facet, or
// away from it for sign -1, and says who has one.
func (v *wordView) SteerNearest(r *host.Rows, sign float64) (success uint64) {
	if r.Facet <= host.Everyone {
		return v.steerEach(r, sign)
	}
	p := &v.herds.planes[r.Facet]
	v.asked[r.Facet] += bits.OnesCount64(r.Mask)
	switch {
	case p.count == 0:
		return 0
	case p.how == few:
		return v.steerByLists(r, sign, p.members)
	case p.how == sparse:
		if l := v.candidates(r.Facet); l.n >= 0 {
			return v.steerByLists(r, sign, l.slot[:l.n])
		}
		return v.steerEach(r, sign)
	}
	return v.steerEach(r, sign)
}

// steerByLists leaves those that match themselves out of the lists: a match is
// not its own nearest.
func (v *wordView) steerByLists(r *host.Rows, sign float64, list []int32) (success uint64) {
	all := r.Mask
	if r.Mask = all & v.Holds(r.Facet); r.Mask != 0 {
		success = v.steerEach(r, sign)
	}
	r.Mask = all &^ r.Mask
	if v.field.Wrap {
		return success | v.steerAround(r, sign, list)
	}
	return success | v.steerByList(r, sign, list)
}

// steerByList compares each bot with a few candidates, in id order. No bot of
// the mask is a candidate itself.
func (v *wordView) steerByList(r *host.Rows, sign float64, list []int32) uint64 {
	if len(list) == 0 {
		return 0
	}
	c, of, all := &v.columns, &v.rivals, &v.lanes
	for i, slot := range list {
		of.x[i], of.y[i], of.id[i] = float64(c.x[slot]), float64(c.y[slot]), host.BotID(c.id[slot])
	}
	of.n = len(list)
	n, xs, ys := 0, c.x, c.y
	for m := r.Mask; m != 0; m &= m - 1 {
		self := r.Body[bits.TrailingZeros64(m)]
		all.body[n&63], all.x[n&63], all.y[n&63] = self, xs[self], ys[self]
		n++
	}
	all.n = n
	of.steer(all, sign)
	action := r.Action.Number()
	for i, self := range all.body[:all.n] {
		d := &c.decide[self]
		d.target, d.action = of.id[all.at[i]], action
		d.hx, d.hy = all.hx[i], all.hy[i]
		if d.hx != d.hx { // on one spot
			d.hx, d.hy = c.hx[self], c.hy[self]
		}
	}
	return r.Mask
}

// steerAround is steerByList where distances are measured around the edges.
func (v *wordView) steerAround(r *host.Rows, sign float64, list []int32) (success uint64) {
	c := &v.columns
	for m := r.Mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		self := r.Body[lane]
		s := search{best: math.Inf(1), slot: -1}
		for _, slot := range list {
			if slot != self {
				s.offer(slot, c.id[slot], v.field.Dist2(c.x[self], c.y[self], c.x[slot], c.y[slot]))
			}
		}
		if s.slot >= 0 {
			success |= 1 << lane
			v.toward(self, s.slot, sign, r.Action.Number())
		}
	}
	return success
}

// steerEach looks for the nearest of each bot.
func (v *wordView) steerEach(r *host.Rows, sign float64) (success uint64) {
	for m := r.Mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros64(m)
		self := r.Body[lane]
		if target := v.Nearest(self, r.Facet); target >= 0 {
			success |= 1 << lane
			v.toward(self, target, sign, r.Action.Number())
		}
	}
	return success
}

// Nearest is that of the world, in whichever way the facet is looked up now.
func (v *wordView) Nearest(body int32, f host.FacetID) int32 {
	if f > host.Everyone && int(f) < len(v.herds.planes) && v.herds.planes[f].how == scanned {
		return v.herds.nearest(body, f)
	}
	return v.view.Nearest(body, f)
}

func (v *wordView) toward(self, target int32, sign float64, action uint16) {
	dx, dy := v.view.Delta(self, target)
	v.steer(self, sign*dx, sign*dy, v.columns.id[target], action)
}

// steer states what a bot wants.
func (v *wordView) steer(self int32, dx, dy float64, target uint32, action uint16) {
	c := &v.columns
	d := &c.decide[self]
	d.target, d.action = host.BotID(target), action
	if length := math.Sqrt(float64(dx*dx) + float64(dy*dy)); length > 0 {
		scale := 1 / length
		d.hx, d.hy = float32(dx*scale)+0, float32(dy*scale)+0 // -0 is 0
	} else {
		d.hx, d.hy = c.hx[self], c.hy[self]
	}
}

// groupGrain is the fewest groups that are worth a worker of their own.
const groupGrain = 32

// wordSystem evaluates the groups of a herd, a share for each worker.
type wordSystem struct {
	g       *Game
	views   []*wordView // by worker
	herd    *herd
	program *run.Program
}

func (s *wordSystem) update(w *ecs.World, h *herd) {
	s.herd, s.program = h, s.g.classes[h.class].program
	for len(s.views) < w.Workers().Count() {
		s.views = append(s.views, &wordView{view: view{s.g}})
	}
	clock := w.Clock()
	facets := s.g.Setup.Registry.Facets()
	for _, v := range s.views {
		v.tick = clock.Tick
		v.exec = run.NewExec(s.program, v)
		v.exec.Tick, v.exec.DT = clock.Tick, clock.DT
		v.asked = column.Grow(v.asked, len(facets)+1)
		v.asks = facets
	}
	w.Workers().Run(len(h.live), groupGrain, s)
	for _, v := range s.views {
		s.g.herds.moving = append(s.g.herds.moving, v.stray...)
		v.stray = spent(v.stray)
		for f := range s.g.herds.planes {
			s.g.herds.planes[f].asked += v.asked[f]
			v.asked[f] = 0
		}
	}
}

// Do evaluates the groups lo..hi of the herd.
func (s *wordSystem) Do(worker, lo, hi int) {
	for _, gi := range s.herd.live[lo:hi] {
		s.views[worker].think(s.herd, gi, s.program)
	}
}
