// Package run runs trees of every dialect, and may change with any release.
//
// A [Program] is a compiled tree with the [Semantics] of its dialect. A
// [Pool] runs one program for many bots: it owns their memory, a few words a
// bot without pointers, so that saving, hashing and rewinding are copies. In
// a tick the pool hands each bot to the semantics through an [Exec], a cursor
// over the pool's columns; semantics that can run a column of bots at once
// say so by [RowTicker] and must do what their Tick does, bot for bot.
//
// Those that remember something and still run by columns are a [PlaneTicker]. Beside
// the memory of each bot, which is the definition, their pools keep blocks of 64 bots
// in which each bit of memory is a word, a plane, with the bit of every bot; a block
// belongs to whoever evaluates its rows. Planes are made from memory when a block is
// evaluated, and memory from planes when somebody asks for it: a save, a digest, an
// event, a command, a newer version of the tree. In between nothing is copied.
//
// There is no universal set of node primitives here: each dialect keeps what
// is running in its own way, in its own ops, with its own functions. The
// boundary is crossed once a bot or once a batch, never once a node.
//
// Host code is called by [Exec] and by nothing else: it lends leaves their
// memory, records what they want, catches what they panic with and tells the
// [Tracer], where there is one.
//
// A tree may be edited while it runs: [Pool.Migrate] gives all bots another
// version of their program, by a [Migration] that says which nodes go on in which,
// and a dialect that is a [Migrator] has them keep what they remember.
//
// Non-goals: the package knows no dialect and no world. It starts no
// goroutine: who owns the pool splits its rows over workers.
package run
