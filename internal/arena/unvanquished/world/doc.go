// Package world holds the data that all parts of the rules of Unvanquished share: the
// columns of bodies, the game's numbers as the scene changes them, the lists of buildings,
// and the positions of bodies and buildings. It decides nothing: what bots want, own, build
// and fight is in the packages beside it, each of which keeps its own and reads this.
package world
