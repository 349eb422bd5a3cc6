// Package mod reads what a mod of Don't Starve Together says of itself, and sorts mods as the game
// does.
package mod
