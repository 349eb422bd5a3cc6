// Package mutant makes mutants of the texts of trees: each has one small change, which good
// tests notice.
//
// A dialect describes a file by an outline of [Node]s, which says what can be changed in it
// and how that is written there. [Of] makes the mutants of an outline:
//
//	swap      a sequence becomes a selector, or the other way round
//	negate    a condition becomes its opposite
//	drop      a child of a list is left out
//	number    a number is a tenth larger
//	reorder   two neighbours in a list change places
//
// A mutant is an edit of a text, so that people can read it, and keeps the number of lines.
// Whether it loads is for the loader to say.
//
// Non-goals: faults in Go code, which cmd/internal/tools/mutate plants.
package mutant
