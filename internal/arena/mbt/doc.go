// Package mbt gives the actions of Modular Behavior Trees (CryEngine and
// Lumberyard) a meaning in an arena, and offers functions to their Lua code.
//
// Their parameters are declared by the language, in package
// internal/dialect/mbt, and found here by name. What needs a third dimension, a
// cover system or animations has a plain counterpart: places with the tags cover
// and refpoint, poses, and times.
package mbt
