// Package trial holds the scenes and helpers that the tests of the rules of Unvanquished
// share: two bases, courts and camps, orders for bots in them, and look-ups of bodies.
package trial
