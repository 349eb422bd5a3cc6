// Package benchmark measures how many bots a machine can think for.
//
// A [Source] is measured: the shipped crowd, another scene, or a tree
// that the crowd then runs. [Source.Build] makes it any size, in one of a few
// layouts; [Run] plays cases one after the other and gives a [Row] for each.
//
// A case is played for some ticks first, because a crowd costs more a tick after a
// minute than at its start. Then its ticks are timed by wall clock, turn by turn with
// the same game without vector instructions, and on the uniform layout with the plain
// reference, which takes over where the game is: all in one process. The time of each
// system and the allocations of a tick are measured in extra ticks, so that measuring
// them does not disturb the timed ones.
//
// [RunSaves] measures what it costs to save a game and to restore it.
//
// Worlds are deterministic, times are not: compare rows of one run, and ratios
// between runs.
package benchmark
