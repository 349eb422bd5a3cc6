package core

import (
	"github.com/thicket-sim/thicket/behavior/host"
)

// fights are the abilities to fight and to live.
func fights() []Ability {
	return []Ability{
		{
			Name: "choose_target", Doc: "Chooses somebody as the bot's target, which it keeps. Fails, and keeps the target that it has, when there is nobody.",
			Params: []Param{whom().Or("enemy")}, Example: "{ who: enemy }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if q < 0 {
					return host.Failure
				}
				t.Because("chose", q)
				t.Mind[t.Body].Target = t.ID(q)
				t.Choose(q)
				return host.Success
			},
		},
		{
			Name: "clear_target", Answers: host.MaySucceed, Doc: "Gives up the bot's target. Always succeeds.", Example: "{}",
			Act: func(t Turn) host.Status {
				t.Mind[t.Body].Target = 0
				return host.Success
			},
		},
		{
			Name: "attack", Doc: "Turns to somebody and strikes with the first weapon that reaches, the one in hand first. Succeeds when it strikes; is Running while it must " +
				"wait or load; fails when there is nobody, when no weapon reaches or has shots, or when something is in between. Unless it moves, the bot stands.",
			Params: []Param{whom().Or("enemy")}, Example: "{ who: enemy }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if q < 0 {
					return host.Failure
				}
				return t.Attack(q)
			},
		},
		{
			Name: "fight", Answers: host.MayFail | host.MayRun, Doc: "Goes after somebody and attacks, as long as there is somebody. Never succeeds; fails when there is nobody or no weapon has shots.",
			Params: []Param{whom().Or("enemy"), pace()}, Example: "{ who: enemy, pace: sprint }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if t.isNobody(q) {
					return host.Failure
				}
				if t.Attack(q) != host.Failure {
					return host.Running
				}
				far := t.Farthest(t.Body)
				if far < 0 {
					return host.Failure
				}
				if !t.Sight.InLine(t.Body, q) {
					far = 0
				}
				return KeepOn(t.Approach(q, float64(far)*0.9, t.pace(1)))
			},
		},
		{
			Name: "reload", Doc: "Loads the weapon in hand, or the first other that can be loaded. Succeeds when it begins to; is Running while the bot must wait; " +
				"fails when there is nothing to load.",
			Example: "{}",
			Act: func(t Turn) host.Status {
				b := &t.Cargo[t.Body]
				for i := range b.Arms {
					arm := (int(b.Hand) + i) % len(b.Arms)
					m := &b.Arms[arm]
					if m.Weapon < 0 || m.Spare == 0 || int(m.Loaded) >= t.Config.Weapons[m.Weapon].Clip {
						continue
					}
					t.Because("shots of").About(t.Config.Weapons[m.Weapon].ID).Is(float64(m.Loaded), host.Below, float64(t.Config.Weapons[m.Weapon].Clip), "")
					if t.mustWait() {
						return host.Running
					}
					return t.Do(ReloadDeed(arm))
				}
				t.Because("no weapon that can be loaded")
				return host.Failure
			},
		},
		{
			Name: "draw", Doc: "Takes a weapon in hand. Fails when the bot has none of the kind.",
			Params: []Param{named("weapon", WeaponNames, "the weapon")}, Example: "{ weapon: bow }",
			Act: func(t Turn) host.Status {
				arm := t.armOf(t.Body, t.weaponOf(t.Str(0)))
				t.tellHas(arm >= 0, "has", "has no", t.Body).About(t.Str(0))
				if arm < 0 {
					return host.Failure
				}
				return t.Do(DrawDeed(arm))
			},
		},
		{
			Name: "mend", Doc: "Heals, or repairs, somebody in reach of the hand (1.5 m) by 10 points a second. Is Running until that one has its full health, " +
				"then succeeds; fails when there is nobody in reach.",
			Params: []Param{whom().Or("hurt_friend")}, Example: "{ who: hurt_friend }",
			Act: func(t Turn) host.Status {
				q := t.Who(0)
				if q < 0 {
					return host.Failure
				}
				d := t.Distance(t.Body, q)
				t.Because("distance to", q).Is(d, host.AtMost, HandReach, "m")
				if d > HandReach {
					return host.Failure
				}
				t.tellHealth(q, host.AtLeast, 1)
				if t.HealthShare(q) >= 1 {
					return host.Success
				}
				t.Stand()
				t.Choose(q)
				return KeepOn(t.Do(MendDeed(t.ID(q))))
			},
		},
		{
			Name: "rest", Doc: "Stands and heals by 20 points a second, in a place with the tag `heal` or another that is named. Is Running until the bot has its full health, " +
				"then succeeds; fails elsewhere.",
			Params: []Param{spot().Or("heal"), whose()}, Example: "{}",
			Act: func(t Turn) host.Status {
				if !t.at(0) {
					return host.Failure
				}
				t.tellHealth(t.Body, host.AtLeast, 1)
				if t.HealthShare(t.Body) >= 1 {
					return host.Success
				}
				t.Stand()
				return KeepOn(t.Do(RestDeed()))
			},
		},
		{
			Name: "die", Doc: "Ends the bot's life. Fails for one that cannot be hurt.", Example: "{}",
			Act: func(t Turn) host.Status {
				full := float64(t.full(t.Body))
				t.Because("full health").Is(full, host.Above, 0, "")
				if full == 0 {
					return host.Failure
				}
				return t.Do(DieDeed())
			},
		},
	}
}

// at reports whether the bot is in a place: arg is the index of its name, and
// the argument after it says whose it is.
func (t Turn) at(arg int) bool {
	p := t.NearestPlace(t.Body, t.Str(arg), t.Str(arg+1))
	if p < 0 {
		t.noPlace(arg)
		return false
	}
	t.tellPlace(p)
	return t.Inside(t.Body, p)
}

// isNobody reports that there is nobody, or only the bot itself, for what needs another one.
func (t Turn) isNobody(q int32) bool {
	if q == t.Body {
		t.Because("that is itself")
	}
	return q < 0 || q == t.Body
}

// mustWait reports whether the bot cannot strike or load yet.
func (t Turn) mustWait() bool {
	ready := t.Cargo[t.Body].Ready.At
	if t.Watched && ready > t.Now {
		t.Because("ready in").Has(float64(ready-t.Now)*t.dt, "s")
	}
	return ready > t.Now
}

// Attack strikes a body with the first arm that reaches it, or loads that arm.
// It is Running while the bot must wait, and fails when no arm reaches.
func (t Turn) Attack(q int32) host.Status {
	if t.isNobody(q) || t.out(q) {
		return host.Failure
	}
	t.tellReach(q)
	dx, dy := t.Delta(t.Body, q)
	arm, dry := t.Reach(t.Body, Length(dx, dy))
	if arm < 0 || !t.Sight.InLine(t.Body, q) {
		return host.Failure
	}
	t.Choose(q)
	t.Face(dx, dy)
	if t.want[t.Body].mode == wantPlain && !t.walks[t.Body].On {
		t.Stand()
	}
	switch {
	case t.mustWait():
		return host.Running
	case dry:
		return KeepOn(t.Do(ReloadDeed(arm)))
	}
	return t.Do(StrikeDeed(arm, t.ID(q)))
}

// Farthest returns the longest range of a body's arms that have shots, in
// metres, or -1.
func (bs *bodies) Farthest(body int32) float32 {
	far := float32(-1)
	for i := range bs.Cargo[body].Arms {
		m := &bs.Cargo[body].Arms[i]
		if m.Weapon < 0 {
			continue
		}
		if w := &bs.Config.Weapons[m.Weapon]; w.Melee() || m.Loaded > 0 || m.Spare > 0 {
			far = max(far, w.Range)
		}
	}
	return far
}

// weaponOf returns the index of a weapon, or -1.
func (bs *bodies) weaponOf(name string) int {
	for i := range bs.Config.Weapons {
		if bs.Config.Weapons[i].ID == name {
			return i
		}
	}
	return -1
}
