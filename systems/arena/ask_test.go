package arena_test

import (
	"math"
	"strings"
	"testing"
)

// TestAsk asks each function of the first bot, before anything moves.
func TestAsk(t *testing.T) {
	g := in(t, act("stand", "{}")).steps(1)
	g.number("distance", 10)
	g.number("distance", 10, id(three))
	g.number("distance", 1e9, "player")
	g.number("distance_to_place", math.Sqrt(70*70+40*40), "yours", "theirs")
	g.number("distance_to_place", 1e9, "yours", "ours")
	g.number("distance_to_item", 1e9, "bone")
	g.number("count_enemies", 1, 12)
	g.number("count_enemies", 0, 9)
	g.number("count_friends", 1, 12)
	g.number("x_of", 30, id(two))
	g.number("y_of", 50, id(two))
	g.number("x_of", 1e9, "player")
	g.number("y_of", 1e9, "player")
	g.number("health", 1)
	g.number("health", 0, "player")
	g.number("armour", 0)
	g.number("hunger", 0, "player")
	g.number("kills", 0)
	g.number("loaded", 1)
	g.number("ammo", 1)
	g.number("alive_time", 0.1)
	g.number("since_hurt", 1e9)
	g.number("since_fight", 1e9)
	g.number("since_seen", 1e9)
	g.number("cooldown", 0)
	g.number("group_size", 2)
	g.number("lead", 0)
	g.number("skill", 4)
	g.number("time", 0.1)
	g.number("random", 0.5)
	g.number("setting", 3, "g_skill")
	g.number("stopwatch", 0.1)
	g.number("alertness", 0, "player")
	g.truth("sees", true)
	g.truth("sees", true, id(three)) // it sees all around
	g.truth("in_line", true, id(two))
	g.truth("in_line", false, "player")
	g.truth("exists", true, id(two))
	g.truth("exists", false, "leader")
	g.truth("is_dead", false)
	g.truth("is_dead", true, 99)
	g.truth("is_hostile", true, id(two))
	g.truth("is_hostile", false, id(three))
	g.truth("in_reach", true)
	g.truth("in_reach", false, "player")
	g.truth("has_weapon", true, "bow")
	g.truth("has_weapon", false, "knife")
	g.truth("has_weapon", false, "bow", id(two))
	g.truth("is_class", true, "one")
	g.truth("is_class", false, "one", id(two))
	g.truth("has_tag", true, "tall")
	g.truth("has_tag", false, "tall", id(two))
	g.truth("has_tag", false, "small")
	g.truth("can_become", true, "knight")
	g.truth("can_become", false, "one")
	g.truth("has_leader", false)
	g.truth("is_day", true)
	g.truth("at_place", false, "well")
	for name, want := range map[string]string{"class_of": "one", "team_of": "red", "weapon_in_hand": "bow", "pose_of": "stand"} {
		if got := g.value(name).Text(); got != want {
			t.Errorf("%s is %q, wanted %q", name, got, want)
		}
	}
	for _, name := range []string{"class_of", "team_of", "pose_of"} {
		if got := g.value(name, text("player")).Text(); got != "" {
			t.Errorf("%s of nobody is %q", name, got)
		}
	}
	g.put(one, 50, 51, 1, 0).steps(1)
	g.truth("at_place", true, "well")
	if v := g.value("setting", text("g_none")); v.String() != "null" {
		t.Errorf("a setting that is not there is %v", v)
	}
	if v := g.value("body_id", text("enemy")); v.Number() != 2 {
		t.Errorf("the enemy is %v", v)
	}
}

// TestNumbersAreConditionsToo holds the twins of a number to it.
func TestNumbersAreConditionsToo(t *testing.T) {
	for args, want := range map[string][2]string{
		"{ limit: 9.5 }":         {failed, done},
		"{ limit: 10 }":          {failed, done},
		"{ limit: 10.5 }":        {done, failed},
		"{ who: 3, limit: 10 }":  {failed, done},
		"{ who: 99, limit: 10 }": {failed, done},
	} {
		in(t, ask("distance_below", args)).steps(1).is(want[0])
		in(t, ask("distance_at_least", args)).steps(1).is(want[1])
	}
}

func TestWho(t *testing.T) {
	g := in(t, "{ kind: sequence, children: [{ kind: action, name: choose_target, args: { who: 3 } }, { kind: action, name: set_leader, args: { who: 2 } }] }").steps(1)
	for word, want := range map[string]float64{
		"enemy": 2, "friend": 3, "hurt_friend": 0, "anybody": 2, "player": 0, "target": 3, "attacker": 0, "leader": 2, "seen": 0,
		"last_seen": 0, "self": 1, "two": 2, "three": 3, "one": 0, "knight": 0,
	} {
		if got := g.value("body_id", text(word)).Number(); got != want {
			t.Errorf("%s is %v, wanted %v", word, got, want)
		}
	}
	g.arena.Hurt(three)
	g.steps(1)
	if got := g.value("body_id", text("hurt_friend")).Number(); got != 3 {
		t.Errorf("hurt_friend is %v", got)
	}
}

func TestSight(t *testing.T) {
	src := strings.Replace(strings.Replace(yard, "TREE", act("approach_last_seen", "{}"), 1), "turnRate: 90", "sight: { radius: 20, angle: 90 }", 1)
	g := open(t, src, 1).put(one, 40, 25, 1, 0).put(two, 50, 25, 1, 0).put(three, 50, 36, 1, 0)
	g.steps(2) // who appears is told nothing in its first tick
	g.truth("sees", true)
	g.truth("sees", false, id(three)) // beside it
	if g.events("seen") != 1 || g.events("lost") != 0 {
		t.Errorf("seen %d, lost %d", g.events("seen"), g.events("lost"))
	}
	g.number("since_seen", 0)
	g.put(two, 66, 25, 1, 0).put(one, 52, 25, 1, 0).steps(1) // behind the wall
	if g.events("lost") != 1 {
		t.Errorf("lost %d", g.events("lost"))
	}
	g.number("since_seen", 0.1)
	g.steps(30).is(done)
	g.near(one, 51, 25) // where it saw two last
	g.put(one, 30, 25, 1, 0).put(two, 50.5, 25, 1, 0)
	g.truth("sees", false, id(two)) // too far
}

func TestKillingOfAGroupMemberIsHeard(t *testing.T) {
	g := in(t, act("attack", "{ who: 3 }")).put(three, 22, 50, 1, 0).steps(45)
	if g.events("group_member_died") != 1 { // one, which did it
		t.Errorf("heard %d times", g.events("group_member_died"))
	}
}
