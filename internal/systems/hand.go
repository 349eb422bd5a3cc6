package systems

import (
	"errors"
	"math"

	"github.com/thicket-sim/thicket/components"
)

// Handy is an Extension in which players do things by one key.
type Handy interface {
	// Press has a player do something in the next tick: what a verb says, or without one what is
	// nearest at hand.
	Press(body int32, verb string) error
	// Offer says what a player could do now.
	Offer(body int32, o *Offer)
	// Home returns where a player of a team begins, or p where that is anywhere.
	Home(team int, id components.ID, p components.Position) components.Position
	// Aim returns the body that a player is after, or -1.
	Aim(body int32) int32
	// Errand returns what a player is to go for besides, and where that is.
	Errand(body int32) (e Errand, at components.Position)
}

// ErrNoHand refuses to act in a game in which players only walk and touch.
var ErrNoHand = errors.New("there is nothing to do by hand in this game: players walk, and touch others")

// Offer says what a player could do, and whom it is to look for.
type Offer struct {
	Verb string        // what it would do now; empty for nothing
	Who  components.ID // to whom; 0 for nobody
	What string        // with what, such as a kind of item; empty for nothing
	// Verbs lists all that it could do.
	Verbs []string
	// Aim is whom it is to fight, catch or flee, as Why says; 0 for nobody. It stands X, Y metres
	// from the player.
	Aim  components.ID
	Why  string
	X, Y float32

	Errand Errand
}

// Errand is a way that pays a player, or that it needs.
type Errand struct {
	Why  string  // deliver, rest or take; empty for no errand
	What string  // the place, or the kind of item
	X, Y float32 // metres from the player
}

// Act has a player do something in the next tick.
func (g *Game) Act(id components.ID, verb string) error {
	if err := g.mustBePlayer(id); err != nil {
		return err
	}
	for _, e := range g.extensions {
		if h, ok := e.(Handy); ok {
			return h.Press(g.World.Slot(id), verb)
		}
	}
	return ErrNoHand
}

// Offer says what a player could do now.
func (g *Game) Offer(id components.ID) (o Offer) {
	if g.mustBePlayer(id) != nil {
		return o
	}
	body, from := g.World.Slot(id), g.World.Position.Of(id)
	aim, why := int32(-1), ""
	for _, e := range g.extensions {
		if h, ok := e.(Handy); ok {
			h.Offer(body, &o)
			var at components.Position
			if o.Errand, at = h.Errand(body); o.Errand.Why != "" {
				o.Errand.X, o.Errand.Y = g.between(*from, at)
			}
			if aim = h.Aim(body); aim >= 0 {
				why = "fight"
			}
		}
	}
	if aim < 0 {
		aim, why = g.quarry(id, body)
	}
	if aim >= 0 {
		o.Aim, o.Why = components.ID(g.World.IDs()[aim]), why
		o.X, o.Y = g.between(*from, *g.World.Position.Of(o.Aim))
	}
	return o
}

// between returns how far a place is from another, in metres to the right and down.
func (g *Game) between(from, to components.Position) (x, y float32) {
	dx, dy := g.field.Delta(from.X, from.Y, to.X, to.Y)
	return float32(dx), float32(dy)
}

// quarry returns the nearest body whom a player can touch by a rule, or else who can touch it, and whether
// it is to catch or to flee that one; -1 where no rule is about it.
func (g *Game) quarry(id components.ID, body int32) (best int32, why string) {
	best = -1
	least := math.Inf(1)
	from := g.World.Position.Of(id)
	nearest := func(c *condition) {
		for _, t := range g.World.Tables() {
			at := g.World.Position.Rows(t)
			for i, st := range g.World.State.Rows(t) {
				other := components.ID(g.World.IDs()[st.Slot])
				if d := g.field.Dist2(from.X, from.Y, at[i].X, at[i].Y); st.Slot != body && d < least && c.holds(g, other, st.Slot) {
					best, least = st.Slot, d
				}
			}
		}
	}
	for i := range g.contact.rules {
		if r := &g.contact.rules[i]; r.from.Plain && r.to.Plain && r.from.holds(g, id, body) {
			nearest(&r.to)
		}
	}
	if best >= 0 {
		return best, "catch"
	}
	for i := range g.contact.rules {
		if r := &g.contact.rules[i]; r.from.Plain && r.to.Plain && r.to.holds(g, id, body) {
			nearest(&r.from)
		}
	}
	return best, "flee"
}
