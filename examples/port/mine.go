package main

import "math"

// Mine is the game: a gallery with a wagon at 0 m, ore at 40 m, and a bat.
type Mine struct {
	Miners    []*Miner
	Time, Bat float64 // seconds, metres
	Wagon     int     // pieces of ore
}

// Miner is a unit, with what it does now.
type Miner struct {
	X   float64
	Bag int
	did string

	mine *Mine
}

const dt = 1.0 / 60

func newMine() *Mine {
	m := &Mine{}
	for i := range 20 {
		m.Miners = append(m.Miners, &Miner{X: 2 * float64(i), mine: m})
	}
	return m
}

// step moves what does not think.
func (m *Mine) step() {
	m.Time += dt
	m.Bat = 30 + 40*math.Sin(m.Time/4)
}

// walk goes a step to a place, and reports whether the miner is there.
func (m *Miner) walk(to float64) bool {
	m.did = "walk"
	m.X += max(-4*dt, min(to-m.X, 4*dt))
	return m.X == to
}

func (m *Miner) toBat() float64 { return math.Abs(m.mine.Bat - m.X) }
