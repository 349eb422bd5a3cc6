// Package bytecode compiles Lua 5.1 to instructions for registers, and finds the names in the
// source of the values that these work with.
package bytecode
