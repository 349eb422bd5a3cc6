package core_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// walls are random walls on a field of 48 by 36 m, as rectangles that may be turned, one of
// them between a start and a goal close behind it.
type walls struct {
	rects       [][4][2]float64
	start, goal [2]float64
}

const wallsWide, wallsHigh, walker = 48.0, 36.0, 0.5

func randomWalls(r *rand.Rand) walls {
	var w walls
	turned := func(x, y, long, thick, angle float64) (c [4][2]float64) {
		s, o := math.Sincos(angle)
		for i, k := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			dx, dy := k[0]*long/2, k[1]*thick/2
			c[i] = [2]float64{x + dx*o - dy*s, y + dx*s + dy*o}
		}
		return c
	}
	angle := float64(r.IntN(4)) * math.Pi / 2
	if r.IntN(2) == 0 {
		angle = 2 * math.Pi * r.Float64()
	}
	x, y, thick, long := 16+16*r.Float64(), 12+12*r.Float64(), 0.2+2*r.Float64(), 3+18*r.Float64()
	w.rects = append(w.rects, turned(x, y, long, thick, angle))
	s, o := math.Sincos(angle)
	beside := func(along, off float64) [2]float64 { return [2]float64{x + along*o - off*s, y + along*s + off*o} }
	along := (r.Float64() - 0.5) * long
	w.goal = beside(along, thick/2+0.5+3.5*r.Float64())
	w.start = beside((r.Float64()-0.5)*long, -thick/2-0.7-4*r.Float64())
	for range r.IntN(4) { // arms of a bay, or a court
		at := beside((r.Float64()-0.5)*long, thick/2+5*r.Float64())
		arm := turned(at[0], at[1], 2+10*r.Float64(), 0.2+r.Float64(), angle+float64(r.IntN(2))*math.Pi/2)
		onField := true
		for _, c := range arm {
			onField = onField && c[0] >= 0 && c[1] >= 0 && c[0] <= wallsWide && c[1] <= wallsHigh
		}
		if onField {
			w.rects = append(w.rects, arm)
		}
	}
	return w
}

// off returns how far a point is from the walls, and from the edges of the field.
func (w *walls) off(x, y float64) float64 {
	least := min(x, y, wallsWide-x, wallsHigh-y) + walker + 1
	if least < walker+1 {
		return -1
	}
	for _, c := range w.rects {
		inside := true
		for i := range c {
			a, b := c[i], c[(i+1)%4]
			dx, dy := b[0]-a[0], b[1]-a[1]
			t := min(max(((x-a[0])*dx+(y-a[1])*dy)/(dx*dx+dy*dy), 0), 1)
			least = min(least, math.Hypot(x-a[0]-t*dx, y-a[1]-t*dy))
			inside = inside && dx*(y-a[1])-dy*(x-a[0]) >= 0
		}
		if inside {
			return -1
		}
	}
	return least
}

// reached floods a fine grid from the start, through points that keep well off the walls, and
// reports whether it comes close to the goal.
func (w *walls) reached() bool {
	const fine, wide = 0.1, walker + 0.08
	nx, ny := int(wallsWide/fine)+1, int(wallsHigh/fine)+1
	seen := make([]bool, nx*ny)
	cell := func(p [2]float64) int {
		return int(math.Round(p[1]/fine))*nx + int(math.Round(p[0]/fine))
	}
	open := []int{cell(w.start)}
	seen[open[0]] = true
	for len(open) > 0 {
		k := open[len(open)-1]
		open = open[:len(open)-1]
		x, y := k%nx, k/nx
		if math.Hypot(float64(x)*fine-w.goal[0], float64(y)*fine-w.goal[1]) < 0.2 {
			return true
		}
		for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			i, j := x+d[0], y+d[1]
			if i < 0 || j < 0 || i >= nx || j >= ny || seen[j*nx+i] || w.off(float64(i)*fine, float64(j)*fine) < wide {
				continue
			}
			seen[j*nx+i] = true
			open = append(open, j*nx+i)
		}
	}
	return false
}

func (w *walls) scene(speed float64, edges string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "tickRate: 30\nworld: { width: %v, height: %v, edges: %s }\nobstacles:\n", wallsWide, wallsHigh, edges)
	for _, c := range w.rects {
		fmt.Fprintf(&b, "  - { polygon: [[%v, %v], [%v, %v], [%v, %v], [%v, %v]] }\n", c[0][0], c[0][1], c[1][0], c[1][1], c[2][0], c[2][1], c[3][0], c[3][1])
	}
	fmt.Fprintf(&b, "bots:\n  - id: a\n    name: A\n    count: 1\n    speedMps: %v\n    health: 10\n    behavior: %s\n", speed,
		arenatest.Act("move_to", fmt.Sprintf("{ x: %v, y: %v, stop: 0.1 }", w.goal[0], w.goal[1])))
	return b.String()
}

// tremor counts for how many ticks in turn a body has been back where it was two ticks before.
// Who turns round, or strafes to the other side, is so once; who goes to and fro trembles. A
// step is no less than 5 mm: by that much a crowd presses on who stands in it.
type tremor struct {
	was, before components.Position
	ticks       int
}

// look returns the number of ticks, with the place of the body now.
func (k *tremor) look(x, y float32) int {
	far := func(p components.Position) float64 { return math.Hypot(float64(x-p.X), float64(y-p.Y)) }
	step := math.Hypot(float64(k.was.X-k.before.X), float64(k.was.Y-k.before.Y))
	if now := far(k.was); now > 5e-3 && step > 5e-3 && far(k.before) < 0.2*max(now, step) {
		k.ticks++
	} else {
		k.ticks = 0
	}
	k.before, k.was = k.was, components.Position{X: x, Y: y}
	return k.ticks
}

// TestWhoCanReachAGoalBehindAWallDoes puts goals 0.5 to 4 m behind random walls: who can reach
// one, as a flood over a fine grid says, is there within the time that the longest way round
// takes, and nobody trembles. THICKET_WALLS says how many walls.
func TestWhoCanReachAGoalBehindAWallDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("walks many ways")
	}
	t.Parallel()
	n := 30
	if longtest.On {
		n = 120
	}
	if s := os.Getenv("THICKET_WALLS"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	reached, shut, lost := 0, 0, 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		w := randomWalls(r)
		for w.off(w.start[0], w.start[1]) < walker+0.08 || w.off(w.goal[0], w.goal[1]) < walker-0.05 {
			w = randomWalls(r)
		}
		speed, edges := 3+12*r.Float64(), []string{"clamp", "bounce"}[r.IntN(2)]
		g := arenatest.Open(t, w.scene(speed, edges), 1)
		g.Put(1, float32(w.start[0]), float32(w.start[1]), 1, 0)
		can, done := w.reached(), false
		var k tremor
		for range int(30*200/speed) + 60 {
			g.Step()
			b := g.Bot(1)
			if k.look(b.X, b.Y) >= 30 {
				t.Errorf("wall %d: it trembles at (%v, %v)\n%s", seed, b.X, b.Y, w.scene(speed, edges))
				break
			}
			if done = math.Hypot(float64(b.X)-w.goal[0], float64(b.Y)-w.goal[1]) < 0.2; done {
				break
			}
		}
		g.Close()
		switch {
		case can && done:
			reached++
		case can:
			lost++
			if b := g.Bot(1); lost < 4 {
				t.Errorf("wall %d: it stands at (%v, %v)\n%s", seed, b.X, b.Y, w.scene(speed, edges))
			}
		default:
			shut++
		}
	}
	t.Logf("%d walls: %d goals reached, %d not, %d beyond reach", n, reached, lost, shut)
	if reached < n/2 || lost > 0 {
		t.Errorf("%d of %d goals were not reached, and %d are beyond reach", lost, reached+lost, shut)
	}
}

// TestNobodyTremblesInShippedScenes plays the scenes with obstacles. THICKET_TREMBLE says for
// how many ticks.
func TestNobodyTremblesInShippedScenes(t *testing.T) {
	if testing.Short() {
		t.Skip("plays ten shipped scenes")
	}
	t.Parallel()
	for _, name := range []string{"bases", "camp", "cowardly", "gunship", "meadow", "monsters", "siege", "skirmish", "squad", "wilds"} {
		ticks := 200
		if longtest.On {
			ticks = 900
		}
		if s := os.Getenv("THICKET_TREMBLE"); s != "" {
			ticks, _ = strconv.Atoi(s)
		}
		g := arenatest.Shipped(t, name, 0, 1, 0)
		bodies := map[components.ID]*tremor{}
		for tick := range ticks {
			g.Step()
			for _, b := range g.Snapshot().Bots {
				k := bodies[b.ID]
				if k == nil {
					k = &tremor{}
					bodies[b.ID] = k
				}
				if k.look(b.X, b.Y) == 2 {
					t.Errorf("%s: %s trembles at (%v, %v) in tick %d", name, b.Name, b.X, b.Y, tick)
				}
			}
		}
		g.Close()
	}
}
