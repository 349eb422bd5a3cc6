package vocabulary

import "github.com/thicket-sim/thicket/behavior/host"

// Cast are agents of a game whose own leaves tests of trees call, by bodies that the tests give
// them.
type Cast struct {
	// Registry has leaves that are called for the agent of a body.
	Registry *host.Registry
	// Put makes an agent that of a body. Bodies come in order, from 0.
	Put func(body int32, agent any)
	// Position and Alive are nil where the game does not tell.
	Position func(body int32) (x, y float64)
	Alive    func(body int32) bool
	// States are values of an agent, Relations those of two.
	States    map[string]func(body int32) host.Value
	Relations map[string]func(me, other int32) bool
}

var cast func(minds any) *Cast

// HangCast is called by package mind when it is initialized, and by nobody else.
func HangCast(of func(minds any) *Cast) { cast = of }

// CastOf returns a cast of a *mind.Minds, without agents.
func CastOf(minds any) *Cast { return cast(minds) }
