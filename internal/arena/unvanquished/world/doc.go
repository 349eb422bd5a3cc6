// Package world is what all parts of the rules of Unvanquished share: the columns of what
// bodies have, what the scene makes of the game's numbers, the listings of buildings, and
// where bodies and buildings are to be found. It decides nothing: what bots want, own,
// build and fight is in the packages beside it, each of which keeps its own and reads this.
package world
