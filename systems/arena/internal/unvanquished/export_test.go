package unvanquished

import (
	"unsafe"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// BotSize is how many bytes are kept of a body for what most ticks read of bots.
const BotSize = unsafe.Sizeof(botState{})

// Ignite sets a building on fire.
func Ignite(a *core.Arena, id components.ID) {
	s, _ := core.StateOf[*state](a)
	s.ignite(a.BodyOf(id))
}

// Goal is a body's goal: "", "body", "place" or "point", and where it is, in metres.
func Goal(a *core.Arena, id components.ID) (kind string, x, y float32) {
	s, _ := core.StateOf[*state](a)
	m := s.bots[a.BodyOf(id)].goal
	x, y, _ = s.spotOf(m)
	return [...]string{noTarget: "", bodyTarget: "body", placeTarget: "place", pointTarget: "point"}[m.kind], x, y
}

// BuildPoints are those that a team has in all, and those that are queued.
func BuildPoints(a *core.Arena, team int) (total, queued float64) {
	s, _ := core.StateOf[*state](a)
	e := &s.sides[team]
	return e.total(&s.law, 0), e.queued
}
