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
// # What scripts find
//
// Class with constructors, setters and is_a; all classes of nodes, and WhileNode,
// IfNode and IfThenDoWhileNode; the four statuses as texts; BT, Brain and
// BrainManager. A file that defines one of these names anew, before its brain
// starts, has its own.
//
// inst, which is self.inst in a brain, with events, tasks, tags and components;
// TheSim, TheWorld, FindEntity, Vector3, BufferedAction and what else brains of
// the game use most; the behaviours, also where nobody requires them. They act
// through the names that the game registered, so that in a world without an
// arena questions have no answer and deeds fail.
//
// All functions and actions of the registry by their names; with arguments by
// host("name", ...). HostNode(action) is a leaf that may run on. GetTime is the
// world's clock, and math.random draws from the bot's own stream.
//
// require looks for the user's files first, then for Thicket's own. A name that
// nobody offers is nil, of which Load gives a notice, and an error where it is
// used; LoadLeniently puts a stub in its place. Once a file that gives a brain is
// loaded its globals are read-only. What scripts print goes to the bot's log and
// to a world that is a host.Logger, at most 20 lines a tick.
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
// stay as windows on those words. A script that puts other nodes into a tree, or
// gives a node a method of its own, has it laid out anew, at once. A file that
// returns a tree instead of a class derived from Brain is run for each bot, and
// its tree is updated each tick.
//
// All bots of a class have one Lua state and run on one worker, by ascending
// id: scripts share what their files keep and push events at each other, which
// act at once, so that several states would make another world for each number
// of workers. A state for each bot would take 550 kB instead of 50 kB a bot.
package dst
