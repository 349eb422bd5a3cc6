package main

import "github.com/thicket-sim/thicket"

// Fuel is what a body has left to burn.
type Fuel struct{ Litres float32 }

// burn is a system: bodies use fuel by the metre and stop without it.
type burn struct{ fuel thicket.Component[Fuel] }

// Update runs once a tick, after everybody has moved.
func (b burn) Update(w *thicket.World) {
	for _, table := range w.Tables() {
		fuel, speed := b.fuel.Column(table), w.Speed.Column(table)
		for i := range fuel {
			fuel[i].Litres -= speed[i].MPS * float32(w.Clock().DT)
			if fuel[i].Litres <= 0 {
				fuel[i].Litres, speed[i].MPS = 0, 0
			}
		}
	}
}

// addFuel gives every body of a world 12 litres and lets it burn them.
func addFuel(w *thicket.World) error {
	fuel := thicket.Register(w, Fuel{Litres: 12})
	w.Add(thicket.Rules, "burn", burn{fuel})
	return nil
}
