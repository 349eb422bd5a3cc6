// Package live drives a scene that is being played: commands in, snapshots
// out. Package session has these as plain data, and thicket a thin face of a [Session] for games.
//
// A command line, a window, a game or a server holds a [Session].
// [Session.Do] carries a command out at once, between two ticks, or refuses
// it with an error and changes nothing; [Session.Step] plays one tick;
// [Session.Snapshot] returns a copy of the world for whoever draws or sends it.
// The same scene, seed and commands give the same world bit for bit.
//
// [Session.Reload] brings a session up to date with files that were edited, and
// leaves everything as it is where one of them is faulty.
//
// Commands are plain structs. [ReadScript] reads them from JSON Lines, each
// with the step before which it is carried out.
//
// [Session.Save] writes the whole session as it is, and [Restore] goes on from there;
// [Session.Fork] makes a second one. One that was opened with a [session.History] goes back and
// forward by [Session.Seek].
//
// [Session.Record] writes all that happens, with digests of each tick; a [Replay] plays it
// on any machine, without a file of the scene, and says where it parts.
//
// All methods may be called from several goroutines; they take turns.
package live
