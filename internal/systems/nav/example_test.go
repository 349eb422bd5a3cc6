package nav_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/nav"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// A field of 40 x 20 metres with a wall that has a way around it, and a tower.
func newMap() *nav.Map {
	m, err := nav.New(spatial.Field{Width: 40, Height: 20}, []nav.Shape{
		nav.Rect{X: 18, Y: 0, Width: 2, Height: 16},
		nav.Circle{X: 30, Y: 10, Radius: 3},
	}, nav.Options{Radius: 0.5})
	if err != nil {
		panic(err)
	}
	return m
}

// Bots that share a goal share a flow: each asks where to walk next.
func ExampleFlow_Toward() {
	m := newMap()
	goal := components.Position{X: 24, Y: 4}
	bot := components.Position{X: 10, Y: 4}
	speed := 2.0 / 30 // metres a tick

	ticks := 0
	for bot != goal {
		next, metres, ok := m.Flow(goal).Toward(bot)
		if !ok {
			break
		}
		if ticks == 0 {
			fmt.Printf("%.1f m to go, first to (%.1f, %.1f)\n", metres, next.X, next.Y)
		}
		if d := float64(m.Distance(bot, next)); d > speed { // no farther than a tick takes it
			next.X = bot.X + float32(float64(next.X-bot.X)*speed/d)
			next.Y = bot.Y + float32(float64(next.Y-bot.Y)*speed/d)
		}
		bot = m.Step(bot, next)
		ticks++
	}
	fmt.Printf("there after %.0f seconds\n", float64(ticks)/30)
	// Output:
	// 30.2 m to go, first to (17.6, 16.3)
	// there after 15 seconds
}

func ExampleMap_Path() {
	m := newMap()
	way, ok := m.Path(components.Position{X: 14, Y: 12}, components.Position{X: 24, Y: 12})
	fmt.Println(ok)
	for _, p := range way {
		fmt.Printf("(%.1f, %.1f)\n", p.X, p.Y)
	}
	// Output:
	// true
	// (17.6, 16.3)
	// (17.7, 16.4)
	// (17.9, 16.5)
	// (20.1, 16.5)
	// (20.3, 16.4)
	// (20.4, 16.3)
	// (24.0, 12.0)
}

func ExampleMap_Sees() {
	m := newMap()
	bot := components.Position{X: 10, Y: 10}
	fmt.Println(m.Sees(bot, components.Position{X: 16, Y: 3}))
	fmt.Println(m.Sees(bot, components.Position{X: 22, Y: 10}))
	fmt.Println(m.Ray(bot, components.Heading{X: 1}, 50))
	// Output:
	// true
	// false
	// 8 true
}

// A walker that wants to go through a wall slides along it.
func ExampleMap_Step() {
	m := newMap()
	p := m.Step(components.Position{X: 17, Y: 5}, components.Position{X: 19, Y: 6})
	fmt.Printf("(%.2f, %.2f)\n", p.X, p.Y)
	fmt.Println(m.Blocked(p), m.Blocked(components.Position{X: 19, Y: 6}))
	// Output:
	// (17.50, 6.00)
	// false true
}

func ExampleNew_refused() {
	_, err := nav.New(spatial.Field{Width: 40, Height: 20}, []nav.Shape{
		nav.Circle{X: 5, Y: 5, Radius: 2},
		nav.Polygon{Points: []nav.Point{{X: 10, Y: 2}, {X: 18, Y: 9}, {X: 18, Y: 2}, {X: 10, Y: 8}}},
	}, nav.Options{})
	fmt.Println(err)
	// Output:
	// obstacle 2: the polygon crosses itself: its edges from corner 1, {10 2}, and from corner 3, {18 2}, meet
}
