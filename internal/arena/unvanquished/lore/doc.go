// Package lore holds the data of the game Unvanquished: the numbers that its trees use
// for classes, weapons, upgrades and buildings, their names, their figures, and its
// settings with their values. It knows no scene that is being played.
package lore
