// Package index finds where the names of a scene, of its trees and of its tests are defined, and
// where they are used: of files, subtrees, actions, classes, teams, places, events, states, entries of
// blackboards, ids and nodes.
//
// Each dialect lists the names in its files, see package mention. The index puts those together that
// are of one kind and have one text, and decides what arguments name: an argument called place is
// the name of a place.
//
// Non-goals: scopes. Two trees that each have an entry "goal" share a row here.
package index
