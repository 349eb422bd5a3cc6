// Command garden is a whole game in some forty lines: bees fly around hedges, sip
// from flowers and bring the nectar home, in a window.
package main

import (
	_ "embed"
	"log"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/render"
	"github.com/thicket-sim/thicket/tool"
)

//go:embed garden.yaml
var scene []byte

// Nectar is what a body carries, in drops.
type Nectar struct{ Drops float64 }

var nectar thicket.Component[Nectar]

// pump circles around the nearest match, where one is near, and takes nectar. It
// writes to a component, and so is not Local: one worker calls it.
func pump(c *thicket.Call) thicket.Status {
	other := c.World.Nearest(c.Body, c.Facet)
	if other < 0 {
		return thicket.Failure
	}
	dx, dy := c.World.Delta(c.Body, other)
	if dx*dx+dy*dy > 2*2 {
		return thicket.Failure // farther away than 2 m
	}
	c.Head(-dy, dx) // at a right angle to the way there
	mine := nectar.In(c).Of(c.Bot)
	mine.Drops += c.Args[0].Number() * c.DT
	if mine.Drops < 0 || mine.Drops > 2 {
		c.SetState("full", thicket.BoolValue(mine.Drops > 2))
	}
	return thicket.Success
}

// options are those of the game, and of its tool.
func options() thicket.Options {
	registry := thicket.NewRegistry()
	params := []thicket.Param{{Name: "drops", Kind: thicket.Number, Doc: "a second"}, {Name: "where", Kind: thicket.Where}}
	check(registry.AddAction(thicket.Action{Name: "pump", Params: params, Tick: pump}))
	prepare := func(w *thicket.World) error { nectar = thicket.Register(w, Nectar{}); return nil }
	return thicket.Options{Registry: registry, Prepare: prepare}
}

func newGarden() *thicket.Session {
	s, err := thicket.Start("garden.yaml", scene, options())
	check(err)
	return s
}

func main() {
	tool.Main(options())
	check(render.Run(newGarden()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
