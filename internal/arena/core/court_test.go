package core_test

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// court is a yard of 14 by 12 m, from (17, 12) to (31, 24), with walls of 1 m and one door of
// 2 m in the wall on the right, below the middle.
const court = `
  - { rect: [17, 12, 14, 1] }
  - { rect: [17, 23, 14, 1] }
  - { rect: [17, 12, 1, 12] }
  - { rect: [30, 12, 1, 7] }
  - { rect: [30, 21, 1, 3] }
`

// courtScene returns a field with the court and so many bots that go where an action says.
func courtScene(world, action string, bots int) string {
	return fmt.Sprintf("tickRate: 30\nworld: { width: %v, height: %v, %s }\nteams: [{ id: red }, { id: blue }]\nobstacles:%sbots:\n"+
		"  - { id: a, name: A, teamId: red, count: %d, speedMps: 6, health: 10, sight: { radius: 60 }, behavior: %s }\n"+
		"  - { id: b, name: B, teamId: blue, count: 1, speedMps: 3, health: 10, behavior: { kind: action, name: stand } }\n", wallsWide, wallsHigh, world, court, bots, action)
}

// settles steps until bodies are where they should be, and reports whether that is within
// some ticks and nobody trembles on the way.
func settles(t *testing.T, g *arenatest.Game, bots, ticks int, there func() bool) bool {
	t.Helper()
	bodies := make([]tremor, bots+1)
	for range ticks {
		g.Step()
		for id := 1; id <= bots; id++ {
			if b := g.Bot(components.ID(id)); bodies[id].look(b.X, b.Y) >= 30 {
				t.Errorf("bot %d trembles at (%v, %v)", id, b.X, b.Y)
				return true
			}
		}
		if there() {
			return true
		}
	}
	return false
}

// TestCourtsAreEntered has goals close to each wall of a court, on both sides of it and within
// it, and starts all around: the way is by the door. Who goes to a goal within a wall is next
// to it in the end.
func TestCourtsAreEntered(t *testing.T) {
	if testing.Short() {
		t.Skip("walks 84 ways")
	}
	t.Parallel()
	starts := [][2]float64{{5, 5}, {44, 20}, {24, 5}, {10, 18}, {24, 32}, {24, 18}}
	for _, goal := range [][3]float64{
		{18.6, 18, 0.2}, {29.4, 14, 0.2}, {24, 13.6, 0.2}, {24, 22.4, 0.2}, {29.4, 22.3, 0.2}, {18.6, 13.6, 0.2}, // inside
		{16.4, 18, 0.2}, {31.6, 15, 0.2}, {24, 24.6, 0.2}, // outside
		{17.4, 18, 1.2}, {24, 12.7, 1.2}, {30.5, 15, 1.2}, {17.5, 12.5, 1.5}, {30.5, 20, 0.2}, // within walls, and the door
	} {
		act := arenatest.Act("move_to", fmt.Sprintf("{ x: %v, y: %v, stop: 0.1 }", goal[0], goal[1]))
		for _, from := range starts {
			g := arenatest.Open(t, courtScene("edges: clamp", act, 1), 1).Put(one, float32(from[0]), float32(from[1]), 1, 0)
			off := func() float64 { b := g.Bot(one); return math.Hypot(float64(b.X)-goal[0], float64(b.Y)-goal[1]) }
			if !settles(t, g, 1, 600, func() bool { return off() < goal[2] }) {
				t.Errorf("from %v it stands %.2f m from %v", from, off(), goal)
			}
			g.Close()
		}
	}
}

// TestCourtsAreEnteredTogether has bodies that push each other before the door and before the
// goal, which is one for all.
func TestCourtsAreEnteredTogether(t *testing.T) {
	const bots = 6
	g := arenatest.Open(t, courtScene("edges: clamp, solid: true", arenatest.Act("move_to", "{ x: 18.6, y: 18, stop: 3 }"), bots), 1)
	for i := range bots {
		g.Put(components.ID(i+1), 34+float32(i%3), 10+float32(i/3), 1, 0)
	}
	inside := func() bool {
		for i := range bots {
			if b := g.Bot(components.ID(i + 1)); math.Hypot(float64(b.X)-18.6, float64(b.Y)-18) > 3.5 {
				return false
			}
		}
		return true
	}
	if !settles(t, g, bots, 600, inside) {
		t.Error("some are not there after 20 s")
	}
}

// TestWhoIsBehindAWallIsCaught has a foe that walks to and fro close behind the walls of the
// court, in and out of sight.
func TestWhoIsBehindAWallIsCaught(t *testing.T) {
	for _, start := range [][2]float32{{12, 14}, {12, 30}, {40, 14}, {24, 5}} {
		src := courtScene("edges: clamp", arenatest.Act("approach", "{ who: 2, stop: 1 }"), 1)
		g := arenatest.Open(t, src, 1).Put(one, start[0], start[1], 1, 0)
		at := func(i int) (x, y float32) { // at 2 m/s along the wall on the left, from inside
			return 18.6, 14 + float32(math.Abs(math.Mod(float64(i)/15, 16)-8))
		}
		tick := 0
		if !settles(t, g, 1, 900, func() bool {
			x, y := at(tick)
			tick++
			g.Put(2, x, y, 0, 1)
			return g.State(one, "is") == `"done"`
		}) {
			t.Errorf("from %v it is at %v, and never near who walks behind the wall", start, g.Bot(one))
		}
		g.Close()
	}
}

// TestWallsOfATorus puts random walls and goals behind them across the edges of a field
// without edges.
func TestWallsOfATorus(t *testing.T) {
	if testing.Short() {
		t.Skip("walks many ways")
	}
	t.Parallel()
	for seed := range 24 {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		w := randomWalls(r)
		for w.off(w.start[0], w.start[1]) < walker+0.08 || w.off(w.goal[0], w.goal[1]) < walker+0.08 || !w.reached() {
			w = randomWalls(r)
		}
		// The whole of it moves so that a wall is at an edge and what is beyond comes around it.
		dx, dy := math.Inf(1), math.Inf(1)
		for _, c := range w.rects {
			for _, p := range c {
				dx, dy = min(dx, p[0]), min(dy, p[1])
			}
		}
		dx, dy = -dx, -dy*float64(seed%2)
		around := func(v, size float64) float64 { return math.Mod(math.Mod(v, size)+size, size) }
		var b strings.Builder
		fmt.Fprintf(&b, "tickRate: 30\nworld: { width: %v, height: %v, edges: wrap }\nobstacles:\n", wallsWide, wallsHigh)
		for _, c := range w.rects {
			fmt.Fprintf(&b, "  - { polygon: [[%v, %v], [%v, %v], [%v, %v], [%v, %v]] }\n", c[0][0]+dx, c[0][1]+dy, c[1][0]+dx, c[1][1]+dy, c[2][0]+dx, c[2][1]+dy, c[3][0]+dx, c[3][1]+dy)
		}
		gx, gy := around(w.goal[0]+dx, wallsWide), around(w.goal[1]+dy, wallsHigh)
		fmt.Fprintf(&b, "bots:\n  - { id: a, name: A, count: 1, speedMps: 6, health: 10, behavior: %s }\n", arenatest.Act("move_to", fmt.Sprintf("{ x: %v, y: %v, stop: 0.1 }", gx, gy)))
		g := arenatest.Open(t, b.String(), 1).Put(one, float32(around(w.start[0]+dx, wallsWide)), float32(around(w.start[1]+dy, wallsHigh)), 1, 0)
		off := func() float64 {
			b := g.Bot(one)
			x, y := math.Abs(float64(b.X)-gx), math.Abs(float64(b.Y)-gy)
			return math.Hypot(min(x, wallsWide-x), min(y, wallsHigh-y))
		}
		if !settles(t, g, 1, 600, func() bool { return off() < 0.2 }) {
			t.Errorf("seed %d: it stands %.2f m from the goal\n%s", seed, off(), b.String())
		}
		g.Close()
	}
}

// TestLengthsOfWaysLeadThroughNoWall wants the length of a way, which `why` tells, to be no less
// than that of the shortest way around walls, by a search over a fine grid, also before the way
// is found; then to be no more than that of a way by any point of the goal's block; and nothing
// to be in the way of the next step.
func TestLengthsOfWaysLeadThroughNoWall(t *testing.T) {
	t.Parallel()
	const detour = 2 * 8 * math.Sqrt2 // to a corner of a block of 8 m, and back
	for seed := range 15 {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		w := randomWalls(r)
		long, ok := 0.0, false
		for !ok || w.off(w.start[0], w.start[1]) < walker+0.2 || w.off(w.goal[0], w.goal[1]) < walker+0.2 {
			w = randomWalls(r)
			long, ok = w.shortest()
		}
		g := arenatest.Open(t, w.scene(3, "clamp"), 1).Put(one, float32(w.start[0]), float32(w.start[1]), 1, 0)
		body := g.World().Slot(one)
		g.Step()
		for tick := range 10 {
			b := g.Bot(one)
			way := g.Arena.Land.Way(body, float32(w.goal[0]), float32(w.goal[1]))
			gone := 0.1 * float64(tick+1)
			if way.Far < long/1.09-gone-0.4 || tick > 4 && way.Far > long+detour {
				t.Errorf("wall %d, tick %d: from (%v, %v) to %v the way is %.2f m long, wanted about %.2f\n%s", seed, tick, b.X, b.Y, w.goal, way.Far, long-gone, w.scene(3, "clamp"))
				break
			}
			far := math.Hypot(way.DX, way.DY)
			step := min(far, 0.1) / max(far, 1e-9)
			if !g.Arena.Clear(b.X, b.Y, b.X+float32(way.DX*step), b.Y+float32(way.DY*step)) {
				t.Errorf("wall %d, tick %d: the way leads into a wall at (%v, %v)", seed, tick, b.X, b.Y)
			}
			g.Step()
		}
		g.Close()
	}
}

// shortest returns the length of the shortest way over a grid of 0.2 m, which is at most 1.09
// times that of the shortest way of all.
func (w *walls) shortest() (float64, bool) {
	const fine, wide = 0.2, walker + 0.02
	nx, ny := int(wallsWide/fine)+1, int(wallsHigh/fine)+1
	dist := make([]float64, nx*ny)
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	cell := func(p [2]float64) int { return int(math.Round(p[1]/fine))*nx + int(math.Round(p[0]/fine)) }
	goal := cell(w.goal)
	open := &frontier{{0, cell(w.start)}}
	dist[cell(w.start)] = 0
	for open.Len() > 0 {
		c := heap.Pop(open).(edge)
		if c.at == goal {
			return c.far, true
		}
		if c.far > dist[c.at] {
			continue
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				x, y := c.at%nx+dx, c.at/nx+dy
				if x < 0 || y < 0 || x >= nx || y >= ny {
					continue
				}
				if d := c.far + fine*math.Hypot(float64(dx), float64(dy)); d < dist[y*nx+x] && w.off(float64(x)*fine, float64(y)*fine) >= wide {
					dist[y*nx+x] = d
					heap.Push(open, edge{d, y*nx + x})
				}
			}
		}
	}
	return 0, false
}

type edge struct {
	far float64
	at  int
}

// frontier is a heap of edges, the nearest first.
type frontier []edge

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].far < f[j].far }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)        { *f = append(*f, x.(edge)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
