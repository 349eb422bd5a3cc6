// Package bytecode compiles Lua 5.1 to instructions for registers, and finds out of them by which
// names a source calls what they work with.
package bytecode
