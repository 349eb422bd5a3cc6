// Package dst runs brains of Don't Starve Together: Lua files that put trees
// together by PriorityNode, WhileNode, EventNode and the like.
//
// # Goals
//
// A file runs unchanged and behaves as it does in the original: every node visits,
// steps, resets and sleeps as there, also where that surprises. Scripts may do with
// nodes what they may do there: read and write their fields, call their methods,
// derive classes from them.
//
// A brain costs little: built-in nodes run natively from a flat tree, which all
// bots share whose scripts built trees of the same shape. Lua runs only the
// functions and classes of the script itself. Conditions and actions that a game
// registered, see package host, can be used in scripts by their names and run
// without Lua:
//
//	WhileNode(sees_player, "Scared", HostNode(flee_nearest))
//
// What scripts keep is saved and hashed with the trees: tables, functions with
// their variables, tasks, listeners. What scripts keep in memory is bounded.
//
// A brain that sleeps costs nothing. One that fails, or runs for too long, is
// reported with its line, bot and tick; that turn ends, the world goes on, and
// after some failures in succession the bot is parked.
//
// # What scripts find
//
// Class with constructors, setters and is_a; all classes of nodes, and WhileNode,
// IfNode and IfThenDoWhileNode; the four statuses as texts; BT, Brain and
// BrainManager. A file may replace any of them before its brain starts.
//
// inst, which is self.inst in a brain, with events, tasks, threads, tags and components;
// TheSim, TheWorld, FindEntity, Vector3, BufferedAction and what else brains use
// most; the behaviours, whether a file requires them or not. They act through the
// names that the game registered: in a world without an arena questions have no
// answer, and actions fail.
//
// All functions and actions of the registry, by their names, or with arguments as
// host("name", ...). HostNode(action) is a leaf that may run for several ticks.
// GetTime is the world's clock in seconds, and math.random draws from the bot's own
// stream.
//
// require looks for the user's files first, then for Thicket's own. A name that
// nobody defines is nil: Load gives a notice, and to use it is an error;
// Stubs take its place where stand-ins are allowed. Once a file that returns a brain is loaded
// its globals are read-only. What scripts print goes to the bot's log, and to a
// world that is a host.Logger, at most 20 lines a tick.
//
// # Non-goals
//
// Nothing of the game beside its brains is here: no prefabs, no animation.
// Files come from the folder of the brain, the root, or Thicket's own.
//
// # The idea
//
// A file is run once for each pool, and its brain is started for each bot: the
// script builds a tree of objects. When that is first updated it is laid out: its
// nodes become a tree.Tree, shared by all trees of the same shape, and what the bot
// remembers becomes words. The objects stay, as windows on those words. When a
// script puts other nodes into a tree, or gives a node a method of its own, the tree
// is laid out anew at once. A file that returns a tree instead of a class derived
// from Brain is run for each bot, and its tree is updated in each tick.
//
// All bots of a class have one Lua state and run on one worker, by ascending id.
// Their scripts share what files keep, and push events to each other that act at
// once, so with several states the world would depend on the number of states; what
// else was weighed is in docs/design.md. A state for each bot would take 550 kB a bot
// instead of 13 kB.
//
// The state is a machine. What it is made of are packages of their own: script, and above it
// nodes and stage, which do not know each other. What it saves is described once for each
// type, see script.Codec.
package dst
