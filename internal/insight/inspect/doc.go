// Package inspect finds out what the trees of bots do, from their programs, pools and rows
// alone: it knows neither sessions nor worlds. Whoever has pools tells it of them by [Minds].
//
//   - [Follower] follows the tree of one bot: what each node answered in the last tick, how
//     often it ran in the last ticks, the last events, and what the tree's dialect tells. Why
//     and Because tell what an answer rests on, where the node says it.
//   - [Tally] counts how often nodes ran for a class of bots.
//   - [Breakpoints] find who comes to a node of a tree, of one bot or of a class.
//
// All of it only reads. Watching changes no game, bit for
// bit, and one that nobody watches pays nothing.
//
// Non-goals: choosing what is shown, and how any of this looks.
package inspect
