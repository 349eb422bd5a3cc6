// Package inspect computes what people are shown of a session, once for all who
// show it: the window, the command line, and whoever comes.
//
//   - [Journal] is the list of what happens: contacts, deaths, deliveries, purchases, what is
//     said, commands, reloads, faults, the match. NewJournal(session) begins it. Last gives
//     the newest entries of a [Filter], for lists that scroll; Between those of some ticks,
//     for marks on a timeline; Count how many there were, listed or not; Alarms the failures
//     that nobody has dismissed. Each takes the tick up to which things have happened, so
//     that a session in its past shows what there was then.
//   - [NewStanding] is how the game stands: score, clock, result, who is marked, deaths. Its
//     Words are for status lines and headers.
//   - [NewSheet] is a body in labelled numbers with units, its state keys with which of them
//     can be edited, and its own faults.
//   - [Follower] follows the tree of one bot: what each node answered in the last tick, how
//     often it ran in the last ticks, the last events, and what the tree's dialect tells. Why
//     and Because tell what an answer rests on, where the node says it.
//     Call Recall after Follow, and once a session in its past has arrived: it learns what
//     the tree did in the last tick when nobody followed it, of a session with a history.
//   - [Tally] is how often nodes ran for a class of bots.
//   - [Form] is what a body is now, where that is another class than its own.
//   - [Chart] remembers how the game and its bodies went, in bounded memory, from the
//     snapshots that it is given.
//   - [Breakpoints] find who comes to a node of a tree, of one bot or of a class.
//
// All of it only reads. A game that is watched does what it does without, bit for
// bit, and one that nobody watches pays nothing.
//
// Non-goals: choosing what is shown, and how any of this looks.
package inspect
