package unvanquished

// Symbol is a name for a number that the preprocessor knows in every file.
type Symbol struct {
	Name  string
	Value int32
	Doc   string // what it stands for
}

// Symbols are the symbols of the game.
var Symbols = []Symbol{
	{"UP_LIGHTARMOUR", 1, "light armour"}, {"UP_MEDIUMARMOUR", 2, "medium armour"}, {"UP_BATTLESUIT", 3, "a battlesuit"}, {"UP_RADAR", 4, "a radar"},
	{"UP_JETPACK", 5, "a jetpack"}, {"UP_GRENADE", 6, "a grenade"}, {"UP_FIREBOMB", 7, "a firebomb"}, {"UP_MEDKIT", 8, "a medkit"},

	{"WP_MACHINEGUN", 9, "the rifle"}, {"WP_PAIN_SAW", 10, "the pain saw"}, {"WP_SHOTGUN", 11, "the shotgun"}, {"WP_LAS_GUN", 12, "the las gun"},
	{"WP_MASS_DRIVER", 13, "the mass driver"}, {"WP_CHAINGUN", 14, "the chaingun"}, {"WP_FLAMER", 15, "the flamer"}, {"WP_PULSE_RIFLE", 16, "the pulse rifle"},
	{"WP_LUCIFER_CANNON", 17, "the lucifer cannon"}, {"WP_ABUILD", 20, "the granger's building tool"}, {"WP_ABUILD2", 21, "the advanced granger's building tool"}, {"WP_HBUILD", 22, "the construction kit"},

	{"TEAM_NONE", 0, "no team"}, {"TEAM_ALIENS", 1, "the aliens, the first team"}, {"TEAM_HUMANS", 2, "the humans, the second team"},

	{"E_NONE", 0, "no entity"}, {"E_A_SPAWN", 1, "an egg, where aliens spawn"}, {"E_A_OVERMIND", 2, "the overmind"}, {"E_A_BARRICADE", 3, "a barricade"}, {"E_A_ACIDTUBE", 4, "an acid tube"},
	{"E_A_TRAPPER", 5, "a trapper"}, {"E_A_BOOSTER", 6, "a booster"}, {"E_A_HIVE", 7, "a hive"}, {"E_A_LEECH", 8, "a leech"}, {"E_A_SPIKER", 9, "a spiker"},
	{"E_H_SPAWN", 10, "a telenode, where humans spawn"}, {"E_H_MGTURRET", 11, "a machinegun turret"}, {"E_H_ROCKETPOD", 12, "a rocket pod"}, {"E_H_ARMOURY", 13, "the armoury"},
	{"E_H_MEDISTAT", 14, "a medistation"}, {"E_H_DRILL", 15, "a drill"}, {"E_H_REACTOR", 16, "the reactor"},
	{"E_GOAL", 17, "the goal, when it is an entity that lives"}, {"E_ENEMY", 18, "the best enemy"}, {"E_DAMAGEDBUILDING", 19, "the nearest damaged own building, for aliens one that burns"},
	{"E_FRIENDLYBUILDING", 20, "the nearest building of the own side"}, {"E_ENEMYBUILDING", 21, "the nearest building of the other side"}, {"E_SELF", 22, "the bot"},

	{"PCL_NONE", 0, "no class"}, {"PCL_ALIEN_BUILDER0", 1, "the granger"}, {"PCL_ALIEN_BUILDER0_UPG", 2, "the advanced granger"}, {"PCL_ALIEN_LEVEL0", 3, "the dretch"},
	{"PCL_ALIEN_LEVEL1", 4, "the mantis"}, {"PCL_ALIEN_LEVEL2", 5, "the marauder"}, {"PCL_ALIEN_LEVEL2_UPG", 6, "the advanced marauder"}, {"PCL_ALIEN_LEVEL3", 7, "the dragoon"},
	{"PCL_ALIEN_LEVEL3_UPG", 8, "the advanced dragoon"}, {"PCL_ALIEN_LEVEL4", 9, "the tyrant"}, {"PCL_HUMAN_NAKED", 10, "a human without armour"}, {"PCL_HUMAN_LIGHT", 11, "a human in light armour"},
	{"PCL_HUMAN_MEDIUM", 12, "a human in medium armour"}, {"PCL_HUMAN_BSUIT", 13, "a human in a battlesuit"},

	{"MOVE_FORWARD", 1, "ahead"}, {"MOVE_BACKWARD", 2, "back"}, {"MOVE_LEFT", 4, "to the left"}, {"MOVE_RIGHT", 8, "to the right"},

	{"ET_PLAYER", 1, "a bot or player"}, {"ET_BUILDABLE", 3, "a building"},

	{"STATUS_FAILURE", 0, "failure"}, {"STATUS_SUCCESS", 1, "success"}, {"STATUS_RUNNING", 2, "running"},

	{"SAY_ALL", 0, "to everybody"}, {"SAY_TEAM", 1, "to the team"}, {"SAY_AREA", 4, "to the team, as SAY_TEAM"}, {"SAY_AREA_TEAM", 5, "to everybody, as SAY_ALL"},
}
