package arena

import "github.com/thicket-sim/thicket/components"

// Hurt takes ten points from a body, as a blow of nobody.
func (a *Arena) Hurt(id components.ID) { a.hurt(a.body(id), 10, 0) }

// Holdings adds up what bodies have: points of health, shots, and items carried
// by them; and looks at every item. It says what contradicts itself.
func (a *Arena) Holdings() (points float64, shots int64, fault string) {
	a.arrange()
	carried := 0
	for _, b := range a.order {
		points += float64(a.health[b].Points)
		c := &a.cargo[b]
		for _, m := range c.Arms {
			if m.Weapon >= 0 {
				shots += int64(m.Loaded) + int64(m.Spare)
				if w := &a.c.Weapons[m.Weapon]; m.Loaded < 0 || m.Spare < 0 || int(m.Loaded) > w.Clip || int(m.Spare) > w.Ammo {
					fault = "a weapon with too many shots, or too few"
				}
			}
		}
		n := int32(0)
		for i := c.First; i >= 0; i = a.items.list[i].Next {
			if a.items.list[i].Holder != a.id(b) {
				fault = "an item in two hands"
			}
			n++
		}
		if n != c.Count || int(n) > a.form(b).Cargo {
			fault = "a body that carries more than it says, or can"
		}
		if f := a.form(b); a.health[b].Points > f.Health+1e-3 {
			fault = "a body with more than its full health"
		}
		carried += int(n)
	}
	held := 0
	for i := range a.items.list {
		it := &a.items.list[i]
		if it.Holder != 0 {
			held++
			if it.BackAt != 0 {
				fault = "an item that is carried and yet to come"
			}
		}
	}
	if held != carried {
		fault = "an item in the hands of nobody"
	}
	for i := range a.teams {
		if a.teams[i].purse < 0 {
			fault = "a purse below 0"
		}
	}
	return points, shots, fault
}

// Inside reports whether some body is where nobody can stand, or off the field.
func (a *Arena) Inside() (who components.ID, is bool) {
	for _, b := range a.order {
		p := *a.g.World.Position.Of(a.id(b))
		if a.onField(p) != p || a.land.m != nil && a.land.m.Blocked(p) {
			return a.id(b), true
		}
	}
	return 0, false
}

// Abilities are the names of all abilities, actions first, and how many
// parameters each has.
func Abilities() (actions, functions []string) {
	for i := range abilities {
		if abilities[i].act != nil {
			actions = append(actions, abilities[i].name)
		} else {
			functions = append(functions, abilities[i].name)
		}
	}
	return actions, functions
}

// Ignite sets a body on fire.
func (a *Arena) Ignite(id components.ID) {
	a.base.errand[a.body(id)].burns = a.tick + a.ticks(burnTime)
	a.base.burning++
}
