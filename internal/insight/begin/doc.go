// Package begin writes a first scene for a tree of any dialect, in which the tree has what it asks
// for. It reads the names in the files of the tree, see package mention, and what the loader tells
// of the tree that it has compiled, and puts into the scene whom the tree looks for, what it
// fights with, where it goes, and who sends it the events that nobody else does. Each line of the
// scene says for which line of the tree it is there.
//
// Non-goals: to know what a tree is for. Fields and numbers of a game that has not been seen get a
// value that lets the tree go on, and what cannot be given is listed.
package begin
