// Package session holds the plain data that goes into a session and comes out
// of it: commands, snapshots and occurrences.
//
// A [Command] changes a game between two ticks when thicket.Session.Do is given it; scripts,
// recordings and the network carry the same commands. A [Snapshot] is the world at the end of
// a tick. A [Listener] is told each [Occurrence].
//
// Non-goals: a scene that is being played, see thicket.Session.
package session
