package begin

import "strings"

// need is a part of a scene that a word of a tree asks for, which has no name of its own.
type need int

const (
	foe    need = iota // somebody to see and to fight
	weapon             // in its hand
	grenade
	cover
	line // a path
	spot // a reference point
	home
	player
	friend
	food
	hunger
	day
	fire
	aliens // the sides of a game with two bases
	humans
)

// needsOf are the needs by words, and by those of the arena as other dialects write them.
var needsOf = byWord()

func byWord() map[string][]need {
	of := map[string][]need{}
	for n, all := range askers {
		for _, w := range all {
			of[w] = append(of[w], n)
			if strings.Contains(w, "_") {
				of[pascal(w)] = append(of[pascal(w)], n)
			}
		}
	}
	return of
}

// pascal returns a name such as go_home as GoHome.
func pascal(name string) (text string) {
	for _, part := range strings.Split(name, "_") {
		text += strings.ToUpper(part[:1]) + part[1:]
	}
	return text
}

// askers are the words that ask for each need.
var askers = map[need][]string{
	foe: {
		"sees", "attack", "fight", "strike_for", "choose_target", "approach_last_seen", "since_seen", "count_enemies", "is_hostile", "in_reach",
		"Shoot", "ShootFromCover", "Melee", "ThrowGrenade", "FlyShoot", "FlyAimAtCombatTarget", "ClearTargets", "OnEnemySeen", "OnEnemyDamage",
		"OnNewAttentionTarget", "OnLostSightOfTarget", "OnGroupTargetVisual", "ChasePlayer", "ChaseNearest", "seen", "lost", "damaged",
		"ChaseAndAttack", "AttackWall", "RunAway", "combat", "Avoid", "PanicTrigger", "HasTarget", "GetTargetDistance",
	},
	weapon: {
		"attack", "fight", "reload", "draw", "loaded", "ammo", "cooldown", "in_reach", "Shoot", "ShootFromCover", "Melee", "ThrowGrenade", "FlyShoot",
		"fireMode", "ChaseAndAttack", "combat", "OnLowAmmo", "OnReload", "OnOutOfAmmo",
	},
	grenade: {"ThrowGrenade", "OnGrenadeDanger"},
	cover:   {"QueryTPS", "ShootFromCover", "AdjustCoverStance", "IsInCover", "OnCoverCompromised", "OnEnterCover"},
	line:    {"FollowPath", "Fly", "pointsInDesignerPath"},
	spot:    {"RefPoint", "goToRefPoint", "SetRefPointPosition", "Teleport"},
	home:    {"go_home", "distance_to_home", "InitialPosition", "homeseeker", "GOHOME", "GoHome"},
	player:  {"ChasePlayer", "TauntPlayer", "KeepTargetAtADistance", "playerNearby", "playerNotNearby", "player", "FindClosestPlayer"},
	friend: {
		"follow", "set_leader", "has_leader", "mend", "group_size", "count_friends", "GroupScope", "SquadScope", "LimitConcurrentUsers", "JoinFormation",
		"HoldFormation", "IfSquadCount", "SendSquadEvent", "GroupExcludingSender", "GetGroupCount", "hurt_friend",
	},
	food:   {"eat", "take", "eater", "EAT", "FindFood", "carries", "room", "move_to_item", "PICKUP"},
	hunger: {"hunger"},
	day:    {"is_day", "is_night", "hour", "isday", "isnight", "isdusk", "phase", "phasechanged", "PanicTrigger"},
	fire:   {"burnable", "IsBurning", "PanicTrigger"},
}

// prefixes are beginnings of words that are needs: symbols of a game for the things of each side.
var prefixes = []struct {
	begins string
	need   need
}{{"E_A_", aliens}, {"PCL_ALIEN", aliens}, {"TEAM_ALIENS", aliens}, {"E_H_", humans}, {"UP_", humans}, {"WP_H", humans}, {"TEAM_HUMANS", humans}}

// named says what arguments name that do not say so themselves, by the names of the arguments.
var named = map[string]string{
	"place": "place", "home": "place", "item": "kind of item", "good": "good", "weapon": "weapon", "path": "path", "class": "bot class", "key": "state",
}
