// Package play is a player of a served game at a terminal: a map of what is around, keys to
// walk, and what is said.
package play
