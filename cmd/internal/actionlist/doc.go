// Package actionlist lists what bots can do and ask: for people, as JSON, and as the
// page docs/arena.md.
package actionlist
