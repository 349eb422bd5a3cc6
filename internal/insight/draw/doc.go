// Package draw turns a world at one moment into a picture, and a series of moments into
// an animated GIF, without a window, a GPU or cgo.
//
// The way is world -> Camera -> List -> pixels. A Layout knows the picture's
// size, where its bars are and how metres become pixels; Layout.Draw makes a List of
// a Frame, primitives in pixels, back to front; a Rasterizer paints the List on an
// image. Another renderer can paint the same List with its own means: all that
// decides how the world looks happens before the List, and a Rasterizer decides only
// how an edge is smoothed.
//
// Bodies are darts that point where they head, discs when they head nowhere,
// diamonds when a person plays them. The marked ones are larger, warm and
// ringed. Sizes follow from the room there is for each body: a few bodies are
// large, thousands are discs, a hundred thousand are points whose blending
// shows how dense they are.
//
// Guarantees: the same input gives the same bytes, whatever the clock, random source
// or map order. Geometry is free of fused operations, so it
// is equal on every architecture; the edges of glyphs are those of
// golang.org/x/image. What has no finite place in the picture is left out of the
// List.
//
// Non-goals: windows and input (package window), reading a world (the caller
// fills in Frame), scripts that the Go fonts have no glyphs for.
package draw
