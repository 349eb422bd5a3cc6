package lore

// disabledWords are, by the setting that lists them, the words for what it takes away: the
// names of the game's files, and those of scenes.
var disabledWords = map[string]map[string]string{
	"g_disabledEquipment": {
		"blaster": "blaster", "rifle": "machinegun", "machinegun": "machinegun", "psaw": "pain_saw", "pain_saw": "pain_saw", "shotgun": "shotgun", "lgun": "las_gun", "las_gun": "las_gun",
		"mdriver": "mass_driver", "mass_driver": "mass_driver", "chaingun": "chaingun", "flamer": "flamer", "prifle": "pulse_rifle", "pulse_rifle": "pulse_rifle",
		"lcannon": "lucifer_cannon", "lucifer_cannon": "lucifer_cannon", "ckit": "hbuild", "hbuild": "hbuild",
		"larmour": "lightarmour", "lightarmour": "lightarmour", "marmour": "mediumarmour", "mediumarmour": "mediumarmour", "bsuit": "battlesuit", "battlesuit": "battlesuit",
		"radar": "radar", "jetpack": "jetpack", "gren": "grenade", "grenade": "grenade", "firebomb": "firebomb", "medkit": "medkit",
	},
	"g_disabledClasses": {
		"builder": "alien_builder0", "builderupg": "alien_builder0_upg", "level0": "alien_level0", "level1": "alien_level1", "level2": "alien_level2", "level2upg": "alien_level2_upg",
		"level3": "alien_level3", "level3upg": "alien_level3_upg", "level4": "alien_level4",
	},
	"g_disabledBuildables": {
		"eggpod": "egg", "egg": "egg", "overmind": "overmind", "barricade": "barricade", "acid_tube": "acidtube", "acidtube": "acidtube", "trapper": "trapper", "booster": "booster",
		"hive": "hive", "leech": "leech", "spiker": "spiker", "telenode": "telenode", "mgturret": "mgturret", "rocketpod": "rocketpod", "arm": "armoury", "armoury": "armoury",
		"medistat": "medistat", "drill": "drill", "reactor": "reactor",
	},
}

// Disabled reads one of the lists of what a server takes away: the ids of that in scenes, and
// the words that mean nothing.
func Disabled(setting, list string) (ids map[string]bool, wrong []string) {
	ids = map[string]bool{}
	for _, word := range ListWords(list) {
		if id, ok := disabledWords[setting][word]; ok {
			ids[id] = true
		} else {
			wrong = append(wrong, word)
		}
	}
	return ids, wrong
}
