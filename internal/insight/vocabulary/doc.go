// Package vocabulary is what a game offers to trees, as a file that tools read in the place of
// the game: names, parameters, and what can be asked of agents. Minds and `thicket actions
// --json` write it.
//
// Leaves that are made of it answer what the state of their bot says by their names; without
// such a state an action succeeds, a condition is false, a number 0 and a text empty.
//
// Non-goals: what leaves really do. That is for games, see [Cast].
package vocabulary
