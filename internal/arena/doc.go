// Package arena lets bots see and act beyond heading somewhere: it is the game that trees of
// every dialect play in.
//
// An arena has obstacles, places, items, weapons, goods, a match and days; its
// bots have health, sight, cargo and a mind. What they can do is offered through
// package host, as actions and functions with typed parameters: [NewRegistry] has
// them beside those that every game has, [Catalog] lists them.
//
// A game gets an arena by [Extend] and a [Config]; package scenes does both for a
// scene. The arena sleeps, and costs nothing, until a key of the scene or a leaf of
// some tree asks for it.
//
// The code is in three kinds of rooms. Package core is the arena itself: the columns
// of bodies, the actions and functions that all dialects share, and the rules
// of a tick. Each directory beside it is the vocabulary of one dialect: the actions
// and functions of Unvanquished, of Drag[en]gine's example and of Modular Behavior
// Trees, with what they mean here. This package puts them together. A game gets the registry
// by thicket.NewRegistry.
package arena
