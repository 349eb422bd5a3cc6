package core

import (
	"github.com/thicket-sim/thicket/behavior/host"
)

// Turn is one call of a leaf for one bot: the arena that the bot is in, and the
// call. It is two words, passed by value, and valid until the leaf returns.
type Turn struct {
	*Arena
	*host.Call
}

// TurnOf returns the turn of a call. In a game without an arena it reports a
// fault and returns false.
func TurnOf(c *host.Call) (Turn, bool) {
	r := host.RuntimeOf(c)
	if a, ok := r.Part.(*Arena); ok && a.awake {
		return Turn{a, c}, true
	}
	if a, ok := arenaOf(c.World); ok {
		r.Part = a
		return Turn{a, c}, true
	}
	c.Warnf("this game has no arena")
	return Turn{}, false
}

// In returns the arena of a world that has one which is awake.
func In(w host.World) (*Arena, bool) { return arenaOf(w) }

func arenaOf(w host.World) (*Arena, bool) {
	a, ok := w.Part(key{}).(*Arena)
	return a, ok && a.awake
}

// Dead reports whether a body is dead.
func (bs *bodies) Dead(body int32) bool { return bs.dead[body] }

// out reports whether a body is not on the field for others: it is dead or hidden.
func (bs *bodies) out(body int32) bool { return bs.dead[body] || bs.hidden[body] }

// Num returns an argument as a number.
func (t Turn) Num(arg int) float64 { return t.Args[arg].Number() }

// Str returns an argument as a text.
func (t Turn) Str(arg int) string { return t.Args[arg].Text() }
