// Command orbit builds a world from a scene, gives trees an action of its own,
// adds a component and a system, and reads the positions of the bots.
package main

import (
	_ "embed"
	"fmt"
	"log"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/tool"
)

//go:embed orbit.yaml
var scene []byte

// orbit circles around the nearest match.
var orbit = thicket.Action{
	Name: "orbit", Doc: "Circles around the nearest match.", Local: true,
	Params: []thicket.Param{{Name: "clockwise", Kind: thicket.Bool}, {Name: "where", Kind: thicket.Where, Optional: true}},
	Tick: func(c *thicket.Call) thicket.Status {
		target := c.World.Nearest(c.Body, c.Facet)
		if target < 0 {
			return thicket.Failure
		}
		c.Choose(target)
		dx, dy := c.World.Delta(c.Body, target)
		if c.Args[0].Bool() {
			dx, dy = -dx, -dy
		}
		c.Head(-dy, dx) // at a right angle to the target
		return thicket.Success
	},
}

func main() {
	registry := thicket.NewRegistry()
	if err := registry.AddAction(orbit); err != nil {
		log.Fatal(err)
	}
	options := thicket.Options{Registry: registry, Prepare: addFuel}
	tool.Main(options)
	s, err := thicket.Start("orbit.yaml", scene, options)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	fuel := thicket.Register(s.World(), Fuel{}) // which addFuel has added, see fuel.go
	for range 90 {
		s.Step()
	}
	for _, b := range s.Snapshot().Bots {
		fmt.Printf("%-8s (%.1f, %.1f) %.1f litres\n", b.Name, b.X, b.Y, fuel.Of(b.ID).Litres)
	}
}
