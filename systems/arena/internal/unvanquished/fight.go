package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// lostAfter is for how long a bot goes on fighting a foe that it does not see,
// in seconds.
const lostAfter = 5

// The effects of upgrades.
const (
	throwRange   = 15 // metres
	blastRadius  = 4  // metres
	blastDamage  = 50 // points
	flameDamage  = 10 // points
	medkitHealth = 50 // points
)

// fights are the actions to fight and to stay alive.
var fights = []entry{
	{
		name: "fight",
		doc: "Makes the best enemy the goal, goes after it and attacks with the first weapon that reaches. Succeeds when that one is dead; fails when there is none, " +
			"when the bot has not seen it for 5 seconds, and when no weapon has shots.",
		admit: func(t turn) bool {
			t.bots[t.Body].saw = t.Now
			return t.setGoal(t.bestEnemy(t.Body))
		},
		act: fight,
	},
	{
		name: "fireWeapon",
		doc: "Strikes at the goal, else at the best enemy, with the first weapon that reaches, that in hand first: an empty one is put away or loaded. Fails when " +
			"none reaches, when something is in between and while the bot must wait.",
		act: func(t turn) host.Status {
			q := t.livingOf(t.bots[t.Body].goal)
			if q < 0 || !t.Hostile(t.Body, q) {
				q = t.enemy(t.Body)
			}
			if q < 0 {
				return host.Failure
			}
			if s := t.Attack(q); s != host.Running {
				return s
			}
			return host.Failure
		},
	},
	{
		name: "suicide", doc: "Ends the bot's life. Fails for one that cannot be hurt.",
		act: func(t turn) host.Status {
			if t.FormOf(t.Body).Health == 0 {
				return host.Failure
			}
			return t.Do(core.DieDeed())
		},
	},
}

func fight(t turn) host.Status {
	e := &t.bots[t.Body]
	q := t.livingOf(e.goal)
	if q < 0 {
		return host.Success
	}
	if t.Sees(t.Body, q) {
		e.saw = t.Now
	}
	far := t.Farthest(t.Body)
	if far < 0 || t.Since(e.saw) > lostAfter || !t.Hostile(t.Body, q) {
		return host.Failure
	}
	if t.Attack(q) != host.Failure {
		return host.Running
	}
	if !t.InLine(t.Body, q) {
		far = 0
	}
	if s := t.goTo(e.goal, float64(far)*0.9, t.FormOf(t.Body).Paces.Run); s == host.Failure {
		return s
	}
	return host.Running
}

// talks are the actions that tell somebody something.
var talks = []entry{
	{
		name: "say", doc: "Says a line, which is shown over the bot for 2 seconds. To a team mode (`SAY_TEAM`, `SAY_AREA_TEAM`) belongs an event `told` with the text, for the others of its team; an area is 30 m.",
		act: func(t turn) host.Status {
			s := t.DoWithText(core.SayDeed(max(t.Ticks(2), 1)), t.Str(0), host.NullValue)
			const team, area, areaTeam = 1, 4, 5
			mode := 0
			if t.Args[1].Kind() != host.Null {
				mode = int(t.Num(1))
			}
			if s != host.Success || mode != team && mode != areaTeam {
				return s
			}
			far := float32(0)
			if mode == areaTeam {
				far = 30
			}
			return t.tellTeam(far)
		},
	},
	{
		name: "gesture", doc: "Taunts: takes the pose `taunt`, which others can see.",
		act: func(t turn) host.Status {
			t.SetPose(slices.Index(core.Poses, "taunt"))
			return host.Success
		},
	},
	{
		name: "resetMyTimer", doc: "Sets the bot's timer to now.",
		act: func(t turn) host.Status {
			t.Mind[t.Body].Stopwatch = t.Now
			return host.Success
		},
	},
}
