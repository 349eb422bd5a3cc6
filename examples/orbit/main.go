// Command orbit builds a world from a scene, gives trees an action of its own,
// adds a component and a system, and reads where the bots are.
package main

import (
	_ "embed"
	"fmt"
	"log"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/systems"
)

//go:embed orbit.yaml
var scene []byte

// orbit circles around the nearest match.
var orbit = host.Action{
	Name: "orbit", Doc: "Circles around the nearest match.", Local: true,
	Params: []host.Param{{Name: "clockwise", Kind: host.Bool}, {Name: "where", Kind: host.Where, Optional: true}},
	Tick: func(c *host.Call) host.Status {
		target := c.World.Nearest(c.Body, c.Facet)
		if target < 0 {
			return host.Failure
		}
		c.Choose(target)
		dx, dy := c.World.Delta(c.Body, target)
		if c.Args[0].Bool() {
			dx, dy = -dx, -dy
		}
		c.Head(-dy, dx) // at a right angle to the target
		return host.Success
	},
}

func main() {
	registry := systems.NewRegistry()
	if err := registry.AddAction(orbit); err != nil {
		log.Fatal(err)
	}
	s, err := session.Start("orbit.yaml", scene, session.Options{Registry: registry})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	fuel := addFuel(s.World()) // see fuel.go
	for range 90 {
		s.Step()
	}
	for _, b := range s.Snapshot().Bots {
		fmt.Printf("%-8s (%.1f, %.1f) %.1f litres\n", b.Name, b.X, b.Y, fuel.Of(b.ID).Litres)
	}
}
