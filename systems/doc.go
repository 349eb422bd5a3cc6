// Package systems plays a scene: what happens to bots and players in a tick.
//
// [Game] is the scene being played: the world, the programs that its bots run
// and the columns that a tick works on. Its systems run in the stages of the
// world's schedule:
//
//	Sense     gather positions and headings into columns, one index per facet
//	Think     BehaviorSystem: batch-evaluate trees in archetype order
//	Act       MovementSystem: turn, integrate speedMps, meet the edges
//	Rules     ContactSystem: who touched whom, and what that changes
//	Populate  PopulationSystem: keep classes at or above their floor
//	Publish   count what was done
//
// All bots decide on the world as it was when the tick began and write only
// their own intent; movement reads only intents; contacts are taken in id
// order. That is why neither the order of rows nor the number of workers can
// change a bit of the result. Columns are indexed by body: the slot that a bot
// or player has in the world for life.
//
// Commands, such as adding bots or tuning a speed, are methods of Game. They
// are called between ticks and either do all that they say or return an error
// and change nothing.
//
// Non-goals: the package reads no files and draws nothing. Scenes are built
// by package scenes and driven by package session.
package systems
