package unvanquished

import (
	"math"
	"strconv"

	"github.com/thicket-sim/thicket/behavior/host"
)

// The defaults of settings that are lengths, in units, or angles, in degrees.
const (
	senseRange  = 1500
	fieldOfView = 125
)

// defaults are the settings of the game that trees and rules read, with their values
// in the game. A scene gives others by its key settings. Times are in the game's own
// units (milliseconds, seconds, minutes), lengths are those of the trees.
var defaults = map[string]float64{
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
	"g_bot_infiniteFunds": 0, "g_bot_infiniteMomentum": 0, "g_bot_defaultSkill": 3, "g_bot_defaultFill": 0,
	"g_maxMiners": 1, "g_BPInitialBudget": 120, "g_BPBudgetPerMiner": 0, "g_BPVampire": 1,
	"g_evolveAroundHumans": 1.5, "g_devolveMaxBaseDistance": 1000, "g_alienOffCreepRegenHalfLife": 0,
	"g_freeFundPeriod": 120, "g_rewardDestruction": 10, "g_tagDelay": 500, "g_mainBuildableStartingBeacons": 1,
	"timelimit": 45, "g_speed": 320,
}

// lengthSettings are those of the defaults that are lengths.
var lengthSettings = map[string]bool{"g_bot_aliensenseRange": true, "g_devolveMaxBaseDistance": true}

// setting returns a setting of the scene, else of the game; false for neither, and
// for one that is no number or truth value. Numbers are as C reads them: words like
// on and true are 1.
func (s *state) setting(name string) (v host.Value, ok bool) {
	for i := range s.a.Game.Setup.Settings {
		kv := &s.a.Game.Setup.Settings[i]
		if kv.Name != name {
			continue
		}
		n := kv.Value.Number()
		switch kv.Value.Kind() {
		case host.Bool:
			return truth(kv.Value.Bool()), true
		case host.String:
			switch kv.Value.Text() {
			case "true", "on", "yes", "enable", "enabled":
				return host.IntValue(1), true
			case "false", "off", "no", "disable", "disabled":
				return host.IntValue(0), true
			}
			var err error
			if n, err = strconv.ParseFloat(kv.Value.Text(), 32); err != nil {
				return host.IntValue(0), false
			}
		}
		return settingValue(n), true
	}
	n, ok := defaults[name]
	if lengthSettings[name] {
		n *= unit * s.perM
	}
	return settingValue(n), ok
}

// settingValue makes a whole number an int, as trees read it.
func settingValue(n float64) host.Value {
	if n == math.Trunc(n) && math.Abs(n) < 1<<31 {
		return wholes(n)
	}
	return number32(n)
}

// number returns a setting as a number, 0 for none. It searches all settings: what is
// asked in every tick is read once and kept in [state].
func (s *state) number(name string) float64 {
	v, _ := s.setting(name)
	return v.Number()
}

// allows reports whether a setting of the game is on.
func (s *state) allows(name string) bool { return s.number(name) != 0 }
