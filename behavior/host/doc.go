// Package host is what a game offers to behaviour trees: actions, functions
// and named state, the same way for every dialect.
//
// A game fills a [Registry] before it loads trees. Trees are compiled against
// the registry: a name that is not there is an error with its position, state
// keys, values, facets and event names become small numbers, and the world is
// built over the same registry, so that nothing is looked up by name in a tick.
//
// A leaf sees its bot through a [Call] and the world through [World]. It reads
// the world as it was when the tick began and states an intent for its own
// bot; what it asks for happens after all bots have decided. That is why a
// leaf marked Local may run on any worker, in any order, a column of bots at
// a time, without changing a bit of the result.
//
// Non-goals: the package knows no dialect, no entity-component system and no
// arena. It holds no state of a running bot beyond the memory words that the
// runtime lends to a call.
package host
