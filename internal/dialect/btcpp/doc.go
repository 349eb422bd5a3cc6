// Package btcpp is the dialect of BehaviorTree.CPP, version 4: trees in XML, as Groot2 draws them and
// Nav2 and MoveIt ship them. What its nodes do was read from and recorded with 4.10.0; the function
// that a rule comes from is named where the rule is.
//
// A file is read in two steps. The reader (library.go, verify.go) takes the file with all that it
// includes, and checks elements, names and numbers of children of every tree, used or not. The
// compiler (compile.go) then makes the main tree with every SubTree in place, as the original does:
// each use of a tree has nodes and a blackboard of its own. Blackboards are known at that time but
// for what scripts make of texts, so that a name in a port or a script becomes the number of a slot
// (boards.go).
//
// A bot remembers a word or a few for each node and four for each slot (memory.go). Texts that no
// file has, and lists, stand in a sidecar.
//
// Most of a tree runs for 64 bots at a time (layout.go, batch.go): what a node does is written twice,
// for one bot and for a mask of them, and a property test wants the same of both. The rest runs bot by
// bot in their midst (aside.go).
//
// The answers of nodes keep the numbers of the original: idle, running, success, failure, skipped.
// What raises an exception there is a fault with its place here, and the tree begins anew.
//
// Left out are threads, coroutines, plugins, packages of ROS, Groot2's protocol, loggers, host types
// beyond numbers, texts, statuses, enums and lists of these, and files of version 3.
package btcpp

// dialect is the name of the dialect, and of its overlay of a registry.
const dialect = "btcpp"
