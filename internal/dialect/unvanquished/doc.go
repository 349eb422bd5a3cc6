// Package unvanquished loads Unvanquished's behaviour trees (*.bt) and runs
// them as the game does.
//
// A file is text for a tokenizer with a C-like preprocessor, and then one
// node; grammar.ebnf has both. `behavior NAME` is the tree of another file,
// and every mention of it is the same node. What the original refuses is
// refused, with all errors of all files at once, and what it only grumbles
// about is a notice. Where reading a token is a fault but a complete tree
// stands before it, the tree loads, as in the original.
//
// A bot remembers which nodes are listed as running, at most 20, and when each
// timer opens again, and nothing else: ops.go has one function for each of the
// original's. A tree is stateful only through that list, so its oddities are
// the original's: a sequence keeps its place through failures and pauses until
// an action runs elsewhere or a listed node succeeds.
//
// Where leaves are local, 64 bots are evaluated side by side: batch.go keeps the list as
// a word for each node, with a bit for each bot that has the node listed, and expressions
// are compared by columns of numbers. That equals the bots one after the other, which
// is the definition.
//
// The 36 actions, 40 functions and 73 symbols of the game are in [Actions],
// [Functions] and [Symbols], with how many parameters each takes. The actions and
// functions are its vocabulary, which trees have where a game asks for it, by
// [host.Overlay.Vocabulary]. What they do
// is the game's: [Name] is the overlay of the registry whose actions,
// functions and constants take the place of those of the tables or come beside
// them; after it come the shared ones. Of those in the tables that nobody
// supplies, the actions fail and the functions are 0, with a fault that says so.
//
// A world that implements [host.Mortal] is asked before each action whether the bot
// lives; one that implements [host.Spawner] is asked by spawnAs. [Respawn] and
// [SelectClass] are the commands that a bot's pool takes.
package unvanquished
