package unvanquished_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// What a scene lists as disabled is not bought and not grown into, its names in any case.
func TestDisabledThings(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]string{"": "canEvolveTo( PCL_ALIEN_LEVEL1 )", "G_DISABLEDCLASSES: \"level3, level1\"": "!canEvolveTo( PCL_ALIEN_LEVEL1 )"} {
		g := trial.Scene{Team: "aliens", Buildings: "overmind 3600 3600", Settings: settings}.Open(t).Steps(30)
		trial.SetCredits(g.Arena, trial.One, 500)
		g.Holds(want)
	}
	for settings, want := range map[string]string{"": "haveWeapon( WP_LUCIFER_CANNON )", "g_disabledEquipment: lcannon": "haveWeapon( WP_PULSE_RIFLE )"} {
		g := trial.Scene{Tree: "action equip", Buildings: "reactor 600 600, armoury 3260 3260", Settings: "g_bot_infiniteMomentum: 1", More: "match: { purse: 2000 }"}
		if settings != "" {
			g.Settings += ", " + settings
		}
		g.Open(t).Steps(10).Holds(want)
	}
}

// A medkit takes the skill for it; a scene changes which skills there are, and a class has its
// own.
func TestSkillsOfLevelsAndClasses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		class, settings string
		can             bool
	}{
		{"", "", true},
		{"skills: [movement, fighting],", "", false},
		{"skills: [medkit],", `g_bot_skillset_baseSkills: "1:movement"`, true},
		{"skill: 4,", `g_bot_skillset_baseSkills: "5:medkit 1:feels-pain"`, false},
		{"skill: 5,", `g_bot_skillset_baseSkills: "5:medkit 1:feels-pain"`, true},
		{"skill: 9,", `g_bot_skillset_baseSkills: "1:feels-pain", g_bot_skillset_budgetHumans: 100`, true},
		{"skill: 9,", `g_bot_skillset_baseSkills: "1:feels-pain", g_bot_skillset_budgetHumans: 100, g_bot_skillset_disabledSkills: medkit`, false},
	} {
		want := "haveUpgrade( UP_MEDKIT )"
		if !c.can {
			want = "!" + want
		}
		trial.Scene{Class: c.class, Settings: c.settings, Buildings: "reactor 600 600"}.Open(t).Steps(2).Holds(want)
	}
}
