// Package benchmark measures how many bots a machine can think for.
//
// A [Source] is what is measured: the shipped crowd, another scene, or a tree
// that the crowd then runs. [Source.Build] makes it any size, in one of a few
// layouts; [Run] plays cases one after the other and gives a [Row] for each.
//
// A case is warmed up first. Then its ticks are timed by wall clock, on the
// uniform layout turn by turn with the plain reference, in the same process.
// The time of each system and the allocations of a tick are measured in extra ticks,
// so that measuring them does not disturb the timed ones.
//
// Worlds are deterministic, times are not: compare rows of one run, and ratios
// between runs.
package benchmark
