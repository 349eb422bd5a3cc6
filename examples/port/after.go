package main

import (
	"embed"

	"github.com/thicket-sim/thicket/mind"
)

//go:embed miner.bt
var files embed.FS

func (m *Miner) Bat() float64         { return m.toBat() }
func (m *Miner) Full() bool           { return m.Bag >= 5 }
func (m *Miner) Hide() mind.Status    { m.did = "hide"; return mind.Success }
func (m *Miner) GoHome() mind.Status  { return m.goTo(0) }
func (m *Miner) GoToOre() mind.Status { return m.goTo(40) }

func (m *Miner) goTo(x float64) mind.Status {
	if m.walk(x) {
		return mind.Success
	}
	return mind.Running
}

// timer is what an action remembers; it is zero when the action begins.
type timer struct{ Seconds float64 }

func (m *Miner) Dig(_ struct{}, t *timer) mind.Status {
	if t.Seconds += dt; t.Seconds < 0.5 {
		m.did = "dig"
		return mind.Running
	}
	m.Bag++
	return mind.Success
}

func (m *Miner) Unload(_ struct{}, t *timer) mind.Status {
	if t.Seconds += dt; t.Seconds < 1 {
		m.did = "unload"
		return mind.Running
	}
	m.mine.Wagon, m.Bag = m.mine.Wagon+m.Bag, 0
	return mind.Success
}

func options() mind.Options[*Miner] {
	return mind.Options[*Miner]{Files: files, Methods: true, Leaves: []mind.Leaf[*Miner]{
		{Name: "Dig", Do: mind.Keep((*Miner).Dig), Doc: "Digs a piece of ore in half a second."},
		{Name: "Unload", Do: mind.Keep((*Miner).Unload), Doc: "Fills the wagon in a second."},
	}}
}

func newMinds(m *Mine) (*mind.Minds[*Miner], error) {
	minds, err := mind.New(options())
	if err != nil {
		return nil, err
	}
	for _, miner := range m.Miners {
		if _, err := minds.Add(miner, "miner.bt"); err != nil {
			return nil, err
		}
	}
	return minds, nil
}
