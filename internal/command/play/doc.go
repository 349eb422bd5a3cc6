// Package play lets somebody play a served game at a terminal: a map of the surroundings, keys to
// walk, and the talk of the others.
package play
