// Command bench runs Thicket and other libraries on the same trees in one
// process, and prints how long each takes for a bot and tick.
//
// The trees' leaves do next to nothing: this compares evaluators, not games.
// Every player answers for all bots in a tick, and how many did what is compared
// before anything is timed.
package main
