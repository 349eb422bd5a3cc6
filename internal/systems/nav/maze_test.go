package nav

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// maze is a raster of cells with walls between some of them.
type maze struct {
	n          int
	right, low [][]bool // whether there is a wall at that side of a cell
	cell, wide float64  // metres, of a cell and of a passage
}

func randomMaze(r *rand.Rand, n int, share, cell, wide float64) maze {
	z := maze{n: n, cell: cell, wide: wide}
	for range n {
		right, low := make([]bool, n), make([]bool, n)
		for x := range n {
			right[x], low[x] = r.Float64() < share, r.Float64() < share
		}
		z.right, z.low = append(z.right, right), append(z.low, low)
	}
	return z
}

// shapes returns the posts between cells, and the walls.
func (z maze) shapes() []Shape {
	thick := z.cell - z.wide
	var all []Shape
	for y := range z.n {
		for x := range z.n {
			at := Point{float64(x+1)*z.cell - thick, float64(y+1)*z.cell - thick}
			all = append(all, Rect{at.X, at.Y, thick, thick})
			if z.right[y][x] {
				all = append(all, Rect{at.X, at.Y - z.wide, thick, z.wide})
			}
			if z.low[y][x] {
				all = append(all, Rect{at.X - z.wide, at.Y, z.wide, thick})
			}
		}
	}
	return all
}

func (z maze) middle(x, y int) components.Position {
	return components.Position{X: float32(float64(x)*z.cell + z.wide/2), Y: float32(float64(y)*z.cell + z.wide/2)}
}

// reached says which cells can be reached from one, on a torus or not.
func (z maze) reached(x, y int, wrap bool) map[[2]int]bool {
	done := map[[2]int]bool{{x, y}: true}
	open := [][2]int{{x, y}}
	step := func(x, y int) {
		if wrap {
			x, y = (x+z.n)%z.n, (y+z.n)%z.n
		}
		if c := [2]int{x, y}; x >= 0 && y >= 0 && x < z.n && y < z.n && !done[c] {
			done[c] = true
			open = append(open, c)
		}
	}
	wall := func(walls [][]bool, x, y int) bool { return walls[(y+z.n)%z.n][(x+z.n)%z.n] }
	for len(open) > 0 {
		x, y := open[0][0], open[0][1]
		open = open[1:]
		if !wall(z.right, x, y) {
			step(x+1, y)
		}
		if !wall(z.right, x-1, y) {
			step(x-1, y)
		}
		if !wall(z.low, x, y) {
			step(x, y+1)
		}
		if !wall(z.low, x, y-1) {
			step(x, y-1)
		}
	}
	return done
}

// A passage is a hair wider than walkers, and one less is closed to them.
func TestAWayIsFoundIfThereIsOne(t *testing.T) {
	const radius = 0.5
	there, not := 0, 0
	for seed := range seeds(24) {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		z := randomMaze(r, 12, 0.2+0.25*r.Float64(), 3, 2*radius+0.005)
		side := float32(float64(z.n) * z.cell)
		f := spatial.Field{Width: side, Height: side, Wrap: seed%2 == 1}
		m, err := New(f, z.shapes(), Options{Radius: radius})
		if err != nil {
			t.Fatal(err)
		}
		wide, err := New(f, z.shapes(), Options{Radius: radius + 0.005})
		if err == nil {
			if _, _, ok := wide.Flow(z.middle(0, 0)).Toward(z.middle(5, 5)); ok && wide.Distance(wide.Free(z.middle(0, 0)), wide.Free(z.middle(5, 5))) > 1 {
				t.Errorf("seed %d: wide walkers pass", seed)
			}
		}
		for range 4 {
			gx, gy := r.IntN(z.n), r.IntN(z.n)
			want := z.reached(gx, gy, f.Wrap)
			flow := m.Flow(z.middle(gx, gy))
			for x := range z.n {
				for y := range z.n {
					p := z.middle(x, y)
					_, far, ok := flow.Toward(p)
					if ok != want[[2]int{x, y}] {
						t.Fatalf("seed %d, wrap %v: from cell %d,%d to %d,%d: way %v, want %v", seed, f.Wrap, x, y, gx, gy, ok, !ok)
					}
					if !ok {
						not++
						continue
					}
					there++
					if way, _ := m.Path(p, flow.Goal()); math.Abs(wayLength(m, p, way)-float64(far)) > 0.1 {
						t.Fatalf("seed %d: from cell %d,%d to %d,%d by %v: %v m, want %v", seed, x, y, gx, gy, way, wayLength(m, p, way), far)
					}
				}
			}
			p := z.middle(r.IntN(z.n), r.IntN(z.n))
			for n := 0; n < 3000; n++ {
				way, _, ok := flow.Toward(p)
				if !ok || p == flow.Goal() {
					break
				}
				if p = m.Step(p, stride(m, p, way, 0.2)); n == 2999 {
					t.Fatalf("seed %d: does not arrive at cell %d,%d, is at %v", seed, gx, gy, p)
				}
			}
		}
	}
	if longtest.On && (there < 500 || not < 100) {
		t.Errorf("%d ways, %d without one: too few to tell", there, not)
	}
}

func wayLength(m *Map, p components.Position, way []components.Position) float64 {
	sum := 0.0
	for _, q := range way {
		sum += float64(m.Distance(p, q))
		p = q
	}
	return sum
}

// All that is connected on the mesh is reached, and nothing else.
func TestFlowsCoverWhatIsConnected(t *testing.T) {
	apart := 0
	for seed := range seeds(60) {
		m, _, r := randomMap(t, uint64(seed), 40)
		goal := m.Free(randomPosition(r, m))
		f := m.Flow(goal)
		f.find()
		g := m.ground(goal)
		for i := range m.mesh.pieces {
			want := m.mesh.pieces[i].area == m.mesh.pieces[g.few[0]].area
			if got := f.first[i] < f.first[i+1]; got != want {
				t.Fatalf("seed %d: flow to %v: piece %d, %v: reached %v, want %v", seed, goal, i, m.mesh.of(int32(i)), got, want)
			}
			if !want {
				apart++
			}
		}
	}
	t.Logf("%d pieces apart", apart)
}
