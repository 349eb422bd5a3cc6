// Package nodes runs the behaviour trees of brains for package dst. Scripts make objects of
// nodes; an Engine lays them out as a tree.Tree, which trees of one shape share, and runs that
// from words, without Lua as far as no node calls a script.
//
// It knows no entities and no brains: an EventNode listens by the methods that its entity has
// in Lua.
package nodes
