package thicket_test

import (
	"fmt"
	"log"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/session"
)

// Ten seconds of a shipped scene.
func Example() {
	s, err := thicket.Open("tag", thicket.Options{})
	if err != nil {
		log.Fatal(err) // with all errors of the scene, each as file:line:col
	}
	defer s.Close()
	for range 300 {
		s.Step()
	}
	snap := s.Snapshot()
	fmt.Printf("%.0f s, %d bots, %s\n", snap.Time, len(snap.Bots), snap.Bots[0].Action)
	// Output: 10 s, 50 bots, chase_nearest
}

// A moth circles around a lamp, by an action of the game's own.
func ExampleRegistry() {
	registry := thicket.NewRegistry()
	err := registry.AddAction(thicket.Action{
		Name:   "circle",
		Doc:    "Circles around the nearest match.",
		Params: []thicket.Param{{Name: "where", Kind: thicket.Where}},
		Local:  true, // it writes through its call only, so that it may run on any worker
		Tick: func(c *thicket.Call) thicket.Status {
			other := c.World.Nearest(c.Body, c.Facet)
			if other < 0 {
				return thicket.Failure // nobody matches
			}
			dx, dy := c.World.Delta(c.Body, other)
			c.Head(-dy, dx) // at a right angle to the way there
			return thicket.Success
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	s, err := thicket.Start("lamp.yaml", []byte(`
world: { width: 40, height: 40 }
bots:
  - { id: lamp, name: Lamp, count: 1, initialState: { lit: true } }
  - id: moth
    name: Moth
    count: 1
    speedMps: 2
    behavior: { kind: action, name: circle, args: { where: { key: lit, value: true } } }
`), thicket.Options{Registry: registry})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	place := func(name string, x, y float64) {
		if err := s.Do(&thicket.Place{Who: thicket.Who{Name: name}, At: thicket.Point(x, y)}); err != nil {
			log.Fatal(err)
		}
	}
	place("Lamp 1", 20, 20)
	place("Moth 1", 20, 10)
	for range 30 * 60 { // a minute
		s.Step()
	}
	moth := s.Snapshot().Bots[1]
	dx, dy := moth.X-20, moth.Y-20
	fmt.Println(moth.Action, dx*dx+dy*dy < 11*11)
	// Output: circle true
}

// Leaves that run by columns, for up to 64 bots a call, give what they give bot by bot.
func ExampleRegistry_byColumns() {
	s, alone := marching(true), marching(false)
	defer s.Close()
	defer alone.Close()
	s.Step()
	alone.Step()
	did := map[string]int{}
	for _, b := range s.Snapshot().Bots {
		did[b.Action]++
	}
	fmt.Println(did, s.Digest() == alone.Digest())
	// Output: map[march:750 wander:250] true
}

// marching returns a game whose bots march, by columns or one by one.
func marching(columns bool) *thicket.Session {
	registry := thicket.NewRegistry()
	tired, yes := registry.Key("tired"), registry.Sym(thicket.BoolValue(true))
	march := thicket.Action{
		Name:  "march",
		Doc:   "Heads east, unless the bot is tired.",
		Local: true,
		Tick: func(c *thicket.Call) thicket.Status {
			if c.World.State(c.Body, tired) == yes {
				return thicket.Failure
			}
			c.Head(1, 0)
			return thicket.Success
		},
		Rows: func(r *host.Rows) {
			column := r.World.StateColumn(tired)
			east := host.Intent{Steer: host.SteerHead, HX: 1}
			r.Each(func(i int) bool {
				if host.Sym(column[r.Body[i]]) == yes {
					return false
				}
				r.Decide(i, east)
				return true
			})
		},
	}
	if !columns {
		march.Rows = nil
	}
	if err := registry.AddAction(march); err != nil {
		log.Fatal(err)
	}
	s, err := thicket.Start("march.yaml", []byte(`
world: { width: 1000, height: 1000, edges: wrap }
bots:
  - id: bot
    name: Bot
    count: 1000
    speedMps: 1
    initialState: { tired: false }
    start: [{ count: 250, state: { tired: true } }]
    behavior: { kind: selector, children: [{ kind: action, name: march }, { kind: wander }] }
`), thicket.Options{Registry: registry})
	if err != nil {
		log.Fatal(err)
	}
	return s
}

// Trees ask a function of the game's own.
func ExampleFunc() {
	registry := thicket.NewRegistry()
	err := registry.AddFunc(thicket.Func{
		Name:   "lucky",
		Doc:    "Whether a coin shows heads.",
		Result: thicket.Bool,
		Local:  true,
		Eval:   func(c *thicket.Call) thicket.Value { return thicket.BoolValue(c.Random() < 0.5) },
	})
	if err != nil {
		log.Fatal(err)
	}
	s, err := thicket.Start("toss.yaml", []byte(`
bots:
  - id: bot
    name: Bot
    count: 1000
    speedMps: 1
    behavior: { kind: sequence, children: [{ kind: condition, name: lucky }, { kind: wander }] }
`), thicket.Options{Registry: registry})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	s.Step()
	walking := 0
	for _, b := range s.Snapshot().Bots {
		if b.Action == "wander" {
			walking++
		}
	}
	fmt.Println(walking > 450, walking < 550)
	// Output: true true
}

// Fuel counts the fuel that a body has left.
type Fuel struct{ Litres float32 }

// A component and a system of the game's own.
func ExampleRegister() {
	s, err := thicket.Start("cars.yaml", []byte(`
bots: [{ id: car, name: Car, count: 1, speedMps: 10, behavior: { kind: wander } }]
`), thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	w := s.World()
	fuel := thicket.Register(w, Fuel{Litres: 40})
	w.Add(thicket.Rules, "burn", thicket.SystemFunc(func(w *thicket.World) {
		for _, table := range w.Tables() {
			tank, speed := fuel.Column(table), w.Speed.Column(table)
			for i := range tank {
				tank[i].Litres -= speed[i].MPS * float32(w.Clock().DT)
			}
		}
	}))
	for range 30 { // a second
		s.Step()
	}
	car := s.Snapshot().Bots[0]
	fmt.Printf("%s: %.1f litres\n", car.Name, fuel.Of(car.ID).Litres)
	// Output: Car 1: 30.0 litres
}

// A player joins and walks.
func ExampleSession_Do() {
	s, err := thicket.Open("tag", thicket.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	join := &thicket.Join{Name: "Ann", At: thicket.Point(10, 50), SpeedMPS: 4}
	if err := s.Do(join); err != nil {
		log.Fatal(err)
	}
	ann := thicket.Who{ID: join.IDs[0]}
	err = s.Do(&thicket.Input{Player: ann, Heading: thicket.Heading{X: 1}})
	if err != nil {
		log.Fatal(err)
	}
	for range 30 {
		s.Step()
	}
	player := s.Snapshot().Players[0]
	fmt.Printf("%s is at %.0f m\n", player.Name, player.X)
	fmt.Println(s.Do(&thicket.Leave{Player: thicket.Who{Name: "Bob"}}))
	// Output:
	// Ann is at 14 m
	// nobody is called "Bob"
}

// A loop of frames plays at the right speed, whatever the frame rate.
func ExampleSession_Advance() {
	s, err := thicket.Open("tag", thicket.Options{}) // 30 ticks a second
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for range 3 {
		ticks, alpha := s.Advance(1.0 / 40) // a frame of a fortieth of a second
		fmt.Printf("%d ticks, then %.2f of the way to the next\n", ticks, alpha)
	}
	// Output:
	// 0 ticks, then 0.75 of the way to the next
	// 1 ticks, then 0.50 of the way to the next
	// 1 ticks, then 0.25 of the way to the next
}

// A game says itself where faults go.
func ExampleOptions() {
	registry := thicket.NewRegistry()
	err := registry.AddAction(thicket.Action{Name: "trip", Tick: func(*thicket.Call) thicket.Status {
		panic("over a stone")
	}})
	if err != nil {
		log.Fatal(err)
	}
	s, err := thicket.Start("path.yaml", []byte(`bots: [{ id: bot, name: Bot, count: 2, behavior: { kind: action, name: trip } }]`), thicket.Options{
		Registry: registry,
		OnFault:  func(f thicket.Fault) { fmt.Println(f) },
	})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for range 5 {
		s.Step()
	}
	// Output: path.yaml:1:50: trip of tree bot, Bot 1, tick 1: panic: over a stone
}

// A function of the game hears what trees, scripts and commands announce.
func ExampleAnnouncement() {
	registry := thicket.NewRegistry()
	registry.Listen("dusk", func(_ thicket.LeafWorld, a thicket.Announcement) {
		fmt.Println(a.Name, a.Source, a.Data)
	})
	s, err := thicket.Start("yard.yaml", []byte(`bots: [{ id: hen, name: Hen, count: 2, behavior: { kind: wander } }]`), thicket.Options{Registry: registry})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	dusk := thicket.Announcement{Name: "dusk", Source: "sun", Data: thicket.NumberValue(7)}
	fmt.Println(s.Do(&thicket.Announce{Announcement: dusk}))
	// Output:
	// dusk sun 7
	// <nil>
}

// A game means something of its own by a name that the arena has for trees of the
// Drag[en]gine, and these find it.
func ExampleNewRegistry_ownNames() {
	registry := thicket.NewRegistry() // with the arena's actions
	err := registry.AddAction(thicket.Action{
		Name: "turning", Bits: 8, // of memory for each bot
		Enter: func(c *thicket.Call) { c.Store(0, 8, 0) },
		Tick: func(c *thicket.Call) thicket.Status {
			steps, _ := c.TextParam("turning.steps") // a parameter of the rule, as it is written
			n := c.Load(0, 8) + 1
			c.Store(0, 8, n)
			if fmt.Sprint(n) == steps {
				return thicket.Success
			}
			return thicket.Running
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	s, err := thicket.Start("mill.yaml", []byte(`bots: [{ id: ox, name: Ox, count: 1, behavior: { kind: wander } }]`), thicket.Options{Registry: registry})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	// The step that is the last one succeeds, so that the ox roams in that tick.
	tree := &session.Switch{Class: "ox", File: "ox.debt", Source: `<behaviorTree><sequence id='root'>
		<action id='.turn' name='turning'><parameter name='turning.steps'>3</parameter></action>
		<action id='.rest' name='roam'/>
	</sequence></behaviorTree>`}
	if err := s.Do(tree); err != nil {
		log.Fatal(err)
	}
	for range 5 {
		s.Step()
		fmt.Print(s.Snapshot().Bots[0].Action, " ")
	}
	// Output:
	// turning turning roam roam roam
}

// Velocity is how fast a body slides, in metres a second.
type Velocity struct{ X, Y float32 }

// onIce gives a world physics of its own: bodies slide, and only slowly go where they want to.
func onIce(w *thicket.World) error {
	velocity := thicket.Register(w, Velocity{})
	return w.SetMover("ice", func(w *thicket.World, bodies []thicket.Wish) {
		dt := float32(w.Clock().DT)
		for i := range bodies {
			b := &bodies[i]
			v := velocity.Of(b.ID)
			v.X += float32((float32(b.Way.X*b.MPS) - v.X) * dt)
			v.Y += float32((float32(b.Way.Y*b.MPS) - v.Y) * dt)
			b.Position.X += float32(v.X * dt)
			b.Position.Y += float32(v.Y * dt)
			b.Heading = b.Facing
		}
	})
}

// Trees think, and the game's own physics moves the bodies.
func ExampleWorld_SetMover() {
	scene := []byte(`
world: { width: 100, height: 100 }
bots: [{ id: penguin, name: Penguin, count: 1, speedMps: 3, behavior: { kind: action, name: move_to, args: { x: 90, y: 50, pace: walk } } }]
`)
	s, err := thicket.Start("ice.yaml", scene, thicket.Options{Prepare: onIce})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	if err := s.Do(&thicket.Place{Who: thicket.Who{ID: 1}, At: thicket.Point(10, 50)}); err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		for range 30 {
			s.Step()
		}
		fmt.Printf("%.1f m\n", s.Snapshot().Body(1).X-10)
	}
	// Output:
	// 0.6 m
	// 1.7 m
	// 3.1 m
}
