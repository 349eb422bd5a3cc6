package nav

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// answers returns the answers of a flow at some positions.
func answers(f *Flow, at []components.Position) []any {
	var all []any
	for _, p := range at {
		way, far, ok := f.Toward(p)
		all = append(all, [3]any{way, far, ok})
	}
	return all
}

// Many ask at once for more goals than are kept: all get what a map of their own
// says that was asked for nothing else.
func TestAnswersDependOnMapAndGoalAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	shapes := randomShapes(r, 100, 100, 15)
	newMap := func() *Map {
		m, err := New(spatial.Field{Width: 100, Height: 100}, shapes, Options{Radius: 0.5, Flows: 2})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	shared := newMap()
	var goals, at []components.Position
	for range 5 {
		goals = append(goals, randomPosition(r, shared))
	}
	for range 50 {
		at = append(at, randomPosition(r, shared))
	}
	var want [][]any
	for _, g := range goals {
		want = append(want, answers(newMap().Flow(g), at))
	}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(worker), 9))
			for range 20 {
				i := r.IntN(len(goals))
				if got := answers(shared.Flow(goals[i]), at); !slices.Equal(got, want[i]) {
					t.Errorf("worker %d got other answers for goal %v", worker, goals[i])
				}
				if way, ok := shared.Path(at[i], goals[i]); ok && way[len(way)-1] != shared.Free(goals[i]) {
					t.Errorf("worker %d: a path to %v ends at %v", worker, goals[i], way)
				}
			}
		})
	}
	wg.Wait()
	if n := len(shared.cache.entries); n != 2 {
		t.Errorf("the map keeps %d flows, want 2", n)
	}
	var f Flow // whose memory has held another flow of another map
	other, _, _ := randomMap(t, 5, 20)
	f.Reset(other, components.Position{})
	for i, g := range goals {
		f.Reset(shared, g)
		if !slices.Equal(answers(&f, at), want[i]) {
			t.Errorf("a flow that is used again gives other answers for goal %v", g)
		}
	}
}

func TestTicksDoNotAllocate(t *testing.T) {
	for _, seed := range []uint64{1, 2} { // 2 is a torus
		m, _, r := randomMap(t, seed, 20)
		var at []components.Position
		for range 64 {
			at = append(at, m.Free(randomPosition(r, m)))
		}
		var f Flow
		var way []components.Position
		i := 0
		next := func() (p, q components.Position) {
			i++
			return at[i%64], at[(i*7+1)%64]
		}
		for name, tick := range map[string]func(){
			"Sees":    func() { m.Sees(next()) },
			"Step":    func() { m.Step(next()) },
			"Walks":   func() { m.Walks(next()) },
			"Blocked": func() { p, _ := next(); m.Blocked(p) },
			"Free":    func() { _, q := next(); m.Free(components.Position{X: q.X + 3, Y: q.Y}) },
			"Ray":     func() { p, _ := next(); m.Ray(p, components.Heading{X: 0.6, Y: 0.8}, 1000) },
			"Flow":    func() { p, _ := next(); m.Flow(at[i%3]).Toward(p) },
			"Reset":   func() { p, q := next(); f.Reset(m, p); f.find(); f.Toward(q) },
			"Path":    func() { p, q := next(); way, _ = m.AppendPath(way[:0], p, q) },
		} {
			for range 64 {
				tick() // grow what is used again
			}
			if n := testing.AllocsPerRun(64, tick); n != 0 {
				t.Errorf("%s allocates %v times", name, n)
			}
		}
	}
}

func TestBeyondObstaclesThereIsNoWay(t *testing.T) {
	field := spatial.Field{Width: 20, Height: 10}
	wall := Rect{10, 0, 1, 10}
	m, err := New(field, []Shape{wall}, Options{Radius: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	a, b := components.Position{X: 2, Y: 5}, components.Position{X: 18, Y: 5}
	if way, far, ok := m.Flow(b).Toward(a); ok || way != a || far != 0 {
		t.Errorf("through a wall: %v, %v m, %v", way, far, ok)
	}
	if way, ok := m.Path(a, b); ok || way != nil {
		t.Errorf("through a wall: %v, %v", way, ok)
	}
	field.Wrap = true
	if m, err = New(field, []Shape{wall}, Options{Radius: 0.5}); err != nil {
		t.Fatal(err)
	}
	if way, far, ok := m.Flow(b).Toward(a); !ok || way != b || far != 4 {
		t.Errorf("around: %v, %v m, %v; want %v, 4 m", way, far, ok, b)
	}
}

// The long way round a torus is given in legs that walking the shorter way round
// follows.
func TestTheLongWayRound(t *testing.T) {
	m, err := New(spatial.Field{Width: 20, Height: 10, Wrap: true}, []Shape{Rect{9, 0, 1, 10}}, Options{Radius: 0.25})
	if err != nil {
		t.Fatal(err)
	}
	a, b := components.Position{X: 8, Y: 5}, components.Position{X: 11, Y: 5}
	way, ok := m.Path(a, b)
	if !ok || len(way) < 2 {
		t.Fatalf("got %v, %v", way, ok)
	}
	p, sum := a, float32(0)
	for _, q := range way {
		if !m.Walks(p, q) {
			t.Errorf("%v does not walk to %v", p, q)
		}
		sum += m.Distance(p, q)
		p = q
	}
	if _, far, _ := m.Flow(b).Toward(a); p != b || sum < 16.99 || sum > 17.01 || far < 16.99 || far > 17.01 {
		t.Errorf("by %v: %v m, flow %v m, want 17", way, sum, far)
	}
}

func TestGoalsThatAreNoPlace(t *testing.T) {
	m, _, _ := randomMap(t, 1, 5)
	nan := float32(math.NaN())
	for _, goal := range []components.Position{{X: nan, Y: nan}, {X: -7, Y: 1e30}} {
		f := m.Flow(goal)
		if g := f.Goal(); !m.within(g) || m.Blocked(g) {
			t.Errorf("goal %v became %v", goal, g)
		}
		if again := m.Flow(goal); again != f {
			t.Errorf("the flow to %v is made twice", goal)
		}
		if way, _, ok := f.Toward(components.Position{X: nan}); !ok || !m.within(way) {
			t.Errorf("from nowhere to %v: %v, %v", goal, way, ok)
		}
	}
}

func TestGoalsThatNobodyCanStandAt(t *testing.T) {
	m, err := New(spatial.Field{Width: 20, Height: 20}, []Shape{Circle{10, 10, 3}}, Options{Radius: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	f := m.Flow(components.Position{X: 10, Y: 12})
	if g := f.Goal(); m.Blocked(g) || g.Y < 13.5 || g.Y > 13.6 {
		t.Errorf("the goal in an obstacle became %v", g)
	}
	if way, _, ok := f.Toward(components.Position{X: 10, Y: 19}); !ok || way != f.Goal() {
		t.Errorf("got %v, %v, want %v", way, ok, f.Goal())
	}
}

// Many who are the first to ask for ways get what one gets.
func TestWaysAreFoundOnce(t *testing.T) {
	m, _, r := randomMap(t, 3, 40)
	var f, alone Flow
	for range 20 {
		goal := randomPosition(r, m)
		f.Reset(m, goal)
		alone.Reset(m, goal)
		var at []components.Position
		for range 20 {
			at = append(at, randomPosition(r, m))
		}
		want := answers(&alone, at)
		got := make([][]any, 4)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() { got[i] = answers(&f, at) })
		}
		wg.Wait()
		for i := range got {
			if !slices.Equal(got[i], want) {
				t.Fatalf("to %v: %v, want %v", goal, got[i], want)
			}
		}
	}
}
