package base

import "github.com/thicket-sim/thicket/internal/arena/core"

// BuildPoints returns the build points that a team has in all, and those that are queued.
func BuildPoints(a *core.Arena, team int) (total, queued float64) {
	s, _ := core.StateOf[interface {
		core.State
		Base() *Base
	}](a)
	e := &s.Base().sides[team]
	return e.total(&s.Base().law, 0), e.queued
}
