// Package trees loads behaviour trees of any dialect: it picks the dialect of a file and
// hands it on.
//
// A file picks its dialect by its text, its extension or, if it is XML, its root element. The
// result is a program that any pool can run, whatever the dialect; see package run.
//
// The dialects stand in one table, [Dialects]. No other package outside a dialect's own
// directories names one.
package trees
