package core

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems"
)

func self() Param { return whom().Or("self") }

// share is the domain of shares of a whole.
func share() host.Domain { return host.Domain{Most: 1} }

// amount is the domain of numbers that are never below 0.
func amount() host.Domain { return host.Domain{Most: math.Inf(1)} }

// nameOf is the domain of names of things of a sort, empty for none.
func nameOf(what string) host.Domain { return host.Domain{Words: []string{""}, Names: what} }

// asks are the functions and conditions.
func asks() []Ability {
	return []Ability{
		// seeing
		{
			Name: "sees", Doc: "Whether the bot sees somebody: within the radius and angle of its sight, with no obstacle in between.",
			Params: []Param{whom().Or("enemy")}, Example: "{ who: enemy }",
			Is: func(t Turn) bool {
				q := t.Who(0)
				t.TellSight(q)
				return t.Sight.Sees(t.Body, q)
			},
		},
		{
			Name: "in_line", Doc: "Whether no obstacle stands between the bot and somebody.",
			Params: []Param{whom().Or("target")}, Example: "{ who: target }",
			Is: func(t Turn) bool {
				q := t.Who(0)
				t.tellLine(q)
				return t.Sight.InLine(t.Body, q)
			},
		},
		{
			Name: "exists", Doc: "Whether there is such a body, alive.", Params: []Param{whom()}, Example: "{ who: target }",
			Is: func(t Turn) bool {
				q := t.Who(0)
				t.tellLife(q)
				return q >= 0 && !t.Dead(q)
			},
		},
		{
			Name: "body_id", Of: amount(), Doc: "The id of a body, or 0 when there is none.", Params: []Param{whom()}, Example: "{ who: enemy }", Result: host.Int,
			Ask: func(t Turn) host.Value {
				q := t.Who(0)
				if q < 0 {
					return host.IntValue(0)
				}
				return host.IntValue(int64(t.ID(q)))
			},
		},
		{
			Name: "distance", Says: "distance to", Of: amount(), Doc: "How far somebody is, straight; 10^9 when there is nobody.", Unit: "m",
			Params: []Param{whom().Or("enemy")}, Example: "{ who: enemy }",
			Num: func(t Turn) float64 {
				if q := t.Who(0); q >= 0 {
					return t.Distance(t.Body, q)
				}
				return host.Endless
			},
		},
		{
			Name: "distance_to_place", Of: amount(), Doc: "How far the middle of a place is, straight; 10^9 when there is no such place.", Unit: "m",
			Params: []Param{spot(), whose()}, Example: "{ place: base }",
			Num: func(t Turn) float64 {
				p := t.NearestPlace(t.Body, t.Str(0), t.Str(1))
				if p < 0 {
					t.noPlace(0)
					return host.Endless
				}
				t.Because("distance to").About(t.places.setup[p].ID)
				x, y := t.Game.At(t.Body)
				return math.Sqrt(t.Field.Dist2(x, y, t.places.setup[p].X, t.places.setup[p].Y))
			},
		},
		{
			Name: "distance_to_item", Says: "distance to the nearest", Of: amount(), Doc: "How far the nearest item of a kind lies, straight; 10^9 when none lies anywhere.", Unit: "m",
			Params: []Param{named("item", ItemNames, "the kind of item")}, Example: "{ item: berry }",
			Num: func(t Turn) float64 {
				if i := t.items.nearestItem(t.Body, t.kindOf(t.Str(0)), host.Endless); i >= 0 {
					return t.items.itemDistance(t.Body, i)
				}
				t.Because("nowhere lies").About(t.Str(0))
				return host.Endless
			},
		},
		{
			Name: "distance_to_home", Of: amount(), Doc: "How far the middle of the bot's home is, straight; 10^9 for one without a home.", Unit: "m", Example: "{}",
			Num: func(t Turn) float64 {
				home := t.Mind[t.Body].Home
				if home < 0 {
					t.Because("no home")
					return host.Endless
				}
				x, y := t.Game.At(t.Body)
				return math.Sqrt(t.Field.Dist2(x, y, t.places.setup[home].X, t.places.setup[home].Y))
			},
		},
		{
			Name: host.AskHomeX, Doc: "Where the middle of the bot's home is, from the left; 10^9 for one without a home.", Unit: "m", Example: "{}",
			Num: func(t Turn) float64 {
				if home := t.Mind[t.Body].Home; home >= 0 {
					return float64(t.Game.Setup.Places[home].X)
				}
				return host.Endless
			},
		},
		{
			Name: host.AskHomeY, Doc: "Where the middle of the bot's home is, from the top; 10^9 for one without a home.", Unit: "m", Example: "{}",
			Num: func(t Turn) float64 {
				if home := t.Mind[t.Body].Home; home >= 0 {
					return float64(t.Game.Setup.Places[home].Y)
				}
				return host.Endless
			},
		},
		{
			Name: "since_seen", Says: "since it saw a foe", Of: amount(), Doc: "For how long the bot has not seen a foe; see the key `sight` of a class. 10^9 when it never did.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 {
				if s := &t.Eyes[t.Body]; s.Last != 0 {
					return t.Since(s.At)
				}
				return host.Endless
			},
		},
		{
			Name: "count_enemies", Of: amount(), Doc: "How many foes the bot sees within a radius.", Params: []Param{radius("how far")}, Example: "{ radius: 12 }",
			Num: func(t Turn) float64 {
				n := 0
				for _, gi := range t.Groups[t.Group[t.Body]].Foes {
					n += t.Sight.countSeen(t.Body, gi, float32(t.Num(0)), t.upTo())
				}
				t.tellRadius("enemies in sight within")
				return float64(n)
			},
		},
		{
			Name: "count_friends", Of: amount(), Doc: "How many others of its group the bot sees within a radius.", Params: []Param{radius("how far")}, Example: "{ radius: 12 }",
			Num: func(t Turn) float64 {
				t.tellRadius("friends in sight within")
				return float64(t.Sight.countSeen(t.Body, t.Group[t.Body], float32(t.Num(0)), t.upTo()))
			},
		},
		{
			Name: host.AskSpeedAt, Of: amount(), Doc: "How fast the bot goes at a pace, by its class.", Unit: "m/s", Params: []Param{pace()}, Example: "{ pace: walk }",
			Num: func(t Turn) float64 { return float64(t.form(t.Body).speed) * float64(t.pace(0)) },
		},
		{
			Name: "at_place", Doc: "Whether the bot is in a place.", Params: []Param{spot(), whose()}, Example: "{ place: base }",
			Is: func(t Turn) bool { return t.at(0) },
		},
		// moving
		{
			Name: "stuck_time", Of: amount(), Doc: "For how long the bot has tried to move and got nowhere.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 { return float64(t.Mind[t.Body].Stuck) },
		},
		{
			Name: "x_of", Says: "x", Doc: "Where somebody is, from the left; 10^9 when there is nobody.", Unit: "m", Params: []Param{self()}, Example: "{ who: enemy }",
			Num: func(t Turn) float64 {
				if q := t.Who(0); q >= 0 {
					x, _ := t.Game.At(q)
					return float64(x)
				}
				return host.Endless
			},
		},
		{
			Name: "y_of", Says: "y", Doc: "Where somebody is, from the top; 10^9 when there is nobody.", Unit: "m", Params: []Param{self()}, Example: "{ who: enemy }",
			Num: func(t Turn) float64 {
				if q := t.Who(0); q >= 0 {
					_, y := t.Game.At(q)
					return float64(y)
				}
				return host.Endless
			},
		},
		// living and fighting
		{
			Name: "health", Of: share(), Doc: "The share of its full health that somebody has, 0 to 1; 1 for one that cannot be hurt, 0 when there is nobody.",
			Params: []Param{self()}, Example: "{ who: enemy }",
			Num: func(t Turn) float64 {
				if q := t.Who(0); q >= 0 {
					return t.HealthShare(q)
				}
				return 0
			},
		},
		{
			Name: "armour", Of: share(), Doc: "The share of all damage that the bot's armour keeps off, 0 to 1.", Example: "{}",
			Num: func(t Turn) float64 { return float64(t.Health[t.Body].Armour) },
		},
		{
			Name: "hunger", Of: share(), Doc: "How hungry somebody is: 0 sated to 1 starving; 0 when there is nobody.", Params: []Param{self()}, Example: "{}",
			Num: func(t Turn) float64 {
				if q := t.Who(0); q >= 0 {
					return float64(t.Health[q].Hunger)
				}
				return 0
			},
		},
		{
			Name: "is_dead", Doc: "Whether a body is dead or gone.", Params: []Param{self()}, Example: "{ who: self }",
			Is: func(t Turn) bool {
				q := t.Who(0)
				t.tellLife(q)
				return q < 0 || t.Dead(q)
			},
		},
		{
			Name: "is_hostile", Doc: "Whether the bot and somebody are foes.", Params: []Param{whom()}, Example: "{ who: attacker }",
			Is: func(t Turn) bool {
				q := t.Who(0)
				t.tellGroups(q)
				return t.Hostile(t.Body, q)
			},
		},
		{
			Name: "in_reach", Doc: "Whether a weapon of the bot that has shots reaches somebody, with no obstacle in between.",
			Params: []Param{whom().Or("enemy")}, Example: "{ who: enemy }",
			Is: func(t Turn) bool {
				q := t.Who(0)
				if q < 0 {
					return false
				}
				t.tellReach(q)
				arm, _ := t.Reach(t.Body, t.Distance(t.Body, q))
				return arm >= 0 && t.Sight.InLine(t.Body, q)
			},
		},
		{
			Name: "cooldown", Of: amount(), Doc: "How long until the bot can strike again.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 { return float64(max(t.Cargo[t.Body].Ready.At-t.Now, 0)) * t.dt },
		},
		{
			Name: "loaded", Of: share(), Doc: "The share of its clip that the weapon in hand has, 0 to 1; 1 for one that needs no shots, 0 without a weapon.", Example: "{}",
			Num: func(t Turn) float64 {
				return t.LoadedShare(t.Body)
			},
		},
		{
			Name: "ammo", Of: share(), Doc: "The share of its shots, beside the clip, that the weapon in hand has, 0 to 1; 1 for one that needs none, 0 without a weapon.", Example: "{}",
			Num: func(t Turn) float64 {
				return t.SpareShare(t.Body)
			},
		},
		{
			Name: "has_weapon", Doc: "Whether somebody has a weapon.",
			Params: []Param{named("weapon", WeaponNames, "the weapon"), self()}, Example: "{ weapon: bow }",
			Is: func(t Turn) bool {
				q := t.Who(1)
				has := q >= 0 && t.armOf(q, t.weaponOf(t.Str(0))) >= 0
				t.tellHas(has, "has", "has no", q).About(t.Str(0))
				return has
			},
		},
		{
			Name: "weapon_in_hand", Of: nameOf(WeaponNames), Doc: "The weapon that the bot has in hand; empty for none.", Example: "{}", Result: host.String,
			Ask: func(t Turn) host.Value {
				b := &t.Cargo[t.Body]
				if m := &b.Arms[b.Hand]; m.Weapon >= 0 {
					return host.StringValue(t.Config.Weapons[m.Weapon].ID)
				}
				return host.StringValue("")
			},
		},
		{
			Name: "alive_time", Of: amount(), Doc: "How long the bot has lived, since it appeared or came back.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 { return t.Since(t.Health[t.Body].Born) },
		},
		{
			Name: "since_hurt", Says: "since it was hurt", Of: amount(), Doc: "How long ago the bot was hurt by somebody; 10^9 when it never was.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 { return t.Since(t.Health[t.Body].HurtAt) },
		},
		{
			Name: "since_fight", Says: "since it fought", Of: amount(), Doc: "How long ago the bot struck or was struck; 10^9 when it never was.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 { return t.Since(t.Health[t.Body].Fought) },
		},
		{
			Name: "kills", Of: amount(), Doc: "How many the bot has killed.", Example: "{}",
			Num: func(t Turn) float64 { return float64(t.Mind[t.Body].Scores) },
		},
		// things
		{
			Name: "carries", Of: amount(), Doc: "How many items of a kind the bot carries.", Params: []Param{some()}, Example: "{ item: ore }",
			Num: func(t Turn) float64 {
				if t.carriesNone(0) {
					return 0
				}
				return float64(t.items.carries(t.Body, t.kindOf(t.Str(0))))
			},
		},
		{
			Name: host.AskRoom, Says: "room for items", Of: amount(), Doc: "How many more items the bot can carry.", Example: "{}",
			Num: func(t Turn) float64 {
				return float64(max(t.form(t.Body).Cargo-int(t.Cargo[t.Body].Count), 0))
			},
		},
		{
			Name: "owns", Doc: "Whether the bot has bought a good since it came to life.", Params: []Param{named("good", GoodNames, "the good")}, Example: "{ good: shield }",
			Is: func(t Turn) bool {
				good := t.GoodNamed(t.Str(0))
				owns := good >= 0 && t.Cargo[t.Body].Goods>>good&1 != 0
				t.tellHas(owns, "has bought", "has not bought", t.Body).About(t.Str(0))
				return owns
			},
		},
		{
			Name: "can_buy", Doc: "Whether the team has the money for a good and the bot has a use for it, wherever it is.",
			Params: []Param{named("good", GoodNames, "the good")}, Example: "{ good: arrows }",
			Is: func(t Turn) bool {
				return t.canBuy(t.GoodNamed(t.Str(0)))
			},
		},
		{
			Name: "can_become", Doc: "Whether the bot can become one of another class: the team has the money.",
			Params: []Param{named("class", ClassNames, "the class")}, Example: "{ class: knight }",
			Is: func(t Turn) bool {
				return t.canBecome(t.classOf(t.Str(0)))
			},
		},
		{
			Name: "is_class", Doc: "Whether somebody has the abilities of a class, by birth or because it became one.",
			Params: []Param{named("class", ClassNames, "the class"), self()}, Example: "{ class: knight, who: enemy }",
			Is: func(t Turn) bool {
				q, to := t.Who(1), t.classOf(t.Str(0))
				if q >= 0 && t.Watched {
					t.Because("class of", q).IsValue(host.StringValue(t.formName(q)), host.Equal, t.Args[0])
				}
				return q >= 0 && to >= 0 && t.Form[q] == int16(to)
			},
		},
		{
			Name: host.AskClassOf, Says: "class", Of: nameOf(ClassNames), Doc: "The class whose abilities somebody has; empty for a player and for nobody.", Params: []Param{self()}, Example: "{}", Result: host.String,
			Ask: func(t Turn) host.Value {
				if q := t.Who(0); q >= 0 && int(t.Form[q]) < len(t.Game.Setup.Classes) {
					return host.StringValue(t.Game.Setup.Classes[t.Form[q]].ID)
				}
				return host.StringValue("")
			},
		},
		{
			Name: host.AskHasTag, Doc: "Whether the class of somebody has a tag.", Params: []Param{named("tag", TagNames, "the tag"), self()}, Example: "{ tag: building, who: enemy }",
			Is: func(t Turn) bool {
				q := t.Who(1)
				has := q >= 0 && slices.Contains(t.form(q).Tags, t.Str(0))
				t.tellHas(has, "has the tag", "lacks the tag", q).About(t.Str(0))
				return has
			},
		},
		// teams
		{
			Name: "team_of", Says: "team", Of: nameOf(TeamNames), Doc: "The team of somebody; empty for none.", Params: []Param{self()}, Example: "{}", Result: host.String,
			Ask: func(t Turn) host.Value {
				if q := t.Who(0); q >= 0 {
					if team := t.TeamOf(q); team != systems.NoTeam {
						return host.StringValue(t.Game.Setup.Teams[team].ID)
					}
				}
				return host.StringValue("")
			},
		},
		{
			Name: "purse", Of: amount(), Doc: "The money that the bot's team has; 0 for a bot without a team.", Example: "{}",
			Num: func(t Turn) float64 {
				if team := t.TeamOf(t.Body); team != systems.NoTeam {
					return t.Match.teams[team].purse
				}
				return 0
			},
		},
		{
			Name: "score", Doc: "What the bot's team has scored; 0 for a bot without a team.", Example: "{}",
			Num: func(t Turn) float64 {
				if team := t.TeamOf(t.Body); team != systems.NoTeam {
					return t.Match.teams[team].score
				}
				return 0
			},
		},
		{
			Name: "lead", Doc: "By how much the bot's team is ahead of the best other one; below 0 when it is behind.", Example: "{}",
			Num: func(t Turn) float64 {
				team, best := t.TeamOf(t.Body), 0.0
				if team == systems.NoTeam {
					return 0
				}
				for i := range t.Match.teams {
					if i != team {
						best = max(best, t.Match.teams[i].score)
					}
				}
				return t.Match.teams[team].score - best
			},
		},
		{
			Name: "group_size", Of: amount(), Doc: "How many of the bot's group (its team, else its class) are alive, with itself.", Example: "{}",
			Num: func(t Turn) float64 { return float64(len(t.Groups[t.Group[t.Body]].Members)) },
		},
		{
			Name: "count_noted", Says: "of its group who noted the number", Of: amount(), Doc: "How many of the bot's group noted a number in the tick before, see the action `note`.",
			Params: []Param{whole("value", "the number", 0, MaxNote)}, Example: "{ value: 3 }",
			Num: func(t Turn) float64 {
				return float64(t.Groups[t.Group[t.Body]].Notes[int(t.Num(0))])
			},
		},
		// minds
		{
			Name: "has_leader", Doc: "Whether the bot has a leader that is alive.", Example: "{}",
			Is: func(t Turn) bool {
				q := t.Living(t.Mind[t.Body].Leader)
				if q >= 0 {
					t.Because("leader:", q)
				} else {
					t.Because("no living leader")
				}
				return q >= 0
			},
		},
		{
			Name: "is_pose", Doc: "Whether somebody has a pose.", Params: []Param{oneOf("pose", "the pose", Poses...), self()}, Example: "{ pose: crouch }",
			Is: func(t Turn) bool {
				q := t.Who(1)
				if q >= 0 {
					t.Because("pose of", q).IsValue(host.StringValue(Poses[t.Mind[q].Pose]), host.Equal, t.Args[0])
				}
				return q >= 0 && Poses[t.Mind[q].Pose] == t.Str(0)
			},
		},
		{
			Name: "pose_of", Says: "pose", Of: host.Domain{Words: append([]string{""}, Poses...)}, Doc: "The pose of somebody; empty for nobody.", Params: []Param{self()}, Example: "{}", Result: host.String,
			Ask: func(t Turn) host.Value {
				if q := t.Who(0); q >= 0 {
					return host.StringValue(Poses[t.Mind[q].Pose])
				}
				return host.StringValue("")
			},
		},
		{
			Name: "alertness", Of: host.Domain{Most: float64(len(AlertLevels) - 1)}, Doc: "How alert somebody is: 0 calm, 1 alert, 2 combat; 0 when there is nobody.", Params: []Param{self()}, Example: "{}",
			Num: func(t Turn) float64 {
				if q := t.Who(0); q >= 0 {
					return float64(t.Mind[q].Alert)
				}
				return 0
			},
		},
		{
			Name: "stopwatch", Of: amount(), Doc: "How long ago the bot started its stopwatch, or appeared.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 { return t.Since(t.Mind[t.Body].Stopwatch) },
		},
		{
			Name: "skill", Of: host.Domain{Most: 1e6}, Doc: "The skill of the bot's class, a key of the scene.", Example: "{}",
			Num: func(t Turn) float64 { return float64(t.form(t.Body).Skill) },
		},
		{
			Name: host.AskSetting, Doc: "A value of the scene's `settings`; null for one that is not there.", Params: []Param{named("name", SettingNames, "its name")},
			Example: "{ name: g_skill }", Result: host.Any,
			Ask: func(t Turn) host.Value {
				for i := range t.Game.Setup.Settings {
					if s := &t.Game.Setup.Settings[i]; s.Name == t.Str(0) {
						return s.Value
					}
				}
				return host.NullValue
			},
		},
		{
			Name: "random", Of: share(), Doc: "A random number in [0, 1).", Example: "{}", Draws: true,
			Num: func(t Turn) float64 { return t.Random() },
		},
		// time
		{
			Name: "time", Common: true, Of: amount(), Doc: "How long the game has lasted.", Unit: "s", Example: "{}",
			Num: func(t Turn) float64 { return float64(t.Tick) * t.dt },
		},
		{
			Name: "hour", Common: true, Of: host.Domain{Most: 24}, Doc: "The time of day, 0 to 24; 12 in a scene without days.", Unit: "h", Example: "{}",
			Num: func(t Turn) float64 { return t.calendar.hour() },
		},
		{
			Name: "is_day", Common: true, Doc: "Whether it is light; always in a scene without days.", Example: "{}",
			Is: func(t Turn) bool {
				t.tellDay()
				return t.calendar.isDay()
			},
		},
		{
			Name: "is_night", Common: true, Doc: "Whether it is dark; never in a scene without days.", Example: "{}",
			Is: func(t Turn) bool {
				t.tellDay()
				return !t.calendar.isDay()
			},
		},
		{
			Name: host.AskNature, Doc: "What nature is like: words for `season`, `phase`, `moon`, `weather` and `nightmare`; numbers of days for each season, " +
				"`season_days_left`, `season_days_gone` and `day`; shares for `phase_share` and `day_share`, which begins in the morning; `temperature`; " +
				"whether it is a `cave`, and whether the `moon_grows`; and how many `changes` there were. See the key `nature` of a scene.",
			Params:  []Param{oneOf("part", "what", natureNames...)},
			Example: "{ part: season }", Result: host.Any,
			Ask: func(t Turn) host.Value { return t.calendar.nature.ask(&t.calendar, t.Str(0)) },
		},
	}
}

// countSeen counts the bodies of a group that a body sees within a radius. Of numbers that are not
// below enough it does not matter which it returns.
func (sg *sight) countSeen(body int32, gi int16, far float32, enough float64) int {
	x, y := sg.Game.At(body)
	near := sg.Borrow()
	near.counter.body, near.counter.count, near.counter.enough = body, 0, enough
	sg.Groups[gi].Index.Visit(x, y, min(far, sg.form(body).Sight.Radius), &near.counter)
	n := near.counter.count
	near.Return()
	return n
}

// upTo returns the number from which on it does not matter how much more a count is.
func (t Turn) upTo() float64 {
	if enough := host.RuntimeOf(t.Call).Enough; enough > 0 {
		return enough
	}
	return math.Inf(1)
}

// LoadedShare returns how full the clip of the weapon in hand is, 0 to 1; 1 for
// a weapon without a clip, 0 without a weapon.
func (bs *bodies) LoadedShare(body int32) float64 {
	m := bs.InHand(body)
	if m.Weapon < 0 {
		return 0
	}
	return shareOf(int(m.Loaded), bs.Config.Weapons[m.Weapon].Clip)
}

// SpareShare returns the share of its shots beside the clip that the weapon in
// hand has, 0 to 1; 1 for a weapon that needs none, 0 without a weapon.
func (bs *bodies) SpareShare(body int32) float64 {
	m := bs.InHand(body)
	if m.Weapon < 0 {
		return 0
	}
	return shareOf(int(m.Spare), bs.Config.Weapons[m.Weapon].Ammo)
}

// InHand returns the arm that a body has in hand; its Weapon is -1 for none.
func (bs *bodies) InHand(body int32) *Arm {
	c := &bs.Cargo[body]
	return &c.Arms[c.Hand]
}

func shareOf(have, full int) float64 {
	if full == 0 {
		return 1
	}
	return float64(have) / float64(full)
}

// abilities are all abilities of the arena.
var abilities = func() (all []Ability) {
	for _, list := range [][]Ability{moves(), fights(), keeping(), hauls(), thoughts(), asks()} {
		all = append(all, list...)
	}
	return all
}()
