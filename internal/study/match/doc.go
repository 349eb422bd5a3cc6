// Package match plays the match of a scene with many seeds, and counts what happened in them: who
// won, after how long, with what.
//
// What a match is and when it ends the scene says; this package only plays and counts. Each match
// is played by one goroutine, and is the same for any number of them.
package match
