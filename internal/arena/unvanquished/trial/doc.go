// Package trial is what the tests of the rules of Unvanquished share: scenes of two bases,
// courts and camps, what bots are made to do in them, and what is looked up of bodies.
package trial
