package why

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/components"
)

// Why a bot does nothing, beside the words of a tree that rests.
const (
	Dead     = "dead"
	Hidden   = "hidden"
	Treeless = "without a tree"
)

// Idle is a time in which a bot does nothing, or nothing new: its tree is not asked, or what
// that says is not done.
type Idle struct {
	Why   string `json:"why"`   // one of the words above, or of the dialect's: see Rests of a game
	Since int64  `json:"since"` // the tick after which it was so
	// By says who hurt a dead bot last, with the weapon that it had in hand then; 0 where that
	// is not known.
	By     components.ID `json:"by,omitempty"`
	Name   string        `json:"name,omitempty"`
	Weapon string        `json:"weapon,omitempty"`
	Back   int64         `json:"back,omitempty"` // the tick in which it comes back; 0 where that is not known
	Over   bool          `json:"over,omitempty"` // it is so no more, but its tree was not asked since
	Goes   string        `json:"goes,omitempty"` // what the bot goes on with all the same, as its tree said before
}

// does returns the line about what the bot does.
func (i *Idle) does() string {
	if i.Goes != "" {
		return "decides nothing"
	}
	return "does nothing"
}

// String is for a sentence with "it is".
func (i *Idle) String() string {
	text := fmt.Sprintf("%s since tick %d", i.Why, i.Since)
	if i.By != 0 {
		text += fmt.Sprintf(", hurt last by %s (id %d)", i.Name, i.By)
		if i.Weapon != "" {
			text += ", who had the weapon " + i.Weapon + " in hand"
		}
	}
	if i.Back != 0 && !i.Over {
		text += fmt.Sprintf(", and comes back in tick %d", i.Back)
	}
	if i.Goes != "" {
		text += ", and goes on with " + i.Goes
	}
	return text
}

// rest notes after a tick whether the bot does nothing: it is dead, or its tree was not asked
// as it is hidden, has none, or one that rests. A tree that sleeps goes on with what it does.
func (b *bot) rest(g *game, m *Moment) {
	world := g.s.Game()
	dead, hidden := world.Out(b.w.ID())
	reason, since, rests := "", g.tick(), world.Pools.Rests(b.w.ID())
	switch {
	case rests == "":
		b.rests = 0
	case b.rests == 0:
		b.rests = since
	}
	switch {
	case dead:
		reason = Dead
	case m == nil && hidden:
		reason = Hidden
	case m == nil && b.w.Program() == nil:
		reason = Treeless
	case m == nil && rests != "":
		reason, since = rests, b.rests
	}
	switch {
	case reason == "":
		if b.idle != nil {
			b.idle.Over = true
		}
		return
	case b.idle != nil && b.idle.Why == reason && !b.idle.Over:
		return
	}
	b.idle = &Idle{Why: reason, Since: since}
	if !dead {
		return
	}
	for _, f := range world.Figures(b.w.ID(), nil) {
		ticks := int64(math.Round(f.Value * g.rate))
		switch f.Name {
		case "dead for":
			b.idle.Since = g.tick() - ticks
		case "back in":
			b.idle.Back = g.tick() + ticks
		case "hurt by":
			b.idle.By, b.idle.Name = f.Who, f.Text
			if by := g.s.Snapshot().Body(f.Who); by != nil && b.idle.Since == g.tick() {
				b.idle.Weapon = by.Weapon
			}
		}
	}
}

// rests tells of a bot that does nothing, and heads what it did before.
func (r *Report) rests(p *printer) {
	i := *r.Idle
	p.f("%s (id %d, %s) %s at tick %d, %.4g s: it ", r.Name, r.ID, r.Class, i.does(), r.Tick, r.Seconds)
	if i.Over {
		p.f("was %s, and its tree has not been asked since.\n", &i)
	} else {
		p.f("is %s.\n", &i)
	}
	p.f("Before that it did %s, from tick %d on, for %.4g s. In tick %d its tree said that last:\n\n%s\n", r.Moment.does(), r.Since.Tick, r.Since.Seconds, r.Moment.Tick, r.Tree)
}
