// Package host lets a game offer names to behaviour trees: actions, functions
// and named state, the same way for every dialect.
//
// A game fills a [Registry] before it loads trees. Trees are compiled against
// the registry: a name that is not there is an error with its position, state
// keys, values, facets and event names become small numbers, and the world is
// built over the same registry, so that nothing is looked up by name in a tick.
//
// Methods are for games. Functions that take a Call, a Rows, a Registry or an Overlay are for
// the runtimes of trees and loaders, and may change with any release.
//
// A leaf sees its bot through a [Call] and the world through [World]. It reads
// the world as it was when the tick began and states an intent for its own
// bot; what it asks for happens after all bots have decided. That is why a
// leaf marked Local may run on any worker, in any order, a column of bots at
// a time, without changing a bit of the result.
//
// The order of offers: a game adds its actions and functions to the Registry,
// for trees of all dialects, before it loads any. A vocabulary of one dialect adds
// to the [Overlay] of that dialect in the same registry, whose names hide shared
// ones; PutAction and PutFunc replace there. A dialect's Supply and Offer functions
// fill its overlay with ready-made actions, whose [Internals] a game leaves empty.
//
// No name is offered in vain. An action and a function cannot have the same name. A name
// that means something else to all trees of a dialect, such as selector, Wait or
// PriorityNode, is an error of each tree of that dialect that is loaded, and free where
// none is. By all other names trees find what a game offers itself before what the arena
// has, in Unvanquished's files whatever the case of letters. Words of the games that a
// dialect comes from are there for a game that asks for them, see [Overlay.Vocabulary].
//
// Words: a body is a bot or player as the world's columns hold it, by number,
// within one tick; an id names it for the life of the world; a row is a bot's place
// in a pool of package run. A facet is a filter: those whose state has one value
// for one key. A Sym is the number of a value.
//
// Non-goals: the package knows no dialect and no entity-component system, and of an
// arena only the names that scripts look up in the registry. It holds no state of a running bot beyond the memory words that the
// runtime lends to a call.
package host
