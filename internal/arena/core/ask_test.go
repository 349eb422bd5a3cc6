package core_test

import (
	"math"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
)

// TestAsk asks each function of the first bot, before anything moves.
func TestAsk(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("stand", "{}")).Steps(1)
	g.Number("distance", 10)
	g.Number("distance", 10, host.IntValue(int64(three)))
	g.Number("distance", 1e9, "player")
	g.Number("distance_to_place", math.Sqrt(70*70+40*40), "yours", "theirs")
	g.Number("distance_to_place", 1e9, "yours", "ours")
	g.Number("distance_to_item", 1e9, "bone")
	g.Number("count_enemies", 1, 12)
	g.Number("count_enemies", 0, 9)
	g.Number("count_friends", 1, 12)
	g.Number("x_of", 30, host.IntValue(int64(two)))
	g.Number("y_of", 50, host.IntValue(int64(two)))
	g.Number("x_of", 1e9, "player")
	g.Number("y_of", 1e9, "player")
	g.Number("health", 1)
	g.Number("health", 0, "player")
	g.Number("armour", 0)
	g.Number("hunger", 0, "player")
	g.Number("kills", 0)
	g.Number("loaded", 1)
	g.Number("ammo", 1)
	g.Number("alive_time", 0.1)
	g.Number("since_hurt", 1e9)
	g.Number("since_fight", 1e9)
	g.Number("since_seen", 1e9)
	g.Number("cooldown", 0)
	g.Number("group_size", 2)
	g.Number("lead", 0)
	g.Number("skill", 4)
	g.Number("time", 0.1)
	g.Number("random", 0.5)
	g.Number("setting", 3, "g_skill")
	g.Number("stopwatch", 0.1)
	g.Number("alertness", 0, "player")
	g.Truth("sees", true)
	g.Truth("sees", true, host.IntValue(int64(three))) // it sees all around
	g.Truth("in_line", true, host.IntValue(int64(two)))
	g.Truth("in_line", false, "player")
	g.Truth("exists", true, host.IntValue(int64(two)))
	g.Truth("exists", false, "leader")
	g.Truth("is_dead", false)
	g.Truth("is_dead", true, 99)
	g.Truth("is_hostile", true, host.IntValue(int64(two)))
	g.Truth("is_hostile", false, host.IntValue(int64(three)))
	g.Truth("in_reach", true)
	g.Truth("in_reach", false, "player")
	g.Truth("has_weapon", true, "bow")
	g.Truth("has_weapon", false, "knife")
	g.Truth("has_weapon", false, "bow", host.IntValue(int64(two)))
	g.Truth("is_class", true, "one")
	g.Truth("is_class", false, "one", host.IntValue(int64(two)))
	g.Truth("has_tag", true, "tall")
	g.Truth("has_tag", false, "tall", host.IntValue(int64(two)))
	g.Truth("has_tag", false, "small")
	g.Truth("can_become", true, "knight")
	g.Truth("can_become", false, "one")
	g.Truth("has_leader", false)
	g.Truth("is_day", true)
	g.Truth("at_place", false, "well")
	for name, want := range map[string]string{"class_of": "one", "team_of": "red", "weapon_in_hand": "bow", "pose_of": "stand"} {
		if got := g.Value(name).Text(); got != want {
			t.Errorf("%s is %q, wanted %q", name, got, want)
		}
	}
	for _, name := range []string{"class_of", "team_of", "pose_of"} {
		if got := g.Value(name, host.StringValue("player")).Text(); got != "" {
			t.Errorf("%s of nobody is %q", name, got)
		}
	}
	g.Put(one, 50, 51, 1, 0).Steps(1)
	g.Truth("at_place", true, "well")
	if v := g.Value("setting", host.StringValue("g_none")); v.String() != "null" {
		t.Errorf("a setting that is not there is %v", v)
	}
	if v := g.Value("body_id", host.StringValue("enemy")); v.Number() != 2 {
		t.Errorf("the enemy is %v", v)
	}
}

// TestNumbersAreConditionsToo holds the twins of a number to it.
func TestNumbersAreConditionsToo(t *testing.T) {
	t.Parallel()
	for args, want := range map[string][2]string{
		"{ limit: 9.5 }":         {failed, done},
		"{ limit: 10 }":          {failed, done},
		"{ limit: 10.5 }":        {done, failed},
		"{ who: 3, limit: 10 }":  {failed, done},
		"{ who: 99, limit: 10 }": {failed, done},
	} {
		arenatest.In(t, arenatest.Ask("distance_below", args)).Steps(1).Is(want[0])
		arenatest.In(t, arenatest.Ask("distance_at_least", args)).Steps(1).Is(want[1])
	}
}

func TestWho(t *testing.T) {
	g := arenatest.In(t, "{ kind: sequence, children: [{ kind: action, name: choose_target, args: { who: 3 } }, { kind: action, name: set_leader, args: { who: 2 } }] }").Steps(1)
	for word, want := range map[string]float64{
		"enemy": 2, "friend": 3, "hurt_friend": 0, "anybody": 2, "player": 0, "target": 3, "attacker": 0, "leader": 2, "seen": 0,
		"last_seen": 0, "self": 1, "two": 2, "three": 3, "one": 0, "knight": 0,
	} {
		if got := g.Value("body_id", host.StringValue(word)).Number(); got != want {
			t.Errorf("%s is %v, wanted %v", word, got, want)
		}
	}
	for id, want := range map[float64]float64{2: 2, 0: 0, -1: 0, 1<<32 + 2: 0, 2 - 1<<32: 0, 1e300: 0} {
		if got := g.Value("body_id", host.NumberValue(id)).Number(); got != want {
			t.Errorf("body %v is %v, wanted %v", id, got, want)
		}
	}
	g.Hurt(three)
	g.Steps(1)
	if got := g.Value("body_id", host.StringValue("hurt_friend")).Number(); got != 3 {
		t.Errorf("hurt_friend is %v", got)
	}
}

func TestSight(t *testing.T) {
	src := strings.Replace(strings.Replace(arenatest.Yard, "TREE", arenatest.Act("approach_last_seen", "{}"), 1), "turnRate: 90", "sight: { radius: 20, angle: 90 }", 1)
	g := arenatest.Open(t, src, 1).Put(one, 40, 25, 1, 0).Put(two, 50, 25, 1, 0).Put(three, 50, 36, 1, 0)
	g.Steps(2) // who appears is told nothing in its first tick
	g.Truth("sees", true)
	g.Truth("sees", false, host.IntValue(int64(three))) // beside it
	if g.Events("seen") != 1 || g.Events("lost") != 0 {
		t.Errorf("seen %d, lost %d", g.Events("seen"), g.Events("lost"))
	}
	g.Number("since_seen", 0)
	g.Put(two, 66, 25, 1, 0).Put(one, 52, 25, 1, 0).Steps(1) // behind the wall
	if g.Events("lost") != 1 {
		t.Errorf("lost %d", g.Events("lost"))
	}
	g.Number("since_seen", 0.1)
	g.Steps(30).Is(done)
	g.Near(one, 51, 25) // where it saw two last
	g.Put(one, 30, 25, 1, 0).Put(two, 50.5, 25, 1, 0)
	g.Truth("sees", false, host.IntValue(int64(two))) // too far
}

func TestKillingOfAGroupMemberIsHeard(t *testing.T) {
	g := arenatest.In(t, arenatest.Act("attack", "{ who: 3 }")).Put(three, 22, 50, 1, 0).Steps(45)
	if g.Events("group_member_died") != 1 { // one, which did it
		t.Errorf("heard %d times", g.Events("group_member_died"))
	}
}
