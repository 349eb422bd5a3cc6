// Package thicket is the front door of a framework for bots that think in
// behaviour trees. With package render, for pictures, it is all that a small game
// imports.
//
// # What there is
//
// A scene is a file, or a text, that says what a game begins with: the field, the
// classes of bots and their behaviour trees, and rules. A [Session] plays it in
// ticks. In each tick every bot's tree runs on the world as it was when the tick
// began; then bots move, and rules change them. A [Snapshot] is a copy of the
// world for those who draw or print it. The same scene, seed and commands give the
// same game, bit for bit.
//
// # The first program
//
// [Open] plays a scene by the name of a shipped one or by its file, [Start] one
// that is in memory:
//
//	s, err := thicket.Open("tag", thicket.Options{})
//	if err != nil {
//		log.Fatal(err) // with all errors of the scene, each as file:line:col
//	}
//	defer s.Close()
//	for range 300 {
//		s.Step()
//	}
//	snap := s.Snapshot()
//	fmt.Printf("%.0f s, %d bots, %s\n", snap.Time, len(snap.Bots), snap.Bots[0].Action)
//
// [Session.Step] plays one tick. A game with frames calls [Session.Advance] with
// the seconds of each frame instead, and plays at the right speed whatever the
// frame rate.
//
// # An action of your own
//
// A [Registry] holds what trees can call. [NewRegistry] has all that the arena
// offers, such as move_to, roam and fight; a game adds its own [Action]s
// before it loads a scene:
//
//	registry := thicket.NewRegistry()
//	err := registry.AddAction(thicket.Action{
//		Name:   "circle",
//		Doc:    "Circles around the nearest match.",
//		Params: []thicket.Param{{Name: "where", Kind: thicket.Where}},
//		Local:  true, // it writes through its call only, so that it may run on any worker
//		Tick: func(c *thicket.Call) thicket.Status {
//			other := c.World.Nearest(c.Body, c.Facet)
//			if other < 0 {
//				return thicket.Failure // nobody matches
//			}
//			dx, dy := c.World.Delta(c.Body, other)
//			c.Head(-dy, dx) // at a right angle to the way there
//			return thicket.Success
//		},
//	})
//
// A tree says {kind: action, name: circle, args: {where: {key: it, value: true}}}.
// A tree that gets the parameters wrong is refused when it is loaded. A [Call]
// reads the world as it was when the tick began, and states what its own bot is to
// do: Head, Hold, Choose, SetState. All dialects call the same actions.
//
// # A function of your own
//
// A [Func] is a value that trees ask for. One that answers true or false is a
// condition in every dialect, as {kind: condition, name: at_night}:
//
//	err := registry.AddFunc(thicket.Func{
//		Name:   "lucky",
//		Doc:    "Whether a coin shows heads.",
//		Result: thicket.Bool,
//		Local:  true,
//		Eval:   func(c *thicket.Call) thicket.Value { return thicket.BoolValue(c.Random() < 0.5) },
//	})
//
// # A component and a system
//
// A component is a struct without pointers that every bot and player has; a system
// is a function that runs at one [Stage] of every tick and gets the tables of all
// bodies as plain slices:
//
//	type Fuel struct{ Litres float32 }
//
//	w := s.World()
//	fuel := thicket.Register(w, Fuel{Litres: 40})
//	w.Add(thicket.Rules, "burn", thicket.SystemFunc(func(w *thicket.World) {
//		for _, table := range w.Tables() {
//			tank, speed := fuel.Column(table), w.Speed.Column(table)
//			for i := range tank {
//				tank[i].Litres -= speed[i].MPS * float32(w.Clock().DT)
//			}
//		}
//	}))
//
// # Commands
//
// A [Command] changes a game while it runs: bots come and go, people join, state
// and speeds change. [Session.Do] carries it out between two ticks or refuses it
// with an error, and then nothing has changed:
//
//	join := &thicket.Join{Name: "Ann", At: thicket.Point(10, 50), SpeedMPS: 4}
//	if err := s.Do(join); err != nil {
//		log.Fatal(err)
//	}
//	ann := thicket.Who{ID: join.IDs[0]}
//	err = s.Do(&thicket.Input{Player: ann, Heading: thicket.Heading{X: 1}})
//
// Those that are listed here are the usual ones; package session has all of them,
// and reads them from files.
//
// # Events and faults
//
// The command [Event] hands an event to trees. Snapshot.Contacts tells which rules
// brought bodies together in the last tick.
//
// An action that panics has failed; the game goes on. Of each node of a tree the
// first fault of each text is told, up to 5 texts; what the node says beyond that
// is counted only. Faults are printed to standard error with the place in
// the tree and the stack of the panic, or go to Options.OnFault.
//
// # Saving
//
// A game is repeated rather than saved: its scene, seed and commands, each with its
// tick, give the same world again, and [Session.Digest] proves it. The world in the
// middle of a game cannot be written to a file.
//
// # Drawing
//
// render.Run(session) opens a window with the game and a panel to look into it.
// render.NewRenderer(session) makes a renderer that draws snapshots on any Ebiten
// image. examples/garden is a whole game in some forty lines of Go and a scene,
// examples/sheep one that draws with sprites of its own.
//
// # Where the rest is
//
//   - scenes: the scene file, docs/scene.md; what bots can do, docs/arena.md
//   - session: all commands, docs/commands.md, and reloading edited files
//   - behavior/host: the whole interface between trees and a game
//   - ecs, systems: the world and its tick
//   - behavior: trees of five dialects
//   - docs/embedding.md: this page at length
//
// Most names here are aliases, so that a program may mix them with those packages'
// own. go doc shows the fields and methods of an alias where its type stands:
//
//	go doc ./session Session        what a session can do
//	go doc ./session Options        how it is opened
//	go doc ./behavior/host Call     what an action sees and does
//	go doc ./behavior/host Action   what an action says of itself
//	go doc ./systems Snapshot       the world as a copy
//	go doc ./systems BodyView       one body of it
//	go doc ./ecs World              tables, systems, components
package thicket
