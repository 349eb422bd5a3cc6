// Package machine runs Lua 5.1 in a sandbox, for the dialects whose trees hold scripts.
//
// # Goals
//
// A script does what C Lua 5.1 makes of it, or is refused with its place: a corpus and random
// programs are compared with that.
//
// A script can neither hang nor exhaust the program that runs it. Steps are counted at every way
// back and every call, memory at whatever takes some, each entry from Go has a [Budget], and
// nothing in Lua escapes it, pcall included. Depth, texts, patterns and values have their own
// bounds, see [Limits]. Functions of Go are charged for what they do.
//
// A script cannot leave the sandbox: there are base, table, string and math, and no os, io,
// debug, package, coroutine, load or dofile, each of which is refused by its name. The libraries
// are read-only, and so are all globals after Freeze.
//
// Equal input gives equal output, on any machine: no address, no clock and no random source of
// its own is seen by a script. A traversal goes through the list, then through the other keys as
// they came.
//
// Errors have a file, a line and a column, and the names of the source:
//
//	brains/bee.lua:12:9: self.inst:CanFly is no function
//
// What scripts keep is data, see [Graph]: tables, functions with their variables by their place in
// the source, and the calls of a [Thread] that waits.
//
// # Non-goals
//
// __gc and __mode mean nothing; # of a list with gaps is where its last value is; numbers are read
// and shown as the C library does it, but for inf and nan, which are no texts of numbers.
//
// # The idea
//
// Sources go through three packages: source reads them, bytecode makes code for registers of them,
// and this one runs it. A [Value] has 16 bytes and holds numbers and truth values itself. Tables
// have a list, and slots by a [Shape] that tables of the same names share; where a field was found
// last is kept beside its instruction. Package unsafe is behind three things: what a value points
// to, the registers of the function that runs, and the tables of objects. The generator and what
// reads saves see to it that they are what the machine takes them for.
package machine
