// Package script runs the Lua of brains for package dst: one Lua state, whose turn it is in it,
// and what its turns may cost; the files that scripts require, in all versions that a game has
// had; Thicket's own files, which are below lib; Class, stubs for what nobody offers, and the
// functions and actions of the game, as scripts hold them.
//
// It knows neither nodes nor entities: these make their classes by it, and what they keep for
// an object of scripts is a Side.
package script
