// Package terminal writes for people at a terminal: colours where they are wanted,
// bars, and texts that fit.
package terminal
