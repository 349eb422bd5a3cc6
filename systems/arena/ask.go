package arena

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

func self() param { return whom().or("self") }

// asks are what trees can ask of an arena.
var asks = []ability{
	// seeing
	{
		name: "sees", doc: "Whether the bot sees somebody: within the radius and angle of its sight, with no obstacle in between.",
		params: []param{whom().or("enemy")}, example: "{ who: enemy }",
		is: func(t Turn) bool { q := t.who(0); return q >= 0 && t.sees(t.Body, q) },
	},
	{
		name: "in_line", doc: "Whether there is no obstacle on the straight way to somebody.",
		params: []param{whom().or("target")}, example: "{ who: target }",
		is: func(t Turn) bool { q := t.who(0); return q >= 0 && t.inLine(t.Body, q) },
	},
	{
		name: "exists", doc: "Whether there is such a body, alive.", params: []param{whom()}, example: "{ who: target }",
		is: func(t Turn) bool { q := t.who(0); return q >= 0 && !t.health[q].Dead },
	},
	{
		name: "body_id", doc: "The id of a body, or 0 when there is none.", params: []param{whom()}, example: "{ who: enemy }", result: host.Int,
		ask: func(t Turn) host.Value {
			q := t.who(0)
			if q < 0 {
				return host.IntValue(0)
			}
			return host.IntValue(int64(t.id(q)))
		},
	},
	{
		name: "distance", doc: "How far somebody is, straight; 10^9 when there is nobody.", unit: "m",
		params: []param{whom().or("enemy")}, example: "{ who: enemy }",
		num: func(t Turn) float64 {
			if q := t.who(0); q >= 0 {
				return t.distance(t.Body, q)
			}
			return forever
		},
	},
	{
		name: "distance_to_place", doc: "How far the middle of a place is, straight; 10^9 when there is no such place.", unit: "m",
		params: []param{spot(), whose()}, example: "{ place: base }",
		num: func(t Turn) float64 {
			p := t.place(t.Body, t.Args[0].Text(), t.Args[1].Text())
			if p < 0 {
				return forever
			}
			x, y, _, _ := t.g.Body(t.Body)
			return math.Sqrt(t.field.Dist2(x, y, t.places.setup[p].X, t.places.setup[p].Y))
		},
	},
	{
		name: "distance_to_item", doc: "How far the nearest item of a kind lies, straight; 10^9 when none lies anywhere.", unit: "m",
		params: []param{named("item", ItemNames, "the kind of item")}, example: "{ item: berry }",
		num: func(t Turn) float64 {
			if i := t.nearestItem(t.Body, t.kindOf(t.Args[0].Text()), forever); i >= 0 {
				return t.itemDistance(t.Body, i)
			}
			return forever
		},
	},
	{
		name: "distance_to_home", doc: "How far the middle of the bot's home is, straight; 10^9 for one without a home.", unit: "m", example: "{}",
		num: func(t Turn) float64 {
			home := t.mind[t.Body].Home
			if home < 0 {
				return forever
			}
			x, y, _, _ := t.g.Body(t.Body)
			return math.Sqrt(t.field.Dist2(x, y, t.places.setup[home].X, t.places.setup[home].Y))
		},
	},
	{
		name: "home_x", doc: "Where the middle of the bot's home is, from the left; 10^9 for one without a home.", unit: "m", example: "{}",
		num: func(t Turn) float64 {
			if home := t.mind[t.Body].Home; home >= 0 {
				return float64(t.g.Setup.Places[home].X)
			}
			return forever
		},
	},
	{
		name: "home_y", doc: "Where the middle of the bot's home is, from the top; 10^9 for one without a home.", unit: "m", example: "{}",
		num: func(t Turn) float64 {
			if home := t.mind[t.Body].Home; home >= 0 {
				return float64(t.g.Setup.Places[home].Y)
			}
			return forever
		},
	},
	{
		name: "since_seen", doc: "For how long the bot has not seen a foe; see the key `sight` of a class. 10^9 when it never did.", unit: "s", example: "{}",
		num: func(t Turn) float64 {
			if s := &t.sight[t.Body]; s.Last != 0 {
				return t.seconds(s.At)
			}
			return forever
		},
	},
	{
		name: "count_enemies", doc: "How many foes the bot sees within a radius.", params: []param{radius("how far")}, example: "{ radius: 12 }",
		num: func(t Turn) float64 {
			n := 0
			for _, gi := range t.groups[t.group[t.Body]].foes {
				n += t.countSeen(t.Body, gi, float32(t.Args[0].Number()))
			}
			return float64(n)
		},
	},
	{
		name: "count_friends", doc: "How many others of its group the bot sees within a radius.", params: []param{radius("how far")}, example: "{ radius: 12 }",
		num: func(t Turn) float64 {
			return float64(t.countSeen(t.Body, t.group[t.Body], float32(t.Args[0].Number())))
		},
	},
	{
		name: "at_place", doc: "Whether the bot is in a place.", params: []param{spot(), whose()}, example: "{ place: base }",
		is: func(t Turn) bool { return t.at(0) },
	},
	// moving
	{
		name: "stuck_time", doc: "For how long the bot has wanted to go and got nowhere.", unit: "s", example: "{}",
		num: func(t Turn) float64 { return float64(t.mind[t.Body].Stuck) },
	},
	{
		name: "x_of", doc: "Where somebody is, from the left; 10^9 when there is nobody.", unit: "m", params: []param{self()}, example: "{ who: enemy }",
		num: func(t Turn) float64 {
			if q := t.who(0); q >= 0 {
				x, _, _, _ := t.g.Body(q)
				return float64(x)
			}
			return forever
		},
	},
	{
		name: "y_of", doc: "Where somebody is, from the top; 10^9 when there is nobody.", unit: "m", params: []param{self()}, example: "{ who: enemy }",
		num: func(t Turn) float64 {
			if q := t.who(0); q >= 0 {
				_, y, _, _ := t.g.Body(q)
				return float64(y)
			}
			return forever
		},
	},
	// living and fighting
	{
		name: "health", doc: "The share of its full health that somebody has, 0 to 1; 1 for one that cannot be hurt, 0 when there is nobody.",
		params: []param{self()}, example: "{ who: enemy }",
		num: func(t Turn) float64 {
			if q := t.who(0); q >= 0 {
				return t.share(q)
			}
			return 0
		},
	},
	{
		name: "armour", doc: "The share of all damage that the bot's armour keeps off, 0 to 1.", example: "{}",
		num: func(t Turn) float64 { return float64(t.health[t.Body].Armour) },
	},
	{
		name: "hunger", doc: "How hungry somebody is: 0 sated to 1 starving; 0 when there is nobody.", params: []param{self()}, example: "{}",
		num: func(t Turn) float64 {
			if q := t.who(0); q >= 0 {
				return float64(t.health[q].Hunger)
			}
			return 0
		},
	},
	{
		name: "is_dead", doc: "Whether a body is dead or gone.", params: []param{self()}, example: "{ who: self }",
		is: func(t Turn) bool { q := t.who(0); return q < 0 || t.health[q].Dead },
	},
	{
		name: "is_hostile", doc: "Whether the bot and somebody are foes.", params: []param{whom()}, example: "{ who: attacker }",
		is: func(t Turn) bool { q := t.who(0); return q >= 0 && t.hostile(t.Body, q) },
	},
	{
		name: "in_reach", doc: "Whether a weapon of the bot that has shots reaches somebody, with no obstacle in between.",
		params: []param{whom().or("enemy")}, example: "{ who: enemy }",
		is: func(t Turn) bool {
			q := t.who(0)
			if q < 0 {
				return false
			}
			arm, _ := t.reach(t.Body, t.distance(t.Body, q))
			return arm >= 0 && t.inLine(t.Body, q)
		},
	},
	{
		name: "cooldown", doc: "How long until the bot can strike again.", unit: "s", example: "{}",
		num: func(t Turn) float64 { return float64(max(t.cargo[t.Body].Ready-t.tick, 0)) * t.dt },
	},
	{
		name: "loaded", doc: "The share of its clip that the weapon in hand has, 0 to 1; 1 for one that needs no shots, 0 without a weapon.", example: "{}",
		num: func(t Turn) float64 {
			return t.loadedShare(t.Body)
		},
	},
	{
		name: "ammo", doc: "The share of its shots, beside the clip, that the weapon in hand has, 0 to 1; 1 for one that needs none, 0 without a weapon.", example: "{}",
		num: func(t Turn) float64 {
			return t.spareShare(t.Body)
		},
	},
	{
		name: "has_weapon", doc: "Whether somebody has a weapon.",
		params: []param{named("weapon", WeaponNames, "the weapon"), self()}, example: "{ weapon: bow }",
		is: func(t Turn) bool {
			q := t.who(1)
			return q >= 0 && t.armOf(q, t.weaponOf(t.Args[0].Text())) >= 0
		},
	},
	{
		name: "weapon_in_hand", doc: "The weapon that the bot has in hand; empty for none.", example: "{}", result: host.String,
		ask: func(t Turn) host.Value {
			b := &t.cargo[t.Body]
			if m := &b.Arms[b.Hand]; m.Weapon >= 0 {
				return host.StringValue(t.c.Weapons[m.Weapon].ID)
			}
			return host.StringValue("")
		},
	},
	{
		name: "alive_time", doc: "How long the bot has lived, since it appeared or came back.", unit: "s", example: "{}",
		num: func(t Turn) float64 { return t.seconds(t.health[t.Body].Born) },
	},
	{
		name: "since_hurt", doc: "How long ago the bot was hurt by somebody; 10^9 when it never was.", unit: "s", example: "{}",
		num: func(t Turn) float64 { return t.seconds(t.health[t.Body].HurtAt) },
	},
	{
		name: "since_fight", doc: "How long ago the bot struck or was struck; 10^9 when it never was.", unit: "s", example: "{}",
		num: func(t Turn) float64 { return t.seconds(t.health[t.Body].Fought) },
	},
	{
		name: "kills", doc: "How many the bot has killed.", example: "{}",
		num: func(t Turn) float64 { return float64(t.mind[t.Body].Scores) },
	},
	// things
	{
		name: "carries", doc: "How many items of a kind the bot carries.", params: []param{some()}, example: "{ item: ore }",
		num: func(t Turn) float64 {
			if t.carriesNone(0) {
				return 0
			}
			return float64(t.carries(t.Body, t.kindOf(t.Args[0].Text())))
		},
	},
	{
		name: "room", doc: "How many more items the bot can carry.", example: "{}",
		num: func(t Turn) float64 {
			return float64(max(t.form(t.Body).Cargo-int(t.cargo[t.Body].Count), 0))
		},
	},
	{
		name: "owns", doc: "Whether the bot has bought a good since it came to life.", params: []param{named("good", GoodNames, "the good")}, example: "{ good: shield }",
		is: func(t Turn) bool {
			good := t.goodOf(t.Args[0].Text())
			return good >= 0 && t.cargo[t.Body].Goods>>good&1 != 0
		},
	},
	{
		name: "can_buy", doc: "Whether the team has the money for a good and the bot has a use for it, wherever it is.",
		params: []param{named("good", GoodNames, "the good")}, example: "{ good: arrows }",
		is: func(t Turn) bool {
			good := t.goodOf(t.Args[0].Text())
			return good >= 0 && t.affords(t.Body, t.c.Goods[good].Price) && t.useful(t.Body, good)
		},
	},
	{
		name: "can_become", doc: "Whether the bot can become one of another class: the team has the money.",
		params: []param{named("class", ClassNames, "the class")}, example: "{ class: knight }",
		is: func(t Turn) bool {
			to := t.classOf(t.Args[0].Text())
			return to >= 0 && int16(to) != t.mind[t.Body].Form && t.affords(t.Body, t.forms[to].Price)
		},
	},
	{
		name: "is_class", doc: "Whether somebody has the abilities of a class, by birth or because it became one.",
		params: []param{named("class", ClassNames, "the class"), self()}, example: "{ class: knight, who: enemy }",
		is: func(t Turn) bool {
			q, to := t.who(1), t.classOf(t.Args[0].Text())
			return q >= 0 && to >= 0 && t.mind[q].Form == int16(to)
		},
	},
	{
		name: "class_of", doc: "The class whose abilities somebody has; empty for a player and for nobody.", params: []param{self()}, example: "{}", result: host.String,
		ask: func(t Turn) host.Value {
			if q := t.who(0); q >= 0 && int(t.mind[q].Form) < len(t.g.Setup.Classes) {
				return host.StringValue(t.g.Setup.Classes[t.mind[q].Form].ID)
			}
			return host.StringValue("")
		},
	},
	{
		name: "has_tag", doc: "Whether the class of somebody has a tag.", params: []param{text("tag", "the tag"), self()}, example: "{ tag: building, who: enemy }",
		is: func(t Turn) bool {
			q := t.who(1)
			if q < 0 {
				return false
			}
			for _, tag := range t.form(q).Tags {
				if tag == t.Args[0].Text() {
					return true
				}
			}
			return false
		},
	},
	// teams
	{
		name: "team_of", doc: "The team of somebody; empty for none.", params: []param{self()}, example: "{}", result: host.String,
		ask: func(t Turn) host.Value {
			if q := t.who(0); q >= 0 {
				if team := t.team(q); team != systems.NoTeam {
					return host.StringValue(t.g.Setup.Teams[team].ID)
				}
			}
			return host.StringValue("")
		},
	},
	{
		name: "purse", doc: "The money that the bot's team has; 0 for a bot without a team.", example: "{}",
		num: func(t Turn) float64 {
			if team := t.team(t.Body); team != systems.NoTeam {
				return t.teams[team].purse
			}
			return 0
		},
	},
	{
		name: "score", doc: "What the bot's team has scored; 0 for a bot without a team.", example: "{}",
		num: func(t Turn) float64 {
			if team := t.team(t.Body); team != systems.NoTeam {
				return t.teams[team].score
			}
			return 0
		},
	},
	{
		name: "lead", doc: "By how much the bot's team is ahead of the best other one; below 0 when it is behind.", example: "{}",
		num: func(t Turn) float64 {
			team, best := t.team(t.Body), 0.0
			if team == systems.NoTeam {
				return 0
			}
			for i := range t.teams {
				if i != team {
					best = max(best, t.teams[i].score)
				}
			}
			return t.teams[team].score - best
		},
	},
	{
		name: "group_size", doc: "How many of the bot's group (its team, else its class) are alive, with itself.", example: "{}",
		num: func(t Turn) float64 { return float64(len(t.groups[t.group[t.Body]].members)) },
	},
	{
		name: "count_noted", doc: "How many of the bot's group noted a number in the tick before, see the action `note`.",
		params: []param{whole("value", "the number", 0, MaxNote)}, example: "{ value: 3 }",
		num: func(t Turn) float64 {
			return float64(t.groups[t.group[t.Body]].notes[int(t.Args[0].Number())])
		},
	},
	// minds
	{
		name: "has_leader", doc: "Whether the bot has a leader that is alive.", example: "{}",
		is: func(t Turn) bool { return t.living(t.mind[t.Body].Leader) >= 0 },
	},
	{
		name: "is_pose", doc: "Whether somebody has a pose.", params: []param{oneOf("pose", "the pose", Poses...), self()}, example: "{ pose: crouch }",
		is: func(t Turn) bool {
			q := t.who(1)
			return q >= 0 && Poses[t.mind[q].Pose] == t.Args[0].Text()
		},
	},
	{
		name: "pose_of", doc: "The pose of somebody; empty for nobody.", params: []param{self()}, example: "{}", result: host.String,
		ask: func(t Turn) host.Value {
			if q := t.who(0); q >= 0 {
				return host.StringValue(Poses[t.mind[q].Pose])
			}
			return host.StringValue("")
		},
	},
	{
		name: "alertness", doc: "How alert somebody is: 0 calm, 1 alert, 2 combat; 0 when there is nobody.", params: []param{self()}, example: "{}",
		num: func(t Turn) float64 {
			if q := t.who(0); q >= 0 {
				return float64(t.mind[q].Alert)
			}
			return 0
		},
	},
	{
		name: "stopwatch", doc: "How long ago the bot started its stopwatch, or appeared.", unit: "s", example: "{}",
		num: func(t Turn) float64 { return t.seconds(t.mind[t.Body].Watch) },
	},
	{
		name: "skill", doc: "The skill of the bot's class, a key of the scene.", example: "{}",
		num: func(t Turn) float64 { return float64(t.form(t.Body).Skill) },
	},
	{
		name: "setting", doc: "A value of the scene's `settings`; null for one that is not there.", params: []param{text("name", "its name")},
		example: "{ name: g_skill }", result: host.Any,
		ask: func(t Turn) host.Value {
			for i := range t.g.Setup.Settings {
				if s := &t.g.Setup.Settings[i]; s.Name == t.Args[0].Text() {
					return s.Value
				}
			}
			return host.NullValue
		},
	},
	{
		name: "random", doc: "A number by chance, from 0 to below 1.", example: "{}",
		num: func(t Turn) float64 { return t.Random() },
	},
	// time
	{
		name: "time", doc: "How long the game has lasted.", unit: "s", example: "{}",
		num: func(t Turn) float64 { return float64(t.Tick) * t.dt },
	},
	{
		name: "hour", doc: "The time of day, 0 to 24; 12 in a scene without days.", unit: "h", example: "{}",
		num: func(t Turn) float64 { return t.hour() },
	},
	{
		name: "is_day", doc: "Whether it is light; always in a scene without days.", example: "{}",
		is: func(t Turn) bool { return t.isDay() },
	},
	{
		name: "is_night", doc: "Whether it is dark; never in a scene without days.", example: "{}",
		is: func(t Turn) bool { return !t.isDay() },
	},
}

// countSeen counts the bodies of a group that a body sees within a radius.
func (a *Arena) countSeen(body int32, gi int16, far float32) int {
	x, y, _, _ := a.g.Body(body)
	near, n := a.borrow(), 0
	near.list = a.groups[gi].index.Within(x, y, min(far, a.form(body).Sight.Radius), near.list[:0])
	for _, q := range near.list {
		if a.sees(body, q) {
			n++
		}
	}
	near.taken.Store(false)
	return n
}

// loadedShare is the share of its clip that the weapon in hand has, 0 to 1; 1 for
// one without a clip, 0 without a weapon.
func (a *Arena) loadedShare(body int32) float64 {
	m := a.inHand(body)
	if m.Weapon < 0 {
		return 0
	}
	return shareOf(int(m.Loaded), a.c.Weapons[m.Weapon].Clip)
}

// spareShare is the share of its shots beside the clip that the weapon in hand
// has, 0 to 1; 1 for one that needs none, 0 without a weapon.
func (a *Arena) spareShare(body int32) float64 {
	m := a.inHand(body)
	if m.Weapon < 0 {
		return 0
	}
	return shareOf(int(m.Spare), a.c.Weapons[m.Weapon].Ammo)
}

// inHand is the arm that a body has in hand; its weapon is -1 for none.
func (a *Arena) inHand(body int32) *components.Arm {
	c := &a.cargo[body]
	return &c.Arms[c.Hand]
}

func shareOf(have, full int) float64 {
	if full == 0 {
		return 1
	}
	return float64(have) / float64(full)
}

// abilities are all of them.
var abilities = func() (all []ability) {
	for _, list := range [][]ability{moves, fights, hauls, thoughts, asks} {
		all = append(all, list...)
	}
	return all
}()
