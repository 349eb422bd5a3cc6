package core

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/session"
)

// A body that moves less than this share of the way that it wanted to go is
// stuck.
const stuckShare = 0.3

// moveNode is the node number for random draws of movement; no tree has so many
// nodes.
const moveNode = 1<<16 + 1

// steps moves bodies.
type steps struct {
	*bodies
	land  *land
	match *contest
}

// Top returns the highest speed that a body of a speed can reach, both in m/s:
// it may have become one of a faster class, or go at a speed of its own.
func (st *steps) Top(mps float32) float32 {
	return max(max(mps, st.swiftest)*st.fastest, math.Float32frombits(st.hastiest.Load()))
}

// Move moves a body as its tree wants: around obstacles, and turning no faster
// than it can. A bot whose tree wants nothing goes along its heading.
func (st *steps) Move(body int32, p *components.Position, h *components.Heading, mps float32, dt float64) {
	hx, hy := st.Game.HeadingOf(body)
	if st.out(body) || st.match.over {
		*h = components.Heading{X: hx, Y: hy}
		return
	}
	var dx, dy float32
	var step float64
	*h, dx, dy, step = st.intends(body, *h, mps, dt)
	if step == 0 || dx == 0 && dy == 0 {
		return
	}
	step = min(step, farthest)
	w, from := &st.want[body], *p
	if bend := float64(w.bend); w.mode == wantGo && w.flow != 0 && step > bend {
		stop, past, turned := *p, *p, *h
		st.advance(body, &stop, &turned, dx, dy, w.bend)
		st.advance(body, &past, &turned, dx, dy, float32(step))
		if !st.land.gains(w.flow, from, stop, past) {
			step = bend
		}
	}
	st.advance(body, p, h, dx, dy, float32(step))
	st.Moved(body, step, math.Sqrt(st.Field.Dist2(from.X, from.Y, p.X, p.Y)), dt, h)
}

// intends returns where a body faces in the tick that its tree heads along h, and where and
// how many metres it goes: along (dx, dy), which is zero for one without a heading.
func (st *steps) intends(body int32, h components.Heading, mps float32, dt float64) (face components.Heading, dx, dy float32, step float64) {
	hx, hy := st.Game.HeadingOf(body)
	w, f := &st.want[body], st.form(body)
	still := w.mode == wantPlain && !st.Game.Steered(body)
	if still && (st.walks[body].On || st.Mind[body].Settled) {
		st.walkOn(body)
	}
	if st.turned(body) {
		mps = f.speed
	}
	if w.faced {
		h = unit(w.fx, w.fy)
	}
	face = f.turned(components.Heading{X: hx, Y: hy}, h)
	dx, dy, step = face.X, face.Y, float64(mps)*dt
	switch m := &st.Mind[body]; {
	case w.mode == wantHold || still && w.mode == wantPlain && m.Stays:
		step = 0
	case w.mode == wantGo:
		step *= float64(w.pace)
		if w.speed > 0 {
			step = float64(w.speed) * dt
		}
		dx, dy, step = w.dx, w.dy, min(step, float64(w.maxDist))
	}
	return face, dx, dy, step
}

// Wish says how Move would move a body that is not out, in a world without obstacles.
func (st *steps) Wish(body int32, h components.Heading, mps float32, dt float64, to *session.Wish) {
	if st.match.over {
		return
	}
	face, dx, dy, step := st.intends(body, h, mps, dt)
	to.Facing, to.Way, to.MPS = face, components.Heading{X: dx, Y: dy}, float32(min(step, farthest)/dt)
}

// Moved notes that a body came so many metres of those that it wanted to go, and has it look
// for another way where something is in its own.
func (st *steps) Moved(body int32, wanted, came, dt float64, h *components.Heading) {
	if wanted == 0 {
		return
	}
	w, m, blocked := &st.want[body], &st.Mind[body], came < stuckShare*wanted
	switch {
	case !blocked:
		m.Stuck = 0
	case w.mode == wantGo:
		m.Stuck += float32(dt)
	case st.Game.World.ClassOf(st.ID(body)) != ecs.Human: // nobody steers it: another way
		*h = st.anywhere(body)
	}
}

// farthest is the most that a body can move in a tick, in metres: a limit that
// keeps coordinates finite.
const farthest = 1e30

// advance moves a body by (dx, dy) times step, and keeps it off obstacles and
// on the field.
func (st *steps) advance(_ int32, p *components.Position, h *components.Heading, dx, dy, step float32) {
	from := *p
	p.X = float32(dx*step) + p.X
	p.Y = float32(dy*step) + p.Y
	*p, *h = st.Game.Setup.Confine(*p, *h)
	if !st.land.bare() {
		*p = st.land.step(from, *p)
	}
}

// Shove moves a body by so many metres, past obstacles and within the field. It is for who runs
// in no worker.
func (st *steps) Shove(body int32, dx, dy float64) {
	h := components.Heading{}
	st.advance(body, st.Game.World.Position.Of(st.ID(body)), &h, float32(dx), float32(dy), 1)
}

// Next returns where the move leads that the bot wants so far in this tick, past obstacles.
func (t Turn) Next() components.Position {
	x, y := t.Game.At(t.Body)
	p, h, w := components.Position{X: x, Y: y}, components.Heading{}, &t.want[t.Body]
	if w.mode == wantGo {
		step := min(float64(t.SpeedOf(t.Body)*w.pace)*t.DT, float64(w.maxDist), farthest)
		t.Steps.advance(t.Body, &p, &h, w.dx, w.dy, float32(step))
	}
	return p
}

// anywhere returns a random direction.
func (st *steps) anywhere(body int32) components.Heading {
	draw := uint32(0)
	for {
		draw += 2
		x := float64(2*host.Float64(ecs.Rand(st.Game.Seed(), st.ID(body), st.Now, moveNode, draw))) - 1
		y := float64(2*host.Float64(ecs.Rand(st.Game.Seed(), st.ID(body), st.Now, moveNode, draw+1))) - 1
		if d2 := float64(x*x) + float64(y*y); d2 <= 1 && d2 > 1e-6 {
			return unit(float32(x), float32(y))
		}
	}
}

// turned returns the heading of a body after one tick of turning: it had the
// heading from, wants the heading to, and turns no faster than its form can.
func (f *form) turned(from, to components.Heading) components.Heading {
	if f.turn == -2 || from.X == 0 && from.Y == 0 || to.X == 0 && to.Y == 0 {
		return to
	}
	if dot := float32(from.X*to.X) + float32(from.Y*to.Y); dot >= f.turn {
		return to
	}
	sin := f.sin
	if cross := float32(from.X*to.Y) - float32(from.Y*to.X); cross < 0 {
		sin = -sin
	}
	return unit(float32(from.X*f.turn)-float32(from.Y*sin), float32(from.X*sin)+float32(from.Y*f.turn))
}

// unit returns the vector of length 1 in the direction (x, y), or zero for
// zero.
func unit(x, y float32) components.Heading {
	d := Length(float64(x), float64(y))
	if d == 0 {
		return components.Heading{}
	}
	return components.Heading{X: float32(float64(x)/d) + 0, Y: float32(float64(y)/d) + 0} // -0 is 0
}

func Length(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

// crowdSystem keeps bodies apart in solid worlds. Each of two bodies that
// overlap gives way by half of the overlap, as far as obstacles let it. All
// give way at once, so that their order does not matter.
type crowdSystem struct {
	a        *Arena
	px       []components.Position // by body: where it gives way to
	near     [][]int32             // by worker: scratch
	state    []components.State    // of the current table
	position []components.Position
	apply    bool
	wide     float32
}

var (
	_ ecs.System = (*crowdSystem)(nil)
	_ ecs.Job    = (*crowdSystem)(nil)
)

func newCrowdSystem(a *Arena) *crowdSystem {
	s := &crowdSystem{a: a}
	for i := range a.forms {
		s.wide = max(s.wide, a.forms[i].Radius)
	}
	return s
}

// crowdGrain is the least number of bodies that is worth another worker.
const crowdGrain = 64

// Update runs in the Act stage, after the move.
func (s *crowdSystem) Update(w *ecs.World) {
	a := s.a
	if a.Match.over {
		return
	}
	s.near = column.Grow(s.near, w.Workers().Count())
	s.px = column.Grow(s.px, len(a.Health))
	a.gather()
	for _, s.apply = range []bool{false, true} {
		for _, t := range w.Tables() {
			s.state, s.position = w.State.Column(t), w.Position.Column(t)
			w.Workers().Run(t.Len(), crowdGrain, s)
		}
	}
}

// Do pushes, or moves, the rows lo..hi of the current table.
func (s *crowdSystem) Do(worker, lo, hi int) {
	a := s.a
	for i := lo; i < hi; i++ {
		b := s.state[i].Slot
		if a.out(b) || a.form(b).Fixed {
			continue
		}
		if s.apply {
			if p := &s.position[i]; s.px[b] != *p {
				h := components.Heading{}
				a.Steps.advance(b, p, &h, s.px[b].X-p.X, s.px[b].Y-p.Y, 1)
			}
			continue
		}
		s.near[worker] = s.push(b, s.position[i], s.near[worker])
	}
}

// push computes where a body gives way to.
func (s *crowdSystem) push(b int32, at components.Position, near []int32) []int32 {
	a := s.a
	r := a.form(b).Radius
	var sx, sy float64
	for gi := range a.Groups {
		near = a.Groups[gi].Index.Within(at.X, at.Y, r+s.wide, near[:0])
		for _, q := range near {
			if q == b {
				continue
			}
			qx, qy := a.Game.At(q)
			dx, dy := a.Field.Delta(qx, qy, at.X, at.Y)
			d, wide := Length(dx, dy), float64(r+a.form(q).Radius)
			if d >= wide {
				continue
			}
			half := 2.0 // each gives way by half, but what is fixed leaves all of it to the other
			if a.form(q).Fixed {
				half = 1
			}
			if d == 0 { // on one spot: the lower id goes to the left
				dx, d = 1, 1
				if a.ID(b) < a.ID(q) {
					dx = -1
				}
				sx += float64(dx * wide / half)
				continue
			}
			by := (wide - d) / half / d
			sx += float64(dx * by)
			sy += float64(dy * by)
		}
	}
	if d := Length(sx, sy); d > float64(r) { // no farther than its own width
		sx, sy = sx/d*float64(r), sy/d*float64(r)
	}
	s.px[b] = components.Position{X: at.X + float32(sx), Y: at.Y + float32(sy)}
	return near
}

var _ systems.Wisher = (*steps)(nil)
