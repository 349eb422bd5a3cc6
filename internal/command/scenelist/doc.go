// Package scenelist lists the shipped scenes for people: the name of each, how many bots it
// has and what it is about, a line each.
package scenelist
