// Package standin puts stand-ins into trees for leaves and nodes that their game does not offer, so
// that any tree can be looked at, traced and tested at once.
//
// A registry says whether trees are loaded so, see [Allow]; a loader hands over the fault that it would
// tell otherwise. That becomes a notice, which is told once for a name, and keeps its hint:
// a name that stands in may be a misspelling.
//
// A stand-in answers what the state of its bot says by its name, as leaves of a vocabulary do; without
// such a state an action succeeds after [After] seconds, a condition is false, a number 0 and a text
// empty. What its trees do is saved, and goes on where the game offers the name by then.
//
// Non-goals: stand-ins for the syntax of a dialect. What cannot be read stays an error.
package standin
