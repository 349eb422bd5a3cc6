// Package tree has the compiled form of a behaviour tree, and may change with any release.
// It is flat, immutable and shared by all bots of all classes that use it.
//
// A [Node] is 16 bytes and names its children by a range of [Tree.Edges], so
// that one node can stand under two parents. What a node needs beyond that
// hangs off its Arg or Leaf: expressions, leaves with their arguments, side
// tables of its dialect. What a bot remembers is not here but in words of
// memory that the runtime keeps; a node's Slot is where its bits begin.
//
// Node numbers are stable for one source and every node knows the range of
// source that it came from.
//
// Non-goals: the package runs nothing and knows no dialect. What an Op means
// is told by the program that the tree belongs to.
package tree
