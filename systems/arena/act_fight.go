package arena

import "github.com/thicket-sim/thicket/behavior/host"

// fights are the abilities to fight and to live.
var fights = []ability{
	{
		name: "choose_target", doc: "Chooses somebody as the bot's target, which it keeps. Fails, and keeps the target that it has, when there is nobody.",
		params: []param{whom().or("enemy")}, example: "{ who: enemy }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 {
				return host.Failure
			}
			t.mind[t.Body].Target = t.id(q)
			t.Choose(q)
			return host.Success
		},
	},
	{
		name: "clear_target", doc: "Gives up the bot's target. Always succeeds.", example: "{}",
		act: func(t Turn) host.Status {
			t.mind[t.Body].Target = 0
			return host.Success
		},
	},
	{
		name: "attack", doc: "Turns to somebody and strikes with the first weapon that reaches, that in hand first. Succeeds when it strikes; runs on while it must " +
			"wait or load; fails when there is nobody, when no weapon reaches or has shots, or when something is in between. Unless it moves, the bot stands.",
		params: []param{whom().or("enemy")}, example: "{ who: enemy }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 {
				return host.Failure
			}
			return t.attack(q)
		},
	},
	{
		name: "fight", doc: "Goes after somebody and attacks, as long as there is somebody. Never succeeds; fails when there is nobody or no weapon has shots.",
		params: []param{whom().or("enemy"), pace()}, example: "{ who: enemy, pace: sprint }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 || q == t.Body {
				return host.Failure
			}
			if t.attack(q) != host.Failure {
				return host.Running
			}
			far := t.farthest(t.Body)
			if far < 0 {
				return host.Failure
			}
			if !t.inLine(t.Body, q) {
				far = 0
			}
			return keepOn(t.approach(q, float64(far)*0.9, t.pace(1)))
		},
	},
	{
		name: "reload", doc: "Loads the weapon in hand, or the first other that can be loaded. Succeeds when it begins to; runs on while the bot must wait; " +
			"fails when there is nothing to load.",
		example: "{}",
		act: func(t Turn) host.Status {
			b := &t.cargo[t.Body]
			for i := range b.Arms {
				arm := (int(b.Hand) + i) % len(b.Arms)
				m := &b.Arms[arm]
				if m.Weapon < 0 || m.Spare == 0 || int(m.Loaded) >= t.c.Weapons[m.Weapon].Clip {
					continue
				}
				if b.Ready > t.tick {
					return host.Running
				}
				return t.Do(ReloadDeed(arm))
			}
			return host.Failure
		},
	},
	{
		name: "draw", doc: "Takes a weapon in hand. Fails when the bot has none of the kind.",
		params: []param{named("weapon", WeaponNames, "the weapon")}, example: "{ weapon: bow }",
		act: func(t Turn) host.Status {
			arm := t.armOf(t.Body, t.weaponOf(t.Args[0].Text()))
			if arm < 0 {
				return host.Failure
			}
			return t.Do(DrawDeed(arm))
		},
	},
	{
		name: "mend", doc: "Heals, or repairs, somebody in reach of the hand (1.5 m) by 10 points a second. Runs on until that one has its full health, " +
			"then succeeds; fails when there is nobody in reach.",
		params: []param{whom().or("hurt_friend")}, example: "{ who: hurt_friend }",
		act: func(t Turn) host.Status {
			q := t.who(0)
			if q < 0 || t.distance(t.Body, q) > handReach {
				return host.Failure
			}
			if t.share(q) >= 1 {
				return host.Success
			}
			t.hold()
			t.Choose(q)
			return keepOn(t.Do(MendDeed(t.id(q))))
		},
	},
	{
		name: "rest", doc: "Stands and heals by 20 points a second, in a place with the tag `heal` or another that is named. Runs on until the bot has its full health, " +
			"then succeeds; fails elsewhere.",
		params: []param{spot().or("heal"), whose()}, example: "{}",
		act: func(t Turn) host.Status {
			if !t.at(0) {
				return host.Failure
			}
			if t.share(t.Body) >= 1 {
				return host.Success
			}
			t.hold()
			return keepOn(t.Do(RestDeed()))
		},
	},
	{
		name: "die", doc: "Ends the bot's life. Fails for one that cannot be hurt.", example: "{}",
		act: func(t Turn) host.Status {
			if t.form(t.Body).Health == 0 {
				return host.Failure
			}
			return t.Do(DieDeed())
		},
	},
}

// at reports whether a bot is in the place that arguments name: its id or tag,
// and whose it is.
func (t Turn) at(arg int) bool {
	p := t.place(t.Body, t.Args[arg].Text(), t.Args[arg+1].Text())
	return p >= 0 && t.inside(t.Body, p)
}

// attack strikes a body, or gets ready to.
func (t Turn) attack(q int32) host.Status {
	if q == t.Body || t.health[q].Dead {
		return host.Failure
	}
	dx, dy := t.delta(t.Body, q)
	arm, dry := t.reach(t.Body, length(dx, dy))
	if arm < 0 || !t.inLine(t.Body, q) {
		return host.Failure
	}
	t.Choose(q)
	t.face(dx, dy)
	if t.want[t.Body].mode == wantPlain {
		t.hold()
	}
	switch {
	case t.cargo[t.Body].Ready > t.tick:
		return host.Running
	case dry:
		return keepOn(t.Do(ReloadDeed(arm)))
	}
	return t.Do(StrikeDeed(arm, t.id(q)))
}

// farthest is the longest range of a body's arms that have shots, or -1.
func (a *Arena) farthest(body int32) float32 {
	far := float32(-1)
	for i := range a.cargo[body].Arms {
		m := &a.cargo[body].Arms[i]
		if m.Weapon < 0 {
			continue
		}
		if w := &a.c.Weapons[m.Weapon]; w.melee() || m.Loaded > 0 || m.Spare > 0 {
			far = max(far, w.Range)
		}
	}
	return far
}

// weaponOf is the number of a weapon, or -1.
func (a *Arena) weaponOf(name string) int {
	for i := range a.c.Weapons {
		if a.c.Weapons[i].ID == name {
			return i
		}
	}
	return -1
}
