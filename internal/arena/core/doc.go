// Package core is the arena itself: the actions and functions that trees of all
// dialects share, the columns of bodies, and the rules of a tick.
//
// Think: a leaf gets a [Turn], reads the world as it was when the tick began, and
// writes down what its own bot wants: how to move, and up to four deeds. Act:
// bodies move as they want, around obstacles. Rules: the deeds are done in the
// order of ids, and each is checked once more, because another body may have been
// faster; then comes what happens by itself: hunger, death, return, items that
// come back, the clock, the end of the match. Trees are told what happened by
// events. Neither the number of workers nor the order of rows changes anything.
//
// All that bodies have is plain data in columns, indexed by the slot of the body. A
// tick allocates nothing.
//
// A dialect whose trees have words of their own is a [Vocabulary], in a package of
// its own. It may keep a [State] in the arena, with a part in every tick.
//
// Non-goals: the package reads no files (package scenes makes its [Config]), and
// nothing that it does depends on the dialect of a tree. Only the examples of its
// [Catalog] are written as nodes of one dialect, WAGE.
package core
