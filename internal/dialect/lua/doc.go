// Package lua runs Lua 5.1 in a sandbox, for the dialects whose trees hold
// scripts.
//
// # Goals
//
// A script can neither hang nor exhaust the program that runs it. Each entry
// from outside, [State.Protect], has a budget of instructions that nothing in
// Lua escapes, pcall included; native functions that work for long are charged
// for it. Depth of calls, length of strings, steps of a pattern, gaps in lists
// and the memory that is taken have their own bounds, see [Limits]; what scripts
// hold on to between turns can be weighed, see [Scale].
//
// A script cannot leave the sandbox: there are base, table, string and math,
// and no os, io, debug, package, coroutine, load or dofile. What require finds
// is up to its owner. The libraries are read-only, and so are all globals after
// [State.Freeze].
//
// Equal input gives equal output, on any machine: no order of a Go map, no
// address, no clock and no random source of its own is seen by a script.
//
// Errors have a file, a line and a column, and name what is missing:
//
//	brains/bee.lua:12:9: unknown name "RepeatNode"; did you mean "LoopNode"?
//
// A file is compiled once, to a [Chunk], and runs in any number of states.
//
// # The idea
//
// The language is gopher-lua's. Its virtual machine asks a context before each
// instruction; the context here only counts. The source tree is rewritten
// before it is compiled, so that joining strings, writing to computed keys,
// assigning globals and what else may cost more than an instruction should
// become calls of this package, which check what they do; a statement that makes
// tables or functions pays for their memory first.
// The libraries are written anew, with the numbers and the printf of C.
//
// Tables of gopher-lua are large. What it reserves for them is cut to what they hold,
// objects of a class share their names, and between turns they are a list of values;
// package unsafe shows a table as it lies in memory for that, see inside, outline and
// folds.
package lua
