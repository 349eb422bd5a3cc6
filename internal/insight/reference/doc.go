// Package reference plays tag-like scenes the plain way: the reference that tests
// and benchmarks compare the game with.
//
// A [World] is bots as entities of arche, one query loop for each thing that
// happens in a tick, a uniform grid for each facet that is built anew in every
// tick, every bot's tree evaluated by itself, and one worker. It is written the
// way a careful programmer would who knows the store but no trick: no work is
// done twice and nothing is allocated in a tick, but nothing is sorted, kept
// over ticks or shared out either.
//
// For the same setup and the same changes it has the same digest after every
// tick as systems.Game.
//
// Non-goals: players, events, tunables, counts, trees that remember something
// and bots that choose a tree by their state. It is no way to play a scene.
package reference
