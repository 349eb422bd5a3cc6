// Package systems plays a scene: what happens to bots and players in a tick.
//
// [Game] is the scene being played: the world, the programs that its bots run
// and the columns that a tick works on. Its systems run in the stages of the
// world's schedule:
//
//	Sense     gather positions and headings into columns, one index per facet
//	Think     evaluate trees, class by class and tree by tree
//	Act       turn, go speedMps metres a second, meet the edges, count
//	Rules     who touched whom, and what that changes
//	Populate  keep classes at or above their floor
//
// All bots decide on the world as it was when the tick began and write only
// their own intent; movement reads only intents; contacts are taken in id
// order. That is why neither the order of rows nor the number of workers can
// change a bit of the result. Columns are indexed by body: the slot that a bot
// or player has in the world for life.
//
// Bots of a class whose tree remembers nothing form a herd: groups of up to 64
// that are near each other. A group is one machine word: a state test is a bit
// plane, and the tree is walked once for all. Every way to find the nearest is
// exact, so that herds give the same world as bots that think one by one, bit for bit;
// package internal/insight/reference is the plain way against which they are held.
// Positions and headings of a herd's bots are in its groups, and written to the
// rows of their components when somebody asks for these, once a tick at most. Bots
// move with their group when it has just decided, if no other system stands between,
// else in the Act stage. A system of a game that writes to rows asks for their column
// in that tick, which tells the herds.
//
// What a game has beyond that hangs onto it from outside, as an [Extension]:
// package arena is one, with health, sight, things and places.
//
// Commands, such as adding bots or tuning a speed, are methods of Game. They
// are called between ticks and either do all that they say or return an error
// and change nothing.
//
// Non-goals: the package reads no files and draws nothing. Scenes are built
// by package scenes and driven by package session.
package systems
