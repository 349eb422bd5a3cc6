package mind

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// The types of entities that the game tells apart.
const (
	aPlayer   = 1
	aBuilding = 3
)

// matchTime returns the milliseconds since the game began.
func matchTime(t Turn) host.Value {
	return lore.Wholes(math.Round(float64(t.Tick) * t.DT * 1000))
}

// ofSelf says that what is asked of the bot itself is still.
func ofSelf(args []host.Value) bool { return lore.Whole(args[0].Number()) == theSelf }

// asks are the functions of the vocabulary.
var asks = []Entry[Turn]{
	{Name: "aliveTime", Doc: "Milliseconds since the bot appeared or came back; 0 in `selectClass`.",
		Ask: func(t Turn) host.Value {
			if t.Dead(t.Body) {
				return host.IntValue(0)
			}
			return t.Milliseconds(t.Health[t.Body].Born)
		}, still: always},
	{Name: "cvar", Doc: "A value of the scene's `settings`: a truth value as 0 or 1, a number as it is, a text as the number written in it; 0, with a warning, for none.",
		Ask: func(t Turn) host.Value {
			v, ok := t.Setting(t.Str(0))
			if !ok {
				t.Warnf("cvar: neither the scene nor the game has a setting %q that is a number or a truth value", t.Str(0))
			}
			return v
		}},
	{Name: "levelTime", Doc: "Milliseconds since the game began.", Ask: matchTime},
	{Name: "matchTime", Doc: "The same.", Ask: matchTime},
	{Name: "myTimer", Doc: "Milliseconds since `resetMyTimer`, or since the bot appeared.",
		Ask: func(t Turn) host.Value { return t.Milliseconds(t.Mind[t.Body].Stopwatch) }},
	{Name: "numUsersInTeam", Doc: "How many players its team has, the dead too.",
		Ask: func(t Turn) host.Value {
			return host.IntValue(int64(t.Teams[t.Group[t.Body]].Users))
		}},
	{Name: "percentHealth", Doc: "The share of its health that an entity has, 0 to 1; 1 for a place, 0 for none.",
		Ask: func(t Turn) host.Value {
			number := t.entityNumber(0)
			if number == theSelf && !t.Dead(t.Body) {
				return lore.Number32(t.HealthShare(t.Body))
			}
			m := t.entityNumbered(t.Body, number)
			if q := t.LivingOf(m); q >= 0 {
				return lore.Number32(t.HealthShare(q))
			}
			return lore.Truth(m.Kind == world.PlaceTarget)
		}, still: ofSelf},
	{Name: "random", Draws: true, Doc: "A random number in [0, 1), from the bot's own stream.",
		Ask: func(t Turn) host.Value { return lore.Number32(t.Random()) }},
	{Name: "skill", Doc: "The key `skill` of its class, 1 to 9; where that is not given, the setting g_bot_defaultSkill.",
		Ask: func(t Turn) host.Value { return host.IntValue(int64(t.Skill(t.Body))) }},
	{Name: "team", Doc: "The number of its team: 1 is the first of the scene, which is TEAM_ALIENS, 2 the second, TEAM_HUMANS; 0 for none.",
		Ask: func(t Turn) host.Value { return lore.TeamNumber(t.TeamOf(t.Body)) }},
}
