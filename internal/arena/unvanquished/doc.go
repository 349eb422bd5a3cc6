// Package unvanquished gives the actions and functions of Unvanquished's trees
// their meaning in an arena: a game of two teams, aliens and humans, that build bases and
// storm each other's.
//
// Numbers in these trees name teams, classes, weapons, upgrades and entities. Here
// they stand for teams of the scene by their order, and for classes, weapons and
// goods by their ids; a building is a place, or a body of a class, with the tag of
// its kind. docs/bases.md says all of it to users.
//
// The rules are in the packages below: lore has the game's tables, world the columns of
// bodies, and mind, economy, base and fight one matter each. This package assembles them,
// saves them, and tells what a tree names that a scene lacks.
//
// The language itself is in package internal/dialect/unvanquished.
package unvanquished
