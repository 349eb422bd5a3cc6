package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems"
)

func truth(v bool) host.Value {
	if v {
		return host.IntValue(1)
	}
	return host.IntValue(0)
}

// The types of entities that the game tells apart.
const (
	aPlayer   = 1
	aBuilding = 3
)

// teamNumber returns a team as trees count it: the first of the scene is 1,
// none is 0.
func teamNumber(team int) host.Value {
	if team == systems.NoTeam {
		return host.IntValue(0)
	}
	return host.IntValue(int64(team) + 1)
}

// matchTime returns the milliseconds since the game began.
func matchTime(t turn) host.Value {
	return wholes(math.Round(float64(t.Tick) * t.DT * 1000))
}

// asks are the functions of the vocabulary.
var asks = []entry{
	{name: "aliveTime", doc: "Milliseconds since the bot appeared or came back; 0 in `selectClass`.",
		ask: func(t turn) host.Value {
			if t.Dead(t.Body) {
				return host.IntValue(0)
			}
			return t.milliseconds(t.Health[t.Body].Born)
		}},
	{name: "cvar", doc: "A value of the scene's `settings`: a truth value as 0 or 1, a number as it is, a text as what is written in it; 0, with a warning, for none.",
		ask: func(t turn) host.Value {
			v, ok := t.setting(t.Str(0))
			if !ok {
				t.Warnf("cvar: neither the scene nor the game has a setting %q that is a number or a truth value", t.Str(0))
			}
			return v
		}},
	{name: "levelTime", doc: "Milliseconds since the game began.", ask: matchTime},
	{name: "matchTime", doc: "The same.", ask: matchTime},
	{name: "myTimer", doc: "Milliseconds since `resetMyTimer`, or since the bot appeared.",
		ask: func(t turn) host.Value { return t.milliseconds(t.Mind[t.Body].Stopwatch) }},
	{name: "numUsersInTeam", doc: "How many players its team has, the dead too.",
		ask: func(t turn) host.Value {
			return host.IntValue(int64(t.teams[t.Group[t.Body]].users))
		}},
	{name: "percentHealth", doc: "The share of its health that an entity has, 0 to 1; 1 for a place, 0 for none.",
		ask: func(t turn) host.Value {
			number := t.entityNumber(0)
			if number == theSelf && !t.Dead(t.Body) {
				return number32(t.HealthShare(t.Body))
			}
			m := t.entityNumbered(t.Body, number)
			if q := t.livingOf(m); q >= 0 {
				return number32(t.HealthShare(q))
			}
			return truth(m.kind == placeTarget)
		}},
	{name: "random", draws: true, doc: "A random number in [0, 1), from the bot's own stream.",
		ask: func(t turn) host.Value { return number32(t.Random()) }},
	{name: "skill", doc: "The key `skill` of its class, 1 to 9; where that is not given, the setting g_bot_defaultSkill.",
		ask: func(t turn) host.Value { return host.IntValue(int64(t.skill(t.Body))) }},
	{name: "team", doc: "The number of its team: 1 is the first of the scene, which is TEAM_ALIENS, 2 the second, TEAM_HUMANS; 0 for none.",
		ask: func(t turn) host.Value { return teamNumber(t.TeamOf(t.Body)) }},
}
