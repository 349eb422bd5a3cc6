// Package wage loads WAGE rulesets: bot classes, teams and behaviour trees in
// YAML or JSON, and runs the trees.
//
// A tree is a map with a `kind`: selector and sequence with children,
// state_equals as a guard, and actions. chase_nearest, flee_nearest and wander
// have kinds of their own; what else a game offers is called by
// `kind: action` and asked by `kind: condition`, with a name and args.
//
// The whole tree is evaluated anew in every tick and remembers nothing. That
// makes it the one dialect that runs by columns from the start: it is a
// [run.RowTicker] that evaluates 64 bots in one walk over the tree.
//
// A ruleset is decoded from a document that was read already, so that a scene
// file, which is a ruleset with more keys, is read by one pass and all its
// errors come at once.
package wage
