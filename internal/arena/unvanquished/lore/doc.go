// Package lore is what the game Unvanquished says of itself: the numbers that its trees
// have for classes, weapons, upgrades and buildings, their names, their figures, and its
// settings with their values. It knows no scene that is being played.
package lore
