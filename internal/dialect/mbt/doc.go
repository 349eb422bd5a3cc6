// Package mbt loads Modular Behavior Trees, the XML trees of Lumberyard and
// CryEngine, and runs them as the engine does.
//
// # Goals
//
// Old trees load as they are, with the oddities of the original's reader, and
// every node does what the original's does, in the same order, to the tick. What
// the original refuses is refused with a file, a line and a column, and all at
// once; what it ignores in silence is a notice.
//
// # The idea
//
// A node has no state but while it runs: it is entered, updated in each tick,
// and left. In the original that state is a record that is made and destroyed;
// here it is a bit that says whether the node runs and a few more at a fixed
// place in the bot's memory. Variables, timestamps and the log are the bot's
// environment, which trees grafted into another share with it: they are compiled
// as children of its Graft nodes.
//
// An event acts at once, also when a tree sends it to itself in the middle of a
// tick: first on the variables, then on the timestamps, then on the nodes that
// run at that moment.
//
// A file is decoded to a tree of sealed types (node.go), lowered to flat nodes
// (compile.go) and run by one function for each of the original's (ops.go,
// opsflow.go, time.go, graft.go, scope.go, luanodes.go).
//
// # What a game adds
//
// Actions, gates, decorators and composites of the registry are nodes by their
// names, with attributes by their declared parameters; they are told when they
// are entered and left, and of events. [Configure] sets what becomes of a tree
// whose root finishes, what Lua finds in place, and what can be grafted.
package mbt
