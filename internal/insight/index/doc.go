// Package index finds where the names of a scene, of its trees and of its tests are defined, and
// where they are used: of files, subtrees, actions, classes, teams, places, events, states, entries of
// blackboards, ids and nodes.
//
// Each dialect lists the names in its files, see package mention. The index puts those together that
// are of one kind and one scope and have one text, and decides what arguments name: an argument called
// place is the name of a place. Entries have scopes: a file with variables of its own, or a subtree with
// a blackboard of its own.
//
// Non-goals: what is found only as a tree runs, such as which entries _autoremap shares, and names that
// scripts put together.
package index
