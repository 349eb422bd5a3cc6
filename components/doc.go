// Package components holds the plain data that every body of a world carries.
// A body is a bot or a human's player; each type here is one column of the
// tables that bodies live in.
//
// Units are the same in all of Thicket: metres with x to the right and y down,
// as on a screen; metres a second; unit vectors for directions. Numbers that
// name something (a slot, a team, a program) are indices from 0, and -1 where
// there is none. The zero value of a component is therefore not always "none":
// Team{} is the first team. ecs.At makes a body that has none of them.
//
// The types hold no pointers and have no methods, so that saving, hashing and
// rewinding a world are copies. What is done to them is in package systems, and
// what holds them is in package ecs. A game adds components of its own with
// ecs.Register; it does not add them here.
package components
