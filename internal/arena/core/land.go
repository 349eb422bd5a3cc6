package core

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/systems/nav"
)

// land is the map of obstacles, and the ways around them. Without obstacles
// there is no map, and all ways are straight.
type land struct {
	*bodies `save:"-"`

	m     *ground     `save:"-"` // of the scene
	flows []*nav.Flow `save:"-"` // by place; of the scene
	// Ways to what moves lead to a post, from where one can walk straight to it, so that
	// many who go to about one place share a flow; who can walk straight to it before does.
	// The flows of some posts are kept: who wants one that is not there goes straight as
	// long as nothing is in front of it, and finds it in one of the next ticks.
	posts  *nav.Posts `save:"-"` // of the scene
	roots  []nav.Flow `save:"-"` // by area of the ground; of the scene
	most   int        `save:"-"` // flows that are kept; of the scene
	flowOf []int16    `save:"-"` // by post: its flow in kept, or -1; follows from that
	kept   []keptFlow
	wanted []int32 // by body: the post to which it looked for a way, counted from 1, or 0
	aims   []aim   `save:"-"` // by body; found again where it is not there
	lines  []line  `save:"-"` // by body; asked again where it is not there
	leads  []lead  `save:"-"` // likewise
}

// lead holds the knowledge of a body about the way by a flow, which the number of its post or
// place says, as flow counts them, or that of the root of an area, see firstRoot; 0 for none.
type lead struct {
	to int32
	nav.Lead
}

// aim says where a body goes that has a goal, which many have for tick after tick.
type aim struct {
	goal components.Position
	free bool                // it is in no obstacle
	area int32               // of the body for a goal inside of an obstacle, else -1
	spot components.Position // the goal, or the free spot next to it
	on   components.Position // the spot, or one next to it that the post overlooks
	post int32               // counted from 1; 0 for not asked, below for none
	back float32             // metres, by the root of the post's area; below 0 for not asked
}

// line holds the knowledge about straight ways between the squares that a body and its goal
// were in when it last looked for a way, and between the blocks of these.
type line struct {
	from, to       int32
	start, end     int32
	known, roughly nav.Line // between the squares, and the blocks
}

// learn asks the map for the ways between two squares: between their blocks first, for which it
// is asked more rarely.
func (k *line) learn(m *ground, from, to int32) {
	k.from, k.to = from, to
	if start, end := m.Block(from), m.Block(to); k.roughly == nav.Unasked || k.start != start || k.end != end {
		k.start, k.end, k.roughly = start, end, m.BetweenBlocks(start, end)
	}
	if k.known = k.roughly; k.known == nav.Unsure {
		k.known = m.Between(from, to)
	}
}

// walks is Walks from where a body is, which asks the map only for what is not known
// since the body or its goal came into another square.
func (l *land) walks(body int32, from, to components.Position) bool {
	a, ok := l.m.Square(from)
	b, too := l.m.Square(to)
	if !ok || !too {
		return l.m.Walks(from, to)
	}
	k := &l.lines[body]
	if k.known == nav.Unasked || k.from != a || k.to != b {
		k.learn(l.m, a, b)
	}
	switch k.known {
	case nav.Open:
		return true
	case nav.Barred:
		return false
	}
	return l.m.Walks(from, to)
}

// keptFlow is the flow to a post.
type keptFlow struct {
	flow nav.Flow `save:"-"` // follows from the post
	post int32
	made int32 `save:"-"` // the post to which the flow leads, counted from 1; 0 for none
	used int64 // the tick in which somebody wanted it last
}

// blocks is the number of blocks the longer side of a field has at most, and
// leastBlock how wide one is at least, in metres.
const (
	blocks     = 32
	leastBlock = 8
)

// leastFlows is the number of flows to posts are kept where memory is short, and flowBytes what
// they may take beyond that, if each takes pieceBytes for each post; newFlows is how many are
// made in a tick at most, and idleTicks after how many ticks without use a flow may be replaced.
const (
	leastFlows = 48
	flowBytes  = 64 << 20
	pieceBytes = 1 << 10
	newFlows   = 2
	idleTicks  = 15
)

// Check returns the error for an obstacle that does not fit the field of a
// setup, or nil.
func (o *Obstacle) Check(s *systems.Setup) error { return o.shape().Check(s.Field()) }

// Covers reports whether the obstacle is within margin of a spot, in metres.
// The margin is more than 0.
func (o *Obstacle) Covers(x, y, margin float32) bool {
	return nav.Overlap(o.shape(), nav.Circle{X: float64(x), Y: float64(y), Radius: float64(margin)})
}

// shape converts the obstacle for the map.
func (o *Obstacle) shape() nav.Shape {
	switch {
	case len(o.Points) == 0:
		return nav.Circle{X: float64(o.X), Y: float64(o.Y), Radius: float64(o.Radius)}
	case o.Rect:
		low, high := o.Points[0], o.Points[2]
		return nav.Rect{
			X: float64(low[0]), Y: float64(low[1]), Width: float64(high[0]) - float64(low[0]), Height: float64(high[1]) - float64(low[1]),
		}
	}
	p := nav.Polygon{}
	for _, c := range o.Points {
		p.Points = append(p.Points, nav.Point{X: float64(c[0]), Y: float64(c[1])})
	}
	return p
}

// CheckLand returns the error for obstacles that leave nobody room on a setup's
// field, or nil. Without that check such obstacles end the making of the game
// in a panic.
func CheckLand(s *systems.Setup, c *Config) error {
	if len(c.Obstacles) == 0 {
		return nil
	}
	return nav.Check(s.Field(), shapes(c), walkers(s, c))
}

func shapes(c *Config) []nav.Shape {
	var all []nav.Shape
	for i := range c.Obstacles {
		all = append(all, c.Obstacles[i].shape())
	}
	return all
}

// walkers returns options for walkers as wide as the widest class that walks.
func walkers(s *systems.Setup, c *Config) nav.Options {
	radius := float32(0)
	for i := range c.Forms {
		if i < len(s.Classes) && s.Classes[i].SpeedMPS > 0 {
			radius = max(radius, c.Forms[i].Radius)
		}
	}
	if radius == 0 {
		radius = NewForm().Radius
	}
	return nav.Options{Radius: radius, Limits: *host.LimitsOf(s.Registry)}
}

func (l *land) init() {
	m, err := newGround(l.Game.Setup, l.Config)
	if err != nil {
		panic(fmt.Sprintf("obstacles that were not checked: %v", err))
	}
	if l.m = m; m == nil {
		return
	}
	flow := func(x, y float32) *nav.Flow {
		f := &nav.Flow{}
		m.lead(f, m.Free(components.Position{X: x, Y: y}))
		return f
	}
	for i := range l.places.setup {
		p := &l.places.setup[i]
		l.flows = append(l.flows, flow(p.X, p.Y))
	}
	l.posts = nav.NewPosts(m.m, max(leastBlock, max(l.Field.Width, l.Field.Height)/blocks))
	l.roots = make([]nav.Flow, len(l.posts.Areas()))
	for i, post := range l.posts.Areas() {
		m.lead(&l.roots[i], m.post(l.posts, post))
	}
	n := l.posts.Len()
	l.most = min(max(leastFlows, flowBytes/(pieceBytes*max(n, 1))), n, math.MaxInt16)
	l.kept = make([]keptFlow, 0, l.most)
	l.flowOf = make([]int16, n)
	for i := range l.flowOf {
		l.flowOf[i] = -1
	}
}

// bare reports whether there is no obstacle.
func (l *land) bare() bool { return l.m == nil }

// free returns the free spot nearest to p.
func (l *land) free(p components.Position) components.Position {
	if l.m == nil || !l.m.Blocked(p) {
		return p
	}
	return l.m.Free(p)
}

// freeFor returns the free spot nearest to p of those that some way leads to from a
// point; p itself where that is free.
func (l *land) freeFor(from, p components.Position) components.Position {
	if l.m == nil || !l.m.Blocked(p) {
		return p
	}
	return l.m.FreeIn(l.m.Area(from), p)
}

// aim returns where a body goes to get to a point of the field.
func (l *land) aim(body int32, from, goal components.Position) *aim {
	k, area := &l.aims[body], int32(-1)
	if k.free && k.goal == goal {
		return k
	}
	free := !l.m.Blocked(goal)
	if !free {
		area = l.m.Area(from)
	}
	if k.goal != goal || k.area != area || k.post == 0 {
		*k = aim{goal: goal, free: free, area: area, spot: l.m.FreeIn(area, goal), post: -1, back: -1}
		if post, on, ok := l.m.postFor(l.posts, k.spot); ok {
			k.on, k.post = on, post+1
		}
	}
	return k
}

func (l *land) refuse(x, y float32) error {
	if l.m != nil && l.m.Blocked(components.Position{X: x, Y: y}) {
		return fmt.Errorf("(%v, %v) is inside an obstacle, or too near to one", x, y)
	}
	return nil
}

// sees reports whether no obstacle is between two points.
func (l *land) sees(ax, ay, bx, by float32) bool {
	return l.m == nil || l.m.Sees(components.Position{X: ax, Y: ay}, components.Position{X: bx, Y: by})
}

// clear reports whether one can walk straight from one point to another.
func (l *land) clear(from, to components.Position) bool { return l.m == nil || l.m.Walks(from, to) }

// step returns the point that a body reaches when it tries to move straight from
// one point to another, and obstacles are in its way.
func (l *land) step(from, to components.Position) components.Position { return l.m.Step(from, to) }

// Way leads a body to a point around obstacles.
type Way struct {
	DX, DY float64 // where it must walk now, a vector; zero where it is there, or waits
	Far    float64 // the length of the way in metres: host.Endless where none leads there
	flow   int32   // that leads it to a bend at the end of the vector, see land.flow; 0 for none
}

// straight returns the way from one point to another with nothing in between.
func (l *land) straight(from, to components.Position) Way {
	dx, dy := l.Field.Delta(from.X, from.Y, to.X, to.Y)
	return Way{DX: dx, DY: dy, Far: Length(dx, dy)}
}

// way returns the way of a body to the point (x, y), or to the spot nearest to it that it can
// get to where that is inside of an obstacle.
func (l *land) way(body int32, x, y float32) Way {
	px, py := l.Game.At(body)
	from, to := components.Position{X: px, Y: py}, components.Position{X: x, Y: y}
	if l.m == nil {
		return l.straight(from, to)
	}
	to = l.OnField(to)
	if l.walks(body, from, to) {
		return l.straight(from, to)
	}
	k := l.aim(body, from, to)
	if k.spot != to && l.m.Walks(from, k.spot) {
		return l.straight(from, k.spot)
	}
	if k.post < 0 {
		return Way{Far: host.Endless}
	}
	if k.on != k.spot && l.m.Walks(from, k.on) {
		w := l.straight(from, k.on)
		w.Far += float64(l.m.Distance(k.on, k.spot))
		return w
	}
	return l.byPost(body, k, from)
}

// byPost returns the way by the post for a goal.
func (l *land) byPost(body int32, k *aim, from components.Position) Way {
	post := k.post - 1
	rest := float64(l.m.Distance(l.m.post(l.posts, post), k.on)) + float64(l.m.Distance(k.on, k.spot))
	number := int32(l.flowOf[post]) + 1
	if number > 0 {
		w := l.along(body, number, k.post, from)
		if w.Far < host.Endless {
			l.wanted[body] = k.post
			w.Far = min(w.Far+rest, host.Endless)
		}
		return w
	}
	// Nobody knows that way yet; but one leads by the root of the area.
	area := int32(l.posts.Area(post))
	root, known := &l.roots[area], &l.leads[body]
	if known.to != firstRoot+area {
		*known = lead{to: firstRoot + area}
	}
	_, there, ok := l.m.towardBy(root, &known.Lead, from)
	if !ok {
		return Way{Far: host.Endless}
	}
	l.wanted[body] = k.post
	if k.back < 0 {
		_, k.back, _ = l.m.toward(root, k.on)
	}
	w := l.straight(from, k.on)
	ahead := clearAhead / max(w.Far, clearAhead)
	next, _ := l.Game.Setup.Confine(components.Position{X: from.X + float32(w.DX*ahead), Y: from.Y + float32(w.DY*ahead)}, components.Heading{})
	if !l.m.Walks(from, next) {
		w.DX, w.DY = 0, 0
	}
	w.Far = min(float64(there)+float64(k.back)+float64(l.m.Distance(k.on, k.spot)), host.Endless)
	return w
}

// firstRoot is the number in leads of the root of the first area.
const firstRoot = math.MinInt32

// clearAhead says how far the way in front of a body must be clear for it to go straight
// although something is in between, in metres.
const clearAhead = 2

// serve makes the flows that bodies looked for in this tick and did not find,
// in the order of ids, from another on in each tick, so that everybody's turn comes.
// New flows take the place of flows that nobody has used for a while.
func (l *land) serve(order []int32) {
	if l.m == nil || len(order) == 0 {
		return
	}
	made := 0
	first := int(uint64(l.Now) % uint64(len(order)))
	for i := range order {
		b := order[(first+i)%len(order)]
		post := l.wanted[b] - 1
		if post < 0 {
			continue
		}
		l.wanted[b] = 0
		if k := l.flowOf[post]; k >= 0 {
			l.kept[k].used = l.Now
		} else if made < newFlows && l.keep(post) {
			made++
		}
	}
}

// keep makes the flow to a post, and reports whether there is room for it.
func (l *land) keep(post int32) bool {
	k := 0
	if len(l.kept) < l.most {
		k = len(l.kept)
		l.kept = append(l.kept, keptFlow{})
	} else {
		for i := range l.kept {
			if l.kept[i].used < l.kept[k].used {
				k = i
			}
		}
		if l.Now-l.kept[k].used < idleTicks {
			return false
		}
		l.flowOf[l.kept[k].post] = -1
	}
	l.kept[k].post, l.kept[k].used = post, l.Now
	l.flowOf[post] = int16(k)
	l.kept[k].lead(l)
	return true
}

// lead makes the flow lead to the post.
func (f *keptFlow) lead(l *land) {
	l.m.lead(&f.flow, l.m.post(l.posts, f.post))
	f.made = f.post + 1
}

// wayTo is way to the middle of a place.
func (l *land) wayTo(body, place int32) Way {
	p := &l.places.setup[place]
	if l.m == nil {
		return l.way(body, p.X, p.Y)
	}
	x, y := l.Game.At(body)
	return l.along(body, -1-place, -1-place, components.Position{X: x, Y: y})
}

// flow returns a flow by its number in ways: those that are kept are counted from 1, and those
// to places from -1 down.
func (l *land) flow(number int32) *nav.Flow {
	if number < 0 {
		return l.flows[-1-number]
	}
	return &l.kept[number-1].flow
}

// along returns the way that a flow leads a body from a point, to a post or place by its number.
func (l *land) along(body, number, to int32, from components.Position) Way {
	known := &l.leads[body]
	if known.to != to {
		*known = lead{to: to}
	}
	next, dist, ok := l.m.towardBy(l.flow(number), &known.Lead, from)
	if !ok {
		return Way{Far: host.Endless}
	}
	dx, dy := l.Field.Delta(from.X, from.Y, next.X, next.Y)
	return Way{DX: dx, DY: dy, Far: float64(dist), flow: number}
}

// gains reports whether who goes past a bend of a way, from one point to another, gets at
// least as near to its end as who stops at the bend.
func (l *land) gains(flow int32, from, bend, to components.Position) bool {
	f := l.flow(flow)
	_, before, _ := l.m.toward(f, from)
	_, after, ok := l.m.toward(f, to)
	return ok && after <= before-l.m.Distance(from, bend)
}

// OnField returns the point of the field nearest to p.
func (bs *bodies) OnField(p components.Position) components.Position {
	f := &bs.Field
	return components.Position{X: min(max(p.X, f.X), f.X+f.Width), Y: min(max(p.Y, f.Y), f.Y+f.Height)}
}

// Free returns the free spot nearest to p.
func (l *land) Free(p components.Position) components.Position { return l.free(p) }

// FreeFor returns the free spot nearest to p that some way leads a body to; p itself where
// that is free.
func (l *land) FreeFor(body int32, p components.Position) components.Position {
	x, y := l.Game.At(body)
	return l.freeFor(components.Position{X: x, Y: y}, p)
}

// NothingBetween reports whether no obstacle is between two points, in metres.
func (l *land) NothingBetween(ax, ay, bx, by float32) bool { return l.sees(ax, ay, bx, by) }

// Ground implements host.Grounded.
func (a *Arena) Ground(x, y float32) bool {
	return a.Land.m == nil || !a.Land.m.Blocked(components.Position{X: x, Y: y})
}

// Clear implements host.Grounded.
func (a *Arena) Clear(ax, ay, bx, by float32) bool {
	return a.Land.clear(components.Position{X: ax, Y: ay}, components.Position{X: bx, Y: by})
}

// Way returns how a body gets to a point around obstacles, or to the spot nearest to it that
// it can get to where that is inside of one.
func (l *land) Way(body int32, x, y float32) Way { return l.way(body, x, y) }

// Reaches reports whether some way around obstacles leads a body to a point.
func (l *land) Reaches(body int32, x, y float32) bool {
	px, py := l.Game.At(body)
	from := components.Position{X: px, Y: py}
	return l.m == nil || l.m.Reaches(from, l.freeFor(from, components.Position{X: x, Y: y}))
}

// Path appends the shortest way around obstacles between two points: where it bends, and its end. It is
// not ok where there is none.
func (l *land) Path(way []components.Position, from, to components.Position) (_ []components.Position, ok bool) {
	if l.m == nil {
		return append(way, to), true
	}
	return l.m.path(way, from, to)
}

// StraightWay reports whether a body can walk straight to a point, past obstacles.
func (l *land) StraightWay(body int32, x, y float32) bool {
	px, py := l.Game.At(body)
	return l.StraightWayFrom(components.Position{X: px, Y: py}, x, y)
}

// StraightWayFrom reports whether a body at from could walk straight to a point, past
// obstacles.
func (l *land) StraightWayFrom(from components.Position, x, y float32) bool {
	return l.m == nil || l.m.Walks(from, l.freeFor(from, l.OnField(components.Position{X: x, Y: y})))
}

// WayToPlace is Way to the middle of a place.
func (l *land) WayToPlace(body, place int32) Way { return l.wayTo(body, place) }

// Places returns the places of the game.
func (bs *bodies) Places() []systems.Place { return bs.places.setup }
