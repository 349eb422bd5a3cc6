// Package arena is what bots see and do beyond heading somewhere: the small
// game that trees of every dialect play in.
//
// An arena has obstacles, places, items, weapons, goods, a match and days; its
// bots have health, sight, cargo and a mind. What they can do is offered through
// package host, as actions and functions with typed parameters: [NewRegistry]
// has them beside those that every game has, [Catalog] lists them. Trees that were
// written for a game of two teams with bases have names of their own for what
// bots do: [Bases] says what each means here, and dialects that know the names
// take it from there.
//
// A game gets an arena by [Extend]. It sleeps, and costs nothing, until a key of
// the scene or a leaf of some tree asks for it.
//
// Think: a leaf reads the world as it was when the tick began, and writes down
// what its own bot wants: how to move, and up to four deeds. Act: bodies move as
// they want, around obstacles. Rules: the deeds are done in the order of ids, and
// each is looked at once more, as somebody else may have been faster; then comes
// what happens by itself: hunger, death, return, items that grow anew, the clock,
// the end of the match. What happened is sent to those whom it concerns as
// events. Neither the number of workers nor the order of rows has a say.
//
// All that bodies have is plain data in columns by slot. A tick allocates
// nothing.
//
// Non-goals: the package reads no files (package scenes makes its [Config]) and
// knows no dialect.
package arena
