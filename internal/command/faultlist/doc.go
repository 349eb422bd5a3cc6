// Package faultlist lists the failures of a game: each distinct one once, with how
// often it came, as a table for people, as data, and as findings in files.
package faultlist
