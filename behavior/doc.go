// Package behavior loads behaviour trees of any dialect, and may change with any release:
// it picks the dialect of a file and hands it on.
//
// A file picks its dialect by its extension, XML by its root element. What comes
// out is a program that any pool can run, whatever the dialect; see package run.
//
// The dialects stand in one table, [Dialects]. No other package outside a
// dialect's own directories names one.
package behavior
