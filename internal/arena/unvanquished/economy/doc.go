// Package economy is what bots of Unvanquished have and can get: credits, what armouries
// sell and who buys it, ammunition, upgrades, the classes that aliens evolve to, and the
// momentum that unlocks all that. It knows the columns of [world.World] and sets goals by
// [mind.Turn]; of buildings it knows those alone that it goes to.
package economy
