// Package lab does what the playground asks for: it opens games, checks files, lists what their
// trees can say, plays tests, tries mutants and explains bots.
//
// A Lab has one game at a time, in a room. Its folder is the working folder of the process, which
// in a browser is held in memory. What is asked for and what is answered are JSON, as the command
// thicket prints it with --json.
//
// Non-goals: workers, pages, and how messages come to a room.
package lab
