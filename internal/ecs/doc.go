// Package ecs is the world that bodies live in: tables of components over
// arche, the schedule of systems that make a tick, the clock, queued commands,
// random numbers and workers.
//
// A body is a bot of one class or a human's player, and has three names. Its ID
// is for others and for good: never used twice, and the order in which effects
// are carried out. Its slot is its row in every column that is not a component
// (StateColumn, and what systems keep); it lasts as long as the body and is then
// used again. Its row in a Table is for going through all bodies of a class in
// memory order; any spawn or removal may change it, so nothing keeps it and
// nothing depends on it.
//
// All bodies carry the same components, so that a class is one table and a
// column of it one slice. Register keeps that so for a game's own components.
// Spawning, removing and registering are structural changes: they end the life
// of slices and pointers taken before. A system asks for them with Defer, and
// they happen at one point of a tick.
//
// The same seed and the same calls give the same world, bit for bit, on any
// number of workers. A tick reads no wall clock unless Measure is on, and
// random numbers are a function of who asks for what, not of who asked before.
//
// A world belongs to one goroutine. While Workers.Run is under way, jobs may
// read any body by its ID, and write to what no other job touches; everything
// else, Tables and Component.Column included, stays with the owner.
//
// Not here: what bodies see, think and do (package systems), trees (behavior),
// files (scenes). No exported signature shows a type of arche, so that another
// store can take its place by changing this package alone.
package ecs
