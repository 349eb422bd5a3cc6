// Package chronicle computes once what window, command line and web page all show people
// of a session.
//
//   - [Journal] lists what happens: contacts, deaths, deliveries, purchases, what is said,
//     commands, reloads, faults, the match. NewJournal(session) begins it. Last gives the
//     newest entries of a [Filter], for lists that scroll; Between those of some ticks, for
//     marks on a timeline; Count how many there were, listed or not; Alarms the failures that
//     nobody has dismissed. Each takes the tick up to which things have happened, so that a
//     session in its past shows what there was then.
//   - [NewStanding] tells how the game stands: score, clock, result, who is marked, deaths.
//     Its Words are for status lines and headers.
//   - [NewSheet] describes a body in labelled numbers with units, its state keys with which of
//     them can be edited, and its own faults.
//   - [Form] tells what a body is now, where that is another class than its own.
//   - [Chart] remembers how the game and its bodies went, in bounded memory, from the
//     snapshots that it is given.
//   - [Minds] shows a session's bots to package inspect. Call [Recall] after a follower turned
//     to a bot, and once a session in its past has arrived: it learns what the tree did in the
//     last tick when nobody followed it, where the session has a history.
//
// All of it only reads.
//
// Non-goals: choosing what is shown, and how any of this looks.
package chronicle
