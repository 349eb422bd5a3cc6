// Package vocabulary reads and writes the file of what a game offers to trees, which tools
// take in the place of the game: names, parameters, and what can be asked of agents. Minds,
// `thicket actions --json` and the tool of a game write it, and vocabulary.schema.json
// describes it.
//
// Leaves that are made of it are stand-ins. They answer what the state of their bot says by their
// names; without such a state an action succeeds, with outputs that are their defaults, a condition
// is false, a number 0 and a text empty; a gate is open, a decorator answers as its child does, and a
// composite is a sequence. Where the file says that the game has the arena, what that offers is real.
//
// Non-goals: what leaves really do. That is for games, see [Cast].
package vocabulary
