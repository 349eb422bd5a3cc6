// Package dryrun dry-runs trees: one tree, one bot, some ticks, with leaves
// that answer from a script instead of a game.
//
// A [Case] says what the leaves answer and what the bot's state is at each
// tick; the result is what was visited and what the tree answered. It is the
// tool with which trees are tried before a game has their actions, and with
// which the project holds itself against the original programs.
//
// [Host] is the part that dialects share: scripted leaves and values, and the
// list of visits. Each dialect adds its own host and its own extra keys.
package dryrun
