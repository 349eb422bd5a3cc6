package core

import (
	"fmt"
	"math"
)

// ledger adds up what the rules gave and took since the game began, so that
// what there is can be accounted for.
type ledger struct {
	// Points of health: given at birth and return, hurt by blows and hunger,
	// healed in any way, and left over at a death, a change of class or the end
	// of a body (a debt where a blow was more than what was left).
	Born, Hurt, Healed, Left float64
	// Shots: given at birth, return and by purchase; fired; left over.
	Given, Fired, Lost int64
	Deaths, Kills      int64
}

// Audit returns the error for holdings that contradict themselves or the ledger, and
// for a body where nobody can stand; nil when all adds up. It is for tests.
func (a *Arena) Audit() error {
	a.arrange()
	l := &a.Match.ledger
	points, shots, carried := 0.0, int64(0), 0
	for _, b := range a.ByID {
		id := a.ID(b)
		if p := *a.Game.World.Position.Of(id); a.OnField(p) != p || a.Land.m != nil && a.Land.m.Blocked(p) {
			return fmt.Errorf("body %d is inside an obstacle, or off the field, at (%v, %v)", id, p.X, p.Y)
		}
		n, err := a.auditCargo(b)
		if err != nil {
			return fmt.Errorf("body %d: %w", id, err)
		}
		carried += n
		points += float64(a.Health[b].Points)
		for _, m := range a.Cargo[b].Arms {
			if m.Weapon >= 0 {
				shots += int64(m.Loaded) + int64(m.Spare)
			}
		}
	}
	for i := range a.items.list {
		if it := &a.items.list[i]; it.Holder != 0 {
			carried--
			if it.BackAt != 0 {
				return fmt.Errorf("item %d is carried and yet to come", i)
			}
		}
	}
	if carried != 0 {
		return fmt.Errorf("%d items are in the hands of nobody", -carried)
	}
	for i := range a.Match.teams {
		if a.Match.teams[i].purse < 0 {
			return fmt.Errorf("team %d has %v in its purse", i, a.Match.teams[i].purse)
		}
	}
	if want := l.Born + l.Healed - l.Hurt - l.Left; math.Abs(points-want) > 1e-2*(1+l.Born/1000) {
		return fmt.Errorf("%v points of health, wanted %v: %+v", points, want, *l)
	}
	if want := l.Given - l.Fired - l.Lost; shots != want {
		return fmt.Errorf("%d shots, wanted %d: %+v", shots, want, *l)
	}
	return nil
}

// auditCargo returns how many items a body carries, or what contradicts itself in what
// it has.
func (a *Arena) auditCargo(b int32) (items int, err error) {
	c, f := &a.Cargo[b], a.form(b)
	for _, m := range c.Arms {
		if m.Weapon < 0 {
			continue
		}
		if w := &a.Config.Weapons[m.Weapon]; m.Loaded < 0 || m.Spare < 0 || int(m.Loaded) > w.Clip || int(m.Spare) > w.Ammo {
			return 0, fmt.Errorf("%d shots in the clip of %s and %d beside it", m.Loaded, w.ID, m.Spare)
		}
	}
	for i := c.First; i >= 0; i = a.items.list[i].Next {
		if a.items.list[i].Holder != a.ID(b) {
			return 0, fmt.Errorf("item %d is in two hands", i)
		}
		items++
	}
	if items != int(c.Count) || items > f.Cargo {
		return 0, fmt.Errorf("it carries %d items, says %d and can carry %d", items, c.Count, f.Cargo)
	}
	if full := a.full(b); a.Health[b].Points > full+1e-3 {
		return 0, fmt.Errorf("it has %v points of health, and %v are all", a.Health[b].Points, full)
	}
	return items, nil
}
