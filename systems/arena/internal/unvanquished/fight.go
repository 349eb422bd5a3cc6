package unvanquished

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// fights are the actions to fight and to stay alive.
var fights = []entry{
	{
		name: "heal",
		doc: "Goes to the nearest of its team's buildings that heal (`booster`, `medistat`, `heal`) and rests there, by 20 points a second. Succeeds in full health, and " +
			"then has a `medkit` where the scene has such a good; fails without such a building, and for one in full health that has no medkit to fetch.",
		admit: func(t turn) bool {
			if t.HealthShare(t.Body) >= 1 && (t.good[medkit] < 0 || t.owns(t.Body, medkit)) {
				return false
			}
			m := t.ownBuilding(t.Body, medistat)
			if o := t.ownBuilding(t.Body, booster); o.kind != noTarget && t.gap(t.Body, o) < t.gap(t.Body, m) {
				m = o
			}
			return t.setGoal(m)
		},
		act: func(t turn) host.Status {
			kit := t.good[medkit] >= 0 && !t.owns(t.Body, medkit)
			if t.HealthShare(t.Body) >= 1 && !kit {
				return host.Failure
			}
			if s := goOn(t); s != host.Success {
				return s
			}
			if t.HealthShare(t.Body) < 1 {
				return core.KeepOn(t.Do(core.RestDeed()))
			}
			return t.Do(t.giveDeed(t.good[medkit]))
		},
	},
	{
		name: "suicide", doc: "Ends the bot's life: all other actions of the tick fail. Fails for one that cannot be hurt.",
		act: func(t turn) host.Status {
			if t.FormOf(t.Body).Health == 0 || t.Do(core.DieDeed()) != host.Success {
				return host.Failure
			}
			t.bots[t.Body].ends = t.Now
			return host.Success
		},
	},
}
