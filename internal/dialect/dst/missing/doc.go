// Package missing surveys a folder of scripts of Don't Starve Together: which names they use, and
// what Thicket has of them.
package missing
