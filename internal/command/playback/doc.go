// Package playback plays a scene from beginning to end for whoever watches: files
// that are written, a map on a terminal, counts for a summary.
//
// A [Run] is a session and its observers. In every tick of a run the observers are
// told in their order before the session steps, and again after it; at the end each
// is closed. The first of them carries out the commands of a script, so that the
// others see the world that the tick begins with.
//
// What a run can write is a table, [Outputs]: flags, checks, opening, closing and
// the summary follow from it, so that a new output is one line and an [Observer].
//
// Non-goals: command lines (the commands make flags of the table), and windows.
package playback
