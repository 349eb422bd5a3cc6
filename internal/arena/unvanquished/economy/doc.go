// Package economy keeps the possessions of bots of Unvanquished: credits, purchases at
// armouries, ammunition, upgrades, the classes that aliens evolve to, and the momentum
// that unlocks all that. It knows the columns of [world.World] and sets goals by
// [mind.Turn]; of buildings it knows those alone that it goes to.
package economy
