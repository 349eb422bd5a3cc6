// Package thicket is the front door of a framework for bots that think in behaviour
// trees. With package render, for pictures, it is all that a small game imports.
//
// A scene is a file, or a text, that says what a game begins with: the field, the
// classes of bots and their behaviour trees, and rules. A [Session] plays it in
// ticks, and a [Snapshot] is a copy of its world for those who draw or print it. The
// same scene, seed and commands give the same game, bit for bit:
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
// A [Registry] holds the [Action] and [Func] values that trees can call, a game's own
// among them; [Register] gives bodies a component of the game's own; [Session.Do]
// carries out a [Command]; [Session.Save] writes a game as a file.
//
// docs/embedding.md is the tutorial. Most names here are aliases, so that a program may
// mix them with the packages where they stand: go doc ./session Session shows the
// methods of a session, go doc ./behavior/host Call what an action sees and does.
package thicket
