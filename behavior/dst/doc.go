// Package dst runs brains of Don't Starve Together: Lua files that put trees
// together by PriorityNode, WhileNode, EventNode and the like.
//
// # Goals
//
// A file runs unchanged and does what the game's own scripts would: every node
// visits, steps, resets and sleeps as the original, also where that surprises.
// Scripts may do with nodes what they may do there: read and write their
// fields, call their methods, derive classes from them.
//
// A brain costs little: the nodes that Thicket knows run natively from a flat
// tree, which all bots share whose scripts built the same shape. Lua runs only
// where a script gave a function, or a class of its own. Conditions and
// actions that a game registered, see package host, stand in scripts by their
// names and run without Lua:
//
//	WhileNode(sees_player, "Scared", HostNode(flee_nearest))
//
// What scripts keep is saved and hashed with the trees: tables, functions with
// their variables, tasks, listeners. What scripts keep in memory is bounded.
//
// A brain that sleeps costs nothing. One that fails or runs away is reported
// with its line, bot and tick; its tick ends, the world goes on, and after some
// failures in a row the bot is parked.
//
// # Non-goals
//
// Nothing of the game beside its brains is here: no prefabs, no animation.
// Files come from the folder of the brain, the root, or Thicket's own.
//
// # The idea
//
// A file is run once for each pool, and its brain is started for each bot, so
// that a script builds a tree of objects. When it is first updated the tree is
// laid out: what it is made of becomes a tree.Tree, found by its shape among
// those that are there, and what the bot remembers becomes words. The objects
// stay as windows on those words. A file that returns a tree instead of a class
// derived from Brain is run for each bot, and its tree is updated each tick.
//
// All bots of a class have one Lua state and run on one worker, by ascending
// id: scripts share what their files keep and push events at each other, which
// act at once, so that several states would make another world for each number
// of workers. A state for each bot would take 550 kB instead of 50 kB a bot.
package dst
