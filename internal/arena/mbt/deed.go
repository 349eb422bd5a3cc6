package mbt

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/arena/core"
)

// The kinds of deeds that only this vocabulary has, and the fields of each.
const (
	doRegister uint8 = iota + 1 // Arg: the cover
	doSetOut                    // Arg: 1 where it goes to its cover
	doCalm                      // none
	doPlan                      // none
	doFire                      // Arg: the arm; X, Y: where, in metres
)

func (s *agents) registerDeed(place int32) core.Deed {
	return core.Deed{Kind: doRegister, Of: s.of, Arg: place}
}

func (s *agents) setOutDeed(toCover bool) core.Deed {
	d := core.Deed{Kind: doSetOut, Of: s.of}
	if toCover {
		d.Arg = 1
	}
	return d
}

func (s *agents) calmDeed() core.Deed { return core.Deed{Kind: doCalm, Of: s.of} }

// planDeed tells the bot that a plan to move, or to stand, was made for it.
func (s *agents) planDeed() core.Deed { return core.Deed{Kind: doPlan, Of: s.of} }

func (s *agents) fireDeed(arm int, x, y float32) core.Deed {
	return core.Deed{Kind: doFire, Of: s.of, Arg: int32(arm), X: x, Y: y}
}

// Possible reports whether a deed of this vocabulary names what is there.
func (s *agents) Possible(d *core.Deed) bool {
	switch d.Kind {
	case doRegister:
		return core.Below(d.Arg, len(s.covers))
	case doFire:
		return core.Below(d.Arg, core.MaxWeapons)
	}
	return d.Kind > 0 && d.Kind <= doFire
}

// Perform does a deed of this vocabulary.
func (s *agents) Perform(b int32, d *core.Deed, _ *core.Utterance) {
	switch d.Kind {
	case doRegister:
		found := &s.list[b].found
		if found.ok = s.register(b, d.Arg); !found.ok {
			found.again = true
		}
	case doSetOut:
		s.setOut(b, d.Arg == 1)
		s.send(b, movementPlanProduced)
	case doPlan:
		s.send(b, movementPlanProduced)
	case doCalm:
		s.pullDown(b)
	case doFire:
		s.fireAt(b, int(d.Arg), d.X, d.Y)
	default:
		panic(fmt.Sprintf("mbt: no deed of kind %d", d.Kind))
	}
}
