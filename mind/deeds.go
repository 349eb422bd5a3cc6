package mind

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Deed is what an agent did for some turns in a row: in each of them its last action that did
// not fail.
type Deed struct {
	Action string  // empty: none
	Since  float64 // seconds of the game
	Turns  int64   // that it took
}

// mostDeeds is how many deeds of an agent are kept.
const mostDeeds = 8

// deeds are the last ones, in a ring.
type deeds struct {
	ring [mostDeeds]deed
	next uint8 // where the next one goes
	n    uint8
}

type deed struct {
	tick   int64 // when it began
	turn   int64 // the first
	action uint16
}

// note takes in what an agent did in its turn.
func (c *core) note(body int32) {
	action := c.did[body]
	if d := &c.past[body]; action != c.last[body] || d.n == 0 {
		c.last[body] = action
		d.add(deed{c.tick, c.turns[body], action})
	}
}

func (d *deeds) add(one deed) {
	d.ring[d.next] = one
	d.next = (d.next + 1) % mostDeeds
	d.n = min(d.n+1, mostDeeds)
}

// list has the last deeds, the oldest first.
func (d *deeds) list() (all []deed) {
	for i := d.n; i > 0; i-- {
		all = append(all, d.ring[(d.next+mostDeeds-i)%mostDeeds])
	}
	return all
}

// doing is the last deed of a mind that goes on.
func (c *core) doing(o *one) Deed {
	d := &c.past[o.body]
	if o.gone || o.held || d.n == 0 {
		return Deed{}
	}
	last := d.ring[(d.next+mostDeeds-1)%mostDeeds]
	return Deed{c.actionOf(last), float64(last.tick) * c.step, o.turns() + 1 - last.turn}
}

// actionOf is the name of what was done; empty for nothing.
func (c *core) actionOf(d deed) string {
	if d.action == 0 {
		return ""
	}
	return host.NumberedActions(c.reg)[d.action-1]
}

// numberOf is the number of an action, 0 for one that there is not.
func (c *core) numberOf(action string) uint16 {
	if a := c.reg.Action(action); a != nil {
		return host.NumberOf(a)
	}
	return 0
}

// deedsOf lists the last deeds of a mind, the oldest first.
func (c *core) deedsOf(o *one) (all []Deed) {
	next := o.turns() + 1
	for _, d := range slices.Backward(c.past[o.body].list()) {
		all = append(all, Deed{c.actionOf(d), float64(d.tick) * c.step, next - d.turn})
		next = d.turn
	}
	slices.Reverse(all)
	return all
}

// why tells in a few lines what a mind does, since when, and what it did before.
func (c *core) why(o *one) string {
	var b strings.Builder
	name := c.nameOf(o.id)
	if name == "" {
		name = fmt.Sprintf("agent %d", o.id)
	}
	all := c.deedsOf(o)
	fmt.Fprintf(&b, "%s, tree %s", name, o.grove.file)
	if o.held {
		b.WriteString(", held")
	}
	if len(all) == 0 {
		return b.String() + ": has had no turn yet"
	}
	now := float64(c.tick) * c.step
	for i := len(all) - 1; i >= 0; i-- {
		d := &all[i]
		if d.Action == "" {
			d.Action = "nothing"
		}
		turns := "turns"
		if d.Turns == 1 {
			turns = "turn"
		}
		switch {
		case i == len(all)-1:
			fmt.Fprintf(&b, ": %s for %.1f s, since %.1f s (%d %s)", d.Action, now-d.Since, d.Since, d.Turns, turns)
		default:
			fmt.Fprintf(&b, "\nbefore: %s for %.1f s, since %.1f s (%d %s)", d.Action, all[i+1].Since-d.Since, d.Since, d.Turns, turns)
		}
		if i == len(all)-1 && o.watch != nil {
			o.watch.because(&b)
		}
	}
	return b.String()
}
