// Package limit lists the bounds of files, scripts and games in one table: by it they are
// set, and the page docs/limits.md is made of it.
//
// A bound is a variable of the package that holds to it, and that package adds it to the
// table. Bounds belong to the process and not to a scene or a session: they keep a program
// that reads files of strangers from harm, and whoever starts the program knows how much
// it has. Those that follow from how something is stored, or from a system that is played
// as it was, are in the table, too, and cannot be set.
package limit
