// Package check loads scenes and trees of any dialect, and reports everything that is
// wrong with them or odd, for people and as JSON.
package check
