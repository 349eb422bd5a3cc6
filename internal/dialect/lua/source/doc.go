// Package source reads Lua 5.1: tokens, the tree, and which variable each name is.
//
// All faults of a source are found at once, each with its line and column; the nodes of the tree
// have their ranges. Reading takes time in proportion to the source, and is bounded in depth.
package source
