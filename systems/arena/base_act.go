package arena

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
)

// lostAfter is for how many seconds a body fights on against one that it does
// not see.
const lostAfter = 5

// What thrown things do, and a medkit.
const (
	throwRange   = 15 // metres
	blastRadius  = 4  // metres
	blastDamage  = 50 // points
	flameDamage  = 10 // points
	burnDamage   = 4  // points a second
	burnTime     = 10 // seconds
	medkitHealth = 50 // points
)

// baseFights are the actions to fight and to live.
var baseFights = []baseEntry{
	{
		name: "fight",
		doc: "Makes the best enemy the goal, goes after it and attacks with the first weapon that reaches. Succeeds when that one is dead; fails when there is none, " +
			"when the bot has not seen it for 5 seconds, and when no weapon has shots.",
		enter: func(t Turn) {
			e := &t.base.errand[t.Body]
			e.way, e.saw = t.markBody(t.enemy(t.Body)), t.tick
			if e.way.kind != noMark {
				e.goal = e.way
			}
		},
		act: baseFight,
	},
	{
		name: "fireWeapon",
		doc: "Strikes at the goal, else at the best enemy, with the first weapon that reaches, that in hand first: an empty one is put away or loaded. Fails when " +
			"none reaches, when something is in between and while the bot must wait.",
		act: func(t Turn) host.Status {
			q := t.livingOf(t.base.errand[t.Body].goal)
			if q < 0 || !t.hostile(t.Body, q) {
				q = t.enemy(t.Body)
			}
			if q < 0 {
				return host.Failure
			}
			if s := t.attack(q); s != host.Running {
				return s
			}
			return host.Failure
		},
	},
	{
		name: "reload", doc: "Loads the weapon in hand, or the first other that can be loaded. Fails when there is none, and while the bot must wait.",
		act: func(t Turn) host.Status {
			b := &t.cargo[t.Body]
			for i := range b.Arms {
				arm := (int(b.Hand) + i) % len(b.Arms)
				m := &b.Arms[arm]
				if m.Weapon >= 0 && m.Spare > 0 && int(m.Loaded) < t.c.Weapons[m.Weapon].Clip && b.Ready <= t.tick {
					return t.Do(ReloadDeed(arm))
				}
			}
			return host.Failure
		},
	},
	{
		name: "activateUpgrade",
		doc: "Switches on an upgrade that the bot has and that is off, and fails otherwise. A medkit heals 50 points and is used up; it fails for a bot in full health. " +
			"A grenade is thrown at the goal, else at the best enemy, up to 15 m: 50 points to every foe within 4 m. A firebomb does 10, and buildings burn: 4 points a second for " +
			"10 seconds. With the radar on, walls hide no enemy; with the jetpack long ways are gone at a sprint. The armours protect from when they are bought.",
		act: baseActivate,
	},
	{
		name: "deactivateUpgrade", doc: "Switches off an upgrade that is on, and fails otherwise.",
		act: func(t Turn) host.Status {
			u := int(t.Args[0].Number())
			if u < 0 || u >= len(t.base.good) || !t.active(t.Body, u) {
				return host.Failure
			}
			t.base.errand[t.Body].upgrades &^= 1 << u
			return host.Success
		},
	},
	{
		name: "heal",
		doc: "Goes to the nearest of its team's buildings that heal (`booster`, `medistat`, `heal`) and rests there, by 20 points a second. Succeeds in full health, and " +
			"then has a `medkit` where the scene has such a good; fails without such a building, and for one in full health that has no medkit to fetch.",
		enter: func(t Turn) {
			m := t.building(t.Body, medistat, ours)
			if o := t.building(t.Body, booster, ours); o.kind != noMark && t.gap(t.Body, o) < t.gap(t.Body, m) {
				m = o
			}
			t.lead(m)
		},
		act: func(t Turn) host.Status {
			kit := t.base.good[medkit] >= 0 && !t.owns(t.Body, medkit)
			if t.share(t.Body) >= 1 && !kit {
				return host.Failure
			}
			if s := goOn(t); s != host.Success {
				return s
			}
			if t.share(t.Body) < 1 {
				return keepOn(t.Do(RestDeed()))
			}
			return t.doOwn(giveDeed(t.base.good[medkit]))
		},
	},
	{
		name: "suicide", doc: "Ends the bot's life. Fails for one that cannot be hurt.",
		act: func(t Turn) host.Status {
			if t.formOfBody(t.Body).Health == 0 {
				return host.Failure
			}
			return t.Do(DieDeed())
		},
	},
}

func baseFight(t Turn) host.Status {
	e := &t.base.errand[t.Body]
	if e.way.kind == noMark {
		return host.Failure
	}
	q := t.living(e.way.who)
	if q < 0 {
		return host.Success
	}
	if t.sees(t.Body, q) {
		e.saw = t.tick
	}
	far := t.farthest(t.Body)
	if far < 0 || t.seconds(e.saw) > lostAfter || !t.hostile(t.Body, q) {
		return host.Failure
	}
	if t.attack(q) != host.Failure {
		return host.Running
	}
	if !t.inLine(t.Body, q) {
		far = 0
	}
	if s := t.goTo(e.way, float64(far)*0.9, t.formOfBody(t.Body).Paces.Run); s == host.Failure {
		return s
	}
	return host.Running
}

func baseActivate(t Turn) host.Status {
	u := int(t.Args[0].Number())
	if !t.owns(t.Body, u) || t.active(t.Body, u) {
		return host.Failure
	}
	switch u {
	case medkit:
		if t.share(t.Body) >= 1 {
			return host.Failure
		}
		return t.doOwn(medkitDeed(t.base.good[u]))
	case grenade, firebomb:
		m := t.base.errand[t.Body].goal
		if m.kind == noMark {
			m = t.thing(t.Body, theEnemy)
		}
		x, y, ok := t.spotOf(m)
		if !ok || t.gap(t.Body, m) > throwRange {
			return host.Failure
		}
		return t.doOwn(throwDeed(u, x, y))
	}
	t.base.errand[t.Body].upgrades |= 1 << u
	return host.Success
}

// baseMinds are the actions to tell others, and oneself.
var baseMinds = []baseEntry{
	{
		name: "say", doc: "Says a line, which is shown over the bot for 2 seconds. To a team mode (`SAY_TEAM`, `SAY_AREA_TEAM`) belongs an event `told` with the text, for the others of its team; an area is 30 m.",
		act: func(t Turn) host.Status {
			s := t.DoWithText(SayDeed(max(t.ticks(2), 1)), t.Args[0].Text(), host.NullValue)
			const team, area, areaTeam = 1, 4, 5
			mode := 0
			if t.Args[1].Kind() != host.Null {
				mode = int(t.Args[1].Number())
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
		act: func(t Turn) host.Status {
			t.SetPose(slices.Index(Poses, "taunt"))
			return host.Success
		},
	},
	{
		name: "blackboardNoteTransient", doc: "Notes a number from 0 to 63 for this tick; in the next one its team can count who noted it. Fails for another number.",
		act: func(t Turn) host.Status {
			v := t.Args[0].Number()
			if v < 0 || v > MaxNote {
				return host.Failure
			}
			t.Note(int(v))
			return host.Success
		},
	},
	{
		name: "resetMyTimer", doc: "Sets the bot's timer to now.",
		act: func(t Turn) host.Status {
			t.mind[t.Body].Watch = t.tick
			return host.Success
		},
	},
}
