// Package inspect follows the tree of one bot while a game is played: what each
// node answered in the last tick, the last events, and what the tree's dialect
// tells of it. The window and the command line show it, each in its own way.
//
// A [Follower] only reads. A game that is followed does what it does without,
// bit for bit.
//
// Non-goals: choosing the bot, and how any of this looks.
package inspect
