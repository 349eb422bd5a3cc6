package systems

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
)

// Control gives the tree of a bot a command in the words of its dialect. It
// fails when the bot has no tree, or one that has no such command or refuses it.
func (g *Game) Control(id components.ID, name string, arg host.Value) error {
	if _, err := g.bodyOf(id); err != nil {
		return err
	}
	brain, _ := g.World.Brain(id)
	if brain.Program == noPool {
		return fmt.Errorf("%d has no tree", id)
	}
	clock := g.World.Clock()
	return g.brains.pools[brain.Program].Control(brain.Row, run.Command{Name: name, Arg: arg}, clock.Tick, clock.DT)
}

// Revive tells the tree of a bot, where it wants to know, that the bot is about
// to come back to life.
func (g *Game) Revive(id components.ID) {
	brain, ok := g.World.Brain(id)
	if !ok || brain.Program == noPool {
		return
	}
	clock := g.World.Clock()
	g.brains.pools[brain.Program].Revive(brain.Row, clock.Tick, clock.DT)
}
