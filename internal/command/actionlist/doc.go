// Package actionlist lists actions and functions for bots: for people, as JSON, and as the
// page docs/arena.md.
package actionlist
