// Package render shows a game in an Ebiten window.
//
// [Run] opens a window for a session, with a panel to pause it, to change its
// tunables and populations, and to look into the tree of one bot. [Game] is the same
// as an ebiten.Game, for programs that have a say in each update. A [Renderer] draws
// snapshots, interpolated between two ticks, on any Ebiten image, for games with a
// loop of their own.
//
// Package draw and the palette, which know no window, decide what is drawn, as lists
// of shapes. A [Painter] paints the lists: all bodies as one batch of triangles, and
// those of crowds so large that each has less than a pixel as one image that the
// processor paints. Only trails are made here: they fade in one off-screen image.
//
// A window reads snapshots and gives the session commands, as a file of commands
// does; two games with the same commands at the same ticks are equal. Besides, it
// follows the tree of one bot (systems.Game.Watch), which changes nothing. Where the
// session has a history, a strip under the field takes it to any moment of that; what
// the window tells of the past is computed in internal/insight/chronicle: journal, charts,
// breakpoints.
//
// Everything here belongs to the goroutine that Ebiten calls its game on.
package render
