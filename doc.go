// Package thicket is the front door for games with bots that think in behaviour trees;
// with package render, for pictures, it is all that a small game imports.
//
// [Open] and [Start] begin a [Session] of a scene, which plays in ticks; a [Snapshot] is a
// copy of its world. The same scene, seed and commands give the same game, bit for bit. A
// [Registry] holds the [Action] and [Func] values that trees call, [Register] gives bodies a
// component, [Session.Do] carries out a [Command], [Session.Save] writes the game as a file.
//
// The tutorial is docs/embedding.md, and docs/README.md the map of all pages. Many names
// here are aliases of types in packages session, which has the fields of commands and
// snapshots, and behavior/host, which has all about actions.
package thicket
