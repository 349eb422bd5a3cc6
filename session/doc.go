// Package session holds what a session is told and what it tells: plain data.
//
// A [Command] changes a game between two ticks when thicket.Session.Do is given it; scripts,
// recordings and the network carry the same commands. A [Snapshot] is the world at the end of
// a tick. A [Listener] is told each [Occurrence].
//
// Non-goals: a scene that is being played, see thicket.Session.
package session
