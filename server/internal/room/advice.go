package room

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// advise tells the players of a team in a few sentences what there is to do: where to bring what is worth
// something, where to rest, what to buy where, and which classes they can become.
func advise(scene *scenes.Scene, team int) (hints list[string]) {
	setup, arena := &scene.Setup, &scene.Arena
	if len(arena.Forms) < len(setup.Classes) {
		return nil
	}
	begins := map[string]bool{} // the places and tags at which bots of the team begin
	var kits []string
	for i := range setup.Classes {
		c, f := &setup.Classes[i], &arena.Forms[i]
		if setup.TeamOf(c) != team || f.Fixed || c.SpeedMPS <= 0 {
			continue
		}
		begins[f.Home] = true
		var has []string
		for _, w := range f.Weapons {
			has = append(has, arena.Weapons[w].ID)
		}
		if len(has) == 0 {
			has = append(has, "unarmed")
		}
		if f.Cargo > core.PlayerCargo {
			has = append(has, fmt.Sprintf("carries %d", f.Cargo))
		}
		kits = append(kits, c.Name+" ("+strings.Join(has, ", ")+")")
	}
	at := func(tag string) string {
		var names []string
		for i := range setup.Places {
			p := &setup.Places[i]
			if (p.Team == team || p.Team == systems.NoTeam) && (p.ID == tag || slices.Contains(p.Tags, tag)) {
				name := p.ID
				if begins[p.ID] || slices.ContainsFunc(p.Tags, func(t string) bool { return begins[t] }) {
					name += ", where you begin"
				}
				names = append(names, name)
			}
		}
		return either(names)
	}
	var worth, goods []string
	for i := range arena.Kinds {
		if k := &arena.Kinds[i]; k.Worth > 0 {
			worth = append(worth, k.ID)
		}
	}
	for i := range arena.Goods {
		if g := &arena.Goods[i]; !g.Unsold {
			goods = append(goods, fmt.Sprintf("%s for %s", g.ID, humanize.Number(g.Price)))
		}
	}
	if store := at("store"); store != "" && len(worth) > 0 {
		hints = append(hints, fmt.Sprintf("Take %s and deliver it to %s.", either(worth), store))
	}
	if heal := at("heal"); heal != "" {
		hints = append(hints, fmt.Sprintf("Rest in %s when you are hurt.", strings.TrimSuffix(heal, ", where you begin")))
	}
	if arena.Game != "" { // which has its own rules of what players buy and become
		return hints
	}
	if shop := at("shop"); shop != "" && len(goods) > 0 {
		hints = append(hints, fmt.Sprintf("In %s your team's money buys %s.", strings.TrimSuffix(shop, ", where you begin"), either(goods)))
	}
	if len(kits) > 1 {
		hints = append(hints, fmt.Sprintf("A change of kit makes you %s.", either(kits)))
	}
	return hints
}

// either lists names: one, or one of several.
func either(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
