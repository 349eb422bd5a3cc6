// Package schema makes descriptions of files for editors and checkers of other makers from what
// trees can say.
package schema
