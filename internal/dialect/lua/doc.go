// Package lua has the parts that dialects with scripts share around the machine that runs these:
// limits, values that cross between a game and its scripts, and the entities of a world as scripts
// know them.
//
// The machine is in the packages below: source reads Lua 5.1, bytecode makes code of it, machine
// runs that in a sandbox, graph saves what scripts keep, and number, pattern and quicksort are what
// the C library does with numbers, texts and lists.
package lua
