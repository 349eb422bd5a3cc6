// Command mutate plants small faults in the module's own code and tells which
// of them the tests catch.
//
//	go run ./cmd/internal/tools/mutate --count 200 --seed 1 behavior systems session
//
// A fault is one edit of one file: a comparison with its bound moved, a
// condition turned round, an operator that is another, a number that is one
// more, a statement that is gone. It is planted through an overlay of the go
// command, so that no file of the module changes. The tests of the fault's own
// package run first, and where they pass those of the packages that import it,
// until one fails or the time for a fault is over. A fault that does not
// compile is drawn anew.
//
// The last lines are the figures: how many faults were caught by their own
// package, by another, by a test that never ended, and which survived.
//
// Non-goals: equivalent faults are not told from others. A survivor is a place
// to look, not a verdict.
package main
