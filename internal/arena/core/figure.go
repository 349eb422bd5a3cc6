package core

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems"
)

var _ systems.Figurer = (*Arena)(nil)

// Figures appends what a body is and has; see [systems.Figurer].
func (a *Arena) Figures(b int32, list []systems.Figure) []systems.Figure {
	if !a.awake || int(b) >= len(a.Health) {
		return list
	}
	h, c, m, f := &a.Health[b], &a.Cargo[b], &a.Mind[b], a.form(b)
	number := func(name string, value, of float64, unit string) {
		list = append(list, systems.Figure{Name: name, Value: value, Of: of, Unit: unit})
	}
	if a.turned(b) { // it goes as what it is now
		for i := range list {
			if list[i].Name == systems.SpeedFigure {
				list[i].Value = float64(f.speed)
			}
		}
	}
	now := a.Game.World.Clock().Tick
	full := a.full(b)
	if full > 0 {
		number("health", float64(max(h.Points, 0)), float64(full), "")
	}
	named := func(name string, id components.ID) {
		if id != 0 && a.Game.World.Alive(id) {
			list = append(list, systems.Figure{Name: name, Text: a.Game.NameOf(id), Who: id})
		}
	}
	if a.dead[b] {
		number("dead for", float64(now-h.Died)*a.dt, 0, "s")
		if h.HurtAt >= 0 {
			named("hurt by", h.HurtBy)
		}
		if h.BackAt < away {
			number("back in", float64(h.BackAt-now)*a.dt, 0, "s")
		}
		return list
	}
	if h.Armour > 0 {
		number("armour", float64(h.Armour), 1, "%")
	}
	if f.Hunger.Lasts > 0 {
		number("hunger", float64(h.Hunger), 1, "%")
	}
	for i := range c.Arms {
		arm := &c.Arms[i]
		if arm.Weapon < 0 {
			continue
		}
		w := &a.Config.Weapons[arm.Weapon]
		fact := systems.Figure{Name: w.ID, Text: "ready"}
		if w.Clip > 0 {
			fact = systems.Figure{Name: w.ID, Value: float64(arm.Loaded), Of: float64(w.Clip), Unit: "shots"}
		}
		if i == int(c.Hand) && c.Ready.At > now {
			fact.Text = ""
			if w.Clip == 0 {
				fact.Value, fact.Unit = float64(c.Ready.At-now)*a.dt, "s to wait"
			} else {
				list = append(list, fact)
				fact = systems.Figure{Name: w.ID + " ready in", Value: float64(c.Ready.At-now) * a.dt, Unit: "s"}
			}
		}
		list = append(list, fact)
		if w.Ammo > 0 {
			number(w.ID+" spare", float64(arm.Spare), float64(w.Ammo), "shots")
		}
	}
	if f.Cargo > 0 && len(a.Config.Kinds) > 0 {
		number("carries", float64(c.Count), float64(f.Cargo), "")
		for kind := range a.Config.Kinds {
			if n := a.items.carries(b, kind); n > 0 {
				number(a.Config.Kinds[kind].ID, float64(n), 0, "")
			}
		}
	}
	if team := a.TeamOf(b); team != systems.NoTeam && a.Config.Game == "" && (len(a.Config.Goods) > 0 || a.Config.Match.Purse > 0) {
		number("purse of the team", a.Match.teams[team].purse, 0, "")
	}
	if m.Alert > 0 {
		list = append(list, systems.Figure{Name: "alertness", Text: AlertLevels[m.Alert]})
	}
	named("leader", m.Leader)
	if m.Home >= 0 {
		list = append(list, systems.Figure{Name: "home", Text: a.Game.Setup.Places[m.Home].ID})
	}
	if full > 0 && h.HurtAt >= 0 {
		number("hurt", a.Elapsed(h.HurtAt), 0, "s ago")
		named("hurt by", h.HurtBy)
	}
	number("stopwatch", a.Elapsed(m.Stopwatch), 0, "s")
	if m.Stuck > 0 {
		number("stuck", float64(m.Stuck), 0, "s")
	}
	return list
}
