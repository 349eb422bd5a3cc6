package lore

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// The defaults of settings that are lengths, in units, or angles, in degrees.
const (
	senseRange  = 1500
	fieldOfView = 125
)

// Defaults are the settings of the game that trees and rules read, with their values
// in the game. A scene gives others by its key settings. Times are in the game's own
// units (milliseconds, seconds, minutes), lengths are those of the trees.
var Defaults = map[string]float64{
	"g_bot_buildAliens": 1, "g_bot_buildHumans": 1, "g_bot_extinguishFire": 1,
	"g_bot_buildNumEggs": 6, "g_bot_buildNumTelenodes": 3, "g_bot_buildProbRocketPod": 0.2,
	"g_bot_buy": 1, "g_bot_evolve": 1, "g_bot_attackStruct": 1, "g_bot_offmeshAttack": 1,
	"g_bot_ckit": 1, "g_bot_rifle": 1, "g_bot_painsaw": 1, "g_bot_shotgun": 1, "g_bot_lasgun": 1, "g_bot_mdriver": 1,
	"g_bot_prifle": 1, "g_bot_lcannon": 1, "g_bot_chain": 1, "g_bot_flamer": 0,
	"g_bot_battlesuit": 1, "g_bot_mediumarmour": 1, "g_bot_lightarmour": 1, "g_bot_radar": 1, "g_bot_jetpack": 1,
	"g_bot_grenade": 0, "g_bot_firebomb": 0,
	"g_bot_level0": 1, "g_bot_level1": 1, "g_bot_level2": 1, "g_bot_level2upg": 1, "g_bot_level3": 1, "g_bot_level3upg": 1, "g_bot_level4": 1,
	"g_bot_builder": 0, "g_bot_builderupg": 0,
	"g_bot_radarRatio": 75, "g_bot_alienAimDelay": 150, "g_bot_humanAimDelay": 150,
	"g_bot_reactiontime": 500, "g_bot_chasetime": 2000, "g_bot_aliensenseRange": senseRange, "g_bot_fov": fieldOfView,
	"g_bot_skillset_budgetAliens": 0, "g_bot_skillset_budgetHumans": 0,
	"g_bot_infiniteFunds": 0, "g_bot_infiniteMomentum": 0, "g_bot_defaultSkill": 3, "g_bot_defaultFill": 0,
	"g_maxMiners": 1, "g_BPInitialBudget": 120, "g_BPBudgetPerMiner": 0, "g_BPVampire": 1,
	"g_evolveAroundHumans": 1.5, "g_devolveMaxBaseDistance": 1000, "g_alienOffCreepRegenHalfLife": 0,
	"g_freeFundPeriod": 120, "g_rewardDestruction": 10, "g_tagDelay": 500, "g_mainBuildableStartingBeacons": 1,
	"timelimit": 45, "g_speed": 320,
	// Thicket's own: rules of the game, to be left out one by one
	"slowAside": 1, "slowOnCreep": 1, "sprintTires": 1, "slowingBlows": 1, "shotSpread": 1, "hitZones": 1, "knockback": 1, "missileFlight": 1, "linesOfFire": 1,
}

// LengthSettings names the defaults that are lengths.
var LengthSettings = map[string]bool{"g_bot_aliensenseRange": true, "g_devolveMaxBaseDistance": true}

// SettingOf reads what a scene gives for a setting; 0 and false for a text that is no
// number or truth value.
func SettingOf(v host.Value) (n host.Value, ok bool) {
	switch v.Kind() {
	case host.Bool:
		return Truth(v.Bool()), true
	case host.String:
		switch v.Text() {
		case "true", "on", "yes", "enable", "enabled":
			return host.IntValue(1), true
		case "false", "off", "no", "disable", "disabled":
			return host.IntValue(0), true
		}
		n, err := strconv.ParseFloat(v.Text(), 32)
		if err != nil {
			return host.IntValue(0), false
		}
		return SettingValue(n), true
	}
	return SettingValue(v.Number()), true
}

// Lists are the settings of the game that are lists of words, with their values in the game.
var Lists = map[string]string{
	"g_disabledEquipment": "", "g_disabledClasses": "", "g_disabledBuildables": "",
	"g_bot_skillset_baseSkills": BaseSkills, "g_bot_skillset_disabledSkills": "",
}

// SameName reports whether two names of settings are the same, which is so in any case of
// their letters.
func SameName(a, b string) bool { return strings.EqualFold(a, b) }

// CanonicalName returns the name of a setting of the game as the game writes it, or the name
// itself for another.
func CanonicalName(name string) string {
	if _, ok := Defaults[name]; ok {
		return name
	}
	for known := range Defaults { // at most one is the same
		if SameName(known, name) {
			return known
		}
	}
	for known := range Lists {
		if SameName(known, name) {
			return known
		}
	}
	return name
}

// Doubt tells what is odd about a setting of a scene of the game; "" for nothing.
func Doubt(name string, v host.Value) string {
	called := CanonicalName(name)
	if _, ok := Lists[called]; ok {
		return doubtList(called, v)
	}
	if _, ok := Defaults[called]; !ok && called != UnitsSetting {
		names := slices.Concat(slices.Sorted(maps.Keys(Defaults)), slices.Sorted(maps.Keys(Lists)), []string{UnitsSetting})
		if guess := syntax.Closest(name, names); guess != "" {
			return fmt.Sprintf("the game has no setting %q, and only trees can read it; did you mean %q?", name, guess)
		}
		if len(name) > 2 && SameName(name[:2], "g_") {
			return fmt.Sprintf("the rules know no setting %q, and only trees can read it", name)
		}
		return ""
	}
	n, ok := SettingOf(v)
	switch {
	case !ok:
		return fmt.Sprintf("%s: %q is no number and no truth value, and counts as 0", name, v.Text())
	case n.Number() < 0:
		return fmt.Sprintf("%s: %v is below 0, which the game does not know", name, n.Number())
	case called == "g_bot_defaultSkill" && (n.Number() < 1 || n.Number() > MostSkill):
		return fmt.Sprintf("%s: %v is no skill, wanted 1 to %d; it counts as %v", name, n.Number(), MostSkill, min(max(n.Number(), 1), MostSkill))
	}
	return ""
}

// MostSkill is the highest skill; the lowest is 1.
const MostSkill = 9

// doubtList tells which words of a setting mean nothing.
func doubtList(name string, v host.Value) string {
	if v.Kind() != host.String {
		return fmt.Sprintf("%s: wanted a text with words, found %v", name, v)
	}
	var wrong []string
	known := SkillNames()
	switch name {
	case "g_bot_skillset_baseSkills":
		_, wrong = SkillSets(v.Text())
	case "g_bot_skillset_disabledSkills":
		_, wrong = SkillList(v.Text())
	default:
		known = nil
		for word := range disabledWords[name] {
			known = append(known, word)
		}
		slices.Sort(known)
		_, wrong = Disabled(name, v.Text())
	}
	if len(wrong) == 0 {
		return ""
	}
	hint := ""
	_, last, cut := strings.Cut(wrong[0], ":")
	if !cut {
		last = wrong[0]
	}
	if guess := syntax.Closest(last, known); guess != "" && guess != last {
		hint = fmt.Sprintf("; did you mean %q?", guess)
	}
	if name == "g_bot_skillset_baseSkills" && hint == "" {
		hint = "; wanted words such as 3:strafe-attack, a level of 1 to 9 and a skill"
	}
	return fmt.Sprintf("%s: %q means nothing to the game%s", name, wrong[0], hint)
}

// SettingValue makes a whole number an int, as trees read it.
func SettingValue(n float64) host.Value {
	if n == math.Trunc(n) && math.Abs(n) < 1<<31 {
		return Wholes(n)
	}
	return Number32(n)
}
