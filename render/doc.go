// Package render shows a game in an Ebiten window.
//
// A Renderer draws snapshots, interpolated between two ticks, on any Ebiten
// image: it is what a game with bots of its own needs. Game is a whole window: a
// session that is stepped and drawn, with a panel to pause it, to change its
// tunables and populations, and to look into the tree of one bot.
//
// What is drawn is decided by packages palette and draw, which know no window; a
// Painter paints their lists, all bodies as one batch of triangles; those of
// crowds so large that each has less than a pixel are laid on by the processor,
// as one image. Only trails are made here, as they live on the screen: they fade
// in one off-screen image.
//
// A window reads snapshots and gives the session commands, as a file of commands
// does; two games with the same commands at the same ticks are equal. The only
// other thing that it asks for is what one bot's tree does (systems.Game.Watch).
//
// Everything here is for the goroutine that Ebiten calls its game on.
package render
