// Package faultlist tells what went wrong in a game: each distinct failure once, with how
// often it came, as a table for people, as data, and as findings in files.
package faultlist
