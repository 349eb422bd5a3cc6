// Package mbt is what the actions of Modular Behavior Trees (CryEngine and
// Lumberyard) mean in an arena, and the functions that their Lua code may call.
//
// Their parameters are declared by the language, in package
// behavior/internal/mbt, and found here by name. What needs a third dimension, a
// cover system or animations has a plain counterpart: places with the tags cover
// and refpoint, poses, and times.
package mbt
