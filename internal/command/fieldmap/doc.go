// Package fieldmap draws a field in characters, for terminals: bots as arrows, or as
// shades where there are more than cells.
package fieldmap
