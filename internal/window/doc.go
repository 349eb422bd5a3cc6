// Package window is the window of render and of the command: a game with its panel, and a
// renderer of snapshots.
//
// Package draw and the palette, which know no window, decide what is drawn, as lists
// of shapes. A [paint.Painter] paints the lists: all bodies as one batch of triangles, and
// those of crowds so large that each has less than a pixel as one image that the
// processor paints. Only trails are made here: they fade in one off-screen image.
//
// A window reads snapshots and gives the session commands. Besides, it follows the tree of one
// bot (systems.Game.Watch), which changes nothing. Where the session has a history, a strip
// under the field takes it to any moment of that; package chronicle computes what the window
// tells of the past: journal, charts, breakpoints.
package window
