// Package syntax holds what every loader of Thicket shares: positions in
// source files, lists of errors and notices with spelling hints, and a reader
// for YAML and JSON documents that keeps the position of every value.
package syntax
