// Package render shows a session in an Ebiten window.
//
// [Run] opens a window for a session, with a panel to pause it, to change its
// tunables and populations, and to look into the tree of one bot. [Game] is the same
// as an ebiten.Game, for programs that do something in each update. A [Renderer]
// draws snapshots, interpolated between two ticks, on any Ebiten image, for games
// with a loop of their own.
//
// A window reads snapshots and gives the session commands, as a file of commands
// does; two games with the same commands at the same ticks are equal.
//
// Everything here belongs to the goroutine that Ebiten calls its game on.
package render
